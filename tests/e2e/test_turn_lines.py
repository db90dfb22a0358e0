"""Games by hand: the person does what the page tells them to move, on a table of their own, and answers from that table
alone. In the end it is the app's table. The slice plays the beginning of a game of each room, the proof all of it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser

import automarium
from automarium.engine.game.playthrough import parse_input
from automarium.engine.layout import Hand
from automarium.interfaces.web.preferences import get_translator
from automarium.views.game import View
from automarium.views.turn import build_turn
from tests.e2e.kit import PHONE, Player, Site, watched
from tests.proof import PROOF
from tests.protocol.mirror_table import Plain
from tests.protocol.simulated_players import PERSONS

SHORT = 5  # inputs of a slice


class AtTheTable:
    """A person with the page before them: what it took is followed line by line through the protocol."""

    def __init__(self, player: Player, game: str, seed: int) -> None:
        self.player = player
        self.stream = automarium.table()
        self.taken = 0
        self.last: Plain = {}
        self.follow()
        self.person = PERSONS[game](self.look("table")["table"], seed)

    def look(self, what: str, **more: Plain) -> Plain:
        found: Plain = self.stream.send({"look": what, **more})
        assert "error" not in found
        return found

    def fields(self, given: Plain) -> list[Plain]:
        found: list[Plain] = self.look("inputs", given=given)["fields"]
        return found

    def follow(self) -> None:
        """What the page has kept, and nothing else; every line brings its fingerprint along."""
        lines = self.player.session().journal().content.splitlines()
        for line in lines[self.taken :]:
            self.last = self.stream.send(json.loads(line))
            assert "error" not in self.last, line
        self.taken = len(lines)

    def tell(self, line: Plain) -> None:
        """By the page; then the person reads there what to do, and does it."""
        self.player.tell(parse_input(self.player.session().definition, line))
        self.follow()
        shown = [plain(one) for one in self.player.page.locator(".hands .what").all_text_contents()]
        game = self.player.session().game
        view = View(game, get_translator("en", game.definition.name))
        read: list[Hand] = []
        for one in build_turn(view, len(game.runs) - 1).segments[-1]:
            assert any(plain(one.text) in line for line in shown), (one.text, shown)
            read += one.hands  # what is done in one go is one line
        waits = game.definition.table.waits if game.question is not None else ()
        for hand in game.hands:
            if hand.track in waits:  # its marker is moved once, when the turn is over
                continue
            turned = hand.at and any(one.from_ == hand.at for one in read)  # a piece that stands up and goes
            said = any(plain(view.describe_hand(hand)) in line for line in shown)  # what is said in the same words
            moved = hand.track in game.definition.table.waits and any(
                (one.track, one.to) == (hand.track, hand.to) for one in read
            )
            assert hand in read or turned or said or moved, (hand, shown)
        self.person.do(self.last["hands"])

    def answers(self) -> None:
        while self.last["question"]:
            self.tell({"do": "answer", "to": self.person.answer(self.last["question"])})

    def play(self, most: int | None) -> None:
        self.answers()
        while not self.last["over"]:
            for line in self.person.turn(self.fields):
                self.tell(line)
                self.answers()
                if most is not None and self.taken > most:
                    return
                if self.last["over"]:
                    break


def plain(text: str) -> str:
    return "".join(text.replace("−", "-").split())


@pytest.mark.parametrize("game", PERSONS)
def test_person_who_follows_the_hands_has_the_right_table(chromium: Browser, site: Site, game: str, seed: int) -> None:
    context = chromium.new_context(viewport=PHONE, locale="en", reduced_motion="reduce")
    page = context.new_page()
    faults = watched(page)
    player = Player(page, site, f"hands-{game}")
    player.sit(game)
    table = AtTheTable(player, game, seed)
    table.play(None if PROOF else SHORT)
    assert table.person.table.difference(table.look("table")["table"]) == ""
    assert table.last["over"] or not PROOF
    assert faults == []
    context.close()
