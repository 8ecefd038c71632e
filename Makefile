# Needs Python 3.11 or newer, make and git. Everything is installed into .venv, nothing outside.

PYTHON ?= python3
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play play-terminal test test-oldest test-newest quick lint bench load dist site goldens campaign-battery campaign-kill campaign-workers campaign-house campaign-bots campaign-envs campaign-ladder campaign-fuzz campaign-tournament campaign-numba clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' Makefile web/page.mk

play: $(VENV)/.stamp-play page ## open the house: play in a browser, alone with bots or with friends
	@$(BIN)/pioche serve $(ARGS)

play-terminal: $(VENV)/.stamp-play ## play a game of Pairs in this terminal
	@$(BIN)/pioche play pairs $(ARGS)

# Half of the time tests wait: for a clock, a line, a process. So there is one more of them than cores, and whoever is done helps.
test: lint page chromium servers ## lint, then run the tests on all cores (ARGS="-k pairs" for some of them)
	@$(BIN)/python -m pytest -n "$$($(BIN)/python -c 'import os; print((os.cpu_count() or 1) + 1)')" --dist worksteal $(ARGS)

# The loop to work in: nothing here starts a server or compiles a kernel for long.
quick: $(VENV)/.stamp-test-lint ## style, types and the tests of rules, engine, tournament, lessons and words, in a minute and a half
	@start=$$(date +%s); $(python-lint) && $(BIN)/python -m pytest -n "$$($(BIN)/python -c 'import os; print(os.cpu_count() or 1)')" --dist worksteal \
	  $(QUICK) $(SLOW:%=--ignore %) $(ARGS); code=$$?; echo "make quick: $$(($$(date +%s) - start)) s"; exit $$code
QUICK := $(wildcard tests/rules tests/engine tests/tournament tests/lessons tests/house/unit) $(addprefix tests/test_,architecture.py coverage.py declared.py language.py public_parts.py subset.py tellings.py text.py)
SLOW := $(addprefix tests/,tournament/test_command.py tournament/test_crash.py tournament/test_leagues.py tournament/test_page.py \
  engine/test_shelf.py engine/test_declaration.py lessons/test_over_http.py)

# The versions in between are those of make test. Without what brings versions of its own: tests of route descriptions need schemathesis.
OLDEST := .venv-oldest
test-oldest: ## run the tests of the house with the oldest versions it admits, in an environment of its own
	@$(PYTHON) -m venv $(OLDEST)
	@$(OLDEST)/bin/python -m pip --disable-pip-version-check --quiet install -c constraints-oldest.txt $(VERSION-TESTS-NEED)
	@$(OLDEST)/bin/python $(VERSION-TESTS) $(ARGS)

NEWEST := .venv-newest
test-newest: ## the same with the newest versions it admits
	@$(PYTHON) -m venv $(NEWEST)
	@$(NEWEST)/bin/python -m pip --disable-pip-version-check --quiet install --upgrade --upgrade-strategy eager $(VERSION-TESTS-NEED)
	@$(NEWEST)/bin/python $(VERSION-TESTS) $(ARGS)

VERSION-TESTS-NEED := --editable '.[lab,client,passkeys,postgres]' 'pytest>=8.3,<10' 'hypothesis>=6.100,<7' 'pytest-xdist>=3.6,<4' PyYAML
VERSION-TESTS := -m pytest -n auto -o addopts="-q --strict-markers --strict-config -m 'not campaign'" \
  tests/house/unit tests/house/doors tests/house/protocol tests/house/tables tests/house/people --ignore tests/house/doors/test_schemathesis.py

lint: $(VENV)/.stamp-test-lint web/node_modules/.stamp ## check style, layout, the direction of imports and types of Python and of the page
	@$(python-lint)
	@$(node-path) cd web && npm run --silent lint && npm run --silent check

# PLC2701, no import of a private name, is a rule of ruff's preview.
define python-lint
$(BIN)/ruff check --quiet && $(BIN)/ruff format --check --quiet && $(BIN)/ruff check --quiet --preview --select PLC2701 src \
  && $(BIN)/lint-imports --no-logo --no-cache && $(BIN)/mypy
endef

bench: $(VENV)/.stamp-bench ## measure the games beside other libraries, into bench/results
	@$(BIN)/python -m bench $(ARGS)
	@$(BIN)/python -m bench.search
	@$(BIN)/python -m bench.envs

load: $(VENV)/.stamp-test-lint bench/load/node_modules/.stamp ## two thousand sockets on one core, beside boardgame.io, into bench/results
	@$(node-path) $(BIN)/python -m bench.load $(ARGS)

bench/load/node_modules/.stamp: bench/load/package.json bench/load/package-lock.json $(VENV)/.stamp-node
	@echo "Installing boardgame.io ..."
	@$(node-path) cd bench/load && npm ci --silent --no-audit --no-fund
	@touch $@

dist: $(VENV)/.stamp-test-lint page ## build wheel and sdist into dist/, check them, and try them in fresh environments
	@$(pip) -c constraints.txt --no-build-isolation --editable '.[dist]'
	@$(BIN)/python -m tests.package.building dist

