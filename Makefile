# make play    everything on this machine: prints the address to open; Ctrl-C ends it
# make test    lint, types and all tests
# make lint-js lint and types of the page's modules alone
# make slow    FILES="tests/web/test_play.py" or all browser tests on a slow machine with a slow line: what races
#              fails. SLOW=3 times slower, SEED=0
# make firefox the first questions of all games, and one whole game, in Firefox
# make long    what takes minutes: whole games of four in the browser, machines lost with their disks, and all of
#              `make firefox`
# make bench   measures, and writes BENCHMARKS.md
# make laws    10,000 random games of every game, with progress
# make fair    every mind at hundreds of questions, with all dealt anew that its seat doesn't know
# make simulate 10,000 houses from seeds, with all that may break in them
# make chaos   MINUTES=10 of play on a cluster while hubs, bots, primaries and replicas are killed and stopped
# make sight   100 random games of every game in four windows: all that matters is in sight
# make lessons every guided game, in both languages, on a laptop and a phone, with pictures
# make setup   only sets up .venv
# make format  sorts and formats the code
# make clean   removes .venv and all else that these have made
# make lock    writes requirements.lock and requirements-run.lock anew from pyproject.toml
#
# HOST, PORT, DATA, REDIS, HUBS and BOTS can be set: HOST=0.0.0.0 make play

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help setup play test slow long bench laws fair simulate chaos sight lessons lint lint-js lint-ruff lint-mypy \
    lint-node lint-eslint lint-tsc firefox unpack-firefox compiled format lock clean chromium

BIN := .venv/bin
JS := .venv/js
READY := .venv/.ready
LOCKING := --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

help:
	@sed -n 's/^# \{0,1\}//p;/^$$/q' Makefile

setup: $(READY)

# The first Python that is new enough and works; PYTHON=... names another one.
$(READY): requirements.lock
	@.ci/venv "$(PYTHON)"
	@touch $@

play: $(READY)
	@exec $(BIN)/python -m server play

chromium:
	@.ci/chromium

# Each of them by itself, so that `make test` runs them side by side: on two cores in little more than half the time.
lint: lint-js lint-ruff lint-mypy

lint-js: lint-eslint lint-tsc

lint-ruff: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint-mypy: $(READY)
	$(BIN)/mypy

lint-node: $(READY)
	@.ci/node

lint-eslint: lint-node
	$(JS)/node $(JS)/node_modules/eslint/bin/eslint.js --config lint/eslint.config.js server/web

lint-tsc: lint-node
	$(JS)/node $(JS)/node_modules/typescript/bin/tsc --project lint

# Tests wait for one part of their time, for what is killed to come back, for what flies to land: four at a time
# keep two cores busy. Files that take long begin first (tests/conftest.py). What is compiled once is kept, wherever
# else nothing is: all four need all tests, and hundreds of servers and bots are started.
test: export PYTHONDONTWRITEBYTECODE =
test: chromium
	@$(MAKE) --no-print-directory --jobs 3 --output-sync=target lint unpack-firefox compiled
	$(BIN)/python -m pytest --numprocesses 4 --dist loadfile --no-loadscope-reorder

# If a test can't be read, the tests themselves tell.
compiled: $(READY)
	-@$(BIN)/python -m pytest --collect-only -qq >/dev/null

unpack-firefox: $(READY)
	@.ci/firefox

firefox: unpack-firefox
	$(BIN)/python -m pytest tests/web/test_firefox.py -m "long or not long" --verbose

slow: chromium $(READY)
	BROWSER_SLOW=$(or $(SLOW),3) BROWSER_SEED=$(or $(SEED),0) $(BIN)/python -m pytest $(or $(FILES),tests/web) \
	    --numprocesses 2 --dist loadfile --timeout 1500

long: chromium
	$(BIN)/python -m pytest tests -m long --verbose

bench: chromium $(READY)
	@$(BIN)/python -m tests.bench

laws: $(READY)
	@$(BIN)/python -m tests.games.laws

fair: $(READY)
	@$(BIN)/python -m bots fair

simulate: $(READY)
	@$(BIN)/python -m tests.simulation --seeds 10000

chaos: $(READY)
	@$(BIN)/python -m tests.chaos --minutes $(or $(MINUTES),10) --seed $(or $(SEED),0)

sight: chromium $(READY)
	@$(BIN)/python -m tests.web.sight

lessons: chromium $(READY)
	@$(BIN)/python -m tests.web.lessons

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: $(READY)
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --extra test --upgrade $(LOCKING) --output-file requirements.lock
	$(BIN)/uv pip compile pyproject.toml --upgrade --constraint requirements.lock $(LOCKING) \
	    --output-file requirements-run.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis screenshots build *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
