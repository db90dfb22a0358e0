"""Write docs/rules: the clauses and rulings of every game in three languages, from its clauses.toml."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from automarium.engine.content.clauses import REFERENCE, Chapter, Clause, Entry, OpenPoint
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import term
from automarium.games import plugins
from automarium.i18n.translator import LANGUAGES, Translator
from automarium.views.rules import basis_of, catalogue

FOLDER = Path(__file__).parent.parent / "docs" / "rules"


def render_pages() -> dict[str, str]:
    """Return every page of the bundled games, by file name."""
    house = Path(plugins.__file__).parent
    definitions = [
        definition
        for definition in map(plugins.load_definition, plugins.names())
        if Path(definition.folder).is_relative_to(house)
    ]
    return {
        file_name(definition.name, lang): render_page(definition, lang)
        for definition in definitions
        for lang in LANGUAGES
    }


def file_name(game: str, lang: str) -> str:
    return f"{game}.md" if lang == LANGUAGES[0] else f"{game}.{lang}.md"


def render_page(definition: AnyDefinition, lang: str) -> str:
    translator = Translator(lang, [definition.folder])
    return "\n".join(_render_lines(definition, translator)) + "\n"


def _render_lines(definition: AnyDefinition, translator: Translator) -> Iterator[str]:
    lang, entries = translator.lang, catalogue(definition)
    yield f"# {translator.say('rules.page', game=term('game', definition.name))}"
    yield ""
    others = [
        f"[{translator.term('language', other)}]({file_name(definition.name, other)})"
        for other in LANGUAGES
        if other != lang
    ]
    yield f"{' · '.join(others)}. {translator.say('rules.made')}"
    yield ""
    for chapter in entries.chapters:
        yield f"- [{chapter.title.in_(lang)}](#{chapter.id.lower()})"
    for chapter in entries.chapters:
        yield from _render_chapter(list(entries.of_chapter(chapter.id)), chapter, translator)


def _render_chapter(entries: list[Entry], chapter: Chapter, translator: Translator) -> Iterator[str]:
    yield ""
    yield f'<a id="{chapter.id.lower()}"></a>'
    yield f"## {chapter.title.in_(translator.lang)}"
    yield ""
    for entry in entries:
        yield from _render_clause(entry, translator) if isinstance(entry, Clause) else _render_ruling(entry, translator)


def _render_clause(clause: Clause, translator: Translator) -> Iterator[str]:
    rests = "".join(f" [{id_}]" for id_ in clause.rests_on)
    yield f"- {clause.id} {_strip_links(clause.in_(translator.lang))} *{_render_basis(clause, translator)}{rests}*"


def _render_ruling(ruling: OpenPoint, translator: Translator) -> Iterator[str]:
    lang = translator.lang
    yield f"- {ruling.id} **{_strip_links(ruling.in_(lang))}** *{_render_basis(ruling, translator)}*"
    for number, choice in enumerate(ruling.choice):
        usual = f" {translator.say('rules.usual')}" if number == 0 and len(ruling.choice) > 1 else ""
        yield f"  - `{choice.id}`{usual}: {_strip_links(choice.in_(lang))} {_strip_links(choice.changes.in_(lang))}"
    yield f"  - {_strip_links(ruling.reason.in_(lang))}"
    if ruling.other is not None:
        yield f"  - {_strip_links(ruling.other.in_(lang))}"


def _render_basis(entry: Entry, translator: Translator) -> str:
    return " ".join(translator.sentence(said) for said in basis_of(entry))


def _strip_links(text: str) -> str:
    """Return a text with references as plain ids: they are on the same page."""
    return REFERENCE.sub(r"\1", text)


def main() -> None:
    for name, text in render_pages().items():
        (FOLDER / name).write_text(text, "utf-8")
    print(f"{len(render_pages())} pages", file=sys.stderr)


if __name__ == "__main__":
    main()
