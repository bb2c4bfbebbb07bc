# Judges changes of kernels by the tests in C, and what these do not notice by tests in R.

mutable_files <- function() Sys.glob("src/kernels/*/*.[ch]")

mutations <- mutations_c

# Under sanitizers, as in the gates: what is read beyond an end is noticed by nothing else.
compiler <- paste(
  "gcc -std=gnu11 -O1 -w -fsanitize=address,undefined -fno-sanitize-recover",
  "-Imutant/src -Isrc -Imutant/src/kernels -Iinst/include/calibrant -Itests/kernels"
)

in_shell <- function(copy, ...) run_in(copy, "bash", c("-c", shQuote(sprintf(...))))

compile_kernels <- function(copy, files) {
  in_shell(
    copy, "printf '%%s\\n' %s | xargs -P2 -I{} sh -c '%s -c {} -o objects/$(basename {} .c).o'",
    paste(files, collapse = " "), compiler
  ) == 0
}

all_kernels <- function(copy) {
  withr::local_dir(copy)
  Sys.glob("src/kernels/*/*.c")
}

prepare <- function(copy) {
  dir.create(file.path(copy, "objects"), showWarnings = FALSE)
  unlink(file.path(copy, "mutant"), recursive = TRUE)
  if (!compile_kernels(copy, all_kernels(copy))) stop("the kernels must compile")
}

# The test in C that notices something: that of the stem first, then those that include its header,
# then the others.
noticed_in_c <- function(copy, stem) {
  withr::local_dir(copy)
  tests <- setdiff(Sys.glob("tests/kernels/test-*.c"), "tests/kernels/test-long-vectors.c")
  near <- vapply(tests, \(test) any(grepl(paste0("/", stem, ".h"), readLines(test))), NA)
  own <- basename(tests) == sprintf("test-%s.c", stem)
  for (test in tests[order(!own, !near)]) {
    linked <- in_shell(copy, "%s %s objects/*.o -lm -o kernel-test", compiler, test) == 0
    if (linked && run_in(copy, "./kernel-test", seconds = 300) != 0) return(basename(test))
  }
  ""
}

judge <- function(copy, change, path, n_files) {
  on.exit(compile_kernels(copy, sub("^mutant/", "", files)))
  files <- if (endsWith(path, ".c")) path else all_kernels(copy)
  if (!compile_kernels(copy, files)) return(verdict("does not compile"))
  by <- noticed_in_c(copy, sub("[.][ch]$", "", basename(path)))
  verdict(if (nzchar(by)) "noticed" else "not noticed", by)
}
