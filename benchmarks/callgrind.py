"""Count instructions inside one process that valgrind runs.

A program sends requests to valgrind by a sequence of instructions that has no effect elsewhere (four rotations by a
full turn in total, and an exchange of a register with itself). C programs have macros for it; here it is a function of
a few bytes, called through ctypes. It is written for x86-64.
"""

from __future__ import annotations

import ctypes
import mmap
import platform
import re
from collections.abc import Callable
from pathlib import Path
from shutil import which

_ZERO, _TOGGLE, _DUMP, _START, _STOP = (
    0x43540000 + number for number in range(1, 6)
)  # "CT" for callgrind's own requests
_TOTAL = re.compile(r"^totals: (\d+)", re.MULTILINE)
_ASK = bytes.fromhex(
    "4889f8"  # mov rax, rdi: what is asked
    "31d2"  # xor edx, edx
    "48c1c703 48c1c70d 48c1c73d 48c1c733"  # rol rdi by 3, 13, 61, 51
    "4887db"  # xchg rbx, rbx
    "4889d0 c3"  # mov rax, rdx; ret
)


def find_missing() -> str | None:
    """Return what is missing to count instructions here, or None."""
    if platform.machine() not in ("x86_64", "AMD64"):
        return "a processor of the kind x86-64"
    return None if which("valgrind") else "valgrind"


class Counter:
    """Counts instructions in a process started by :func:`command`. ``folder`` is where callgrind writes its dumps."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._memory = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        self._memory.write(_ASK)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self._call = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)(start)
        self._toggle = (ctypes.c_uint64 * 6)(_TOGGLE)
        self._toggle_address = ctypes.addressof(self._toggle)  # used often, so built once

    def count(self, work: Callable[[], int]) -> tuple[int, int]:
        """Return the instructions of the work and its result."""
        self._ask(_START)
        self._ask(_ZERO)
        done = work()
        self._ask(_DUMP)
        self._ask(_STOP)
        return self._total(), done

    def count_toggled(self, work: Callable[[], int]) -> tuple[int, int]:
        """The same for the parts of the work between one :meth:`toggle` and the next."""
        self._ask(_START)
        self.toggle()  # counting starts switched on
        self._ask(_ZERO)
        done = work()
        self._ask(_DUMP)
        self._ask(_STOP)
        self.toggle()
        return self._total(), done

    def toggle(self) -> None:
        self._call(self._toggle_address)

    def _total(self) -> int:
        parts = sorted(self._folder.glob("out.*"), key=lambda part: int(part.suffix[1:]))
        total = _TOTAL.search(parts[-1].read_text(encoding="utf-8"))
        assert total is not None, f"callgrind counted nothing: {parts[-1]}"
        for part in parts:  # a forked process starts numbering again
            part.unlink()
        return int(total[1])

    def _ask(self, request: int) -> None:
        label = ctypes.create_string_buffer(b"part")
        asked = (ctypes.c_uint64 * 6)(request, ctypes.addressof(label))
        self._call(ctypes.addressof(asked))


def command(folder: Path) -> list[str]:
    return ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder / 'out'}"]
