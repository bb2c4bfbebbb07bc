SHELL := /bin/bash
.DEFAULT_GOAL := help

ENV := tools/env.sh
INSTALLED := .lib/calibrant/DESCRIPTION
# Folders are listed too: a file that was deleted changes nothing else.
SOURCES := $(shell find DESCRIPTION NAMESPACE R src data inst man 2>/dev/null | grep -v '\.s\?o$$')

.PHONY: accuracy help demo test setup setup-run install kernels fuzz torture valgrind gates check document readme format bench clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

demo: install ## evaluate the shipped data; table and figures go to demo-output/
	@$(ENV) Rscript tools/demo.R

test: install ## run the tests
	@$(ENV) Rscript tools/test.R

setup: ## install what is missing for all targets
	@tools/setup.sh

setup-run:
	@tools/setup.sh run

install: $(INSTALLED) ## install the package into .lib/

$(INSTALLED): $(SOURCES) | setup-run
	@tools/install.sh .lib
	@touch $@

kernels: setup ## test the C kernels without R, under sanitizers
	@tests/kernels/run.sh

fuzz: setup ## look for inputs on which the C kernels break
	@tests/fuzz/run.sh $(FUZZ_SECONDS)

torture: install ## run every entry point while R collects garbage all the time
	@$(ENV) Rscript tools/torture.R

valgrind: setup install ## run every entry point and tests under valgrind (VALGRIND_TESTS=all)
	@tools/valgrind.sh $(VALGRIND_TESTS)

gates: setup install ## check the rules of the project
	@tools/gates.sh

check: setup ## R CMD check as CRAN runs it
	@tools/check.sh

document: setup install ## write man/ and NAMESPACE from the sources
	@$(ENV) Rscript -e 'roxygen2::roxygenise(load_code = roxygen2::load_installed)'

readme: setup install ## render README.md
	@$(ENV) Rscript -e 'rmarkdown::render("README.Rmd", output_options = list(html_preview = FALSE), quiet = TRUE)'

format: setup ## format the C code
	@find src tests inst -name '*.[ch]' -exec clang-format -i {} +

bench: install ## run the benchmarks against the peers that can be installed
	@tools/setup.sh run monotone comparison nnet || true
	@$(ENV) Rscript bench/run.R

accuracy: install ## compare the measures with a reference of 200 bits
	@tools/setup.sh run Rmpfr
	@$(ENV) Rscript bench/accuracy.R

clean: ## remove what the targets have made
	@rm -rf .lib/calibrant demo-output
	@find src -name '*.o' -delete -o -name '*.so' -delete
