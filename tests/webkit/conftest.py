"""Safari's engine on Linux: WebKitGTK's MiniBrowser, driven by Selenium on a virtual screen (`make webkit`)."""

from __future__ import annotations

import glob
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.e2e.kit import Site

DRIVER = shutil.which("WebKitWebDriver")
BROWSERS = glob.glob("/usr/lib/*/webkit2gtk-4*/MiniBrowser") + glob.glob("/usr/libexec/webkit2gtk-4*/MiniBrowser")
MISSING = [
    *([] if DRIVER and BROWSERS else ["WebKitGTK (apt-get install webkit2gtk-driver)"]),
    *([] if shutil.which("Xvfb") else ["a virtual screen (apt-get install xvfb)"]),
    *([name for name in ("selenium", "playwright") if importlib.util.find_spec(name) is None]),
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if MISSING and Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=f"not installed: {', '.join(MISSING)}"))


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """A virtual screen; the server chooses a free number."""
    told, tell = os.pipe()
    command = ["Xvfb", "-displayfd", str(tell), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[tell], stderr=subprocess.DEVNULL)
    os.close(tell)
    with os.fdopen(told) as lines:
        number = lines.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


@pytest.fixture(scope="session")
def browser(screen: str) -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.webkitgtk.service import Service

    options = webdriver.WebKitGTKOptions()
    options.binary_location = BROWSERS[-1]
    options.add_argument("--automation")
    environment = {**os.environ, "DISPLAY": screen, "LANG": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1"}
    service = Service(executable_path=DRIVER, env=environment)
    driver = webdriver.WebKitGTK(options=options, service=service)
    driver.set_window_size(430, 932)
    driver.set_script_timeout(120)
    yield driver
    driver.quit()


@pytest.fixture
def site(tmp_path: Path, seed: int) -> Iterator[Site]:
    from tests.e2e.kit import Site

    site = Site(tmp_path / "site", seed)
    site.start()
    yield site
    site.stop()
