SHELL := /bin/bash
.DEFAULT_GOAL := help

ENV := tools/env.sh
INSTALLED := .lib/calibrant/DESCRIPTION
COMPUTED := auc|bigaussian|complement|cross-entropy|eer|entropy-score|error-rates|isotonic|pav|posterior
COMPUTED_IN_C := '^(backend|calibrate|class|curve|measure|rule|util)-($(COMPUTED)|kde|score|vectors|vector-path)$$'
# Folders are listed too: a file that was deleted changes nothing else.
SOURCES := $(shell find DESCRIPTION NAMESPACE R src data inst man 2>/dev/null | grep -v '\.s\?o$$')

.PHONY: accuracy bench bench-quick branches certified check clean contraction coverage coverage-papers coverage-tables \
  damage decisions demo dev document doors engines faults files format fresh fuzz gallery gates growth \
  heeded help install kernels leaks library mistakes mutants newest page page-test peers platforms proofs python races readme release setup setup-demo setup-site \
  setup-needed setup-run settings site sizes snapshots sources sweep test torture usability valgrind

site: setup-site install ## build the site in site/, and check its links
	@$(ENV) Rscript -e 'options(pkgdown.internet = FALSE)' \
	  -e 'pkgdown::build_site(install = FALSE, preview = FALSE)'
	@$(ENV) Rscript tools/finish-site.R
	@$(ENV) Rscript tools/check-links.R

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

demo: setup-demo $(INSTALLED) ## tell the story of the shipped data; the report goes to demo-output/
	@$(ENV) Rscript tools/demo.R

gallery: install ## draw every picture on every awkward set, in gallery/, to be looked at
	@tools/setup.sh gallery
	@$(ENV) Rscript tools/gallery.R

dev: setup-run ## install what has changed and run the tests that match: make dev FILTER=pav
	@tools/dev.sh '$(FILTER)'

test: install ## run the tests, or those that match: make test FILTER=pav EXTENDED=1
	@FILTER='$(FILTER)' $(if $(EXTENDED),CALIBRANT_EXTENDED=true) $(ENV) Rscript tools/test.R

setup: ## install what is missing for all targets
	@tools/setup.sh

setup-run:
	@tools/setup.sh run

setup-site:
	@tools/setup.sh site

setup-demo:
	@tools/setup.sh needed jsonlite knitr rmarkdown

setup-needed:
	@tools/setup.sh needed

install: setup-run $(INSTALLED) ## install the package into .lib/

$(INSTALLED): $(SOURCES) | setup-needed
	@tools/install.sh .lib
	@touch $@

kernels: setup ## test the C kernels without R, under sanitizers
	@tests/kernels/run.sh

fuzz: setup ## look for inputs on which the C kernels break
	@tests/fuzz/run.sh $(FUZZ_SECONDS)

snapshots: install ## accept the words of messages as they are now, after reading the diff
	@FILTER=messages $(ENV) Rscript tools/test.R >/dev/null || true
	@$(ENV) Rscript -e 'testthat::snapshot_accept("messages", "tests/testthat")'
	@git --no-pager diff --stat tests/testthat/_snaps

sweep: install ## call everything with bad arguments: SHARE=0.05 FILTER=predict
	@FILTER='$(FILTER)' $(ENV) Rscript tests/robustness/sweep.R $(or $(SHARE),1) sweep.tsv

heeded: install ## call every export with two values of each argument, which must differ: FILTER=dcf
	@FILTER='$(FILTER)' $(ENV) Rscript tests/robustness/heeded.R

settings: install ## call every verb under options, variables and locales, which must not matter: FILTER=locale
	@FILTER='$(FILTER)' $(ENV) Rscript tests/robustness/settings.R

damage: install ## damage sets and fits at random; no call may crash: OBJECTS=1000 SEED=1
	@$(ENV) Rscript tests/robustness/damage.R $(or $(OBJECTS),1000) $(or $(SEED),1)

