"""How much of a proof is run: `make test` runs a slice that is always the same, `make proof` the whole of it."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

PROOF = os.environ.get("AUTOMARIUM_PROOF", "") not in ("", "0")

_patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The slice is drawn the same way every time; the proof looks further each time, and prints how to repeat what it finds.
settings.register_profile("test", _patient, max_examples=30, derandomize=True, database=None)
settings.register_profile("proof", _patient, max_examples=200, print_blob=True)


def scale(slice_: int, whole: int) -> int:
    """How many: of ``make test``, of ``make proof``."""
    return whole if PROOF else slice_
