#!/bin/sh
# Carry out the steps of the Containerfile without a container engine, and try the result: installed for everyone, run by
# a user who owns nothing but the data folder, asked for its health, stopped. Needs root and setpriv.
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'kill $server 2>/dev/null || true; rm -rf "$folder"' EXIT
server=
sh tools/install.sh "$folder/automarium"
mkdir "$folder/data"
chown 65534:65534 "$folder/data"
chmod 755 "$folder"
AUTOMARIUM_HOME="$folder/data" PYTHONDONTWRITEBYTECODE=1 setpriv --reuid 65534 --regid 65534 --clear-groups \
	"$folder/automarium/bin/automarium" serve --no-browser --host 127.0.0.1 --port 8017 --name games.example >"$folder/log" 2>&1 &
server=$!
for _ in $(seq 100); do
	if "$folder/automarium/bin/python" -c "import urllib.request as u; print(u.urlopen('http://127.0.0.1:8017/health', timeout=4).status)" 2>/dev/null; then
		ls "$folder/data"
		echo "the steps of the Containerfile work"
		exit 0
	fi
	sleep 0.2
done
cat "$folder/log" >&2
exit 1
