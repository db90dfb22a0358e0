"""Parser bombs: small uploads that a parser would make large. Each way in gets each of them, within its own limit."""

from __future__ import annotations

from collections.abc import Iterator

MOST_MEMORY = 40_000_000  # bytes that parsing one upload may take


def find_toml_bombs(size: int) -> Iterator[tuple[str, str]]:
    """Yield TOML texts of at most ``size`` letters, each with its name."""
    half = size // 2
    yield "dotted key", ".".join("a" * (half - 2)) + "=1"
    yield "dotted header", "[" + ".".join("a" * (half - 2)) + "]"
    yield "quoted dotted key", ".".join(['"a"'] * (size // 4 - 2)) + "=1"
    yield "dotted key with spaces", " . ".join("a" * (size // 4 - 2)) + "=1"
    yield "dotted key in a table", "x={" + ".".join("a" * (half - 4)) + "=1}"
    yield "dotted key after a string", "x='''\n'''''\n" + ".".join("a" * (half - 10)) + "=1"
    yield "many short keys", "\n".join(f"{number:x}=1" for number in range(size // 8))
    yield "many dotted keys", "\n".join(f"{number:x}.a.b.c.d.e=1" for number in range(size // 20))
    yield "many headers", "\n".join(f"[a.{number:x}]" for number in range(size // 12))
    yield "many tables in a list", "[[a]]\n" * (size // 6)
    yield "nested lists", "a=" + "[" * (half - 2) + "]" * (half - 2)
    yield "nested tables", "a=" + "{a=" * (size // 4 - 2) + "1" + "}" * (size // 4 - 2)
    yield "empty tables", "a=[" + "{}," * (size // 3 - 2) + "]"
    yield "a number of many digits", "a=" + "9" * (size - 2)
    yield "a hexadecimal number", "a=0x" + "f" * (size - 4)
    yield "escapes", 'a="' + "\\u0041" * (size // 6 - 1) + '"'
