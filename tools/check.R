# R CMD check as CRAN runs it, without the manual, which would need LaTeX. Fails on errors, on
# warnings, and on notes that say anything but the lines below. The last line counts the steps.
allowed_in_notes <- c(
  "^Maintainer: ",
  "^New submission$",
  "unable to verify current time",
  # The check reads the symbols of the library, so the 1.4 MB of symbols for a debugger are kept.
  "^installed size is +([5-9]|10)[.][0-9]Mb$",
  "^Packages? which this enhances but not available",
  "^(.(pROC|ROCR|yardstick).(, |$))+",
  "^sub-directories of 1Mb or more:$", "^(R|doc|help|libs) +[0-3][.][0-9]Mb$",
  # A check without vignettes has a note about it; a fault in a vignette stops the build.
  "^Package has a VignetteBuilder field but no prebuilt vignette index[.]$"
)

# In .ci/run all tests have a step of their own, on the installed tarball. Of three consecutive
# commits, one runs the examples, as `make fresh` does too, one checks with imports alone, and one
# builds the vignettes, which runs their code.
in_ci <- nzchar(Sys.getenv("CI"))
chosen <- if (in_ci) "^(callables|calibrate-file|trust-qualify)$" else ""
turn <- as.integer(Sys.getenv("TURN", "0")) %% 3
no_vignettes <- if (in_ci && turn != 2) "--no-build-vignettes"
brief <- c(if (turn == 2) "--no-vignettes" else "--ignore-vignettes", if (turn != 0) "--no-examples")
leave_out <- if (in_ci) brief else "--no-build-vignettes"
if (in_ci) Sys.setenv(R_MAKEVARS_USER = normalizePath(".ci/quick.mk"))

# No step may depend on the network. Building the package has just built its vignettes.
run_check <- function(args, build_args, ...) {
  rcmdcheck::rcmdcheck(
    ".", args = c("--no-manual", args), build_args = c("--no-manual", build_args),
    error_on = "never", quiet = TRUE, env = c("CALIBRANT_TESTS" = chosen, ...)
  )
}
result <- run_check(
  c("--as-cran", leave_out), no_vignettes,
  "_R_CHECK_CRAN_INCOMING_REMOTE_" = "false", "_R_CHECK_SYSTEM_CLOCK_" = "false",
  "_R_CHECK_DONTTEST_EXAMPLES_" = tolower(!in_ci),
  "_R_CHECK_EXAMPLE_TIMING_THRESHOLD_" = if (in_ci) 20 else 5
)
imports <- c("_R_CHECK_DEPENDS_ONLY_" = "true", "_R_CHECK_FORCE_SUGGESTS_" = "false")
few <- c("--no-examples", "--ignore-vignettes")
alone <- if (!in_ci || turn == 1) run_check(few, "--no-build-vignettes", imports)

# The first line of a note names its step.
is_allowed <- function(note) {
  lines <- trimws(strsplit(note, "\n")[[1]][-1])
  lines <- lines[nzchar(lines)]
  length(lines) > 0 && all(grepl(paste(allowed_in_notes, collapse = "|"), lines))
}

allowed <- vapply(result$notes, is_allowed, NA)
bad <- c(result$errors, result$warnings, result$notes[!allowed], alone$errors, alone$warnings)
for (note in result$notes[allowed]) cat("allowed: ", note, "\n", sep = "")
for (problem in bad) cat("not allowed: ", problem, "\n", sep = "")
if (length(bad) > 0) writeLines(as.character(unlist(c(result$test_fail, alone$test_fail))))

# The status shows a crash before the first step.
n_bad <- max(length(bad), as.integer(result$status != 0))
n_passed <- sum(grepl("(OK|NONE)$", strsplit(result$stdout, "\n")[[1]])) + sum(allowed)
cat(sprintf("%d passed, %d failed\n", n_passed, n_bad))
quit(status = as.integer(n_bad > 0))
