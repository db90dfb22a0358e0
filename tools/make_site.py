"""Build the static site: Automarium in the browser alone (`make site`, see docs/hosting.md).

    python tools/make_site.py [FOLDER]      # build/site by default

Everything in it comes from pinned packages: Python for the browser from npm (requirements/package-lock.json),
dependencies from PyPI (the hashes of requirements/run.txt), our wheel from this checkout. The same checkout gives the
same bytes. Node is needed because only the Python of the page can compile its modules.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
NODE = ROOT / ".venv" / "node" / "node_modules"
RUNTIME = NODE / "pyodide"
RUNTIME_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")  # as they came
PINS = ROOT / "requirements" / "run.txt"
# Dependencies that the page imports; the others are for terminals and sockets.
NEEDED = frozenset({"anyio", "msgspec", "python-multipart", "starlette", "tomli-w", "typing-extensions"})
# The Python of the runtime, as options of pip.
PLATFORM = ("--python-version", "3.14", "--implementation", "cp", "--abi", "cp314", "--abi", "none")
PLATFORMS = ("--platform", "pyemscripten_2026_0_wasm32", "--platform", "any")


def find_node() -> str | None:
    """Return the node from our npm packages (Debian's may be too old), else the system's."""
    own = NODE / ".bin" / "node"
    return str(own) if own.exists() else shutil.which("node")


def main(target: Path) -> None:
    if not RUNTIME.exists() or find_node() is None:
        sys.exit("site: node and npm are needed (on Debian: apt-get install nodejs npm), then make site again")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".site-") as folder:
        build(Path(folder) / "new")
        put_in_place(Path(folder) / "new", target, Path(folder) / "old")


def put_in_place(made: Path, target: Path, aside: Path) -> None:
    """Replace the previous site only by a complete one."""
    if target.exists():
        target.rename(aside)
    made.rename(target)


def build(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "engine"
        fetch_packages(tree, pick_pins(PINS.read_text("utf-8"), NEEDED))
        add_wheel(tree, Path(folder))
        compile_modules(tree)
        for source in (tree / "automarium").rglob("*.toml"):
            source.unlink()  # the page reads the compiled facts
        write_covers(tree)
        write(target, "pyodide/python_stdlib.zip", pack_library(tree.parent / "library"))
        write(target, "alone/engine.bin", pack(tree))
        modules = set((tree.parent / "modules.txt").read_text("utf-8").split())
        write(target, "licences.txt", collect_licences(tree, modules).encode())
    for name in RUNTIME_FILES:
        write(target, f"pyodide/{name}", (RUNTIME / name).read_bytes())
    write(
        target, "pyodide/pyodide-lock.json", empty_lock(json.loads((RUNTIME / "pyodide-lock.json").read_text("utf-8")))
    )
    for name in ("package.json", "README.md"):  # author and source
        write(target, f"pyodide/{name}", (RUNTIME / name).read_bytes())
    add_shell(target)


def pick_pins(text: str, wanted: frozenset[str]) -> str:
    """Return the wanted pinned requirements of a file, with their hashes."""
    parts = [part for part in re.split(r"\n(?=\S)", text) if re.split(r"[=<> ;]", part, maxsplit=1)[0] in wanted]
    missing = wanted - {part.partition("==")[0] for part in parts}
    if missing:
        sys.exit(f"site: not pinned: {', '.join(sorted(missing))}")
    return "\n".join(parts) + "\n"


def fetch_packages(tree: Path, pinned: str) -> None:
    tree.mkdir(parents=True)
    requirements = tree.parent / "requirements.txt"
    requirements.write_text(pinned, "utf-8")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    how = ["--no-deps", "--only-binary=:all:", "--no-compile", *PLATFORM, *PLATFORMS]
    subprocess.run([*pip, *how, "--target", str(tree), "-r", str(requirements)], check=True)


def add_wheel(tree: Path, folder: Path) -> None:
    """Install the wheel of this checkout."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    (wheel,) = folder.glob("automarium-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tree)


