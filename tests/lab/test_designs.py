"""What a designer may add and aim at: new levels, lines and slots of lists, and warnings about a pack."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from automarium.box.box import checked_pack, replay_record
from automarium.cli import main
from automarium.engine.content.rulings import settle
from automarium.engine.game.record import decode
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Table
from automarium.engine.question import Answer
from automarium.games import plugins
from automarium.i18n.languages import list_codes
from automarium.i18n.translator import Translator
from automarium.lab import FOLDER, result_files
from automarium.lab.answer import name_configurations
from automarium.lab.configuration import Design, list_levels, make_configuration, make_plan
from automarium.lab.designer_packs import check_pack, new_pack, parse_pack, read_pack
from automarium.lab.report import render_report
from automarium.lab.result_files import COLUMNS, LINES, parse_counts
from automarium.lab.search_space import SearchSpace, get_layer
from automarium.lab.simulated_game import PreparedGame, record_game, simulate_game
from automarium.lab.simulation import RunStopped, SerialRunner, simulate
from automarium.lab.summary import summarise
from automarium.lab.tuning_aims import parse_aims
from automarium.protocol.game import begin_game
from automarium.views.question import PersonDecision
from tests.lab.kit import InterruptedRunner, read_results

FIVE = """game = "golem"
kind = "house"
name = "golem-five"

[level.5]
starting_tiles = 5
goal_vp = 9
bonus = 4
red_zone = [-5]
"""
HALF = """game = "expeditions"
kind = "house"
name = "half-steps"

[level."2½"]
spaces_including_start = 27
glory_spaces = [3, 6, 9, 12, 15, 18, 21, 24]
coins = { map_token = 1, corruption_token = 2, glory_token = 5 }
"""
LANTERN = """game = "penumbra"
kind = "house"
name = "my-rival"

