"""Facts that a document leaves open are entered in My box and passed on like those of every other game."""

from __future__ import annotations

from automarium.box.box import checked_pack
from automarium.box.sharing import encode_facts, read_code
from automarium.games import plugins
from tests.documents.kit import read_example


def test_facts_of_a_document_can_be_passed_on() -> None:
    definition = plugins.load_definition(plugins.add_document(read_example("ember")))
    (kind,) = definition.content.components(checked_pack(definition, {}))
    assert [component.id for component in kind.components] == ["6"]
    facts = {"card": {"6": {"gust": 2}}}
    assert read_code(encode_facts(definition, facts)) == (definition, facts)
