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
$automarium serve --no-browser --port 0 > serve.log 2>&1 &
server=$!
for _ in $(seq 100); do grep -q http serve.log && break; sleep 0.1; done
address=$(grep -o 'http://[^ ]*' serve.log | head -n 1)
"$away/venv/bin/python" -c "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1].rstrip('/') + '/health').status)" "$address"
kill "$server"
echo "wheel and sdist work"
