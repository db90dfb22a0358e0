"""Packs and clauses: the data of the rules."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

import automarium
from automarium.engine.compiled_files import is_newer
from automarium.engine.content.clauses import Clause, find_mentions, find_proofs, measure_coverage
from automarium.engine.content.pack import Pack, load_file, with_fact
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Table, Unanswered
from automarium.engine.question import Count

PRINTED: dict[str, Any] = {
    "kind": "printed",
    "card": {"1": {"a": 1, "note": "n"}, "2": {"a": "?", "b": {"c": "?", "d": 4}}},
}
HOUSE = {"kind": "house", "card": {"2": {"a": 7, "b": {"c": 8, "d": 9}}}}


def test_entries_come_without_the_words_about_them() -> None:
    pack = Pack(PRINTED, HOUSE)
    assert pack.entry("card", 1) == {"a": 1}
    assert pack.entry("card", 2, "house") == {"a": 7, "b": {"c": 8, "d": 9}}


def test_holes_are_asked_once_and_then_known() -> None:
    pack = Pack(PRINTED, HOUSE)
    assert list(pack.holes()) == ["card.2.a", "card.2.b.c"]
    question = Count(about="?", hole="card.2.b.c", low=0, high=9)
    with pytest.raises(Unanswered):
        pack.fact(question, Table(Chance(0)))
    assert pack.fact(question, Table(Chance(0), [5])) == 5
    mine = Pack(PRINTED, HOUSE, with_fact({}, "card.2.b.c", 5))
    assert list(mine.holes()) == ["card.2.a"]
    assert mine.fact(question, Table(Chance(0))) == 5
    with pytest.raises(Refused) as refused:
        Pack(PRINTED, HOUSE, with_fact({}, "card.2.b.c", "five")).fact(question, Table(Chance(0)))
    assert refused.value.where == "card.2.b.c"
    assert mine.printed["card"]["2"]["b"]["d"] == 4, "the rest of the entry is still the printed one"
    assert PRINTED["card"]["2"]["b"]["c"] == "?", "the printed pack itself stays as it is"


def test_the_own_pack_may_only_speak_of_what_there_is() -> None:
    Pack(PRINTED, HOUSE, {"card": {"1": {"a": 2}}}).check_own(["card"])
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"cart": {}}, "cart"),
        ({"kind": "mine"}, "kind"),
        ({"card": 7}, "card"),
        ({"card": {"9": {}}}, "card.9"),
        ({"card": {"1": {"z": 1}}}, "card.1.z"),
    ]
    for own, where in wrongs:
        with pytest.raises(Refused) as refused:
            Pack(PRINTED, HOUSE, own).check_own(["card"])
        assert refused.value.where == where


def test_what_is_made_of_a_pack_is_made_once() -> None:
    pack = Pack(PRINTED, HOUSE)
    made: list[int] = []

    def make(_: Pack) -> int:
        made.append(1)
        return len(made)

    assert [pack.once(make), pack.once(make)] == [1, 1]


CATALOGUE = {
    "EXP-MOVE-01": Clause("EXP-MOVE-01", ("stated",), {"en": "Goes.", "uk": "Іде.", "ru": "Идёт."}),
    "EXP-MOVE-02": Clause("EXP-MOVE-02", ("advice",), {"en": "A hint.", "uk": "Порада.", "ru": "Совет."}),
    "EXP-END-01": Clause("EXP-END-01", ("derived",), {"en": "Ends.", "uk": "Кінець.", "ru": "Конец."}),
}
CODE = "only(test, 'EXP-MOVE-01')  # EXP-MOVE-02…04\n"
TEST = """
import pytest
@pytest.mark.clause("EXP-MOVE-01", "GOL-GEN-01")
def test_it(): ...
"""


def test_coverage_leads_from_the_clause_to_code_and_test() -> None:
    assert [clause for clause, _ in find_mentions(CODE)] == ["EXP-MOVE-01", "EXP-MOVE-02", "EXP-MOVE-03", "EXP-MOVE-04"]
    assert list(find_proofs(TEST)) == [("EXP-MOVE-01", "test_it"), ("GOL-GEN-01", "test_it")]
    rows = {row.clause.id: row for row in measure_coverage(CATALOGUE, {"a.py": CODE}, {"t.py": TEST})}
    assert rows["EXP-MOVE-01"].code == ("a.py:1",)
    assert rows["EXP-MOVE-01"].tests == ("t.py::test_it",)
    assert [id_ for id_, row in rows.items() if row.unproved] == ["EXP-END-01"]


def test_compiled_facts_are_those_of_the_source() -> None:
    package = Path(automarium.__file__).parent
    sources = sorted(package.rglob("*.toml"))
    assert sources
    for source in sources:
        path = str(source.with_suffix(""))
        assert not is_newer(f"{path}.toml", f"{path}.toml.json"), source.name
        assert load_file(path) == tomllib.loads(source.read_text("utf-8"))


def test_facts_are_read_from_the_source_while_it_is_newer(tmp_path: Path) -> None:
    (tmp_path / "facts.toml.json").write_text('{"card": 1}', "utf-8")
    assert load_file(str(tmp_path / "facts")) == {"card": 1}  # as on the static site, which has no sources
    edited = tmp_path / "edited.toml"
    edited.write_text("card = 2", "utf-8")
    compiled = tmp_path / "edited.toml.json"
    compiled.write_text('{"card": 1}', "utf-8")
    later = compiled.stat().st_mtime + 3
    os.utime(edited, (later, later))
    assert load_file(str(tmp_path / "edited")) == {"card": 2}
    with pytest.raises(FileNotFoundError):
        load_file(str(tmp_path / "nothing"))
