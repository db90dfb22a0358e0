#!/bin/sh
# Install system packages with apt-get if we are root; otherwise print the command.
#   system.sh PACKAGE…  install these Debian packages
#   system.sh           install what the tests need: PostgreSQL, a browser with fonts, the libraries of its driver, npm, jq.
#                       It looks for the programs, not the packages, because they may be installed in another way.
# Fail and name what is missing if something is still missing at the end.

fetch() {
	if ! command -v apt-get >/dev/null; then
		echo "There is no apt-get on this machine. Please install what Debian calls: $*" >&2
		return 1
	elif [ "$(id -u)" != 0 ]; then
		echo "Please run: sudo apt-get install --no-install-recommends $*" >&2
		return 1
	fi
	echo "apt-get install $*"
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "$@" >/dev/null
}

missing() {
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || echo postgresql
	command -v setpriv >/dev/null || echo util-linux
	command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || echo chromium-headless-shell
	command -v npm >/dev/null || echo nodejs npm
	command -v jq >/dev/null || echo jq
	ls /usr/share/fonts/truetype/dejavu >/dev/null 2>&1 || echo fonts-dejavu-core
	# The browser's driver includes a node that is linked to this library.
	"${PYTHON:-python3}" -c 'import ctypes; ctypes.CDLL("libatomic.so.1")' 2>/dev/null || echo libatomic1
}

if [ $# -gt 0 ]; then
	fetch "$@"
elif [ -n "$(missing)" ]; then
	# shellcheck disable=SC2046  # one word per package
	fetch $(missing)
	[ -z "$(missing)" ] || { echo "Still missing:" $(missing) "- the tests that need it are skipped." >&2; exit 1; }
fi