# Named by an import that the page never reaches: left out.
UNUSED = [
    "_pydatetime",
    "_pyrepl",
    "anyio._backends._trio",
    "asyncio.proactor_events",
    "asyncio.windows_events",
    "asyncio.windows_utils",
    "automarium.interfaces.terminal",
    "ctypes",
    "doctest",
    "ftplib",
    "http.cookiejar",
    "http.server",
    "multiprocessing.managers",
    "multiprocessing.popen_spawn_win32",
    "multiprocessing.shared_memory",
    "pdb",
    "plistlib",
    "pydoc",
    "pydoc_data",
    "rlcompleter",
    "tarfile",
    "unittest",
    "urllib.request",
    "xml",
    "xmlrpc",
]
# Imported, but their functions are not called: what they import there is left out.
IDLE = ["automarium.interfaces.web.routes.lab"]
# Found by name, not by an import.
FOUND_BY_NAME = [
    "anyio._backends._asyncio",
    "encodings.ascii",
    "encodings.cp437",
    "encodings.idna",
    "encodings.latin_1",
    "encodings.punycode",
    "encodings.raw_unicode_escape",
    "encodings.unicode_escape",
    "encodings.utf_16",
    "encodings.utf_32",
    "encodings.utf_8",
    "encodings.utf_8_sig",
    "importlib.metadata",
]

COMPILE = """
import { writeFileSync } from "node:fs";
import { loadPyodide } from "RUNTIME/pyodide.mjs";
// Lines without columns: a third less, and a page shows no traceback.
const python = await loadPyodide({ packages: [], env: { PYTHONNODEBUGRANGES: "1", AUTOMARIUM_HOME: "/home/games" } });
for (const [here, there] of [["/engine", process.argv[2]], ["/library", process.argv[3]]]) {
  python.FS.mkdirTree(here);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: there }, here);
}
for (const [name, list] of Object.entries(LISTS)) python.globals.set(name, python.toPy(new Set(list)));
const work = `
import ast, importlib.util, py_compile, sys, zipfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, "/engine")
archive = zipfile.ZipFile(next(path for path in sys.path if path.endswith(".zip")))
library = {name: archive.read(name) for name in archive.namelist() if name.endswith(".py")}
sources = {str(path.relative_to("/engine")): path.read_bytes() for path in Path("/engine").rglob("*.py")} | library
files = {name[:-3].replace("/", ".").removesuffix(".__init__"): name for name in sources}


def list_imports(module):
    package = module if files[module].endswith("__init__.py") else module.rpartition(".")[0]
    tree = ast.parse(sources[files[module]])
    for node in tree.body if module in idle else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{one.name}" for one in node.names)


def find_needed(start):
    needed, todo = set(), list(start)
    while todo:
        parts = todo.pop().split(".")
        names = [".".join(parts[:end]) for end in range(1, len(parts) + 1)]
        for name in [] if unused & set(names) else names:
            if name in files and name not in needed:
                needed.add(name)
                todo += list_imports(name)
    return {files[name] for name in needed}


import automarium.interfaces.offline.bridge, python_multipart.multipart, starlette.formparsers
needed = find_needed([*sys.modules, *found_by_name, *(name for name in files if name.startswith("automarium.games."))])
for name, content in sources.items():
    path = Path("/library" if name in library else "/engine", name)
    if name not in needed:
        path.unlink(missing_ok=True)
    elif name in library:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
for name in sorted(needed):
    source = Path("/library" if name in library else "/engine", name)
    own = b"install_lazy_importer()" in sources[name]  # anyio reads the source of its packages
    # Without assertions, and without docstrings unless a module uses them. The source is not compared.
    py_compile.compile(
        str(source),
        importlib.util.cache_from_source(str(source), optimization="") if own else f"{source}c",
        f"{archive.filename if name in library else '/engine'}/{name}",
        doraise=True,
        optimize=1 if b"__doc__" in sources[name] else 2,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    if not own:
        source.unlink()
built_in = set(sys.builtin_module_names)
linked_modules = sorted(built_in - sys.stdlib_module_names | built_in & linked)
`;
try {
  python.runPython(work);
  writeFileSync(process.argv[4], python.runPython("' '.join(linked_modules)"));
} catch (fault) {
  console.error(fault.message);
  process.exitCode = 1;
}
"""


