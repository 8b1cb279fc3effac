# `make` alone lists what there is. Python 3.11 or newer is the only prerequisite (`make schemas` also needs Go).
SHELL := /bin/bash
PYTHON ?= python3
STACKS := dev staging prod
BIN := .venv/bin
PHASE := @tools/phase.sh
CACHE_FLAG = $(if $(TOOLS_CACHE),--tools-cache '$(TOOLS_CACHE)')
# Two workers, each with a network of its own, take a file of tests after the other, in the order of their names.
WORKERS = --tx '2*popen//python=tools/isolated_python.sh' --dist loadfile --no-loadscope-reorder
ENGINE_TESTS = $(BIN)/pytest tests/engine -m engine $(WORKERS) --durations 15 $(CACHE_FLAG)
KILL_POINTS ?= 40
KILL_SEED ?= $(shell date +%s)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup plan test check bench golden schema schemas tools test-engine test-engine-quick test-engine-long phases format lint types tests

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## make .venv (the first time up to two minutes; afterwards no time)
	@$(PYTHON) tools/check_python.py && $(PYTHON) tools/set_up.py

plan: setup ## set up, then print the plans of the shipped stacks
	@for stack in $(STACKS); do $(BIN)/aksgpu plan $$stack || exit; done

test: phases setup format lint types tests ## set up, then check format, lint and types, and run the tests
	@echo 'That is all of the fast tests. Run the engine tests with: make tools test-engine. Measure speed with: make bench'

check: phases setup format lint types ## set up, then check format, lint and types only

phases:
	@rm -f build/phases.tsv

format: setup
	$(PHASE) format $(BIN)/ruff format --check --quiet .

lint: setup
	$(PHASE) lint $(BIN)/ruff check --quiet .

types: setup
	$(PHASE) types $(BIN)/basedpyright

tests: setup
	$(PHASE) tests $(BIN)/pytest -n 2 --dist worksteal

bench: setup ## measure start-up, plans, registration and (after make tools) the engine, beside the bare way; 15 minutes
	@PYTHONPATH=tests/components $(BIN)/python bench $(TOOLS_CACHE)

golden: setup ## rewrite the golden files from the code; read the difference before you commit it
	@$(BIN)/pytest --update-golden

schema: setup ## rewrite schemas/stack.schema.json from the configuration's types
	@mkdir -p schemas && $(BIN)/aksgpu schema > schemas/stack.schema.json.new && mv schemas/stack.schema.json.new schemas/stack.schema.json

schemas: setup ## rewrite tests/schemas from pinned Go modules (needs Go)
	@command -v go > /dev/null || { echo 'make schemas needs Go 1.26 or newer, to fetch the pinned modules'; exit 1; }
	@$(BIN)/python tools/schemas/extract.py

tools: phases ## bring the programs of the engine tests; the first time up to 40 minutes (may need Go), later no time
	@$(PYTHON) tools/check_python.py
	$(PHASE) tools $(PYTHON) tools/make_tools.py $(if $(TOOLS_CACHE),--cache '$(TOOLS_CACHE)')

test-engine: phases setup ## run the platform on the real engine and API server (needs make tools; under 25 minutes)
	$(PHASE) test-engine $(ENGINE_TESTS)

test-engine-quick: phases setup ## the smallest shipped stack only: up, up again, refresh, jobs, destroy (3 minutes)
	$(PHASE) test-engine $(ENGINE_TESTS) -k 'isolated or (shipped_stack and dev)'

test-engine-long: phases setup ## the same with 40 kill points, drawn by a seed that is printed (an hour)
	$(PHASE) test-engine $(ENGINE_TESTS) --kill-points $(KILL_POINTS) --kill-seed $(KILL_SEED)
