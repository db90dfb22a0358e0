"""Sizes of property tests: `make test` runs a fixed sample, `make proof` much more."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

PROOF = os.environ.get("AUTOMARIUM_PROOF", "") not in ("", "0")

_patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The sample is always the same; the proof is random and prints how to repeat what it finds.
settings.register_profile("test", _patient, max_examples=30, derandomize=True, database=None)
settings.register_profile("proof", _patient, max_examples=200, print_blob=True)


def scale(slice_: int, whole: int) -> int:
    """Return the number of examples for ``make test`` or ``make proof``."""
    return whole if PROOF else slice_
