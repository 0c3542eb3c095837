# Dix de Der.  `make` lists what can be done.  Whatever a target needs is installed first, pinned, into .venv and
# tools/node_modules.  Needs: Linux x86-64, Python 3.10 to 3.13 with venv, make, Node with npm; the tests of the page
# also need Chromium.

PYTHON ?= python3
ARGS ?=
# for the targets that want a board on a port: deploy, flash, pull, console, bringup, frozen
BOARD ?=
PORT ?=
PANEL ?=
TO ?=
NAME ?=
FROM ?=
FORMAT ?=

VENV := .venv/.installed
NODE := tools/node_modules/.installed
PY := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help run test lint bench budgets prove pictures deploy flash pull own console bringup frozen clean

BOARDS := $(notdir $(patsubst %/,%,$(dir $(wildcard boards/*/board.py))))
board = $(or $(BOARD),$(error say which board: BOARD=, one of $(BOARDS)))
port = $(if $(PORT),--port $(PORT))

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(NODE) ## play: serves the device as a web page and prints its address
	$(PYTHON) tools/serve.py $(ARGS)

test: $(VENV) $(NODE) ## everything that proves it: lint, then all tests, under both interpreters
	@$(PY) -c 'import sys; print("CPython", sys.version)'
	@.venv/bin/micropython -c 'import sys; print("MicroPython", sys.version, sys.implementation)'
	.venv/bin/ruff check .
	$(PY) -m pytest -n 2 --dist loadgroup --durations 10 $(ARGS)

lint: $(VENV) ## ruff check
	.venv/bin/ruff check . $(ARGS)

bench: $(VENV) ## the shipped firmware on a virtual device: make bench ARGS="--keys - --board crowpanel_42"
	$(PY) tools/bench.py $(ARGS)

budgets: $(VENV) ## every budget of speed, size, presses and flash, with the figure measured beside it
	$(PY) tools/budgets.py $(ARGS)

prove: $(VENV) ## the rules against independent models: 100 000 random cases of each kind
	$(PY) host_tests/prove.py $(ARGS)

pictures: $(VENV) ## the README's pictures, from the virtual device; ARGS=--sheets: every screen of every board, into build
	$(PY) tools/pictures.py $(ARGS)

flash: $(VENV) ## says which MicroPython image a board wants, and how to put it there: make flash BOARD=
	@$(PY) tools/image.py $(board) $(port)

deploy: $(VENV) ## puts the program, or what is new of it, on a board: make deploy BOARD= PORT= [PANEL=]
	@$(PY) tools/deploy.py $(board) $(port) $(if $(PANEL),--panel $(PANEL)) $(if $(FORMAT),--format) $(ARGS)

pull: $(VENV) ## brings journals and archives of a box home: make pull PORT= TO=folder
	@$(PY) tools/pull.py $(or $(TO),$(error say where to: TO=folder)) $(port)

own: $(VENV) ## puts rules of a table's own on a box: make own NAME=Club FROM=rules.json PORT=
	@$(PY) tools/own.py $(or $(NAME),$(error say under which name: NAME=Club)) $(or $(FROM),$(error say in which file: FROM=rules.json)) $(port)

console: $(VENV) ## the prompt of a board, as it runs: make console PORT= (Ctrl-C stops it, Ctrl-] leaves)
	@.venv/bin/mpremote $(if $(PORT),connect $(PORT)) resume repl

bringup: $(VENV) ## walks a new board through its parts and writes a report: make bringup BOARD= PORT=
	@$(PY) tools/bringup.py $(board) $(port) $(ARGS)

frozen: $(VENV) ## what an image of one's own needs, for a board: make frozen BOARD=
	@$(PY) tools/frozen.py $(board)

clean: ## removes everything that was installed or built
	rm -rf .venv tools/node_modules build mutants .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV): tools/requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))' || \
	  { echo 'Python 3.10 to 3.13 is needed: make PYTHON=python3.12 ...' >&2; exit 1; }
	@test ! -L .venv || { echo '.venv is a link to another tree: nothing is installed through it' >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(PY) -m pip install --quiet --disable-pip-version-check --only-binary :all: -r $<
	@touch $@

$(NODE): tools/package.json tools/package-lock.json tools/.npmrc
	@command -v npm >/dev/null || { echo 'npm is missing: install Node.js' >&2; exit 1; }
	npm ci --prefix tools --include=dev --silent
	@touch $@
