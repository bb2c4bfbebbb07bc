# Compiles kernels with counters of executed lines, and runs the C tests and the fuzz targets on
# them.
include <- "-std=c99 -w -Isrc -Iinst/include/calibrant"

run <- function(...) {
  if (system(sprintf(...)) != 0) stop("it failed: ", sprintf(...))
}

# Compiles the kernels and returns the object files.
compile_kernels <- function(compiler, folder) {
  files <- Sys.glob("src/kernels/*/*.c")
  objects <- file.path(folder, sub("[.]c$", ".o", basename(files)))
  Map(\(file, object) run("%s %s -c %s -o %s", compiler, include, file, object), files, objects)
  objects
}

# Runs each program in turn, after the settings that `env` derives from its stem.
run_programs <- function(compiler, libraries, folder, env = \(stem) "") {
  run_program <- function(stem, sources, arguments = "") {
    run("%s %s %s %s/*.o %s -lm -o %s/test", compiler, include, sources, folder, libraries, folder)
    run("%s %s/test %s >%s/log", env(stem), folder, arguments, folder)
  }
  tests <- setdiff(Sys.glob("tests/kernels/test-*.c"), "tests/kernels/test-long-vectors.c")
  for (file in tests) {
    run_program(sub("[.]c$", "", basename(file)), paste("-Itests/kernels", file))
  }
  for (file in Sys.glob("tests/fuzz/fuzz-*.c")) {
    stem <- sub("[.]c$", "", basename(file))
    target <- sub("^fuzz-", "", stem)
    kept <- list.files(file.path("tests/fuzz/corpus", target), full.names = TRUE)
    sources <- paste("-Itests/fuzz", file, "tests/kernels/replay.c")
    run_program(stem, sources, paste(c(target, "1000", kept), collapse = " "))
  }
}
