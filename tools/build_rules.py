"""Write docs/rules: the clauses and rulings of every game in every language, from its clauses.toml."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from automarium.engine.content.clauses import REFERENCE, Chapter, Clause, Entry, OpenPoint, load_catalogue, text_in
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import term
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES, language_name
from automarium.i18n.translator import Translator
from automarium.views.rules import list_basis

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
    lang, entries = translator.lang, load_catalogue(definition.folder)
    yield f"# {translator.say('rules.page', game=term('game', definition.name))}"
    yield ""
    others = [f"[{language_name(other)}]({file_name(definition.name, other)})" for other in LANGUAGES if other != lang]
    yield f"{' · '.join(others)}. {translator.say('rules.made')}"
    yield ""
    for chapter in entries.chapters:
        yield f"- [{text_in(chapter.title, lang)}](#{chapter.id.lower()})"
    for chapter in entries.chapters:
        yield from _render_chapter(list(entries.of_chapter(chapter.id)), chapter, translator)


def _render_chapter(entries: list[Entry], chapter: Chapter, translator: Translator) -> Iterator[str]:
    yield ""
    yield f'<a id="{chapter.id.lower()}"></a>'
    yield f"## {text_in(chapter.title, translator.lang)}"
    yield ""
    for entry in entries:
        yield from _render_clause(entry, translator) if isinstance(entry, Clause) else _render_ruling(entry, translator)


def _render_clause(clause: Clause, translator: Translator) -> Iterator[str]:
    rests = "".join(f" [{id_}]" for id_ in clause.rests_on)
    text = _strip_links(text_in(clause.text, translator.lang))
    yield f"- {clause.id} {text} *{_render_basis(clause, translator)}{rests}*"


def _render_ruling(ruling: OpenPoint, translator: Translator) -> Iterator[str]:
    lang = translator.lang
    yield f"- {ruling.id} **{_strip_links(text_in(ruling.text, lang))}** *{_render_basis(ruling, translator)}*"
    for number, choice in enumerate(ruling.choice):
        usual = f" {translator.say('rules.usual')}" if number == 0 and len(ruling.choice) > 1 else ""
        words = _strip_links(f"{text_in(choice.text, lang)} {text_in(choice.changes, lang)}")
        yield f"  - `{choice.id}`{usual}: {words}"
    yield f"  - {_strip_links(text_in(ruling.reason, lang))}"
    if ruling.other is not None:
        yield f"  - {_strip_links(text_in(ruling.other, lang))}"


def _render_basis(entry: Entry, translator: Translator) -> str:
    return " ".join(translator.sentence(said) for said in list_basis(entry))


def _strip_links(text: str) -> str:
    """Return a text with references as plain ids: they are on the same page."""
    return REFERENCE.sub(r"\1", text)


def main() -> None:
    for name, text in render_pages().items():
        (FOLDER / name).write_text(text, "utf-8")
    print(f"{len(render_pages())} pages", file=sys.stderr)


if __name__ == "__main__":
    main()
