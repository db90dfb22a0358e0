"""The words of a page that are made of a room's own: names of inputs, options, answers, as a button says them."""

from __future__ import annotations

import os
import re
from functools import lru_cache

from automarium import games
from automarium.kernel.room import Input, Room
from automarium.kernel.table import Answer, AnyQuestion, Event, Pick, Several
from automarium.voice import Voice

# What a help text says before it comes to typing: "Your mech went to a place" of "Your mech went to a place: “go N4”."
_BEFORE_TYPING = re.compile(r"^[^:;(“„«.?]+\??")


HERE = os.path.dirname(__file__)  # the page's own messages lie here


@lru_cache(maxsize=64)
def voice_for(lang: str, game: str | None = None) -> Voice:
    """The words of one game over the page's and the common ones; without a game, the names of all."""
    rooms = games.folders() if game is None else [games.room(game).folder]
    return Voice(lang, [*rooms, HERE])


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def input_name(voice: Voice, name: str) -> str:
    """What a button for an input says: the room's ``tell.<name>``, or what its help begins with."""
    told = voice.look_up(f"tell.{name}")
    if told:
        return told
    found = _BEFORE_TYPING.match(voice.say(f"help.{name}"))
    return found[0].strip() if found else voice.say(f"command.{name}")


def done(voice: Voice, input_: Input) -> str:
    """What an input said, as a sentence: the name under which it is undone."""
    return voice.sentence(input_.said())


def option_words(voice: Voice, question: Pick, option: str | int) -> str:
    return capital(str(voice.term(question.family, option)))


def several_words(voice: Voice, question: Several, option: str | int) -> str:
    return capital(str(voice.term(question.family, option)))


def answer_words(voice: Voice, question: AnyQuestion, answer: Answer) -> str:
    if isinstance(question, Pick) and not isinstance(answer, list):
        return option_words(voice, question, answer)
    if isinstance(question, Several) and isinstance(answer, list) and answer:
        return ", ".join(several_words(voice, question, one) for one in answer)
    if isinstance(answer, list):
        return ", ".join(map(str, answer)) if answer else voice.say("prompt.none")
    return str(answer)


def asked(voice: Voice, question: AnyQuestion) -> str:
    return capital(voice.say(question.about, **question.params))


def short(voice: Voice, event: Event) -> str:
    """An event in a few words, for lists; a whole sentence where there are none."""
    key = f"short.{event.key()}"
    return voice.say(key, **event.params()) if voice.look_up(key) else voice.sentence(event)


def score_name(voice: Voice, side: str) -> str:
    return capital(voice.say(f"web.side.{side}"))


def game_name(voice: Voice, room: Room | str) -> str:
    return capital(voice.term("game", room if isinstance(room, str) else room.name))
