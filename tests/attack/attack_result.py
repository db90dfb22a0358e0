"""The result of an attack: what was tried and what failed."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field

MOST_TOLD = 5  # faults that are printed; the rest are counted


@dataclass
class AttackResult:
    """``faults`` say what broke, so that it can be repeated; ``note`` is a remark for the table."""

    name: str
    tried: int = 0
    faults: list[str] = field(default_factory=list)
    note: str = ""

    @property
    def survived(self) -> int:
        return self.tried - len(self.faults)

    def attempt(self, what: str, act: Callable[..., str | None], *given: object) -> None:
        """Call ``act``, which returns a fault or None; an exception is a fault as well."""
        self.tried += 1
        try:
            fault = act(*given)
        except Exception:
            fault = traceback.format_exc(limit=-4)
        if fault is not None:
            self.faults.append(f"{what}: {fault}")

    def judge(self, what: str, right: bool, fault: str) -> None:
        """Add a known fault or None."""
        self.attempt(what, lambda: None if right else fault)

    def check(self) -> None:
        """Fail the test if there are faults or if nothing was tried."""
        assert self.tried, self.name
        assert not self.faults, "\n".join(self.faults[:MOST_TOLD])
