# make play    everything on this machine: prints the address to open; Ctrl-C ends it
# make check   what to run after every edit, in a minute or two: lint and types of Python, the layers, every rule and
#              card, kernel, tables, protocol, and one game in the browser
# make test    lint, types and all tests; prints the longest ones at its end. PICTURES=yes keeps pictures of pages
#              WORKERS=8 runs so many files at once instead of 4, on a machine of more than two cores. DRAWS=2 draws
#              other cards and dice in the browser tests; long, slow and sight draw new ones, as DRAWS=new does
# make durations  after `make test` on a quiet machine: stores the durations in tests/durations.json, for the order
#              of tests on other machines, and for the marker of slow ones
# make lint-js lint and types of the page's modules alone
# make slow    FILES="tests/web/test_play.py" or all browser tests as on a slow machine with a slow connection, where
#              race conditions fail. SLOW=3 times slower, SEED=0
# make firefox the first questions of all games, and one whole game, in Firefox
# make older   the first questions of all games in a Chromium of 2022
# make long    tests that take minutes: whole games of four in the browser, machines lost with their disks, and all of
#              `make firefox`
# make compiled-test  what decides, of tests and simulations, on a copy whose modules are compiled as in wheels
# make bench   the benchmarks; writes docs/benchmarks
# make laws    10,000 random games of every game, with progress
# make fair    every mind at hundreds of questions, with everything dealt again that its seat doesn't know
# make simulate 10,000 simulated clusters from seeds, with all kinds of faults
# make chaos   MINUTES=10 of play on a cluster while hubs, bots, primaries and replicas are killed and stopped
# make sight   100 random games of every game in four windows: is everything in sight that matters for a choice?
# make lessons every guided game, in both languages, on a laptop and a phone, with pictures
# make pictures  draws the pictures of the README and of docs/architecture.md
# make setup   only sets up .venv, with all that these need; `make play` installs what it runs
# make format  sorts and formats the code
# make clean   removes .venv and all other generated files
# make lock    rewrites requirements.lock, -run.lock and -build.lock from pyproject.toml
# make page    builds the page as people load it, in server/built; without it, the modules are served as they lie
# make package  builds the package in dist: for all systems, for Linux with musl, and compiled for this machine's system
#              and Python, where there is a C compiler
# make site    writes a site of static files into dist/site: a front page, the page that plays without a server, and the
#              documentation as pages with search
# make clients  builds the packages of the clients for others, stammtisch-client for Python and for npm, in dist
# make image-check  runs the steps of the Dockerfile without containers, and plays a game with the result
#
# HOST, PORT, DATA, REDIS, HUBS, BOTS and SHARE can be set: HOST=0.0.0.0 make play, SHARE=auto make play

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help setup play page package site clients image-check check check-games check-protocol check-rest test durations slow long compiled-test bench laws fair simulate chaos sight lessons pictures lint lint-js lint-ruff lint-mypy \
    lint-node lint-eslint lint-tsc firefox unpack-firefox older unpack-older compiled format lock clean chromium

BIN := .venv/bin
JS := .venv/js
READY := .venv/.ready
RUNS := .venv/.runs
ONE_GAME := tests/web/test_play.py::test_the_variant_is_played_for_every_place
# Keeps the output of each part together. The make of macOS, 3.81, doesn't know it.
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
LOCKING := --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

help:
	@sed -n 's/^# \{0,1\}//p;/^$$/q' Makefile

setup: $(READY)

# The first working Python that is new enough; PYTHON=... names another one.
$(READY): requirements.lock
	@.ci/venv requirements.lock "$(PYTHON)"
	@touch $(RUNS) $@

# What runs, without what tests and measures: `make setup` and all others add that to the same .venv.
$(RUNS): requirements-run.lock
	@.ci/venv requirements-run.lock "$(PYTHON)"
	@touch $@

play: $(RUNS)
	@exec $(BIN)/python -m server play

# `make play` needs no Node: it serves the built page if it is there and nothing was edited since.
page: lint-node
	@$(BIN)/python setup.py --quiet build_page

package: page
	@for platform in "" any musllinux_1_1_x86_64 musllinux_1_1_aarch64; do \
	    WHEEL_FOR=$$platform $(BIN)/python -m pip wheel --quiet --no-deps --no-index --no-build-isolation \
	        --wheel-dir dist . || exit 1; \
	done
	@ls dist

site: page $(READY)
	@rm -rf $(DIST)/site && mkdir -p $(DIST)
	@$(BIN)/python -m server.page.site $(DIST)/site
	@$(BIN)/python -m server.page.site.documentation $(DIST)/site
	@echo $(DIST)/site

