# Makes small changes to kernels and to computations in R, one at a time, and runs the tests.
# A change that no test notices is a survivor: a gap in the tests, or a change that changes nothing.
# Writes tests/mutants/results.md. The last line counts what was noticed and what was not.
#   Rscript tests/mutants/run.R [number] [seed]
source("tests/mutants/mutations.R")

arguments <- as.integer(commandArgs(trailingOnly = TRUE))
n_mutants <- arguments[1]
seed <- arguments[2]
limit_seconds <- 1200

work <- tempfile("calibrant-mutants-")
dir.create(file.path(work, "library"), recursive = TRUE)
parts <- c("DESCRIPTION", "NAMESPACE", "LICENSE", "R", "src", "inst", "data", "tests", "tools")
for (part in parts) {
  file.copy(part, work, recursive = TRUE, copy.date = TRUE)
}

run_in_copy <- function(command, args = character(), env = character()) {
  withr::local_dir(work)
  system2(command, args, env = env, stdout = "log", stderr = "log", timeout = limit_seconds)
}

# Pictures are left out: what they draw is a matter of taste to a mutation.
kernel_files <- Sys.glob("src/kernels/*/*.[ch]")
r_files <- setdiff(
  list.files("R", "[.]R$", full.names = TRUE),
  list.files("R", "^(plot-|.*-methods|data|calibrant-package|reexports)", full.names = TRUE)
)

draw <- function(all, n) all[sample.int(nrow(all), n), ]
set.seed(seed)
mutants <- rbind(
  draw(do.call(rbind, lapply(kernel_files, mutations_c)), n_mutants %/% 2),
  draw(do.call(rbind, lapply(r_files, mutations_r)), n_mutants - n_mutants %/% 2)
)

install <- function() {
  run_in_copy(
    "R", c("CMD", "INSTALL", "--no-docs", "--no-multiarch", "--no-test-load", "--no-byte-compile",
           "--library=library", "."),
    env = c("R_MAKEVARS_USER=tools/dev.mk", "MAKEFLAGS=-j2")
  ) == 0
}

# Kernel tests of the stem first: they take a second.
kernel_test_notices <- function(stem) {
  test <- sprintf("tests/kernels/test-%s.c", stem)
  if (!file.exists(file.path(work, test))) return(FALSE)
  compiled <- run_in_copy("bash", c("-c", shQuote(sprintf(
    "gcc -std=gnu11 -O1 -w -Isrc -Iinst/include/calibrant -Itests/kernels %s %s",
    test, "src/kernels/*/*.c -lm -o kernel-test"
  ))))
  compiled == 0 && run_in_copy("./kernel-test") != 0
}

# The tests of the file first, then the rest, up to the first failure.
r_tests_notice <- function(stem) {
  run_in_copy(
    "Rscript", c("tests/mutants/first-failure.R", shQuote(stem)),
    env = c(sprintf("R_LIBS=%s:%s", file.path(work, "library"), Sys.getenv("R_LIBS")),
            "NOT_CRAN=true", "OMP_THREAD_LIMIT=2")
  ) != 0
}

judge <- function(change) {
  target <- file.path(work, change$file)
  original <- readLines(target, encoding = "UTF-8")
  changed <- original
  changed[change$line] <- mutate_line(original[change$line], change)
  writeLines(changed, target, useBytes = TRUE)
  on.exit(writeLines(original, target, useBytes = TRUE))
  stem <- sub("[.][chR]$", "", basename(change$file))
  if (startsWith(change$file, "src/") && kernel_test_notices(stem)) return("killed")
  if (!install()) return("does not compile")
  if (r_tests_notice(stem)) "killed" else "survived"
}

describe <- function(change) {
  sprintf("%s:%d: `%s` became `%s`", change$file, change$line, trimws(change$before),
          trimws(change$after))
}

stopifnot("the tests must pass before anything is changed" = install() && !r_tests_notice("pav"))
verdicts <- character()
for (i in seq_len(nrow(mutants))) {
  verdicts[i] <- judge(mutants[i, ])
  cat(sprintf("%d of %d: %s: %s\n", i, nrow(mutants), describe(mutants[i, ]), verdicts[i]))
}
unlink(work, recursive = TRUE)

n <- table(factor(verdicts, c("killed", "survived", "does not compile")))
rate <- 100 * n[["killed"]] / (n[["killed"]] + n[["survived"]])
writeLines(
  c(
    "# Mutants",
    "",
    sprintf("Written by `make mutants MUTANTS=%d SEED=%d`: so many changes at", n_mutants, seed),
    "random, half in the kernels and half in the computations in R, each judged by the tests.",
    "",
    sprintf("%d were noticed, %d were not, %d did not compile: a rate of %.0f %%.", n[["killed"]],
            n[["survived"]], n[["does not compile"]], rate),
    "",
    "Not noticed:",
    "",
    paste("*", vapply(which(verdicts == "survived"), \(i) describe(mutants[i, ]), ""))
  ),
  "tests/mutants/results.md"
)
cat(sprintf("%d passed, %d failed\n", n[["killed"]], n[["survived"]]))
