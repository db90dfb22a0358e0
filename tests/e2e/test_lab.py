"""The lab in the browser: a report that everybody can read."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser

from automarium import games, lab
from automarium.lab import files
from automarium.lab.configuration import configuration, plan
from automarium.lab.report import report
from automarium.lab.running import Alone
from automarium.lab.simulating import simulate
from automarium.voice import Voice
from tests.e2e.kit import PHONE, SCREENSHOTS
from tests.e2e.test_access import TAGS

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def test_axe_finds_nothing_in_a_report(chromium: Browser, axe: Path, tmp_path: Path) -> None:
    both = [configuration("expeditions", {"level": level}, label=f"level={level}") for level in (3, 4)]
    simulate(plan(both, 30, 1, explain=3), tmp_path / "a.csv", Alone())
    voice = Voice("en", [games.room("expeditions").folder, lab.FOLDER])
    file = tmp_path / "report.html"
    file.write_text(report(files.read(tmp_path / "a.csv"), "en", voice.say), "utf-8")
    for theme in THEMES:
        context = chromium.new_context(viewport=PHONE, color_scheme=theme)
        context.add_init_script(path=axe)
        page = context.new_page()
        page.goto(file.as_uri())
        page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
        answer: dict[str, Any] = page.evaluate("wanted => axe.run({runOnly: wanted})", TAGS)
        assert len(answer["passes"]) > 10, "axe has looked"
        assert [(one["id"], one["nodes"][0]["html"][:200]) for one in answer["violations"]] == []
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, "nothing sticks out on a phone"
        page.screenshot(path=SCREENSHOTS / f"lab-report-{theme}.png", full_page=True)
        context.close()
