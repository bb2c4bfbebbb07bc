# Makes small changes to kernels and to computations in R, one at a time, and runs the tests.
# A change that no test notices is a survivor: a gap in the tests, or a change that changes nothing.
# Writes tests/mutants/results.md. The last line counts what was noticed and what was not.
#   Rscript tests/mutants/run.R NUMBER SEED MINUTES FILES
# Two thirds of the changes are in the kernels. It stops after so many minutes of processor time,
# and asks only those FILES test files in R whose names are nearest, so rates are lower bounds.
source("tests/mutants/mutations.R")

arguments <- as.numeric(commandArgs(trailingOnly = TRUE))
n_mutants <- arguments[1]
seed <- arguments[2]
minutes <- arguments[3]
n_files <- arguments[4]
limit_seconds <- 2400

work <- tempfile("calibrant-mutants-")
dir.create(file.path(work, "library"), recursive = TRUE)
parts <- c("DESCRIPTION", "NAMESPACE", "LICENSE", "R", "src", "inst", "data", "tests", "tools")
for (part in parts) {
  file.copy(part, work, recursive = TRUE, copy.date = TRUE)
}

run_in_copy <- function(command, args = character(), env = character(), seconds = limit_seconds) {
  withr::local_dir(work)
  system2(command, args, env = env, stdout = "log", stderr = "log", timeout = seconds)
}

# Pictures are left out: what they draw is a matter of taste to a mutation.
kernel_files <- Sys.glob("src/kernels/*/*.[ch]")
r_files <- setdiff(
  list.files("R", "[.]R$", full.names = TRUE),
  list.files("R", "^(plot-|.*-methods|data-|util-package|util-reexports)", full.names = TRUE)
)

draw <- function(all, n) all[sample.int(nrow(all), n), ]
set.seed(seed)
n_r <- n_mutants %/% 3
mutants <- rbind(
  draw(do.call(rbind, lapply(kernel_files, mutations_c)), n_mutants - n_r),
  draw(do.call(rbind, lapply(r_files, mutations_r)), n_r)
)
# Mixed, so that both parts are there wherever the time ends.
mutants <- draw(mutants, nrow(mutants))

install <- function() {
  run_in_copy(
    "R", c("CMD", "INSTALL", "--no-docs", "--no-multiarch", "--no-test-load", "--no-byte-compile",
           "--library=library", "."),
    env = c("R_MAKEVARS_USER=tools/dev.mk", "MAKEFLAGS=-j2")
  ) == 0
}

# Under sanitizers, as in the gates: what is read beyond an end is noticed by nothing else.
compiler <- paste(
  "gcc -std=gnu11 -O1 -w -fsanitize=address,undefined -fno-sanitize-recover",
  "-Isrc -Iinst/include/calibrant -Itests/kernels"
)

run_in_shell <- function(...) run_in_copy("bash", c("-c", shQuote(sprintf(...))))

# A change in a header compiles all kernels again.
compile_kernels <- function(file) {
  files <- if (endsWith(file, ".c")) file else Sys.glob("src/kernels/*/*.c")
  run_in_shell(
    "printf '%%s\\n' %s | xargs -P2 -I{} sh -c '%s -c {} -o objects/$(basename {} .c).o'",
    paste(files, collapse = " "), compiler
  ) == 0
}

# The kernel tests: that of the stem first, then those that include its header, then the others.
kernel_tests_notice <- function(stem) {
  tests <- setdiff(Sys.glob("tests/kernels/test-*.c"), "tests/kernels/test-long-vectors.c")
  near <- vapply(tests, \(test) any(grepl(paste0("/", stem, ".h"), readLines(test))), NA)
  own <- basename(tests) == sprintf("test-%s.c", stem)
  for (test in tests[order(!own, !near)]) {
    linked <- run_in_shell("%s %s objects/*.o -lm -o kernel-test", compiler, test) == 0
    if (linked && run_in_copy("./kernel-test", seconds = 300) != 0) return(TRUE)
  }
  FALSE
}