# They are built from copies: the builds write beside their sources, which have links to modules of other folders.
COPY := build/clients
DIST := dist
NPM = $(JS)/node $(dir $(realpath $(JS)/node))../lib/node_modules/npm/bin/npm-cli.js
clients: lint-node
	@rm -rf $(COPY) && mkdir -p $(COPY) $(DIST) && cp -RL protocol/clients/. $(COPY)
	@$(BIN)/python -m pip wheel --quiet --no-deps --no-index --no-build-isolation --wheel-dir $(DIST) $(COPY)/python
	@ln -s "$(CURDIR)/$(JS)/node_modules" $(COPY)/typescript/node_modules
	@$(JS)/node $(JS)/node_modules/typescript/bin/tsc --project $(COPY)/typescript
	@cp $(COPY)/typescript/src/*.js $(COPY)/typescript/src/*.d.ts $(COPY)/typescript/dist
	@$(NPM) pack --silent --pack-destination $(DIST) $(COPY)/typescript >/dev/null
	@ls $(DIST)

image-check: $(READY)
	@$(BIN)/python -m tests.deploy.image

chromium: $(READY)
	@.ci/chromium

# Separate targets, so that `make test` runs them in parallel: on two cores in little more than half the time.
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

# Parts that keep two cores busy to the end. Slow tests of games that decide no rule, of random games, are left out.
check: export PYTHONDONTWRITEBYTECODE =
check: $(READY)
	@$(MAKE) --no-print-directory --jobs 2 --keep-going $(SYNC) lint-ruff check-rest check-games \
	    lint-mypy check-protocol

check-games: $(READY)
	$(BIN)/python -m pytest tests/games -m "not long and (rule or not slow)"

check-protocol: $(READY)
	$(BIN)/python -m pytest tests/protocol tests/book

check-rest: $(READY)
	$(BIN)/python -m pytest tests/test_*.py tests/table $(ONE_GAME)

# Tests spend part of their time waiting, for restarted processes or for animations: four in parallel keep two cores
# busy. Long files begin first (tests/durations.py). Only here is compiled bytecode kept: all four workers need all
# tests, and hundreds of servers and bots are started.
test: export PYTHONDONTWRITEBYTECODE =
test: export PICTURES = no
test: chromium
	@$(MAKE) --no-print-directory --jobs 3 $(SYNC) lint unpack-firefox unpack-older compiled
	$(BIN)/python -m pytest --measure --numprocesses $(or $(WORKERS),4) --dist loadfile --no-loadscope-reorder

durations: $(READY)
	$(BIN)/python -m tests.durations

# A test file that can't be compiled is reported by the test run.
compiled: $(READY)
	-@$(BIN)/python -m pytest --collect-only -qq >/dev/null

unpack-firefox: $(READY)
	@.ci/firefox

firefox: unpack-firefox
	$(BIN)/python -m pytest tests/web/test_firefox.py -m "long or not long" --verbose

unpack-older: $(READY)
	@.ci/older

older: unpack-older
	$(BIN)/python -m pytest tests/web/test_older_browsers.py -m "long or not long" --verbose

slow long sight: export DRAWS := $(or $(DRAWS),new)
slow: chromium $(READY)
	BROWSER_SLOW=$(or $(SLOW),3) BROWSER_SEED=$(or $(SEED),0) $(BIN)/python -m pytest $(or $(FILES),tests/web) \
	    --numprocesses 2 --dist loadfile --timeout 1500

long: chromium
	$(BIN)/python -m pytest tests -m long --verbose

compiled-test: $(READY)
	@$(BIN)/python -m tests.compiled

bench: chromium $(READY)
	@$(BIN)/python -m tests.bench --compiled

laws: $(READY)
	@$(BIN)/python -m tests.games.run_laws

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

pictures: chromium $(READY)
	@$(BIN)/python -m tests.pictures
	@$(BIN)/python -m tests.web.front

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: $(READY)
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --extra test --extra load --extra env --extra openspiel --extra record --extra site \
	    --upgrade $(LOCKING) --output-file requirements.lock
	$(BIN)/uv pip compile pyproject.toml --upgrade --constraint requirements.lock $(LOCKING) \
	    --output-file requirements-run.lock
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
	    | $(BIN)/uv pip compile - --upgrade --constraint requirements.lock $(LOCKING) \
	    --output-file requirements-build.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis screenshots build dist server/built *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