def compile_modules(tree: Path) -> None:
    """Compile what the page imports, with the Python that will run it and at the final paths: of the packages in place,
    of the standard library into ``library`` beside them. Remove the sources and all other modules."""
    library = tree.parent / "library"
    library.mkdir()
    script = tree.parent / "compile.mjs"
    lists = {"unused": UNUSED, "idle": IDLE, "found_by_name": FOUND_BY_NAME, "linked": list(LINKED)}
    program = COMPILE.replace("RUNTIME", RUNTIME.as_posix()).replace("LISTS", json.dumps(lists))
    script.write_text(program, "utf-8")
    command = [find_node() or "node", str(script), str(tree), str(library), str(tree.parent / "modules.txt")]
    found = subprocess.run(command, capture_output=True, text=True)
    if found.returncode != 0:
        sys.exit(f"site: the modules could not be compiled\n{found.stdout}{found.stderr}")


def pack_library(folder: Path) -> bytes:
    """Return the compiled modules of the standard library as a zip, from which Python imports them."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*.pyc")):
            archive.writestr(
                zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes(), zipfile.ZIP_DEFLATED, 9
            )
    return raw.getvalue()


def empty_lock(lock: dict[str, object]) -> bytes:
    """Return the runtime's list of packages without any: the page fetches none."""
    return json.dumps({**lock, "packages": {}}).encode()


def write_covers(tree: Path) -> None:
    """Write what the list of games shows, so that a page need not load every game (interfaces/web/static_files.py)."""
    import msgspec

    from automarium.interfaces.web.static_files import FILE, read_summary

    ours = sorted(path.parent.name for path in (tree / "automarium" / "games").glob("*/definition.pyc"))
    covers = msgspec.json.encode({name: read_summary(name) for name in ours})
    (tree / "automarium" / "interfaces" / "web" / FILE).write_bytes(covers)


LEFT_OUT = re.compile(
    r"(bin|share|automarium/(check|template))/|.*\.(po|pot|pyi)$|.*/RECORD$|.*/static/screenshot-"
)  # not used while it runs