doors: install ## try the doors of the package: random dialects through all readers; bench/doors-held.md; SEED=1 SHORT=1
	@SHORT='$(or $(SHORT),$(CI))' SEED='$(or $(SEED),1)' $(ENV) Rscript tests/doors/run.R

faults: install ## write to full disks, closed pipes, killed and doubled: TRIES=200; bench/faults.md
	@$(ENV) Rscript tests/doors/faults.R $(or $(TRIES),200)

files: install ## run the files of tests/files through all doors; bench/files.md; UPDATE=1 lists what is open
	@if python/test.sh there; then python/test.sh read; fi
	@UPDATE='$(UPDATE)' $(ENV) Rscript tests/files/run.R

engines: install ## judge trials in real databases: ENGINE=Postgre FILTER=numbers
	@tools/setup.sh engines
	@ENGINE='$(ENGINE)' FILTER='$(FILTER)' $(ENV) Rscript tests/engines/run.R

mutants: install ## break the code at random, and see whether a test notices: KIND=c MUTANTS=60 SEED=1
	@CALIBRANT_EXTENDED=true $(ENV) Rscript tests/mutants/run.R $(or $(KIND),c) $(or $(MUTANTS),60) \
	  $(or $(SEED),1) $(or $(MINUTES),60) $(or $(FILES),1000)

branches: setup ## count the branches of the kernels that C tests take, in bench/branches.md
	@$(ENV) Rscript tests/kernels/branches.R

decisions: setup ## show that each condition can turn its decision (MC/DC), in bench/decisions.md
	@$(ENV) Rscript tests/kernels/decisions.R

coverage: setup install ## list the lines that no test reaches, in coverage.txt
	@tools/setup.sh run covr
	@CALIBRANT_EXTENDED=true $(ENV) Rscript tools/coverage.R

contraction: install ## test numbers on a build that fuses multiplications and additions
	@tools/contraction.sh

newest: install ## run the tests with the newest packages of CRAN, which takes an hour to build
	@FILTER='$(FILTER)' $(ENV) Rscript tools/newest.R

proofs: ## prove the contracts of kernels with Frama-C, in bench/proofs.md
	@tests/kernels/proofs.sh

platforms: setup install ## test kernels on arm64, s390x, i386 under qemu, and qualify R there; compile for Windows
	@tests/kernels/platforms.sh
	@bench/qualify-platforms.sh

leaks: setup install ## call every entry point under valgrind
	@tools/valgrind.sh

torture: install ## call every entry point while R collects garbage all the time
	@$(ENV) Rscript tools/entry-points.R torture

fresh: setup-needed ## install from the tracked files with nothing but what is imported; run all examples
	@tools/fresh.sh

valgrind: setup install ## run the tests of what C computes, or others, under valgrind: FILTER=pav
	@tools/valgrind.sh $(or $(FILTER),$(COMPUTED_IN_C))

gates: setup install ## check the rules of the project
	@tools/gates.sh

sizes: install ## print how large the parts are, and how far everyday calls go
	@$(ENV) Rscript tools/sizes.R
	@$(ENV) Rscript tools/calls.R

check: setup ## R CMD check as CRAN runs it
	@$(ENV) Rscript tools/check.R

library: ## build libcalibrant and the example in C, and run both, also in threads and forks
	@$(MAKE) --no-print-directory -s -C lib
	@.build/lib/example lib/voice.csv
	@tests/doors/library.sh

races: ## ask libcalibrant in threads under ThreadSanitizer, and in forks under AddressSanitizer
	@tests/doors/library.sh thread
	@tests/doors/library.sh address

python: ## build the wheel for Python, and test it with numpy and pandas and without
	@python/test.sh

peers: ## run tests of scikit-learn, and of the clone that LIR names, with the answers of calibrant; UPDATE=1
	@python/test.sh read
	@LIR='$(LIR)' UPDATE='$(UPDATE)' tests/peers/run.sh

