"""A sample of ``make attack``: every kind of attack, at a size that takes seconds."""

from __future__ import annotations

import pytest

from tests.attack.__main__ import ATTACKS
from tests.proof import PROOF


@pytest.mark.parametrize("name", ATTACKS)
def test_everything_is_survived(name: str) -> None:
    ATTACKS[name](0.1 if PROOF else 0.01).check()
