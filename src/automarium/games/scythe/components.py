"""What of Scythe a person may correct. All of it is published, so nothing has to be entered."""

from __future__ import annotations

from automarium.kernel.component import no_components

OWN_SECTIONS = ("card", "expansion_card")

components = no_components
