"""Voice: the only place where things become words, in English, Ukrainian and Russian.

A message is a whole sentence per kind of event, kept in gettext catalogues under a key (``move``, ``progress.glory``).
The kernel's and the faces' messages lie here in ``locale/``; each room brings its own. Placeholders name the fields of
the event. A term (``term("mech", "north")``, or a field that declares its family) is put in as a name that knows its
forms: ``{mech:acc}`` takes the accusative ``mech.north@acc``, and without such an entry the plain name. Anything else
is shown as it is, except for characters that cannot be (see ``kernel.saying.clean``): text from outside is cleaned
here, once, before it reaches a terminal, a page or a picture. A sentence that needs a plural form takes it by
``{count}``.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable, Iterable
from functools import lru_cache

from automarium.engine.message import Message, Refused, Term, clean, refuse
from automarium.engine.play.event import Event

LANGUAGES = ("en", "uk", "ru")

# What came from outside is not repeated without end.
LONGEST_VALUE = 300
MOST_VALUES = 400
MINUS = "−"  # as wide as a plus, and never taken for a hyphen
MOST_BITS = 256  # of a whole number
KEPT = 4096  # messages and names of a voice that were looked up before


class Name(str):
    """A term in the nominative that also knows its other forms; a code such as N4 has only itself."""

    __slots__ = ("_forms",)
    _forms: Callable[[str], str]

    @classmethod
    def of(cls, text: str, forms: Callable[[str], str]) -> Name:
        name = cls(text)
        name._forms = forms
        return name

    def __format__(self, form: str) -> str:
        return (self._forms(form) if form else "") or str(self)


class Translator:
    """One language, with the messages of the given rooms over the common ones."""

    def __init__(self, lang: str = "en", definitions: Iterable[str] = ()) -> None:
        if lang not in LANGUAGES:
            raise refuse("lang.unknown", "lang", given=lang, options=list(LANGUAGES))
        self.lang = lang
        folders = [*definitions, os.path.dirname(__file__)]
        self._catalogues = [_catalogue(folder, lang) for folder in folders]
        # Looked up once, also what there is not; as keys may be made of what somebody sent, not without end.
        self._found: Callable[[str, int | None], str] = lru_cache(KEPT)(self._look_up)
        self._named: Callable[[str, str], str] = lru_cache(KEPT)(self._name)

    def look_up(self, key: str, count: int | None = None) -> str:
        """The raw message, or an empty text if there is none."""
        return self._found(key, count)

    def _look_up(self, key: str, count: int | None) -> str:
        for catalogue in self._catalogues:
            # A message with plural forms has no other: older Pythons look for those only when there is a number.
            text = catalogue.ngettext(key, key, 1 if count is None else abs(count))
            if text == key:
                text = catalogue.gettext(key)
            if text != key:
                return text
        return ""

    def say(self, key: str, /, **params: object) -> str:
        """The message in words. A missing message is a fault of ours that a test finds; the key is shown then."""
        count = params.get("count")
        text = self._found(key, count if isinstance(count, int) else None)
        if not text:
            return key
        return text.format_map({name: self._in_words(value) for name, value in params.items()} if params else params)

    def sentence(self, thing: Event | Message) -> str:
        """What an event or a saying reads as, beginning with a capital letter."""
        if isinstance(thing, Message):
            text = self.say(thing.key, **thing.params)
        else:
            text = self.say(thing.key(), **thing.params())
        return text[:1].upper() + text[1:]

    def refusal(self, refused: Refused) -> str:
        """What was wrong, where, and what would be right."""
        text = self.sentence(refused.message)
        return self.say("refused.where", where=refused.where, what=text) if refused.where else text

    def term(self, family: str, value: object) -> str:
        """The name of one thing: an option of a question, a side, a ruling's choice."""
        text = str(value)
        return self._named(f"{family}.{text}", text)

    def _name(self, key: str, text: str) -> Name:
        return Name.of(self.look_up(key) or clean(text), lambda form: self.look_up(f"{key}@{form}"))

    def _in_words(self, value: object, family: str = "") -> object:
        match value:
            case Term():
                return self._in_words(value.value, value.family)
            case str():
                shown = clean(value if len(value) <= LONGEST_VALUE else f"{value[:LONGEST_VALUE]}…")
                return self.term(family, shown) if family else shown
            case Message():
                return self.say(value.key, **value.params)
            case {"family": str(named), "value": one, **more} if not more:  # a term that was kept as JSON
                return self._in_words(one, named)
            case dict():  # the answer to a form
                told = "; ".join(str(self._in_words(one)) for one in list(value.values())[:MOST_VALUES])
                return told or self.say("prompt.unchanged")
            case _ if hasattr(value, "describe"):
                return self._in_words(value.describe())
            case list() | tuple():
                elements = [self._in_words(element, family) for element in value[:MOST_VALUES]]
                return Name.of(
                    ", ".join(str(element) for element in elements),
                    lambda form: ", ".join(format(element, form) for element in elements),
                )
            case bool() | None:
                return self.say(f"value.{str(value).lower()}")
            case int():
                if value.bit_length() > MOST_BITS:  # Python itself writes no number of thousands of digits
                    return "…"
                return self.term(family, value) if family else value if value >= 0 else f"{MINUS}{-value}"
            case float():
                return self.decimal(value)
            case _:
                return value

    def decimal(self, number: float, places: int | None = None) -> str:
        """A number with a fraction as the language writes it; ``places`` after the point, or as many as it takes."""
        text = f"{number:g}" if places is None else f"{number:.{places}f}"
        return text.replace("-", MINUS).replace(".", "." if self.lang == "en" else ",")

    def date(self, year: int, month: int, day: int) -> str:
        """A day in figures, as the language writes it."""
        return f"{year}-{month:02}-{day:02}" if self.lang == "en" else f"{day:02}.{month:02}.{year}"


_loaded: dict[tuple[str, str], gettext.GNUTranslations] = {}


def _catalogue(folder: str, lang: str) -> gettext.GNUTranslations:
    key = (folder, lang)
    if key not in _loaded:
        with open(os.path.join(folder, "locale", f"{lang}.mo"), "rb") as file:
            _loaded[key] = gettext.GNUTranslations(file)
    return _loaded[key]
