# A copy of the project, in which judges build and run; its files are never changed. A mutated file
# lies in a folder of its own, `mutant/`, which compilers and readers search first. A copy from an
# interrupted run is used again, with its code.

make_copy <- function(folder) {
  dir.create(file.path(folder, "library"), recursive = TRUE, showWarnings = FALSE)
  parts <- c("DESCRIPTION", "NAMESPACE", "LICENSE", "R", "src", "inst", "data", "tests", "tools")
  if (!file.exists(file.path(folder, "complete"))) {
    for (part in parts) file.copy(part, folder, recursive = TRUE, copy.date = TRUE)
    file.create(file.path(folder, "complete"))
  }
  normalizePath(folder)
}

run_in <- function(copy, command, args = character(), env = character(), seconds = 2400) {
  withr::local_dir(copy)
  system2(command, args, env = env, stdout = "log", stderr = "log", timeout = seconds)
}

# Needs a minute the first time.
install <- function(copy) {
  status <- run_in(
    copy, "R", c("CMD", "INSTALL", "--no-docs", "--no-multiarch", "--no-test-load",
                 "--no-byte-compile", "--library=library", "."),
    env = c("R_MAKEVARS_USER=tools/dev.mk", "MAKEFLAGS=-j2")
  )
  if (status != 0) stop("the copy must install: see ", file.path(copy, "log"))
}

# Name of the test file in R that notices a change, "" if none does. Runs the `n_files` files whose
# names are most similar to the stem.
noticed_in_r <- function(copy, stem, n_files, library = "library") {
  status <- run_in(
    copy, "Rscript", c("tests/mutants/first-failure.R", shQuote(stem)),
    env = c(sprintf("R_LIBS=%s:%s", file.path(copy, library), Sys.getenv("R_LIBS")),
            "NOT_CRAN=true", paste0("MUTANT_FILES=", n_files))
  )
  if (status == 0) return("")
  last <- utils::tail(readLines(file.path(copy, "log"), warn = FALSE), 1)
  if (grepl(" fails$", last)) paste0("test-", sub(" fails$", ".R", last)) else "R ends"
}

# Writes the file as the change makes it, and returns its path in the copy.
write_mutant <- function(copy, change) {
  lines <- readLines(file.path(copy, change$file), encoding = "UTF-8")
  lines[change$line] <- mutate_line(lines[change$line], change)
  path <- file.path("mutant", change$file)
  unlink(file.path(copy, "mutant"), recursive = TRUE)
  dir.create(file.path(copy, dirname(path)), recursive = TRUE)
  writeLines(lines, file.path(copy, path), useBytes = TRUE)
  path
}
