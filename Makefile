# Everything a person or a CI does, by name. Each target installs what it needs (tools/packages.txt) and then builds.
# The builds themselves are CMake presets: see CMakePresets.json.

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 600

# Used where it is there, never required.
CMAKE_CXX_COMPILER_LAUNCHER ?= $(shell command -v ccache 2>/dev/null)
export CMAKE_CXX_COMPILER_LAUNCHER
export CTEST_OUTPUT_ON_FAILURE = 1
export JOBS

SETUP = tools/setup.sh
BUILD = cmake --build --parallel $(JOBS) --preset

.PHONY: help setup build demo test matrix bench fuzz tidy format format-check install clean

help:
	@echo "make setup         install what building and testing needs (apt)"
	@echo "make build         the program, build/release/novikoff"
	@echo "make demo          build it and show what it does"
	@echo "make test          all tests, then the suites again under the address and undefined-behaviour sanitizers"
	@echo "make matrix        other compilers, no optimisation, every CPU level, portable and WebAssembly builds, same bytes"
	@echo "make bench         measures against plain twins and peers (which it installs), writes bench/RESULTS.md; SONAR=FILE for the UCI Sonar rows"
	@echo "make fuzz          FUZZ_SECONDS=600 on every fuzz target"
	@echo "make tidy          clang-tidy on all sources and headers"
	@echo "make format-check  clang-format, changing nothing; make format changes"
	@echo "make install       to PREFIX=/usr/local"
	@echo "make clean         remove build/"

setup:
	@$(SETUP) build test

# The release build is shared with `make test`; it has the tests only from then on.
build:
	@$(SETUP) build
	@test -f build/release/build.ninja || cmake --preset release -DNOVIKOFF_TESTS=OFF
	@$(BUILD) release --target program

demo: build
	@build/release/novikoff demo
	@echo
	@echo "The program is build/release/novikoff; build/release/novikoff --help lists its commands."

test:
	@$(SETUP) build test
	cmake --preset release -DNOVIKOFF_TESTS=ON
	$(BUILD) release
	ctest --preset release --parallel $(JOBS)
	cmake --preset asan
	$(BUILD) asan
	ctest --preset asan --parallel $(JOBS)

matrix:
	@$(SETUP) build test matrix
	tools/matrix.sh

bench: build
	@$(SETUP) build bench
	@cmake --preset release >/dev/null
	@$(BUILD) release --target bench_programs
	bench/run.py build/release $(if $(SONAR),--sonar $(SONAR))

fuzz:
	@$(SETUP) build test matrix
	cmake --preset fuzz
	$(BUILD) fuzz --target fuzzers
	tools/fuzz.sh $(FUZZ_SECONDS)

tidy:
	@$(SETUP) build test matrix
	tools/tidy.sh

format:
	@$(SETUP) matrix
	tools/format.sh -i

format-check:
	@$(SETUP) matrix
	tools/format.sh --dry-run --Werror

install: build
	cmake --build build/release --parallel $(JOBS)
	cmake --install build/release --prefix $(PREFIX)

clean:
	rm -rf build
