# Everything is done from here; `make help` lists it. On a bare Debian machine with a Swift toolchain, `make run` and
# `make test` install what is missing.

.DEFAULT_GOAL := help
.PHONY: help run test bench bench-gate lint format docs fuzz soak sanitize setup setup-tests

# What `make run` and `make bench` hand to the program: make run ARGS="~/Pictures --theme dark"
ARGS ?=
SWIFT_FOLDERS := Sources Tests Package.swift
# Runs a command with a display: the one there is, else one in memory.
DISPLAYED := .ci/with-display

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 14

run: setup ## Build the viewer and open ARGS in it, or the start screen
	@swift build -c release --product scrollwork >&2
	@.build/release/scrollwork $(ARGS)

test: setup-tests ## Run all tests: in debug with few random rounds, then in release with all
	.ci/recap $(DISPLAYED) swift test
	swift build -c release --build-tests
	.ci/recap $(DISPLAYED) swift test -c release --skip-build

bench: setup-tests ## Measure; ARGS names groups and options of scrollwork-bench
	@swift build -c release --product scrollwork-bench >&2
	@$(DISPLAYED) .build/release/scrollwork-bench $(ARGS)

bench-gate: setup-tests ## Fail if allocations, ratios or counts are not within their bounds
	@swift build -c release --product scrollwork-bench >&2
	$(DISPLAYED) .build/release/scrollwork-bench scroll update diff layout images memory filter folder --quick --gate
	.ci/code-size

lint: ## Check formatting, and that no forbidden word is there
	swift format lint --strict --parallel --recursive $(SWIFT_FOLDERS)
	.ci/check-words

format: ## Format all Swift files
	swift format format --in-place --parallel --recursive $(SWIFT_FOLDERS)

docs: setup ## Build the documentation into .build/docs; a dead link is an error
	.ci/docs

fuzz: setup-tests ## Run the random tests with ever new input until stopped
	.ci/fuzz

soak: setup ## Update a list 100,000 times, drive the viewer for a long time, and check that memory stays flat
	@swift build -c release --product scrollwork >&2
	@swift build -c release --product scrollwork-bench >&2
	.build/release/scrollwork-bench soak --gate
	.ci/soak .build/release/scrollwork

sanitize: setup-tests ## Run the tests of the libraries under the address and the thread sanitizer
	.ci/sanitize address
	.ci/sanitize thread

setup: ## Install what building and running need
	@.ci/setup build

setup-tests: ## Install what testing needs as well
	@.ci/setup build tests
