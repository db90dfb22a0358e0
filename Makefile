# Two commands matter: `make run` starts the companion, `make test` proves it. Both set up what they need.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PO     := $(shell find src -name '*.po')

.PHONY: run test lint types check messages golden bench lock clean

run: $(VENV)/run.done
	@$(BIN)/automarium serve

test: $(VENV)/dev.done lint types check

lint: $(VENV)/dev.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.done
	$(BIN)/mypy

check: $(VENV)/dev.done $(VENV)/system.done $(VENV)/node/axe.done messages
	$(BIN)/pytest -n auto --ignore tests/e2e
	$(BIN)/pytest -n auto tests/e2e  # apart: the browser's driver leaves an event loop running in its process
	$(BIN)/automarium rules --coverage --quiet

# The message catalogues are compiled when their text is newer.
messages: $(VENV)/run.done
	@$(BIN)/python tools/build_messages.py

# The golden games told anew; look at the difference before you commit it.
golden: $(VENV)/dev.done messages
	$(BIN)/python -m tests.golden

bench: $(VENV)/bench.done messages
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.load

# Debian's python3 comes without venv: fetch it where we may.
$(BIN)/python:
	$(PYTHON) -m venv $(VENV) || { apt-get update && apt-get install -y python3-venv && $(PYTHON) -m venv $(VENV); }

$(VENV)/%.done: requirements/%.txt pyproject.toml $(PO) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

# What the tests need of the system, where we may fetch it: a database server, a browser with letters to show, npm.
# The programs count, not the packages: they may have come another way.
$(VENV)/system.done: | $(BIN)/python
	@missing=; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$$missing postgresql"; \
	command -v setpriv >/dev/null || missing="$$missing util-linux"; \
	command -v chromium >/dev/null || missing="$$missing chromium"; \
	command -v npm >/dev/null || missing="$$missing nodejs npm"; \
	ls /usr/share/fonts/truetype/dejavu >/dev/null 2>&1 || missing="$$missing fonts-dejavu-core"; \
	if [ -n "$$missing" ]; then \
		apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $$missing; \
	fi
	@touch $@

$(VENV)/node/axe.done: requirements/package-lock.json $(VENV)/system.done
	@mkdir -p $(VENV)/node && cp requirements/package.json requirements/package-lock.json $(VENV)/node/
	npm ci --prefix $(VENV)/node --no-audit --no-fund --loglevel=error
	@touch $@

# New versions of everything we stand on, with their hashes (needs uv and npm).
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --upgrade --extra pictures --extra postgres pyproject.toml
lock:
	$(LOCK) --group build -o requirements/run.txt
	$(LOCK) --group dev -o requirements/dev.txt
	$(LOCK) --group bench -o requirements/bench.txt
	cd requirements && npm update --package-lock-only --omit-lockfile-registry-resolved

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.mo' -delete
