#!/bin/sh
# Install the package and what it needs, with hashes, into a new environment: install.sh FOLDER. The Containerfile uses it.
set -eu
cd "$(dirname "$0")/.."
python3 -m venv --copies "$1"
"$1/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
"$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps .
"$1/bin/python" -m compileall -q "$1/lib"