[board.lantern.lists]
3 = ["L7: trial", "=2 later: contract", "to 1"]
"""


@pytest.mark.parametrize(("text", "level", "below"), [(FIVE, "5", 4), (HALF, "2½", 2)])
def test_a_pack_adds_a_level_that_is_played_beside_the_others(text: str, level: str, below: int) -> None:
    design = parse_pack(text)
    game = text.split('"')[1]
    definition = plugins.load_definition(game)
    pack = check_pack(definition, design)
    assert list_levels(definition, pack)[-1] == level
    assert level not in list_levels(definition, make_configuration(game).pack), "our pack has no such level"
    points = []
    for each in (below, level):
        ready = PreparedGame(make_configuration(game, {"level": each}, rival="regular", design=design))
        points.append(sum(simulate_game(ready, seed, seed, seed, explain=seed % 5 == 0).automa for seed in range(15)))
    assert points[1] > points[0]


@pytest.mark.parametrize(("text", "level"), [(FIVE, "5"), (HALF, "2½")])
def test_a_level_in_the_own_pack_is_recorded_with_the_game(text: str, level: str) -> None:
    design = parse_pack(text)
    game = text.split('"')[1]
    definition = plugins.load_definition(game)
    own = {"level": {level: {**design.facts["level"][level], "pack": design.name}}}
    pack = checked_pack(definition, own)
    (field,) = (
        one for one in definition.setup.option_fields({}, settle(definition.rulings, {}), pack) if one.name == "level"
    )
    assert field.question.looks[level].params["pack"] == design.name  # type: ignore[union-attr]
    chosen = make_configuration(game, {"level": level}, rival="regular", design=Design("printed", "mine", own))
    content = record_game(PreparedGame(chosen), 7)
    record = decode(content)
    assert record.header.options["level"] == level
    game_, differs = replay_record(record)
    assert differs is None
    assert definition.is_over(game_.position)


@pytest.mark.parametrize(("text", "level"), [(FIVE, "5"), (LANTERN, "standard")])
def test_a_record_holds_what_a_house_pack_changes(text: str, level: str) -> None:
    design = parse_pack(text)
    chosen = make_configuration(text.split('"')[1], {"level": level}, rival="regular", design=design)
    record = decode(record_game(PreparedGame(chosen), 7))
    assert record.header.packs == chosen.packs, "a record names our packs"
    game, differs = replay_record(record)
    assert differs is None
    assert game.definition.is_over(game.position)
    assert begin_game(json.loads(record.texts[0])).header == record.header, "other programs can play it too"
    if level == "5":
        assert record.header.house["level"]["5"]["pack"] == "golem-five"


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (("[level.5]", "[level.4]"), "level.4"),
        (("goal_vp = 9", "goal_vp = 900"), "level.5.goal_vp"),
        (("bonus = 4", "bonus = 4\nluck = 3"), "level.5"),
        (("[level.5]", '[level."4.5"]'), "level.4.5"),
        (('kind = "house"', 'kind = "printed"'), "level"),
        (("[level.5]", '[level."4,5"]'), "level.4,5"),
        (("[level.5]", '[level."very hard"]'), "level.very hard"),
        (("[level.5]", '[level."x=5"]'), "level.x=5"),
        (("[level.5]", '[level.""]'), "level."),
        (("[level.5]", f"[level.{'x' * 21}]"), f"level.{'x' * 21}"),
    ],
)
def test_a_level_that_cannot_be_is_refused(change: tuple[str, str], where: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_pack(FIVE.replace(*change))
    assert refused.value.where.startswith(where)


@pytest.mark.parametrize(("text", "level", "named"), [(FIVE, "5", "Level 5"), (HALF, "2½", "Level 2½.")])
def test_an_added_level_is_named_as_a_level(text: str, level: str, named: str) -> None:
    definition = plugins.load_definition(text.split('"')[1])
    chosen = make_configuration(definition.name, {"level": level}, rival="regular", design=parse_pack(text))
    game, _ = replay_record(decode(record_game(PreparedGame(chosen), 7)))
    translator = Translator("en", [definition.folder])
    overview = [translator.sentence(one) for one in definition.words.overview(game.position)]
    assert any(one.startswith(named) for one in overview)
    setup = " ".join(translator.sentence(one) for one, _ in definition.setup.checklist(game.position, game.rulings))
    assert "level level" not in setup
    assert "Automarium's own card" not in setup, "the card is the designer's"


def test_the_track_of_an_own_copy_has_no_side_for_an_added_level() -> None:
    definition = plugins.load_definition("golem")
    options: dict[str, Answer | None] = {"own": "mine", "level": "5"}
    ready = PreparedGame(make_configuration("golem", options, rival="regular", design=parse_pack(FIVE)))
    rival = definition.lab.rival(ready.pack, Chance(1))
    table = Table(Chance(1), stand_in=rival.answer, explain=False)
    position = definition.setup.set_up(
        {**ready.configuration.options, "facts": "things"}, ready.pack, ready.rulings, table
    )
    keys = [one.key for one, _ in definition.setup.checklist(position, ready.rulings)]
    assert "setup.track.later.added" in keys


def test_the_report_of_an_added_level_does_without_its_pack(tmp_path: Path) -> None:
    pack, rows, page = tmp_path / "five.toml", tmp_path / "rows.csv", tmp_path / "report.html"
    pack.write_text(FIVE, "utf-8")
    words = ["--pack", str(pack), "--level", "5", "--games", "4", "--workers", "1", "--out", str(rows)]
    assert main(["simulate", "golem", *words]) == 0
    assert main(["--lang", "en", "report", str(rows), "--out", str(page)]) == 0
    assert "Level 5" in page.read_text("utf-8")


def test_a_level_typed_in_words_is_one_word_in_the_label(tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    words = ["--level", "level 3", "--games", "2", "--workers", "1", "--out", str(rows)]
    assert main(["--lang", "en", "simulate", "golem", *words]) == 0
    assert {row.label for row in result_files.read(rows)} == {"level=3 rival=random"}


def test_only_the_levels_of_a_pack_are_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "five.toml"
    file.write_text(f"{FIVE}\n[card.1]\nlevel = 3\n", "utf-8")
    assert main(["--lang", "en", "pack", "use", str(file)]) == 0
    assert "other changes stay in the lab: card." in capsys.readouterr().out


def test_lines_are_counted_only_where_they_are_asked_for(tmp_path: Path) -> None:
    one = make_configuration("penumbra", {"level": "standard"}, rival="regular")
    plain = make_plan([one], 12, 3)
    asked = make_plan([one], 12, 3, columns=[LINES])
    before = read_results(plain, tmp_path / "plain.csv").splitlines()
    after = read_results(asked, tmp_path / "lines.csv").splitlines()
    assert before[0].decode().split(",") == list(COLUMNS)
    assert [line.rpartition(b",")[0] for line in after] == before, "one more column at the end, and nothing else"
    (summary,) = summarise(result_files.read(tmp_path / "lines.csv"))
    slots = list(dict.fromkeys(line.partition(".")[0] for line in summary.lines))
    assert sum(summary.share(slot) for slot in slots) == pytest.approx(1)
    for slot in slots:
        lines = [line for line in summary.lines if line.startswith(f"{slot}.")]
        assert sum(summary.fired(line) for line in lines) == pytest.approx(1)
        read = [summary.lines[line].read for line in lines]
        assert read == sorted(read, reverse=True), "a line is read after the one above it"
    (aim,) = parse_aims(["share(slot=3) >= fired(line=3.2)"])
    assert aim.sides(lambda _: summary) == [summary.share("3"), summary.fired("3.2")]
    assert list(aim.selections()) == [(), ()]


def test_counted_lines_are_those_of_the_steps() -> None:
    """The count of a game equals its reported lines (PEN-INSTR-06)."""
    ready = PreparedGame(make_configuration("penumbra", {"level": "trials"}, rival="regular"))
    row = simulate_game(ready, 11, 0, 0, explain=True, columns=[LINES])
    fired = Counter({line: times for line, (_, times) in parse_counts(row.more[LINES])})
    clauses = {clause: times for clause, (times,) in parse_counts(row.clauses)}
    assert sum(fired.values()) == clauses["PEN-INSTR-06"]


def test_swept_options_are_columns(tmp_path: Path) -> None:
    out = tmp_path / "swept.csv"
    words = ["sweep", "expeditions", "--over", "coin_change=0,2", "--over", "EXP-AMB-02=final-turns,at-once"]
    assert main([*words, "--games", "2", "--workers", "1", "--out", str(out)]) == 0
    rows = list(result_files.read(out))
    assert [row.more["coin_change"] for row in rows[::4]] == ["0", "2"]
    assert {row.more["EXP-AMB-02"] for row in rows} == {"final-turns", "at-once"}
    say = Translator("en", [plugins.load_definition("expeditions").folder, FOLDER]).say
    names = [name for name, _ in name_configurations(summarise(rows), say)]
    assert names[0] == "1: 0 (Change the Automa's coins per glory token), one final turn each", "no ids"
    assert len({name[:20] for name in names}) == 4, "different in a chart too"
    text = render_report(rows, "en", say)
    assert "<span>one final turn each</span>" in text


def test_unfinished_runs_keep_their_columns(tmp_path: Path) -> None:
    one = make_configuration("penumbra", {"level": "standard"}, rival="still")
    plan = make_plan([one], 230, 3, columns=[LINES, "deck"], explain=0)
    out = tmp_path / "cut.csv"
    with pytest.raises(RunStopped):
        simulate(plan, out, InterruptedRunner(1))
    assert result_files.count_missing(out) == 200
    assert all(row.more["deck"] == "app" and row.more[LINES] for row in result_files.read(out))
    simulate(plan, out, SerialRunner(), resume=True)
    assert result_files.count_missing(out) == 0
    assert len(list(result_files.read(out))) == 230


def test_lines_of_a_list_can_be_tuned() -> None:
    base = Design("house", "tuned", {})
    definition = plugins.load_definition("penumbra")
    layer = get_layer(make_configuration("penumbra").with_design(base).pack, base)
    space = SearchSpace(definition, base, layer, ["board.lantern.lists.3.2=arcana|card|=2: to 4"])
    (free,) = space.free
    assert free.values == ("=2: to 1", "arcana", "card", "=2: to 4"), "the line that is there is tried too"
    made = space.build_design({free.path: "=2: to 4"})
    assert made.facts["board"]["lantern"]["lists"]["3"][2] == "=2: to 4"
    made = space.build_design({free.path: "arcana"})
    assert made.facts["board"]["lantern"]["lists"]["3"] == ["L3 later: trial", "first: buy_artifact", "arcana"], (
        "a line without a condition ends its list"
    )
    with pytest.raises(Refused):
        space.build_design({free.path: "dance"})
    with pytest.raises(Refused, match=r"free\.no-text"):
        SearchSpace(definition, base, layer, ["board.lantern.mark_places=4|5"])


def test_pack_check_finds_what_is_never_reached(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "dead.toml"
    file.write_text(
        'game = "penumbra"\nkind = "house"\nname = "dead"\n\n[board.wick.lists]\n'
        '3 = ["L9: trial", "first: card", "later: arcana", "2+: fill", "to 1"]\n1 = ["=1: card", "to 3"]\n',
        "utf-8",
    )
    assert main(["--lang", "en", "pack", "check", str(file)]) == 0
    told = capsys.readouterr().out
    assert "line 6" in told
    assert "Level" in told
    assert told.count("never") + told.count("reached") >= 2
    file.write_text('game = "penumbra"\nkind = "house"\nname = "hidden"\n\n[board.wick]\nfocus = "standard"\n', "utf-8")
    assert main(["--lang", "en", "pack", "check", str(file)]) == 2
    assert "No level uses this board" in capsys.readouterr().err


@pytest.mark.parametrize("lang", list_codes())
def test_a_level_may_be_named_as_any_message(lang: str) -> None:
    assert "{" not in Translator(lang).term("level", "added")


def test_levels_in_use_are_played_by_the_commands(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack, own, named, both = (tmp_path / name for name in ("five.toml", "own.csv", "named.csv", "both.csv"))
    pack.write_text(FIVE, "utf-8")
    few = ["--games", "6", "--workers", "1"]
    assert main(["simulate", "golem", "--level", "5", *few]) == 2, "the owner has no such level yet"
    assert main(["pack", "use", str(pack)]) == 0
    assert main(["simulate", "golem", "--level", "5", *few, "--out", str(own)]) == 0
    assert main(["simulate", "golem", "--level", "5", "--pack", str(pack), *few, "--out", str(named)]) == 0
    assert own.read_bytes() == named.read_bytes(), "the rows name the pack either way"
    assert main(["sweep", "golem", "--over", "level=4,5", *few, "--out", str(both)]) == 0
    labels = {row.label for row in result_files.read(both)}
    assert labels == {"level=4 rival=random", "level=5 rival=random pack=golem-five"}
    capsys.readouterr()
    assert main(["--lang", "en", "compare", "golem", "level=4", "level=level 5 of golem-five", *few]) == 0
    assert "B is level=5 rival=random pack=golem-five" in capsys.readouterr().out
    assert main(["--lang", "en", "simulate", "golem", "--level", "7", *few]) == 2
    assert "level 5 of golem-five" in capsys.readouterr().err
    assert main(["compare", "golem", "level=4", "level=5,pack=-", *few]) == 2, "Automarium's pack has no level 5"


def test_the_report_of_a_level_in_use_opens_its_games(tmp_path: Path, home: Path) -> None:
    pack, rows, page = tmp_path / "five.toml", tmp_path / "rows.csv", tmp_path / "report.html"
    pack.write_text(FIVE, "utf-8")
    assert main(["pack", "use", str(pack)]) == 0
    words = ["--level", "5", "--rival", "regular", "--games", "4", "--workers", "1", "--out", str(rows)]
    assert main(["simulate", "golem", *words]) == 0
    assert main(["report", str(rows), "--out", str(page)]) == 0
    assert "data:application" in page.read_text("utf-8")


def test_a_level_in_use_is_tuned(tmp_path: Path, home: Path) -> None:
    pack, out = tmp_path / "five.toml", tmp_path / "tuned.toml"
    pack.write_text(FIVE, "utf-8")
    assert main(["pack", "use", str(pack)]) == 0
    words = ["--target", "mean(automa, level=5) >= 190", "--free", "level.5.goal_vp=9..20"]
    few = ["--games", "10", "--trials", "12", "--workers", "1"]
    assert main(["tune", "golem", *words, *few, "--out", str(out)]) == 0
    design = read_pack(out)
    assert list(design.facts) == ["level"], "the level and nothing else"
    assert design.facts["level"]["5"]["goal_vp"] > 9


def test_the_score_of_a_level_in_use_can_be_asked() -> None:
    definition = plugins.load_definition("expeditions")
    level = parse_pack(HALF).facts["level"]["2½"]
    pack = checked_pack(definition, {"level": {"2½": {**level, "pack": "half-steps"}}})
    asking = PersonDecision(definition, "score", pack, {})
    asking.answer({"level": "2½", "glory": 4, "maps": 3, "corruption": 2, "card": "house", "coin_change": 0})
    assert asking.question is None
    assert "27" in " ".join(asking.sentences(Translator("en", [definition.folder])))


def test_using_a_pack_tells_what_it_replaces(tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "five.toml"
    for text, replaced in (
        (FIVE, False),
        (FIVE, False),
        (FIVE.replace("goal_vp = 9", "goal_vp = 11"), True),
        (FIVE.replace("golem-five", "other"), True),
    ):
        file.write_text(text, "utf-8")
        assert main(["--lang", "en", "pack", "use", str(file)]) == 0
        assert ("In place of: level 5 of golem-five." in capsys.readouterr().out) == replaced
    kept = home / "own" / "golem.toml"
    kept.write_text(kept.read_text("utf-8").replace("starting_tiles = 5", 'starting_tiles = "x"'), "utf-8")
    assert main(["--lang", "en", "pack", "use", str(file)]) == 0, "a level that cannot be read is replaced too"
    assert "In place of: level 5 of other." in capsys.readouterr().out


@pytest.mark.parametrize("game", ["scythe", "penumbra"])
def test_games_with_fixed_levels_say_so(game: str) -> None:
    with pytest.raises(Refused, match=r"lab\.pack-fixed-levels") as refused:
        parse_pack(FIVE.replace("golem", game))
    assert refused.value.message.params["games"] == ["expeditions", "golem"]
    with pytest.raises(Refused, match=r"lab\.pack-level-kind"):
        parse_pack(FIVE.replace('"house"', '"printed"'))


def test_lines_are_refused_where_there_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["simulate", "golem"], ["compare", "scythe", "level=automa", "level=autometta"]):
        assert main(["--lang", "en", *words, "--games", "2", "--workers", "1", "--lines"]) == 2
        assert "Games with lists: penumbra." in capsys.readouterr().err


def test_a_mark_that_is_never_reached_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    free = ["--free", "progress.4.coins.map_token=1..2", "--level", "4", "--out", str(tmp_path / "out.toml")]
    words = ["--lang", "en", "tune", "expeditions", *free, "--games", "4", "--trials", "2", "--workers", "1"]
    for mark in ("99", "0", "2.5"):
        assert main([*words, "--target", f"mark({mark}) <= 30"]) == 2
        told = capsys.readouterr().err
        assert f"mark({mark})" in told
        assert "mark(8): Glory token 8" in told
        assert "inf" not in told
    one = make_configuration("expeditions", {"level": 4}, rival="regular")
    (summary,) = summarise([simulate_game(PreparedGame(one), seed, 0, 0, explain=False) for seed in (1, 2)])
    (aim,) = parse_aims(["mark(9) <= 30"])
    assert aim.sides(lambda _: summary)[0] == summary.turns.quantile(1) + 1, "later than any turn"


@pytest.mark.parametrize(("game", "level"), [("golem", "5"), ("expeditions", "2½")])
def test_a_new_pack_shows_how_a_level_is_added(
    game: str, level: str, tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start, table, rest = new_pack(game).partition("# [level.")
    example, gap, end = rest.partition("\n\n")
    file = tmp_path / "new.toml"
    file.write_text(start + (table + example).replace("# ", "", 1).replace("\n# ", "\n") + gap + end, "utf-8")
    assert list(read_pack(file).facts["level"]) == [level]
    assert main(["--lang", "en", "pack", "use", str(file)]) == 0
    told = capsys.readouterr().out
    assert f"now offer level {level}." in told
    assert "stay in the lab" not in told, "the copy changes nothing else"
