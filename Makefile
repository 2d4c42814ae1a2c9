# The entry point for all tasks; `make help` lists them. On a bare Debian machine with a Swift toolchain, `make run` and
# `make test` install missing packages.

.DEFAULT_GOAL := help
.PHONY: help run install deb test bench bench-gate lint format docs fuzz soak sanitize setup setup-deb setup-tests

# The folder below which `make install` puts the viewer.
PREFIX ?= /usr/local
# Arguments for the program of `make run` and `make bench`: make run ARGS="~/Pictures --theme dark"
ARGS ?=
# Options of the builds for tests and for the gate, which also use each other's results.
export BUILD_FLAGS ?=
SWIFT_FOLDERS := Sources Tests Package.swift
# Runs a command on the display, or without one on a virtual display.
DISPLAYED := .ci/with-display

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 14

run: setup ## Build the viewer and open ARGS in it, or the start screen
	@swift build -c release --product scrollwork >&2
	@.build/release/scrollwork $(ARGS)

install: setup ## Build the viewer and install it below PREFIX
	@swift build -c release --product scrollwork >&2
	@.ci/install .build/release/scrollwork "$(PREFIX)" "$(DESTDIR)"

deb: setup-deb ## Build a Debian package of the viewer, which needs no Swift toolchain
	@swift build -c release --product scrollwork >&2
	@.ci/deb .build/release/scrollwork .build/deb

test: setup-tests ## Build all tests with optimisation and run them with all random rounds
	.ci/recap $(DISPLAYED) .ci/test

bench: setup-tests ## Run benchmarks; ARGS names groups and options of scrollwork-bench
	@swift build -c release --product scrollwork-bench >&2
	@$(DISPLAYED) .build/release/scrollwork-bench $(ARGS)

bench-gate: setup-tests ## Fail if allocations, ratios or counts exceed their limits
	@swift build -c release $(BUILD_FLAGS) --product scrollwork-bench >&2
	$(DISPLAYED) .build/release/scrollwork-bench scroll update diff layout images memory filter folder --quick --gate
	.ci/code-size

lint: ## Check formatting and forbidden words
	swift format lint --strict --parallel --recursive $(SWIFT_FOLDERS)
	.ci/check-words

format: ## Format all Swift files
	swift format format --in-place --parallel --recursive $(SWIFT_FOLDERS)

docs: setup ## Build the documentation into .build/docs; a dead link is an error
	.ci/docs

fuzz: setup-tests ## Run the random tests with new seeds until stopped
	.ci/fuzz

soak: setup ## Update a list 100,000 times and drive the viewer for a long time; fail if memory grows
	@swift build -c release --product scrollwork >&2
	@swift build -c release --product scrollwork-bench >&2
	.build/release/scrollwork-bench soak --gate
	.ci/soak .build/release/scrollwork

sanitize: setup-tests ## Run the library tests under the address and thread sanitizers
	.ci/sanitize address
	.ci/sanitize thread

setup: ## Install the packages for building and running
	@.ci/setup build

setup-deb: ## Install the packages for making a Debian package too
	@.ci/setup build deb

setup-tests: ## Install the packages for testing too
	@.ci/setup build tests