def pack(tree: Path) -> bytes:
    """Return a compressed tar of all files, sorted by name, without times and owners."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(tree.rglob("*")):
            parts = path.relative_to(tree).parts
            if path.is_file() and not LEFT_OUT.match("/".join(parts)):
                about = tarfile.TarInfo("/".join(parts))
                about.size = path.stat().st_size
                with path.open("rb") as content:
                    archive.addfile(about, content)
    return gzip.compress(raw.getvalue(), 9, mtime=0)


# The libraries in the runtime by the module of Python that shows that they are there; "" if none does. Those are in
# Pyodide's Makefile.envs: compare it before a new version is entered here.
LISTED_FOR = "314.0.7"
LINKED = {
    "": (
        "CPython and its standard library",
        "Emscripten",
        "LLVM compiler-rt, libc++ and libunwind",
        "MiniLZ4",
        "dlmalloc",
        "error-stack-parser and stackframe",
        "musl",
    ),
    "_bz2": ("bzip2",),
    "_ctypes": ("libffi",),
    "_decimal": ("libmpdec",),
    "_lzma": ("liblzma",),
    "_sha3": ("HACL",),
    "_sqlite3": ("SQLite",),
    "_zstd": ("Zstandard", "pyzstd"),
    "pyexpat": ("Expat",),
    "unicodedata": ("Unicode data",),
    "zlib": ("zlib",),
}
HIWIRE = "the same licence; its source: https://github.com/pyodide/hiwire"
# Modules of CPython's own source, which need no library.
OWN = re.compile(r"_?(test|xxtest|xxsub|codecs|pyodide_core|multibytecodec)")
LICENCES = ROOT / "tools" / "licences"


def collect_licences(tree: Path, modules: set[str]) -> str:
    """Return all licences in full: ours, of every package, of the runtime and of the libraries that it contains.

    Exit if a part has none. ``modules`` are the built-in modules of the runtime with a library, and those that are not
    of the standard library. The runtime's package only names its licence.
    """
    about = json.loads((RUNTIME / "package.json").read_text("utf-8"))
    if about["version"] != LISTED_FOR:
        sys.exit(f"site: the libraries of pyodide {about['version']} are not known, only those of {LISTED_FOR}")
    found = [("Automarium", (ROOT / "LICENSE").read_text("utf-8"))]
    for folder in sorted(tree.glob("*.dist-info")):
        name = folder.name.removesuffix(".dist-info")
        if not name.startswith("automarium-"):
            texts = [path.read_text("utf-8") for path in sorted(folder.rglob("LICEN[CS]E*")) if path.is_file()]
            found.append((name, "\n".join(texts)))
    where = about["repository"]["url"].removeprefix("git+")
    named = f"pyodide-{about['version']} ({about['license']}, unmodified; its source: {where}), with hiwire ({HIWIRE})"
    found.append((named, read_licence("Pyodide and hiwire")))
    for module, names in LINKED.items():
        for name in names if module in modules | {""} else ():
            found.append((f"{name} (in the runtime)", read_licence(name)))
    unknown = sorted(module for module in modules - set(LINKED) if not OWN.match(module))
    found += [(f"{module}, a module of the runtime", "") for module in unknown]
    if missing := [name for name, text in found if not text.strip()]:
        sys.exit(f"site: no licence of: {', '.join(missing)}")
    return "\n".join(f"{'=' * 78}\n{name}\n{'=' * 78}\n\n{text.strip()}\n" for name, text in found)


def read_licence(name: str) -> str:
    """Return the licence text of a library, or an empty text if it is not the one that was taken from its source."""
    known = tomllib.loads((LICENCES / "sources.toml").read_text("utf-8"))
    content = (LICENCES / f"{name}.txt").read_bytes() if name in known else b""
    return content.decode() if hashlib.sha256(content).hexdigest() == known.get(name, {}).get("sha256") else ""


def add_shell(target: Path) -> None:
    """Write the files that the browser loads before Python runs; the service worker gets the list of all files."""
    from automarium.i18n.languages import LANGUAGES
    from automarium.interfaces.offline.bridge import POLICY
    from automarium.interfaces.offline.start_page import FILES, render_cleared, render_not_found, render_shell
    from automarium.interfaces.web import static_files
    from automarium.interfaces.web.manifest import build_manifest
    from automarium.interfaces.web.page import PageContext, manifest_url
    from automarium.interfaces.web.preferences import get_translator

    for name, (content, _) in static_files.load_files().items():
        write(target, f"static/{name}", content)
    for lang in LANGUAGES:
        about = json.dumps(build_manifest(PageContext(get_translator(lang))), ensure_ascii=False, indent=1)
        write(target, manifest_url(lang)[1:], about.encode())
    write(target, "index.html", render_shell().encode())
    for name in ("offline.css", "theme_and_language.js", "not_found.js", "python_worker.js", "window.js"):
        write(target, f"alone/{name}", (FILES / name).read_bytes())
    version = compute_digest(
        "".join(f"{path}{compute_digest(content)}" for path, content in list_contents(target)).encode()
    )
    script = target / "alone" / "window.js"
    script.write_text(script.read_text("utf-8").replace('"development"', f'"{version}"'), "utf-8")
    listed = {path: [compute_digest(content), len(content)] for path, content in list_contents(target)}
    head = f"const FILES = {json.dumps(listed, indent=1)};\nconst POLICY = {json.dumps(POLICY)};\n"
    head += f"const CLEARED = {json.dumps(render_cleared())};\n"
    write(target, "service.js", (head + (FILES / "service_worker.js").read_text("utf-8")).encode())
    write(target, "404.html", render_not_found().encode())  # addresses that only the page knows
    write(target, "_headers", HEADERS.replace("POLICY", POLICY).encode())


HEADERS = """\
/*
  Content-Security-Policy: POLICY
  X-Content-Type-Options: nosniff
  Referrer-Policy: same-origin
  Cross-Origin-Opener-Policy: same-origin
  Cache-Control: no-cache
"""


NOT_FETCHED = re.compile(r"README\.md$|package\.json$|screenshot-")  # not fetched by the page


def list_contents(target: Path) -> list[tuple[str, bytes]]:
    """Return what the service worker fetches, by path."""
    found = sorted(path for path in target.rglob("*") if path.is_file() and not NOT_FETCHED.match(path.name))
    return [(path.relative_to(target).as_posix(), path.read_bytes()) for path in found]


def compute_digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def write(target: Path, name: str, content: bytes) -> None:
    path = target / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site")