page: install ## build inst/page/calibrant.html, which judges LRs in a browser
	@tools/setup.sh page
	@$(ENV) node page/build.mjs

page-test: install ## test the page in a browser, number by number against R
	@tools/setup.sh page
	@PAGE_REBUILD=1 $(ENV) node --test tests/page/*.test.mjs
	@BROWSER=firefox $(ENV) node --test tests/page/behaviour.test.mjs tests/page/access.test.mjs

document: setup install ## write man/, NAMESPACE and tutorials from the sources
	@$(ENV) Rscript -e 'roxygen2::roxygenise(load_code = roxygen2::load_installed)'
	@$(ENV) Rscript tools/tutorials.R

readme: setup install ## render README.md
	@$(ENV) Rscript -e 'rmarkdown::render("README.Rmd", output_options = list(html_preview = FALSE), quiet = TRUE)'

format: setup ## format the C code
	@find src tests inst lib -name '*.[ch]' -exec clang-format -i {} +

bench: install ## run the benchmarks against the peers that can be installed
	@tools/setup.sh run monotone comparison nnet || true
	@$(ENV) Rscript bench/run.R

growth: install ## time the most used calls from 300 to 1e8 trials, in bench/growth.md: TRIALS=1e8
	@tools/setup.sh run pROC rms nnet
	@$(ENV) Rscript bench/growth.R $(TRIALS)

bench-quick: install ## run the benchmarks with gates for a moment; fails below two thirds of a gate
	@$(ENV) Rscript bench/quick.R

mistakes: install ## make the mistakes of new users, in bench/mistakes.md; none may be silent
	@$(ENV) Rscript bench/mistakes.R

usability: install ## re-run what a new user meets, in bench/usability.md
	@$(ENV) Rscript bench/usability.R

sources: install ## time trials in files and databases, in bench/sources-1e7.md: ROWS=1e7 TURNS=3
	@tools/setup.sh engines
	@$(ENV) Rscript bench/sources.R $(or $(ROWS),1e7) $(or $(TURNS),3)

accuracy: install ## compare the measures with a reference of 200 bits
	@tools/setup.sh run Rmpfr
	@$(ENV) Rscript bench/accuracy.R

certified: install ## judge the programs that are here on the certified sets
	@$(ENV) Rscript bench/certified.R

coverage-tables: install ## simulate how often intervals hold and tests reject: SETS=400 NAMES=items
	@$(ENV) Rscript bench/coverage.R $(or $(SETS),400) 1000 $(NAMES)
	@$(ENV) Rscript bench/coverage-means.R
	@$(ENV) Rscript bench/coverage-eer.R $(or $(SETS),400)
	@$(ENV) Rscript bench/coverage-bands.R $(or $(SETS),400)
	@$(ENV) Rscript bench/coverage-procedure.R $(or $(SETS),400)
	@$(ENV) Rscript bench/calibration-test.R $(or $(SETS),400)
	@$(ENV) Rscript bench/calibration-range.R $(or $(SETS),200)

coverage-papers: install ## check row by row that what the five papers define is here
	@$(ENV) Rscript bench/coverage-papers.R

# Facts that only the owner knows: Authors@R, URL and BugReports in DESCRIPTION, and the holder of
# the copyright in the other files.
release: ## refuse a release in which a line of the owner is not filled in
	@! grep -nE 'calibrant[.]example|calibrant authors' DESCRIPTION LICENSE LICENSE.md inst/CITATION \
	  SECURITY.md CODE_OF_CONDUCT.md README.Rmd cran-comments.md
	@grep -x "# calibrant $$(sed -n 's/^Version: //p' DESCRIPTION)" NEWS.md

clean: ## remove what the targets have made
	@rm -rf .lib/calibrant .lib/dev build python/build python/calibrant.egg-info demo-output gallery site coverage.txt sweep.tsv
	@find src -name '*.o' -delete -o -name '*.so' -delete
