# `make run` starts the page, `make test` runs all checks. Both install what they need.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PO     := $(shell find src -name '*.po')

.PHONY: run phone contact-sheet test lint types check proof attack messages templates webkit rules reference golden fresh dist container site site-serve site-for-tests test-page bench lock clean

run: $(VENV)/run.done
	@$(BIN)/automarium serve

# Serve the page to the local network; print its address and a QR code.
phone: $(VENV)/run.done
	@$(BIN)/automarium serve --lan

test: $(VENV)/dev.done lint types check

lint: $(VENV)/dev.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.done
	$(BIN)/mypy

# Let the tests, and the programs that they start, write and reuse bytecode.
unexport PYTHONDONTWRITEBYTECODE

check: $(VENV)/dev.done $(VENV)/system.done $(VENV)/node/packages.done messages site-for-tests
	$(BIN)/pytest -n auto --ignore tests/e2e --ignore tests/webkit
	$(BIN)/pytest -n auto tests/e2e  # separate: the browser's driver leaves an event loop running
	$(BIN)/automarium rules --coverage --quiet

# The same tests with large counts: thousands of games, hundreds of kills, whole games in the browser (docs/testing.md).
proof: export AUTOMARIUM_PROOF = 1
proof: lint types check

# Attack a server on this machine at full size: kills, oversized input, slow clients, odd requests (docs/security.md).
attack: $(VENV)/dev.done messages
	$(BIN)/python -m tests.attack

# Compile the message catalogues and the facts that have changed.
messages: $(VENV)/run.done
	@$(BIN)/python tools/build_package.py

# Write the templates for translators; a test fails if they are out of date (docs/translating.md).
templates: $(VENV)/dev.done
	$(BIN)/python -m tools.build_templates

# A part of the browser tests in Safari's engine, WebKitGTK (docs/testing.md). Not part of `make test`.
webkit: $(VENV)/dev.done messages site-for-tests
	@sh tools/system.sh webkit2gtk-driver xvfb || true
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --target $(VENV)/webkit selenium
	PYTHONPATH=$(VENV)/webkit $(BIN)/pytest tests/webkit

# Write docs/rules from the clauses; a test fails if they are out of date.
rules: $(VENV)/dev.done messages
	$(BIN)/python -m tools.build_rules

# Write docs/reference.md and the list of names of automarium.sdk; tests fail if they are out of date.
reference: $(VENV)/dev.done messages
	$(BIN)/python -m tools.build_reference

# Write the golden games again; review the difference before you commit it.
golden: $(VENV)/dev.done messages
	$(BIN)/python -m tests.golden

# Run `make run`, the steps of the Containerfile and `make test` in an empty Debian, as root. `make fresh STEPS=run` ends when the page answers (tools/fresh.sh).
fresh:
	@bash tools/fresh.sh $(STEPS)

# Build a wheel and an sdist in dist/ and test them in an empty environment outside the checkout.
dist: $(VENV)/dev.done messages
	bash tools/dist.sh

# Carry out the steps of the Containerfile here, without a container engine, and try the result (as root).
container:
	@sh tools/try_container.sh

# Build the static site that runs in the browser alone (docs/hosting.md); `site-serve` serves it locally.
site: build/site/service.js

SITE_SOURCES := $(shell find src tools requirements -type f -not -name '*.mo' -not -name '*.toml.json' -not -name '* *' -not -path '*/__pycache__/*') LICENSE tools/licences
build/site/service.js: $(SITE_SOURCES) $(VENV)/run.done $(VENV)/node/packages.done | messages
	$(BIN)/python tools/make_site.py

site-serve: site
	@$(BIN)/python tools/serve_site.py

# Without node the site is not built, and its tests are skipped.
site-for-tests:
	@$(MAKE) --no-print-directory site || echo "The site was not built: its tests are skipped." >&2

# Run the tests of engine, games and i18n in the Python of the static site (3.14), under node.
test-page: $(VENV)/dev.done $(VENV)/node/packages.done messages
	$(BIN)/python -m tools.test_page $(TESTS)

bench: $(VENV)/bench.done messages
	$(BIN)/python -m benchmarks.instructions
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.load
	$(BIN)/python -m benchmarks.lab
	$(BIN)/python -m benchmarks.questions

# Debian's python3 has no venv: install it if we are root. Remove an environment that is incomplete.
$(BIN)/python:
	@$(PYTHON) -m venv $(VENV) || { sh tools/system.sh python3-venv && $(PYTHON) -m venv --clear $(VENV); } || \
		{ rm -rf $(VENV); exit 1; }

$(VENV)/%.done: requirements/%.txt pyproject.toml $(PO) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

# Tests that need a missing program are skipped. Without the marker file the next run tries to install it again.
$(VENV)/system.done: tools/system.sh | $(BIN)/python
	@if PYTHON=$(BIN)/python sh $<; then touch $@; fi

$(VENV)/node/packages.done: requirements/package-lock.json | $(BIN)/python
	@command -v npm >/dev/null || sh tools/system.sh nodejs npm || true
	@mkdir -p $(VENV)/node && cp requirements/package.json requirements/package-lock.json $(VENV)/node/
	@if command -v npm >/dev/null; then \
		npm ci --prefix $(VENV)/node --no-audit --no-fund --loglevel=error && touch $@; \
	fi

# Update all dependencies and their hashes (needs uv and npm).
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --upgrade --extra pictures --extra postgres pyproject.toml
lock:
	$(LOCK) --group build -o requirements/run.txt
	$(LOCK) --extra lab --extra cluster --group dev -o requirements/dev.txt
	$(LOCK) --extra lab --extra cluster --group bench -o requirements/bench.txt
	cd requirements && npm update --package-lock-only --omit-lockfile-registry-resolved

# Render every kind of screen at every width, light and dark, in every language, on one page.
contact-sheet: $(VENV)/dev.done $(VENV)/system.done messages
	$(BIN)/python -m tools.contact_sheet

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.mo' -delete -or -name '*.toml.json' -delete
