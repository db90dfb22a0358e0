#!/usr/bin/env bash
# Build the wheel, the sdist and the static site, and try each way in of the README in an empty environment outside the
# checkout: installed, started, a turn played, removed again. Print the seconds from the file to the first turn.
#
#   tools/dist.sh [WAY…]   contents pip sdist pipx uvx new_game site; the default is all of them
#
# Every installed Python from 3.11 on is tried (PATH and pyenv). The caches of pip, pipx and uv are empty each time.
set -euo pipefail
cd "$(dirname "$0")/.."
checkout=$PWD
python=$PWD/.venv/bin/python
away=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi; rm -rf "$away"' EXIT
table=$away/table

main() {
	build_packages
	local ways=("$@")
	[ ${#ways[@]} -gt 0 ] || ways=(contents pip sdist pipx uvx new_game site)
	for way in "${ways[@]}"; do "try_$way"; done
	echo
	echo "way in                     from the file to the first turn"
	cat "$table" 2>/dev/null || true
	echo "wheel, sdist and site work"
}

build_packages() {
	rm -rf dist
	"$python" -m hatchling build
	wheel=$(echo "$PWD"/dist/*.whl)
	sdist=$(echo "$PWD"/dist/*.tar.gz)
}

fail() {
	echo "dist: $*" >&2
	exit 1
}

# Check that the sdist contains the package of the wheel.
try_contents() {
	"$python" - dist <<'PYTHON'
import sys, tarfile, zipfile
from pathlib import Path

wheel = next(Path(sys.argv[1]).glob("*.whl"))
sdist = next(Path(sys.argv[1]).glob("*.tar.gz"))
inside = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("automarium/")}
given = {name.split("/src/", 1)[1] for name in tarfile.open(sdist).getnames() if "/src/automarium/" in name}
missing = {name for name in inside if not name.endswith((".mo", ".toml.json"))} - given
assert not missing, f"in the wheel and not in the sdist: {sorted(missing)[:5]}"
assert any(name.endswith("clauses.toml") for name in inside), "no clauses in the wheel"
assert any(name.endswith(".mo") for name in inside), "no messages in the wheel"
assert any(name.endswith(".toml.json") for name in inside), "no compiled facts in the wheel"
PYTHON
}

# Print every installed Python from 3.11 on, one of each minor version.
list_pythons() {
	local found name version seen=" "
	for found in $(compgen -c python3 | grep -xE 'python3(\.[0-9]+)?' | sort -u | while read -r name; do type -ap "$name"; done) \
		"$HOME"/.pyenv/versions/*/bin/python3; do
		version=$("$found" -c 'import sys, venv; print("%d.%d" % sys.version_info[:2]) if sys.version_info >= (3, 11) else None' 2>/dev/null) || continue
		case "$seen" in *" $version "*) continue ;; esac
		[ "$version" != None ] && [ -n "$version" ] || continue
		seen="$seen$version "
		"$found" -c 'import sys; print(sys.executable)'
	done
}

# A user without settings or games: the folder of this name is the home.
empty_home() {
	rm -rf "$away/home"
	mkdir -p "$away/home"
	export AUTOMARIUM_HOME=$away/home PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
	unset PYTHONPATH
	cd "$away"
}

# Play one turn with a command and write the seconds since $began into the table.
play_turn() {
	local name=$1
	shift
	printf 'next\nquit\n' | "$@" play expeditions --new --set level=2 --seed 7 --plain >"$away/turn" || fail "$name: no turn was played"
	grep -q . "$away/turn" || fail "$name: no turn was shown"
	note "$name" "$began"
}

note() { awk -v name="$1" -v from="$2" -v to="$(date +%s.%N)" 'BEGIN { printf "%-26s %5.1f s\n", name, to - from }' | tee -a "$table"; }

# Ask everything once that a program in an environment can do: version, clauses, protocol, the page.
ask_program() {
	"$1" --version
	"$1" rules scythe WORKER-07 >/dev/null
	echo '{"game": "golem", "seed": 3}' | "$1" table | grep -q golem || fail "the protocol does not answer"
	ask_page "$1" /health
}

# Start a server and print the status of one of its pages.
ask_page() {
	: >serve.log
	"$1" serve --no-browser --rate 0 --port 0 >serve.log 2>&1 &
	server=$!
	"$python" - "$2" <<'PYTHON' || fail "$2 does not answer"
import re, sys, time, urllib.error, urllib.request

for _ in range(600):  # it prints its address before it answers
    found = re.search(r"http://[^ \n]+", open("serve.log").read())
    try:
        if found:
            print(sys.argv[1], urllib.request.urlopen(found[0].rstrip("/") + sys.argv[1]).status)
            break
    except urllib.error.URLError:
        pass
    time.sleep(0.1)
else:
    sys.exit(1)
PYTHON
	kill "$server"
	wait "$server" 2>/dev/null || true
	server=
}

try_pip() { for one in $(list_pythons); do install_with_pip pip "$one" "$wheel"; done; }

try_sdist() { install_with_pip "pip, sdist" "$(list_pythons | sed -n 1p)" "$sdist"; }

# Install a file with pip into a fresh environment of a Python.
install_with_pip() {
	local version began
	version=$("$2" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
	empty_home
	began=$(date +%s.%N)
	"$2" -m venv "$away/venv"
	"$away/venv/bin/python" -m pip install --quiet "$3"
	play_turn "$1 ($version)" "$away/venv/bin/automarium"
	ask_program "$away/venv/bin/automarium"
	"$away/venv/bin/python" -m pip uninstall --quiet --yes automarium
	! "$away/venv/bin/python" -c 'import automarium' 2>/dev/null || fail "$1: not removed"
	rm -rf "$away/venv"
	cd "$checkout"
}

# pipx and uv themselves, which are not part of the time.
get_installers() {
	[ -x "$away/installers/bin/uvx" ] || {
		"$python" -m venv "$away/installers"
		"$away/installers/bin/python" -m pip install --quiet pipx uv
	}
	export PIPX_HOME=$away/pipx PIPX_BIN_DIR=$away/pipx-bin PIPX_MAN_DIR=$away/pipx-man UV_CACHE_DIR=$away/uv-cache UV_TOOL_DIR=$away/uv-tools
}

try_pipx() {
	local one version began
	get_installers
	for one in $(list_pythons); do
		version=$("$one" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
		empty_home
		began=$(date +%s.%N)
		"$away/installers/bin/pipx" install --quiet --python "$one" "$wheel" >/dev/null
		play_turn "pipx ($version)" "$PIPX_BIN_DIR/automarium"
		"$away/installers/bin/pipx" uninstall --quiet automarium >/dev/null
		[ ! -e "$PIPX_BIN_DIR/automarium" ] || fail "pipx: not removed"
		rm -rf "$PIPX_HOME"
		cd "$checkout"
	done
}

try_uvx() {
	local one version began
	get_installers
	for one in $(list_pythons); do
		version=$("$one" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
		empty_home
		began=$(date +%s.%N)
		play_turn "uvx ($version)" "$away/installers/bin/uvx" --quiet --no-config --python "$one" --from "$wheel" automarium
		"$away/installers/bin/uv" --quiet cache clean
		[ -z "$(find "$UV_CACHE_DIR" -name 'automarium*' 2>/dev/null)" ] || fail "uvx: not removed"
		cd "$checkout"
	done
}

# The folder of the site, moved away from the checkout, behind a server that knows nothing but files.
try_site() {
	make --no-print-directory site || { echo "site: not built, not tried"; return; }
	cp -r build/site "$away/site"
	(cd "$away/site" && exec "$python" -m http.server --bind 127.0.0.1 0 >"$away/site.log" 2>&1) &
	server=$!
	for _ in $(seq 100); do grep -q http "$away/site.log" && break; sleep 0.1; done
	"$python" -m tools.try_site "$(grep -o 'http://[^ )]*' "$away/site.log" | head -n 1)" | tee -a "$table"
	kill "$server"
	wait "$server" 2>/dev/null || true
	server=
	rm -rf "$away/site"
}

# A game begun with `new-game`: both boards, three sets of languages.
try_new_game() {
	local number=0 board languages game
	empty_home
	"$python" -m venv "$away/venv"
	"$away/venv/bin/python" -m pip install --quiet --require-hashes -r "$checkout/requirements/run.txt"
	"$away/venv/bin/python" -m pip install --quiet --no-deps "$wheel"
	"$away/venv/bin/python" -m pip install --quiet pytest
	automarium=$away/venv/bin/automarium
	for board in ring hex; do
		for languages in en en,uk en,uk,ru; do
			number=$((number + 1))
			game="stones$number"
			"$automarium" new-game "$game" --board "$board" --languages "$languages" >/dev/null
			"$away/venv/bin/python" -m pip install --quiet --no-build-isolation --no-deps "./$game"
			(cd "$game" && make --no-print-directory test PYTHON="$away/venv/bin/python")
			(cd "$game" && "$automarium" check "$game")
			{ seq 10 | sed "s/.*/next/"; echo score; echo quit; } |
				"$automarium" play "$game" --new --level hard --seed 3 >game.txt
			grep -q "The game is over" game.txt
			{ echo "{\"game\": \"$game\", \"seed\": 3}"; seq 10 | sed 's/.*/{"do": "next"}/'; } |
				"$automarium" table | tail -n 1 | grep -q '"over": *true'
			"$automarium" simulate "$game" --games 20 --seed 1 --out "$game.csv" >/dev/null
			test "$(wc -l <"$game.csv")" -gt 20
		done
	done
	ask_page "$automarium" /new/stones6 # with all others installed beside it
	rm -rf "$away/venv"
	cd "$checkout"
}

main "$@"
