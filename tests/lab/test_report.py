"""The report is self-contained, and its figures are those of the rows."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser
from pathlib import Path
from statistics import stdev

import msgspec
import pytest

from automarium import lab
from automarium.box.box import replay_record
from automarium.cli import main
from automarium.engine.game.record import decode
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.lab import result_files
from automarium.lab.answer import build_answer, name_configurations
from automarium.lab.configuration import make_configuration, make_plan
from automarium.lab.report import render_report
from automarium.lab.simulated_game import PreparedGame, follow_game, simulate_game
from automarium.lab.simulation import SerialRunner, simulate
from automarium.lab.statistics import Distribution, Interval, Moments, compute_share
from automarium.lab.summary import summarise
from tests.contract.kit import definitions
from tests.interfaces.terminal.kit import run_command
from tests.lab.test_designs import FIVE, LANTERN


class TagChecker(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", definitions())
def test_a_report_stands_alone_in_every_language(name: str, tmp_path: Path) -> None:
    definition = plugins.load_definition(name)
    rivals = list(definition.lab.rivals)[:2]
    asked = make_plan(
        [make_configuration(name, rival=rival, label=f"rival={rival}") for rival in rivals], 6, 1, explain=2
    )
    simulate(asked, tmp_path / "a.csv", SerialRunner())
    for lang in LANGUAGES:
        text = render_report(
            result_files.read(tmp_path / "a.csv"), lang, Translator(lang, [definition.folder, lab.FOLDER]).say
        )
        page = TagChecker()
        page.feed(text)
        assert page.open == []
        assert not re.search(r"<script|src=|https?://(?!www\.w3\.org/2000/svg)", text)
        assert not re.search(r">(report|score|lab|pace)\.[a-z.-]+<", text), "every message has words"
        body = text.partition("</style>")[2]
        seen = " ".join([*re.findall(r'aria-label="([^"]*)"', body), re.sub(r"<[^>]*>", " ", body)])
        points = {r"\d[.]\d": lang == "en", r"\d,\d": lang != "en"}
        assert {point: bool(re.search(point, seen)) for point in points} == points, "as the language writes numbers"


def test_the_command_writes_it_and_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.csv"
    assert main(["simulate", "expeditions", "--games", "20", "--workers", "1", "--out", str(out)]) == 0
    assert main(["report", str(out), "--out", str(tmp_path / "a.html")]) == 0
    assert (tmp_path / "a.html").read_text("utf-8").startswith("<!doctype html>")
    assert main(["report", str(tmp_path / "none.csv"), "--out", str(tmp_path / "b.html")]) == 2
    assert not (tmp_path / "b.html").exists()
    assert capsys.readouterr().err


def test_a_report_of_a_document_is_given_the_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = Path(__file__).parents[2] / "examples" / "documents"
    rows, out = str(tmp_path / "a.csv"), ["--out", str(tmp_path / "a.html")]
    ember = str(documents / "ember")
    run_command("simulate", ember, "--games", "4", "--workers", "1", "--out", rows)
    monkeypatch.setattr(plugins, "_documents", {})  # as in a new process
    done = run_command("report", rows, "--game", ember, *out)
    assert done.returncode == 0, done.stderr
    assert "data:application/x-ndjson" in (tmp_path / "a.html").read_text("utf-8"), "games can be opened"
    for words in ([], ["--game", str(documents / "ferry")]):
        monkeypatch.setattr(plugins, "_documents", {})
        wrong = run_command("report", rows, *words, *out)
        assert wrong.returncode == 2
        assert wrong.stderr.startswith("--game:")


def test_the_terminal_writes_numbers_as_the_language_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "penumbra", "--games", "4", "--workers", "1", "--lines", "--lang", "uk"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"\d,\d \(\d+,\d … \d+,\d\)", told)
    assert re.search(r"\d,\d %", told)
    assert not re.search(r"\d[.]\d (%|\()", told)


def test_the_summary_counts_what_the_rows_say(tmp_path: Path) -> None:
    asked = make_plan([make_configuration("expeditions", {"level": 4}, rival="novice")], 60, 2, explain=10)
    simulate(asked, tmp_path / "a.csv", SerialRunner())
    rows = list(result_files.read(tmp_path / "a.csv"))
    (one,) = summarise(rows, cards=True)
    assert one.games == 60
    assert one.explained == 6
    assert one.automa.moments.mean == pytest.approx(sum(row.automa for row in rows) / 60)
    assert one.automa.quantile(0.5) == sorted(row.automa for row in rows)[29]
    assert one.winners["automa"] == sum(row.winner == "automa" for row in rows)
    assert sum(one.points.values()) == sum(row.automa for row in rows)
    assert sum(result.times for result in one.cards.values()) == sum(row.turns for row in rows)
    assert list(one.marks) == list(range(1, 9))
    middles = [middle for _, middle, _ in one.marks.values()]
    assert middles == sorted(middles)


def test_intervals_are_those_of_the_textbook() -> None:
    numbers = [3, 5, 8, 13, 21, 34]
    moments, spread = Moments(), Distribution()
    for number in numbers:
        moments.add(number)
        spread.add(number)
    assert moments.mean == 14
    assert moments.deviation == pytest.approx(stdev(numbers))
    interval = moments.interval()
    assert interval.low == pytest.approx(4.61, abs=0.01)
    assert interval.high == pytest.approx(23.39, abs=0.01)
    assert spread.quantile(0.5) == 8
    wilson = compute_share(0, 20)
    assert wilson.low == pytest.approx(0)
    assert wilson.high == pytest.approx(0.161, abs=1e-3)
    assert compute_share(20, 20).high == pytest.approx(1)
    assert not Interval(1, -1, 3).settled
    assert moments.games_to_settle() == 6  # ((1.96 + 0.84) · 11.75 / 14)²


def test_the_answer_says_what_the_intervals_carry(tmp_path: Path) -> None:
    definition = plugins.load_definition("expeditions")
    say = Translator("en", [definition.folder, lab.FOLDER]).say
    levels = [make_configuration("expeditions", {"level": level}, rival="regular") for level in (1, 4)]
    simulate(make_plan(levels, 30, 3), tmp_path / "a.csv", SerialRunner())
    found = summarise(result_files.read(tmp_path / "a.csv"))
    named = name_configurations(found, say)
    assert [name for name, _ in named] == ["Level 1", "Level 4"]
    answer = build_answer(named, say, target=(0.4, 0.6))
    assert "Level 1" in answer.headline
    assert "Below the target of 40 … 60 %: Level 1." in answer.sentences
    assert any(sentence.startswith("Above the target") for sentence in answer.sentences)
    assert answer.guesses, "what the stand-in's points rest on"
    one = build_answer(named[:1], say, missing=70)
    assert "30 of 100 games" in one.rests[0]
    assert "Easy" in one.headline
    many = [f"Level {number}, with {'many words ' * 9}" for number in range(40)]
    swept = build_answer(list(zip(many, [found[0], *found] * 13 + found[:1], strict=True)), say)
    assert "39 pairs of neighbours" not in swept.asked
    assert all(len(sentence) < 500 and "words …" not in sentence for sentence in [swept.asked, *swept.sentences])
    assert any("; …; " in sentence for sentence in swept.sentences), "the ends of a long list"


def open_extremes(page: Path, out: Path) -> None:
    """Replay every record that the page links to, each only once: its points are those of its row."""
    links = re.findall(r'data:application/x-ndjson;base64,([^"]+)', page.read_text("utf-8"))
    assert links
    assert len(set(links)) == len(links)
    rows = {row.seed: row for row in result_files.read(out)}
    for link in links:
        record = decode(base64.b64decode(link))
        game, differs = replay_record(record)
        assert differs is None
        sheet = game.definition.scoring.score(game.position, game.rulings)
        assert sheet.totals["automa"] == rows[record.header.seed].automa


def test_extremes_can_be_opened_and_the_audit_is_one_page(tmp_path: Path) -> None:
    out, page = tmp_path / "a.csv", tmp_path / "a.html"
    run = ["simulate", "penumbra", "--level", "standard", "--rival", "regular", "--games", "20", "--lines"]
    assert main([*run, "--workers", "1", "--out", str(out)]) == 0
    assert main(["report", str(out), "--out", str(page)]) == 0
    open_extremes(page, out)
    assert main(["--lang", "en", "report", str(out), "--out", str(page)]) == 0
    text = page.read_text("utf-8")
    for kind in ("most points", "fewest points", "longest game", "shortest game", "largest lead", "most to do"):
        assert re.search(rf"<a [^>]*><b>[^<]*{kind}", text), kind
    assert "slot 3, line 1 (2nd+, L3): Trial<small>read " in text, "a line in words"
    assert main(["report", str(out), "--audit", "--wins", "40..60", "--out", str(page)]) == 0
    open_extremes(page, out)
    checker = TagChecker()
    checker.feed(page.read_text("utf-8"))
    assert checker.open == []
    assert main(["report", str(out), "--wins", "60..40", "--out", str(page)]) == 2


def test_a_report_has_no_empty_columns_and_no_marks_of_links(tmp_path: Path) -> None:
    """Hands are counted in explained games only, and the longest turns of Golem are evenings, which have no card."""
    for explain, columns in (("2", 1), ("0", 0)):
        out, page = tmp_path / f"{explain}.csv", tmp_path / "a.html"
        run = ["simulate", "golem", "--rival", "regular", "--games", "4", "--explain", explain, "--workers", "1"]
        assert main([*run, "--out", str(out)]) == 0
        assert main(["--lang", "en", "report", str(out), "--audit", "--out", str(page)]) == 0
        text = page.read_text("utf-8")
        assert text.count('<th scope="col">things to move per turn</th>') == columns
        assert "The longest turns" in text
        assert '<th scope="col">card</th>' not in text
        assert "GOL-BOOK-08" in text
        assert "[GOL-" not in text, "a reference to another clause is a link on the page alone"


def test_a_run_of_blame_is_drawn_with_its_cards(tmp_path: Path) -> None:
    out, page = tmp_path / "a.csv", tmp_path / "a.html"
    run = ["blame", "scythe", "--level", "ultimaszyna", "--rival", "regular", "--games", "4", "--workers", "1"]
    assert main([*run, "--out", str(out)]) == 0
    assert main(["report", str(out), "--out", str(page)]) == 0
    text = page.read_text("utf-8")
    drawn = text.count('class="card"')
    assert drawn == text.count('class="figure"')
    assert drawn + text.rpartition("Worth nothing in these games")[2].partition("</p>")[0].count("gains of card") == 19


@pytest.mark.parametrize(
    ("game", "kind", "seen"),
    [
        ("penumbra", "line", r'<span class="icon"[^>]*>1\. =1, 1st: Mark\+card</span><span class="icon aside"'),
        ("penumbra", "slot", r'<span class="icon"[^>]*>1\. =1, 1st: Mark\+card</span><span class="icon"'),
        ("golem", "number", r"</div></div>the income of golem-track space \d+</div>"),
        ("expeditions", "number", r'<span class="icon"[^>]*><svg.*?</svg>×\d'),
    ],
)
def test_lines_slots_and_numbers_are_drawn(game: str, kind: str, seen: str, tmp_path: Path) -> None:
    out, page = tmp_path / "a.csv", tmp_path / "a.html"
    run = ["blame", game, "--rival", "regular", "--of", kind, "--games", "8", "--workers", "1", "--out", str(out)]
    assert main(run) == 0
    assert main(["--lang", "en", "report", str(out), "--out", str(page)]) == 0
    worths = page.read_text("utf-8").partition('<ol class="worths lines">')[2].partition("</section>")[0]
    assert worths.count('class="card"') == worths.count('class="figure"') > 2
    assert re.search(seen, worths)


def test_a_run_of_blame_is_ranked_by_the_measure_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, page = tmp_path / "a.csv", tmp_path / "a.html"
    run = [
        "--lang",
        "en",
        "blame",
        "scythe",
        "--level",
        "ultimaszyna",
        "--rival",
        "expert",
        "--only",
        "18,17,3,15",
        "--by",
        "wins",
    ]
    assert main([*run, "--games", "60", "--workers", "1", "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert f"automarium report {out} --by wins" in told
    figures = dict(re.findall(r"\. (gains of card \d+): (\S+) .*wins per 100 games", told))
    assert main(["--lang", "en", "report", str(out), "--by", "wins", "--out", str(page)]) == 0
    text = page.read_text("utf-8")
    assert "Worth most (wins per 100 games): " in text
    first = next(iter(figures))
    assert f"Worth most (wins per 100 games): {first} {float(figures[first]):+.1f}; " in text
    assert main(["report", str(out), "--by", "luck", "--out", str(page)]) == 2


def test_a_run_without_some_facts_is_reported_and_audited(tmp_path: Path) -> None:
    out, page = tmp_path / "a.csv", tmp_path / "a.html"
    takes = ["--take", "progress.5.coins.glory_token", "--take", "progress.5.coins.glory_token=3"]
    run = ["blame", "expeditions", "--level", "5", "--rival", "regular", *takes, "--games", "4", "--workers", "1"]
    assert main([*run, "--out", str(out)]) == 0
    assert main(["--lang", "en", "report", str(out), "--out", str(page)]) == 0
    worths = page.read_text("utf-8").partition('<ol class="worths lines">')[2].partition("</ol>")[0]
    assert worths.count("</div>progress.5.coins.glory_token</div>") == 1
    assert worths.count("</div>progress.5.coins.glory_token as it is, not 3</div>") == 1
    assert worths.count('class="card"') == 2, "drawn as the part whose fact it is"
    assert main(["--lang", "en", "report", str(out), "--audit", "--out", str(page)]) == 0
    text = page.read_text("utf-8")
    assert "<p>Level 5</p></header>" in text
    assert "glory_token" not in text, "what is audited is the Automa with all its parts"


def test_the_first_three_are_judged_game_by_game() -> None:
    """Intervals that overlap do not make an order open: the same games were played without each part."""
    row = simulate_game(PreparedGame(make_configuration("scythe", rival="regular")), 1, 0, 0, explain=False)
    rows = [msgspec.structs.replace(row, configuration="base", automa=80)] * 8
    for place, card in enumerate(("18", "17", "2", "4", "7")):
        label = f"level=automa without card {card}"
        gains = [10 - place + swing for swing in (-6, -3, -1, 0, 0, 1, 3, 6)]
        rows += [msgspec.structs.replace(row, configuration=card, label=label, automa=80 - gain) for gain in gains]
    say = Translator("en", [plugins.load_definition("scythe").folder, lab.FOLDER]).say
    text = render_report(rows, "en", say)
    assert "gains of card 18 +10.0; gains of card 17 +9.0; gains of card 2 +8.0" in text
    assert "These are certainly the top three." in text
    assert text.count('class="first"') == 3
    last = [msgspec.structs.replace(one, automa=73 + 3 * (-1) ** number) for number, one in enumerate(rows[32:40])]
    text = render_report([*rows[:32], *last, *rows[40:]], "en", say)
    assert "near them: gains of card 4; gains of card 7." in text
    long = [
        msgspec.structs.replace(one, label=f"level=automa without fact {one.configuration * 160}") for one in rows[32:]
    ]
    assert "near them: 2 more." in render_report([*rows[:32], *last, *long[8:]], "en", say), "no whole sentences"
    assert text.count('class="first"') == 0


@pytest.mark.parametrize("name", ["scythe", "expeditions", "golem", "penumbra"])
def test_points_turn_by_turn_are_those_of_the_game(name: str) -> None:
    ready = PreparedGame(make_configuration(name, rival="regular"))
    row = simulate_game(ready, 5, 0, 0, explain=False)
    turns = follow_game(ready, 5)
    assert [one.turn for one in turns] == sorted(one.turn for one in turns)
    assert turns[-1].turn == row.turns
    is_known = name in ("scythe", "expeditions")
    assert all((one.human is not None) == is_known for one in turns)
    if name != "penumbra":  # much of its Automa's score is counted at the end
        assert turns[-1].automa == row.automa


def test_a_report_shows_the_course_and_guesses_beside_every_win_rate(tmp_path: Path) -> None:
    out, page = tmp_path / "a.csv", tmp_path / "a.html"
    run = ["--lang", "en", "sweep", "scythe", "--over", "faction=crimea,nordic", "--set", "human=saxony"]
    assert main([*run, "--rival", "regular", "--games", "8", "--workers", "1", "--out", str(out)]) == 0
    assert main(["--lang", "en", "report", str(out), "--out", str(page)]) == 0
    text = page.read_text("utf-8")
    assert "Points turn by turn" in text
    sides = text.partition("<h2>The Automa&#x27;s points against yours</h2>")[2].partition("</svg>")[0]
    marks = sides.split('class="mark"')[1:]
    assert len(marks) == 4
    assert all(re.search(r'class="chart-value"[^>]*>80 %: \d', mark) for mark in marks), "on hover and on focus"
    assert "<h3>Crimea</h3>" in text, "the name of the option, not its id"
    assert text.count("an estimate: a star every 5 turns") == 4, "answer, win band, table, how games ended"
    assert main(["--lang", "en", "report", str(out), "--audit", "--out", str(page)]) == 0
    assert page.read_text("utf-8").count("an estimate: a star every 5 turns") == 3


@pytest.mark.parametrize(("text", "over"), [(FIVE, "level=4,5"), (LANTERN, "level=standard")])
def test_games_of_a_designers_pack_can_be_opened(text: str, over: str, tmp_path: Path) -> None:
    """A record holds what the pack changes: it is opened where the pack is not."""
    out, page, pack = tmp_path / "a.csv", tmp_path / "a.html", tmp_path / "mine.toml"
    pack.write_text(text, "utf-8")
    run = ["sweep", text.split('"')[1], "--pack", str(pack), "--over", over, "--rival", "regular", "--games", "3"]
    assert main([*run, "--workers", "1", "--out", str(out)]) == 0
    assert main(["--lang", "en", "report", str(out), "--out", str(page)]) == 0
    alone = page.read_text("utf-8")
    assert "x-ndjson" not in alone, "a label names the pack, but not its facts"
    assert "unknown here, as “" in alone, "nor whether it changes the assumptions"
    assert main(["report", str(out), "--pack", str(tmp_path / "none.toml"), "--out", str(page)]) == 2
    assert main(["report", str(out), "--pack", str(pack), "--out", str(page)]) == 0
    open_extremes(page, out)