site: $(VENV)/.stamp-site reports/README.md ## the documentation in both languages as a site into build/site; warnings and dead links are errors
	@$(BIN)/python docs/site_pages.py build/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@$(BIN)/python docs/site_pages.py --finish build/site
	@echo "Open build/site/index.html"

reports/README.md: | $(VENV)/.stamp-site
	@$(BIN)/pioche report --all --out reports

goldens: $(VENV)/.stamp-test-lint ## rewrite the golden files; read the diff before you commit it
	@$(BIN)/python -m tests.goldens $(ARGS)

campaign-battery: $(VENV)/.stamp-test-lint ## run the long battery, left out of make test
	@$(BIN)/python -m pytest -n auto -m campaign tests/battery tests/terminal $(ARGS)

campaign-kill: $(VENV)/.stamp-test-lint ## kill the house a thousand times, cut its power a thousand times, up- and downgrade it
	@$(BIN)/python -m pytest -m campaign $(KILLS) $(ARGS)
KILLS := tests/house/durability/test_power.py tests/house/durability/test_upgrades.py tests/house/durability/test_kill.py

campaign-workers: $(VENV)/.stamp-test-lint servers ## sixty random misfortunes of three workers, their proxy and their database
	@$(BIN)/python -m pytest -s -m campaign $(MISFORTUNES) $(ARGS)
MISFORTUNES := tests/house/cluster/test_misfortunes.py

campaign-house: $(VENV)/.stamp-test-lint ## races, hidden cards, garbled messages, kills of workers: the other long tests of the house
	@$(BIN)/python -m pytest -m campaign tests/house $(FUZZ:%=--ignore %) $(KILLS:%=--ignore %) $(MISFORTUNES:%=--ignore %) $(ARGS)
	@$(BIN)/python -m bench.races

campaign-tournament: $(VENV)/.stamp-test-lint ## a tournament of twenty-two with three kills, then two hundred people at fifty tables
	@$(BIN)/python -m pytest -m campaign tests/house/tournaments/test_tournament_evening.py $(ARGS)
	@$(BIN)/python -m bench.tournament --out bench/results

campaign-fuzz: $(VENV)/.stamp-test-lint ## attack every door for ten minutes while somebody plays; every route as its description allows and forbids
	@$(BIN)/python -m pytest -s -m campaign $(FUZZ) $(ARGS)
FUZZ := tests/house/doors/test_watchdog.py tests/house/doors/test_schemathesis.py

campaign-bots: $(VENV)/.stamp-test-lint ## let every level play 100,000 moves of every game
	@$(BIN)/python -m pytest -n auto -m campaign tests/bots tests/lab $(ARGS)

campaign-envs: $(VENV)/.stamp-learn ## hold batches against plain tables over 10,000 deals a game, run all checkers on all games, train a little
	@$(BIN)/python -m pytest -n auto -m 'campaign or not campaign' tests/envs $(ARGS)

campaign-numba: $(VENV)/.stamp-test-lint ## play in both engines with the oldest and the newest Numba, and without its inside
	@PYTHON=$(PYTHON) sh tests/campaign_numba.sh $(NUMBAS)
NUMBAS := oldest newest

campaign-ladder: $(VENV)/.stamp-test-lint ## measure which bot beats which, into bench/results: hours of all cores
	@$(BIN)/pioche arena --all --bots novice,regular,expert --pairs 5000 --out bench/results/ladder --lang en
	@$(BIN)/pioche arena $(TURN_BASED) --bots expert,search:0.1 --search-pairs 5000 --minutes 20 --out bench/results/ladder --lang en
	@$(BIN)/pioche arena $(TURN_BASED) --bots expert,search:1 --search-pairs 1000 --minutes 60 --out bench/results/ladder --lang en
	@$(BIN)/pioche arena hawthorn --bots expert,learnt --search-pairs 1500 --minutes 60 --out bench/results/ladder --lang en
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

# A house with several workers is tested on a real PostgreSQL and a real nginx, which the tests start and end themselves.
.PHONY: servers
servers:
	@{ ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null; } && PATH=$$PATH:/usr/sbin command -v nginx >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "Installing postgresql and nginx ..." \
	  && { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends postgresql nginx-light; } >/dev/null 2>&1; } \
	  || echo "No PostgreSQL or no nginx here: the tests of several workers are skipped. Get them with: sudo apt-get install postgresql nginx-light"

include web/page.mk

# A stamp is younger than what it was installed from, or the installation runs again.

$(VENV)/.stamp-play: pyproject.toml constraints.txt $(VENV)/.stamp-python
	$(call install,.[lab],-c constraints.txt --no-build-isolation)

$(VENV)/.stamp-test-lint: pyproject.toml constraints.txt $(VENV)/.stamp-python
	$(call install,.[test$(comma)lint],-c constraints.txt --no-build-isolation)

$(VENV)/.stamp-learn: pyproject.toml constraints.txt $(VENV)/.stamp-test-lint
	$(call install,.[test$(comma)learn],-c constraints.txt --no-build-isolation)

$(VENV)/.stamp-site: pyproject.toml constraints.txt constraints-site.txt $(VENV)/.stamp-test-lint
	@$(pip) -c constraints.txt -c constraints-site.txt --no-build-isolation --editable '.[site]'
	@touch $@

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
