#!/usr/bin/env bash
# Build the wheel and the sdist, install the wheel into an empty environment outside the checkout and test it there, to
# show that it needs nothing from the repository. Check that the sdist contains the same package.
set -euo pipefail
cd "$(dirname "$0")/.."
python=.venv/bin/python
rm -rf dist
$python -m hatchling build
away=$(mktemp -d)
trap 'rm -rf "$away"' EXIT
$python -m venv "$away/venv"
"$away/venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
"$away/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps dist/*.whl
$python - dist <<'PYTHON'
import sys, tarfile, zipfile
from pathlib import Path

wheel = next(Path(sys.argv[1]).glob("*.whl"))
sdist = next(Path(sys.argv[1]).glob("*.tar.gz"))
inside = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("automarium/")}
given = {name.split("/src/", 1)[1] for name in tarfile.open(sdist).getnames() if "/src/automarium/" in name}
missing = {name for name in inside if not name.endswith(".mo")} - given
assert not missing, f"in the wheel and not in the sdist: {sorted(missing)[:5]}"
assert any(name.endswith("clauses.toml") for name in inside), "no clauses in the wheel"
assert any(name.endswith(".mo") for name in inside), "no messages in the wheel"
PYTHON
export AUTOMARIUM_HOME="$away/home"
cd "$away"
automarium="$away/venv/bin/automarium"
$automarium --version
printf 'next\nquit\n' | $automarium play expeditions --new --set level=2 --seed 7 | tail -n 3
$automarium rules scythe WORKER-07
echo '{"game": "golem", "seed": 3}' | $automarium table | head -c 60 && echo

# Start a server and print the status of one of its pages.
ask_page() {
    $automarium serve --no-browser --rate 0 --port 0 > serve.log 2>&1 &
    server=$!
    "$away/venv/bin/python" - "$1" <<'PYTHON'
import re, sys, time, urllib.error, urllib.request

for _ in range(600):  # it prints its address before it answers
    found = re.search(r"http://[^ \n]+", open("serve.log").read())
    try:
        if found:
            print(urllib.request.urlopen(found[0].rstrip("/") + sys.argv[1]).status)
            break
    except urllib.error.URLError:
        pass
    time.sleep(0.1)
else:
    sys.exit(f"{sys.argv[1]} does not answer")
PYTHON
    kill "$server"
}
ask_page /health

# A game begun with `new-game`, in the same empty environment: both boards, three sets of languages.
"$away/venv/bin/python" -m pip install --quiet --disable-pip-version-check pytest
number=0
for board in ring hex; do
    for languages in en en,uk en,uk,ru; do
        number=$((number + 1))
        game="stones$number"
        $automarium new-game "$game" --board "$board" --languages "$languages" > /dev/null
        "$away/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps "./$game"
        (cd "$game" && make --no-print-directory test PYTHON="$away/venv/bin/python")
        (cd "$game" && $automarium check "$game")
        { seq 10 | sed "s/.*/next/"; echo score; echo quit; } |
            $automarium play "$game" --new --level hard --seed 3 > game.txt
        grep -q "The game is over" game.txt
        { echo "{\"game\": \"$game\", \"seed\": 3}"; seq 10 | sed 's/.*/{"do": "next"}/'; } |
            $automarium table | tail -n 1 | grep -q '"over": *true'
        $automarium simulate "$game" --games 20 --seed 1 --out "$game.csv" > /dev/null
        test "$(wc -l < "$game.csv")" -gt 20
    done
done
ask_page /new/stones6  # with all others installed beside it
echo "wheel and sdist work"
