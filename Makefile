# Two commands matter: `make run` starts the companion, `make test` tests it. Both set up what they need.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PO     := $(shell find src -name '*.po')

.PHONY: run phone contact-sheet test lint types check proof attack messages rules golden fresh dist site site-serve site-for-tests test-page bench lock clean

run: $(VENV)/run.done
	@$(BIN)/automarium serve

# The same for the phones in the local network: prints the address and its QR code.
phone: $(VENV)/run.done
	@$(BIN)/automarium serve --lan

test: $(VENV)/dev.done lint types check

lint: $(VENV)/dev.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.done
	$(BIN)/mypy

# What is compiled once need not be compiled again, by the tests or by the programs that they start.
unexport PYTHONDONTWRITEBYTECODE

check: $(VENV)/dev.done $(VENV)/system.done $(VENV)/node/packages.done messages site-for-tests
	$(BIN)/pytest -n auto --ignore tests/e2e
	$(BIN)/pytest -n auto tests/e2e  # apart: the browser's driver leaves an event loop running in its process
	$(BIN)/automarium rules --coverage --quiet

# The same tests with their large counts: thousands of games, hundreds of kills, whole games in the browser.
proof: export AUTOMARIUM_PROOF = 1
proof: lint types check

# Everything that strangers have tried, at full size, on this machine alone: kills, bombs, slow clients, odd requests.
attack: $(VENV)/dev.done messages
	$(BIN)/python -m tests.attack

# The message catalogues are compiled when their text is newer.
messages: $(VENV)/run.done
	@$(BIN)/python tools/build_messages.py

# docs/rules from the catalogues; a test says when it is due.
rules: $(VENV)/dev.done messages
	$(BIN)/python -m tools.build_rules

# The golden games written again; look at the difference before you commit it.
golden: $(VENV)/dev.done messages
	$(BIN)/python -m tests.golden

# Both commands of the README in an empty Debian, as root; `make fresh STEPS=run` stops when it answers. See the script.
fresh:
	@bash tools/fresh.sh $(STEPS)

# A wheel and an sdist in dist/, tried in an empty environment outside the checkout.
dist: $(VENV)/dev.done messages
	bash tools/dist.sh

# Automarium in the browser alone: a static folder for any host (docs/hosting.md), and the same shown here.
site: build/site/service.js

SITE_SOURCES := $(shell find src tools requirements -type f -not -name '*.mo' -not -path '*/__pycache__/*') LICENSE
build/site/service.js: $(SITE_SOURCES) $(VENV)/run.done $(VENV)/node/packages.done | messages
	$(BIN)/python tools/make_site.py

site-serve: site
	@$(BIN)/python tools/serve_site.py

# Where node cannot be had its tests are skipped.
site-for-tests:
	@$(MAKE) --no-print-directory site || echo "The site is not made: its tests are skipped." >&2

# The tests of kernel, games and voice inside the page's Python (3.14), under node.
test-page: $(VENV)/dev.done $(VENV)/node/packages.done messages
	$(BIN)/python -m tools.test_page $(TESTS)

bench: $(VENV)/bench.done messages
	$(BIN)/python -m benchmarks.instructions
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.load
	$(BIN)/python -m benchmarks.questions

# Debian's python3 comes without venv: fetch it where we may. Half an environment is none.
$(BIN)/python:
	@$(PYTHON) -m venv $(VENV) || { sh tools/system.sh python3-venv && $(PYTHON) -m venv --clear $(VENV); } || \
		{ rm -rf $(VENV); exit 1; }

$(VENV)/%.done: requirements/%.txt pyproject.toml $(PO) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

# Where something cannot be fetched the tests that need it are skipped, and the next time it is looked for again.
$(VENV)/system.done: tools/system.sh | $(BIN)/python
	@if PYTHON=$(BIN)/python sh $<; then touch $@; fi

$(VENV)/node/packages.done: requirements/package-lock.json | $(BIN)/python
	@command -v npm >/dev/null || sh tools/system.sh nodejs npm || true
	@mkdir -p $(VENV)/node && cp requirements/package.json requirements/package-lock.json $(VENV)/node/
	@if command -v npm >/dev/null; then \
		npm ci --prefix $(VENV)/node --no-audit --no-fund --loglevel=error && touch $@; \
	fi

# New versions of everything we stand on, with their hashes (needs uv and npm).
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --upgrade --extra pictures --extra postgres pyproject.toml
lock:
	$(LOCK) --group build -o requirements/run.txt
	$(LOCK) --extra lab --extra cluster --group dev -o requirements/dev.txt
	$(LOCK) --extra lab --extra cluster --group bench -o requirements/bench.txt
	cd requirements && npm update --package-lock-only --omit-lockfile-registry-resolved

# Every kind of screen at every width, light and dark, in every language, on one page to look at.
contact-sheet: $(VENV)/dev.done $(VENV)/system.done messages
	$(BIN)/python -m tools.contact_sheet

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.mo' -delete
