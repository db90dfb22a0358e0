"""The feature check of the loading page names everything new that the scripts and the runtime use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.make_site import RUNTIME

from automarium.interfaces import offline

BROWSER = Path(offline.__file__).parent / "browser"
SCRIPTS = {name: (BROWSER / name).read_text("utf-8") for name in ("window.js", "python_worker.js", "service_worker.js")}

# In every browser that runs a module script.
OLD = {
    "ArrayBuffer",
    "Blob",
    "CustomEvent",
    "Error",
    "Event",
    "Headers",
    "Lost",
    "Map",
    "MouseEvent",
    "MutationObserver",
    "Promise",
}
OLD |= {"Request", "Response", "Set", "TextDecoder", "URL"}
# Used only where it is there.
OPTIONAL = {f"navigator.{name}" for name in ("languages", "maxTouchPoints", "onLine", "storage", "userAgent")}
OF_FIRST_WEBASSEMBLY = {
    "CompileError",
    "Global",
    "Instance",
    "Memory",
    "Module",
    "RuntimeError",
    "compile",
    "instantiate",
}
# With another way in the runtime if it is missing.
REPLACED = {"Function", "Suspending", "instantiateStreaming", "promising"}


def list_needed() -> set[str]:
    """Return the features that window.js looks for."""
    [alone, inside] = re.findall(r"^const NEEDED(?:_OF)? = (.*);$", SCRIPTS["window.js"], re.MULTILINE)
    needed = set(re.findall(r'"(\w+)"', alone))
    for name, parts in re.findall(r"(\w+): \[(.*?)\]", inside):
        needed |= {f"{name}.{part}" for part in re.findall(r'"(\w+)"', parts)}
    return needed


def test_everything_that_our_scripts_use_is_looked_for() -> None:
    text = "\n".join(SCRIPTS.values())
    used = set(re.findall(r"\bnew ([A-Z]\w+)\b", text)) - OLD
    used = {name for name in used if not name.endswith("Array")}
    used |= set(re.findall(r"\b((?:navigator|crypto)\.\w+)", text)) - OPTIONAL
    used |= {name for name in ("caches", "indexedDB") if re.search(rf"\b{name}\.", text)}
    assert used - list_needed() == set()


@pytest.mark.skipif(not RUNTIME.exists(), reason="the runtime is not there: make site")
def test_everything_that_the_runtime_uses_of_webassembly_is_looked_for() -> None:
    text = "".join((RUNTIME / name).read_text("utf-8") for name in ("pyodide.mjs", "pyodide.asm.mjs"))
    used = set(re.findall(r"\bWebAssembly\.([A-Za-z]+)", text)) - OF_FIRST_WEBASSEMBLY - REPLACED
    assert {f"WebAssembly.{name}" for name in used} - list_needed() == set()
    assert ("new WeakRef" in text) <= ("WeakRef" in list_needed())
