# Needs Python 3.11 or newer, make and git. Everything is installed into .venv, nothing outside.

PYTHON ?= python3
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play play-terminal test lint bench load goldens campaign-battery campaign-kill campaign-bots campaign-ladder campaign-fuzz campaign-numba clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' Makefile web/page.mk

play: $(VENV)/.stamp-play page ## open the house: play in a browser, alone with bots or with friends
	@$(BIN)/pioche serve $(ARGS)

play-terminal: $(VENV)/.stamp-play ## play a game of Pairs in this terminal
	@$(BIN)/pioche play pairs $(ARGS)

test: lint page chromium servers ## lint, then run the tests on all cores (ARGS="-k pairs" for some of them)
	@$(BIN)/python -m pytest -n auto $(ARGS)

lint: $(VENV)/.stamp-test-lint ## check style and types
	@$(BIN)/ruff check
	@$(BIN)/mypy

bench: $(VENV)/.stamp-bench ## measure the games beside other libraries, into bench/results
	@$(BIN)/python -m bench $(ARGS)
	@$(BIN)/python -m bench.search

load: $(VENV)/.stamp-test-lint bench/load/node_modules/.stamp ## two thousand sockets on one core, beside boardgame.io, into bench/results
	@$(node-path) $(BIN)/python -m bench.load $(ARGS)

bench/load/node_modules/.stamp: bench/load/package.json bench/load/package-lock.json $(VENV)/.stamp-node
	@echo "Installing boardgame.io ..."
	@$(node-path) cd bench/load && npm ci --silent --no-audit --no-fund
	@touch $@

goldens: $(VENV)/.stamp-test-lint ## rewrite the golden files; read the diff before you commit it
	@$(BIN)/python -m tests.goldens $(ARGS)

campaign-battery: $(VENV)/.stamp-test-lint ## run the long battery, left out of make test
	@$(BIN)/python -m pytest -n auto -m campaign tests/battery tests/terminal $(ARGS)

campaign-kill: $(VENV)/.stamp-test-lint ## kill the house two hundred times, and try everything hostile on it
	@$(BIN)/python -m pytest -m campaign tests/house --ignore tests/house/test_schemathesis.py $(ARGS)

campaign-fuzz: $(VENV)/.stamp-test-lint ## knock on every HTTP door thousands of times, as its description allows and forbids
	@$(BIN)/python -m pytest -m campaign tests/house/test_schemathesis.py $(ARGS)

campaign-bots: $(VENV)/.stamp-test-lint ## let every level play 100,000 moves of every game
	@$(BIN)/python -m pytest -n auto -m campaign tests/bots tests/lab $(ARGS)

campaign-numba: $(VENV)/.stamp-test-lint ## play in both engines with the oldest and the newest Numba, and without its inside
	@PYTHON=$(PYTHON) sh tests/campaign_numba.sh $(NUMBAS)
NUMBAS := oldest newest

campaign-ladder: $(VENV)/.stamp-test-lint ## measure which bot beats which, into bench/results: hours of all cores
	@$(BIN)/pioche arena --all --bots novice,regular,expert --pairs 5000 --out bench/results/ladder --lang en
	@$(BIN)/pioche arena $(TURN_BASED) --bots expert,search:0.1 --search-pairs 5000 --minutes 20 --out bench/results/ladder --lang en
	@$(BIN)/pioche arena $(TURN_BASED) --bots expert,search:1 --search-pairs 1000 --minutes 60 --out bench/results/ladder --lang en
TURN_BASED := pairs hawthorn port starboard rocket blackstone goblin_poker sweep kitty venture five_cards

clean: ## remove caches and build products; the next target installs afresh
	@rm -rf build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis $(VENV)/.stamp-*
	@find . -name __pycache__ -not -path './$(VENV)/*' -not -path './.git/*' -prune -exec rm -rf {} +

# The page is tested in a real browser. Where there is none and it cannot be installed, those tests say so and skip.
.PHONY: chromium
chromium:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "Installing chromium ..." \
	  && { apt-get -qq update && apt-get -qq install -y chromium; } >/dev/null 2>&1; } \
	  || echo "No chromium here: the tests of the page are skipped. Get it with: sudo apt-get install chromium"

# A house with several workers is tested on a real PostgreSQL and a real Redis, which the tests start and end themselves.
.PHONY: servers
servers:
	@{ ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null; } && command -v redis-server >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "Installing postgresql and redis-server ..." \
	  && { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends postgresql redis-server; } >/dev/null 2>&1; } \
	  || echo "No PostgreSQL or no Redis here: the tests of several workers are skipped. Get them with: sudo apt-get install postgresql redis-server"

include web/page.mk

# A stamp is younger than what it was installed from, or the installation runs again.

$(VENV)/.stamp-play: pyproject.toml constraints.txt $(VENV)/.stamp-python
	$(call install,.,-c constraints.txt --no-build-isolation)

$(VENV)/.stamp-test-lint: pyproject.toml constraints.txt $(VENV)/.stamp-python
	$(call install,.[test$(comma)lint],-c constraints.txt --no-build-isolation)

$(VENV)/.stamp-bench: pyproject.toml constraints.txt constraints-bench.txt $(VENV)/.stamp-python
	$(call install,.[bench],-c constraints.txt -c constraints-bench.txt)

$(VENV)/.stamp-python:
	@command -v $(PYTHON) >/dev/null || { echo "Pioche needs Python 3.11 or newer, and there is no $(PYTHON) here." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Pioche needs Python 3.11 or newer, and $(PYTHON) is older: name another with make PYTHON=python3.12." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

# Without isolation the build backend is the one constraints.txt names. The bench keeps isolation, as some of the
# peers are built from source with tools of their own.
comma := ,
pip = $(BIN)/python -m pip --disable-pip-version-check --quiet install
define install
@echo "Installing Pioche into $(VENV) ..."
@$(pip) $(2) hatchling editables
@$(pip) $(2) --editable '$(1)'
@touch $@
endef
