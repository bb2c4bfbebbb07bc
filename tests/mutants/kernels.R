# Judges changes of kernels by the tests in C that reach the line. On request, tests in R judge the
# changes that these do not notice. For each change the affected files are compiled, the kernels
# linked, and existing tests run.
source("tests/mutants/build.R")
source("tests/mutants/lines.R")

mutable_files <- function() {
  Sys.glob(c("src/kernels/*/*.[ch]", "inst/include/calibrant/kernels/*/*.h"))
}

mutations <- mutations_c

prepare <- function(copy) {
  if (file.exists(file.path(copy, "tests.rds"))) return(invisible())
  build_all(copy)
  counts <- count_lines(copy)
  seconds <- vapply(names(counts), \(stem) {
    system.time(run_program(copy, file.path("programs", stem), "objects", 600))[["elapsed"]]
  }, 0)
  saveRDS(list(counts = counts, seconds = seconds), file.path(copy, "tests.rds"))
}

# The test of the stem comes first, then the others by time.
in_order <- function(stems, tests, change) {
  own <- sub("^(test|fuzz)-", "", stems) == stem_of(change$file)
  stems[order(!own, tests$seconds[stems])]
}

program_for <- function(copy, stem) {
  if (!file.exists(file.path(copy, object_of("mutant", stem)))) return(file.path("programs", stem))
  program <- file.path("mutant", stem)
  file.copy(file.path(copy, "objects/replay.o"), file.path(copy, "mutant"))
  link_program(copy, sanitized, "mutant", stem, "mutant/libkernels.so", program)
  program
}

# A test that takes ten times as long counts as endless.
noticed_in_c <- function(copy, change, tests) {
  for (stem in in_order(reaching(tests$counts, change$file, change$line), tests, change)) {
    limit <- 5 + 10 * tests$seconds[[stem]]
    if (run_program(copy, program_for(copy, stem), "mutant", limit) != 0) return(stem)
  }
  ""
}

install_once <- function(copy) {
  if (file.exists(file.path(copy, "log-install"))) return()
  install(copy)
  file.rename(file.path(copy, "log"), file.path(copy, "log-install"))
  must(copy, "rm -rf plain library-mutant && mkdir plain && cp -a library library-mutant")
}

# Compiles and links the library of R as R has done, except for files that were built anew.
link_for_r <- function(copy, sources) {
  log <- readLines(file.path(copy, "log-install"))
  compiling <- sub("-c kernels/pav/pav.c.*", "", grep("-c kernels/pav/pav.c", log, value = TRUE))
  linking <- grep("-shared .*-o calibrant.so", log, value = TRUE)
  included <- "-I../mutant/src -I../mutant/inst/include/calibrant"
  for (file in setdiff(sources, test_sources(copy))) {
    object <- object_of("../plain", file)
    command <- sub("^([^ ]+) ", sprintf("\\1 %s ", included), compiling)
    must(copy, "cd src && %s -c ../%s -o %s", command, file, object)
    linking <- sub(sprintf("kernels/[a-z]+/%s ", basename(object)), paste0(object, " "), linking)
  }
  linking <- sub("-o calibrant.so", "-o ../library-mutant/calibrant/libs/calibrant.so", linking)
  must(copy, "cd src && %s", linking)
}

judge <- function(copy, change, path, n_files) {
  tests <- readRDS(file.path(copy, "tests.rds"))
  sources <- if (endsWith(path, ".c")) path else dependent_sources(copy, change$file)
  if (!compile(copy, sanitized, sources, "mutant")) return(verdict("does not compile"))
  if (!link_kernels(copy, c("objects", "mutant"))) return(verdict("does not compile"))
  by <- noticed_in_c(copy, change, tests)
  if (!nzchar(by) && n_files > 0) {
    install_once(copy)
    link_for_r(copy, sources)
    by <- noticed_in_r(copy, stem_of(change$file), n_files, library = "library-mutant")
  }
  verdict(if (nzchar(by)) "noticed" else "not noticed", by)
}
