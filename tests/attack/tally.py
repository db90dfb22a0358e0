"""What an attack tried, and what we survived of it."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field

MOST_TOLD = 5  # faults that are shown; the rest are counted


@dataclass
class Tally:
    """``faults`` say what broke, so that it can be repeated; ``note`` is what else there is to tell."""

    name: str
    tried: int = 0
    faults: list[str] = field(default_factory=list)
    note: str = ""

    @property
    def survived(self) -> int:
        return self.tried - len(self.faults)

    def attempt(self, what: str, act: Callable[..., str | None], *given: object) -> None:
        """``act``, with what is given, says what is wrong, or None; whatever it raises is wrong as well."""
        self.tried += 1
        try:
            fault = act(*given)
        except Exception:
            fault = traceback.format_exc(limit=-4)
        if fault is not None:
            self.faults.append(f"{what}: {fault}")

    def judge(self, what: str, right: bool, fault: str) -> None:
        """The same where it is known already."""
        self.attempt(what, lambda: None if right else fault)

    def check(self) -> None:
        """For a test: everything was survived, and something was tried."""
        assert self.tried, self.name
        assert not self.faults, "\n".join(self.faults[:MOST_TOLD])
