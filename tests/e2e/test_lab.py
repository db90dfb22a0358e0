"""The lab in a browser, and its report."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, expect

from automarium import lab
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.lab import result_files
from automarium.lab.configuration import make_configuration, make_plan
from automarium.lab.report import render_report
from automarium.lab.simulation import SerialRunner, simulate
from tests.e2e.kit import PHONE, SCREENSHOTS, Site
from tests.e2e.test_accessibility import TAGS, violations

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def test_axe_finds_no_violation_in_a_report(chromium: Browser, axe: Path, tmp_path: Path) -> None:
    both = [make_configuration("expeditions", {"level": level}, rival="regular") for level in (3, 4)]
    simulate(make_plan(both, 30, 1, explain=3), tmp_path / "a.csv", SerialRunner())
    translator = Translator("en", [plugins.load_definition("expeditions").folder, lab.FOLDER])
    file = tmp_path / "report.html"
    file.write_text(render_report(result_files.read(tmp_path / "a.csv"), "en", translator.say), "utf-8")
    for theme in THEMES:
        context = chromium.new_context(viewport=PHONE, color_scheme=theme)
        context.add_init_script(path=axe)
        page = context.new_page()
        page.goto(file.as_uri())
        page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
        answer: dict[str, Any] = page.evaluate(
            "wanted => axe.run({ exclude: [['svg > *']] }, { runOnly: wanted })", TAGS
        )
        assert len(answer["passes"]) > 10, "axe has looked"
        assert [(one["id"], one["nodes"][0]["html"][:200]) for one in answer["violations"]] == []
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, "nothing sticks out on a phone"
        mark = page.locator(".mark:has(.chart-value)").first
        expect(mark.locator(".chart-value")).to_have_css("opacity", "0")
        mark.focus()
        expect(mark.locator(".chart-value")).to_have_css("opacity", "1")
        page.screenshot(path=SCREENSHOTS / f"lab-report-{theme}.png", full_page=True)
        context.close()


def test_the_lab_in_the_browser(chromium: Browser, site: Site, axe: Path) -> None:
    """A run by taps; axe finds no violation on the way."""
    context = chromium.new_context(viewport=PHONE, locale="en", reduced_motion="reduce")
    context.add_init_script(path=axe)
    page = context.new_page()
    page.goto(f"{site.url}/lab")
    assert violations(page) == []
    page.click("text=Expeditions")
    expect(page.locator(".lab-choice")).to_have_count(5 + 6 + 3)
    assert violations(page) == []
    page.click("button:has-text('Run')")
    expect(page.locator("main [role=status]")).to_have_text("500 of 500 games")
    expect(page.locator(".lab-charts svg")).to_have_count(5)
    assert violations(page) == []
    page.screenshot(path=SCREENSHOTS / "lab-run.png", full_page=True)
    with page.expect_download() as kept:
        page.click("text=Save the report")
    assert kept.value.suggested_filename == "expeditions-report.html"
    context.close()
