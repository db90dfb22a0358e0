# Two commands matter: `make run` starts the companion, `make test` proves it. Both set up what they need.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PO     := $(shell find src -name '*.po')

.PHONY: run test lint types check messages golden bench lock clean

run: $(VENV)/run.done
	@$(BIN)/automarium play

test: $(VENV)/dev.done lint types check

lint: $(VENV)/dev.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.done
	$(BIN)/mypy

check: $(VENV)/dev.done messages
	$(BIN)/pytest -n auto
	$(BIN)/automarium rules --coverage --quiet

# The message catalogues are compiled when their text is newer.
messages: $(VENV)/run.done
	@$(BIN)/python tools/build_messages.py

# The golden games told anew; look at the difference before you commit it.
golden: $(VENV)/dev.done messages
	$(BIN)/python -m tests.golden

bench: $(VENV)/bench.done messages
	$(BIN)/python -m benchmarks

# Debian's python3 comes without venv: fetch it where we may.
$(BIN)/python:
	$(PYTHON) -m venv $(VENV) || { apt-get update && apt-get install -y python3-venv && $(PYTHON) -m venv $(VENV); }

$(VENV)/%.done: requirements/%.txt pyproject.toml $(PO) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

# New versions of everything we stand on, with their hashes (needs uv).
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --upgrade --extra pictures --extra postgres pyproject.toml
lock:
	$(LOCK) --group build -o requirements/run.txt
	$(LOCK) --group dev -o requirements/dev.txt
	$(LOCK) --group bench -o requirements/bench.txt

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.mo' -delete
