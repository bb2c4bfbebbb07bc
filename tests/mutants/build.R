# Builds kernels and their tests in a copy, under sanitizers as in the gates, since only these
# notice a read beyond an end. Kernels are one shared library; tests are linked to it once.

# The compiler finds a mutated header before the original one.
includes <- paste(
  "-Imutant/src -Imutant/inst/include/calibrant -Isrc -Iinst/include/calibrant",
  "-Itests/kernels -Itests/fuzz"
)
sanitized <- "gcc -std=c99 -O1 -w -fPIC -pthread -fsanitize=address,undefined -fno-sanitize-recover"

shell <- function(copy, ..., env = character()) {
  run_in(copy, "bash", c("-c", shQuote(sprintf(...))), env = env)
}

must <- function(copy, ...) {
  if (shell(copy, ...) != 0) stop("it failed: see ", file.path(copy, "log"))
}

stem_of <- function(path) sub("[.][choR]+$", "", basename(path))
object_of <- function(folder, files) file.path(folder, paste0(stem_of(files), ".o"))

kernel_sources <- function(copy) withr::with_dir(copy, Sys.glob("src/kernels/*/*.c"))

# A fuzz target is a test on inputs that are always the same.
test_sources <- function(copy) {
  files <- withr::with_dir(copy, Sys.glob(c("tests/kernels/test-*.c", "tests/fuzz/fuzz-*.c")))
  setdiff(files, "tests/kernels/test-long-vectors.c")
}
is_fuzz <- function(stem) startsWith(stem, "fuzz-")

compile <- function(copy, compiler, files, folder) {
  script <- sprintf("%s %s -MMD -c $0 -o %s/$(basename $0 .c).o", compiler, includes, folder)
  command <- sprintf("xargs -P2 -n1 bash -c '%s'", script)
  writeLines(files, file.path(copy, "sources"))
  shell(copy, "<sources %s", command) == 0
}

link_program <- function(copy, compiler, folder, stem, kernels, program) {
  objects <- c(object_of(folder, stem), if (is_fuzz(stem)) object_of(dirname(kernels[1]), "replay"))
  must(copy, "%s %s %s -lm -o %s", compiler, paste(objects, collapse = " "), kernels, program)
}

# The second folder has the rebuilt objects.
link_kernels <- function(copy, folders) {
  objects <- object_of(folders[1], kernel_sources(copy))
  anew <- object_of(folders[length(folders)], kernel_sources(copy))
  is_anew <- file.exists(file.path(copy, anew))
  objects[is_anew] <- anew[is_anew]
  shell(copy, "%s -shared -Wl,-soname,libkernels.so %s -o %s/libkernels.so", sanitized,
        paste(objects, collapse = " "), folders[length(folders)]) == 0
}

arguments_of <- function(copy, stem) {
  if (!is_fuzz(stem)) return("")
  stem <- sub("^fuzz-", "", stem)
  kept <- withr::with_dir(copy, Sys.glob(file.path("tests/fuzz/corpus", stem, "*")))
  paste(c(stem, 300, kept), collapse = " ")
}

# The status of a test with the kernels of a folder.
run_program <- function(copy, program, folder, seconds) {
  shell(copy, "timeout -k 2 %.0f %s %s", seconds, program, arguments_of(copy, basename(program)),
        env = c(paste0("LD_LIBRARY_PATH=", folder), "ASAN_OPTIONS=hard_rss_limit_mb=2500"))
}

build_all <- function(copy) {
  must(copy, "rm -rf objects programs mutant && mkdir objects programs")
  files <- c(kernel_sources(copy), test_sources(copy), "tests/kernels/replay.c")
  if (!compile(copy, sanitized, files, "objects") || !link_kernels(copy, "objects")) {
    stop("the kernels must compile: see ", file.path(copy, "log"))
  }
  for (stem in stem_of(test_sources(copy))) {
    program <- file.path("programs", stem)
    link_program(copy, sanitized, "objects", stem, "objects/libkernels.so", program)
  }
}

# The files that must be rebuilt after a change in one file.
dependent_sources <- function(copy, file) {
  all <- c(kernel_sources(copy), test_sources(copy))
  rules <- lapply(object_of("objects", all), \(object) {
    readLines(file.path(copy, sub("o$", "d", object)))
  })
  all[vapply(rules, \(rule) file %in% unlist(strsplit(rule, " +")), NA)]
}
