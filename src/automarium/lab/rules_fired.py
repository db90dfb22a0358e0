"""The part of a report about rules: which clauses never came up, how often each did, which narrowed nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from automarium.kernel.catalogue import Catalogue
from automarium.kernel.drawing.svg import element, in_xml
from automarium.kernel.saying import Say
from automarium.lab.report_parts import folded, section, table
from automarium.lab.summary import Results

LONGEST = 160  # letters of a clause in a table


def rules_fired(catalogue: Catalogue, summaries: Sequence[Results], lang: str, say: Say) -> str:
    """Of every clause of the catalogue how often it came up, and in how many narrowings it threw somebody out."""
    explained = sum(one.explained for one in summaries)
    if not explained:
        return ""
    told: Counter[str] = Counter()
    looked: Counter[str] = Counter()
    threw: Counter[str] = Counter()
    for one in summaries:
        told.update(one.clauses)
        looked.update(one.looked)
        threw.update(one.threw)
    texts = {entry.id: entry.in_(lang) for entry in catalogue.entries.values()}
    never = [id_ for id_ in texts if not told[id_] and not looked[id_]]
    idle = [id_ for id_ in texts if looked[id_] and not threw[id_]]
    head = [say(f"report.col.{name}") for name in ("clause", "told", "looked", "threw")]
    rows = [
        [f"{id_} {_short(text)}", *(f"{count[id_] / explained:.2f}" for count in (told, looked, threw))]
        for id_, text in texts.items()
        if told[id_] or looked[id_]
    ]
    return section(
        say("report.rules"),
        say("report.rules.about", count=explained),
        folded(say("report.rules.often", count=len(rows)), table(head, rows)),
        _listed(say("report.rules.idle", count=len(idle)), idle, texts),
        _listed(say("report.rules.never", count=len(never)), never, texts),
    )


def _listed(title: str, ids: Sequence[str], texts: Mapping[str, str]) -> str:
    if not ids:
        return element("p", in_xml(title))
    lines = [element("li", element("code", in_xml(id_)), " ", in_xml(_short(texts[id_]))) for id_ in ids]
    return folded(title, element("ul", *lines))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
