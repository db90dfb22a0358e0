"""The translator: makes text of messages, events and terms in one language.

A message is a whole sentence in a gettext catalogue under a key (``move``, ``progress.glory``). The common messages are
in ``locale/`` here; the page, the lab and each game have their own. Placeholders name the fields of the event. A term
(``term("mech", "north")``, or a field that declares its family) is a name with forms: ``{mech:acc}`` takes the
accusative ``mech.north@acc``, or the plain name if there is none. Text from outside is cleaned here, once
(``engine.message.clean``). ``{count}`` selects the plural form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from automarium.engine.message import Message, Refused, Term, capitalise, clean
from automarium.engine.play.event import Event
from automarium.i18n.languages import BASE, HERE, check_language, load_catalogue

# Limits for values from outside.
LONGEST_VALUE = 300
MOST_VALUES = 400
MINUS = "−"  # as wide as a plus, and never taken for a hyphen
MOST_BITS = 256  # of a whole number
KEPT = 4096  # messages and names that a translator caches


class Name(str):
    """The name of a term in the nominative; formatting with a form's name gives that form, if it has one."""

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
    """One language, with the messages of the given folders before the common ones. Raise Refused if it is unknown."""

    def __init__(self, lang: str = "en", definitions: Iterable[str] = ()) -> None:
        self.lang = check_language(lang)
        self._folders = [*definitions, HERE]
        # Bounded, because keys may contain what a client sent.
        self._found: Callable[[str, int | None], str] = lru_cache(KEPT)(self._look_up)
        self._named: Callable[[str, str], str] = lru_cache(KEPT)(self._name)

    def look_up(self, key: str, count: int | None = None) -> str:
        """Return the raw message, in English where it is not translated, or an empty text if there is none.

        A form of a name (``mech.north@acc``) is taken from the language that the name itself is taken from."""
        return self._found(key, count)

    def _look_up(self, key: str, count: int | None) -> str:
        text = self._find(key, count, self.lang)
        if text or self.lang == BASE:
            return text
        name, _, form = key.partition("@")
        return "" if form and self._find(name, None, self.lang) else self._find(key, count, BASE)

    def _find(self, key: str, count: int | None, lang: str) -> str:
        for folder in self._folders:
            catalogue = load_catalogue(folder, lang)
            # A message with plural forms has no other: older Pythons look for those only when there is a number.
            text = catalogue.ngettext(key, key, 1 if count is None else abs(count))
            if text == key:
                text = catalogue.gettext(key)
            if text != key:
                return text
        return ""

    def say(self, key: str, /, **params: object) -> str:
        """Return a message as text, or its key if there is no such message (tests find those)."""
        count = params.get("count")
        text = self._found(key, count if isinstance(count, int) else None)
        if not text:
            return key
        values = {name: self._in_words(value) for name, value in params.items()} if params else params
        try:
            return text.format_map(values)
        except (KeyError, IndexError, ValueError) as error:
            return self._mend(key, values, error)

    def _mend(self, key: str, values: dict[str, object], error: Exception) -> str:
        """Return a message whose text does not fit its parameters in English, or as it is written."""
        count = values.get("count")
        english = self._find(key, count if isinstance(count, int) else None, BASE)
        try:
            return english.format_map(values)
        except (KeyError, IndexError, ValueError):
            return english or key

    def sentence(self, thing: Event | Message) -> str:
        """Return an event or a message as text with a capital letter; the name of a file stays as it is."""
        if isinstance(thing, Message):
            text = self.say(thing.key, **thing.params)
            if "file" in thing.params and text.startswith(str(thing.params["file"])):
                return text
        else:
            text = self.say(thing.key(), **thing.params())
        return capitalise(text)

    def refusal(self, refused: Refused) -> str:
        """Return what was wrong, where, and what would be right."""
        text = self.sentence(refused.message)
        return self.say("refused.where", where=refused.where, what=text) if refused.where else text

    def term(self, family: str, value: object) -> str:
        """Return the name of an option of a question, a side, a ruling's choice …; of a level that a pack adds
        "level 5"."""
        text = str(value)
        if family == "level" and text[:1].isnumeric() and not self.look_up(f"level.{text}"):
            return self.say("level-number", level=text)
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
            case {"family": str(named), "value": one, **more} if not more:  # a term decoded from JSON
                return self._in_words(one, named)
            case dict():  # the answer to a form
                text = "; ".join(str(self._in_words(one)) for one in list(value.values())[:MOST_VALUES])
                return text or self.say("prompt.unchanged")
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
        """Return a number with a fraction as the language writes it, with ``places`` digits or as many as needed."""
        text = f"{number:g}" if places is None else f"{number:.{places}f}"
        return text.replace("-", MINUS).replace(".", self.look_up("number.decimal"))

    def date(self, year: int, month: int, day: int) -> str:
        """Return a date in figures, as the language writes it."""
        return self.say("date.format", year=year, month=month, day=day)