# The tests of the file first, then the rest, up to the first failure. A change in R needs no
# installation.
r_tests_notice <- function(stem, file = NULL, seconds = limit_seconds) {
  run_in_copy(
    "Rscript", c("tests/mutants/first-failure.R", shQuote(c(stem, file))),
    env = c(sprintf("R_LIBS=%s:%s", file.path(work, "library"), Sys.getenv("R_LIBS")),
            "NOT_CRAN=true", "OMP_THREAD_LIMIT=2", paste0("MUTANT_FILES=", n_files)),
    seconds = seconds
  ) != 0
}

# Whether the installed package is that of a change in the kernels.
is_stale <- FALSE

judge_kernel <- function(file, stem) {
  if (!compile_kernels(file)) return("does not compile")
  if (kernel_tests_notice(stem)) return("killed")
  is_stale <<- TRUE
  if (!install()) return("does not compile")
  if (r_tests_notice(stem)) "killed" else "survived"
}

judge <- function(change) {
  target <- file.path(work, change$file)
  original <- readLines(target, encoding = "UTF-8")
  changed <- original
  changed[change$line] <- mutate_line(original[change$line], change)
  writeLines(changed, target, useBytes = TRUE)
  is_kernel <- startsWith(change$file, "src/")
  on.exit({
    writeLines(original, target, useBytes = TRUE)
    if (is_kernel) compile_kernels(change$file)
  })
  stem <- sub("[.][chR]$", "", basename(change$file))
  if (is_kernel) return(judge_kernel(change$file, stem))
  if (is_stale && install()) is_stale <<- FALSE
  if (r_tests_notice(stem, change$file)) "killed" else "survived"
}

describe <- function(change) {
  sprintf("%s:%d: `%s` became `%s`", change$file, change$line, trimws(change$before),
          trimws(change$after))
}

dir.create(file.path(work, "objects"))
stopifnot("the kernels must compile" = compile_kernels(""))
stopifnot(
  "the tests must pass before anything is changed" =
    install() && !r_tests_notice("pav", seconds = 0)
)
verdicts <- character()
used <- function() sum(proc.time()[c("user.self", "sys.self", "user.child", "sys.child")]) / 60
for (i in seq_len(nrow(mutants))) {
  if (used() > minutes) break
  verdicts[i] <- judge(mutants[i, ])
  cat(sprintf("%d of %d: %s: %s\n", i, nrow(mutants), describe(mutants[i, ]), verdicts[i]))
}
unlink(work, recursive = TRUE)
mutants <- mutants[seq_along(verdicts), ]
part <- ifelse(startsWith(mutants$file, "src/"), "kernels (C)", "computations (R)")

# Exact limits of Clopper and Pearson.
row_of <- function(name, verdicts) {
  n <- table(factor(verdicts, c("killed", "survived", "does not compile")))
  judged <- n[["killed"]] + n[["survived"]]
  limits <- 100 * stats::binom.test(n[["killed"]], judged)$conf.int
  sprintf("| %s | %d | %d | %d | %.1f %% | %.1f to %.1f %% |", name, n[["killed"]],
          n[["survived"]], n[["does not compile"]], 100 * n[["killed"]] / judged,
          limits[1], limits[2])
}

survived <- which(verdicts == "survived")
writeLines(
  c(
    "# Mutants",
    "",
    sprintf(
      "Written by `make mutants MUTANTS=%d SEED=%d MINUTES=%d FILES=%d`: %d changes at random",
      n_mutants, seed, minutes, n_files, length(verdicts)
    ),
    sprintf(
      "in %.0f minutes of processor time, each judged by kernel tests and by the %d test files",
      used(), n_files
    ),
    "in R whose names are nearest, so that rates are lower bounds. Intervals are exact, of 95 %.",
    "",
    "| part | noticed | not noticed | do not compile | rate | interval |",
    "|---|--:|--:|--:|--:|--:|",
    mapply(row_of, unique(part), split(verdicts, part)[unique(part)]),
    row_of("both", verdicts),
    "",
    "Not noticed:",
    "",
    paste("*", vapply(survived, \(i) describe(mutants[i, ]), ""))
  ),
  "tests/mutants/results.md"
)
cat(sprintf("%d passed, %d failed\n", sum(verdicts == "killed"), length(survived)))
