# Judges changes of computations in R by the tests that reach the changed statement, the quickest
# first, up to the first failure. A change that none of them notices is final.
source("tests/mutants/namespace.R")
source("tests/mutants/statements.R")

# Pictures are omitted, because tests cannot decide whether a changed drawing is wrong.
mutable_files <- function() {
  setdiff(
    list.files("R", "[.]R$", full.names = TRUE),
    list.files("R", "^(plot-|.*-methods|data-|util-package|util-reexports)", full.names = TRUE)
  )
}

mutations <- mutations_r

judging <- new.env()

# Slow tests are left out.
prepare <- function(copy) {
  Sys.setenv(CALIBRANT_EXTENDED = "false", NOT_CRAN = "true")
  withr::local_dir(copy)
  dir.create("snapshots", showWarnings = FALSE)
  file.copy("tests/testthat/_snaps", "snapshots", recursive = TRUE, overwrite = FALSE)
  judging$code <- read_package()
  judging$counted <- count_code(judging$code)
  judging$map <- table_of_regions(in_fork(load_counted(judging$counted)))
  judging$records <- parallel::mclapply(test_stems(), kept_record, mc.cores = 2,
                                        mc.preschedule = FALSE)
  judging$sound <- character()
  restore_snapshots()
}

# A record is valid until the code, the helpers or the test file change.
kept_record <- function(stem, folder = "../records") {
  dir.create(folder, showWarnings = FALSE)
  sources <- c(Sys.glob(c("R/*.R", "tests/testthat/helper*.R")), test_path_of(stem))
  path <- sprintf("%s/%s-%s.rds", folder, stem, rlang::hash(unname(tools::md5sum(sources))))
  if (!file.exists(path)) {
    saveRDS(in_fork({
      load_counted(judging$counted)
      record_file(stem)
    }), path)
  }
  readRDS(path)
}

# The files whose tests reach the change, the quickest first.
files_to_ask <- function(change) {
  goals <- goals_of(change, judging$map)
  asked <- lapply(judging$records, tests_reaching, goals)
  asked <- asked[lengths(lapply(asked, `[[`, "descs")) > 0]
  asked[order(vapply(asked, `[[`, 0, "seconds"))]
}

# Runs the tests `descs` of a file up to the first failure.
fails <- function(stem, descs) {
  run_test_file(stem, function(desc, run) {
    if (desc %in% descs && run()) stop("noticed")
  })
}

# The first file that notices the change, "" if none does. A file that takes five times its usual
# time counts as endless, which is a failure.
first_failing <- function(code, asked) {
  replace_code(code)
  for (one in asked) {
    setTimeLimit(cpu = 20 + 5 * one$seconds)
    if (fails(one$stem, one$descs)) return(one$stem)
  }
  ""
}

# The same in a separate process. One that does not answer has crashed, or hangs.
ask_apart <- function(code, asked) {
  job <- parallel::mcparallel(first_failing(code, asked), mc.set.seed = FALSE)
  limit <- 600 + 100 * sum(vapply(asked, `[[`, 0, "seconds"))
  found <- parallel::mccollect(job, wait = FALSE, timeout = limit)
  restore_snapshots()
  if (is.null(found)) {
    tools::pskill(job$pid, tools::SIGKILL)
    parallel::mccollect(job)
  }
  has_answered <- is.character(found[[1]]) && !inherits(found[[1]], "try-error")
  if (has_answered) found[[1]] else "R ends"
}

# Tests that fail without a change cannot judge, even if they fail only when run alone.
is_sound <- function(one) {
  key <- paste(c(one$stem, one$descs), collapse = "\n")
  if (!key %in% judging$sound && ask_apart(list(), list(one)) == "") {
    judging$sound <- c(judging$sound, key)
  }
  key %in% judging$sound
}

# Name of the test file that notices the change, a word for a crash of R, or "".
noticed_by <- function(code, asked) {
  while (length(asked) > 0) {
    by <- ask_apart(code, asked)
    at <- match(by, vapply(asked, `[[`, "", "stem"))
    if (is.na(at)) {
      stopifnot("R must not end without a change" = by == "" || is_sound(asked[[1]]))
      return(by)
    }
    if (is_sound(asked[[at]])) return(sprintf("test-%s.R", by))
    asked <- asked[-seq_len(at)]
  }
  ""
}

# Tests write new versions of changed snapshots, and drop those of tests that were not run.
restore_snapshots <- function() {
  unlink("tests/testthat/_snaps", recursive = TRUE)
  invisible(file.copy("snapshots/_snaps", "tests/testthat", recursive = TRUE))
}

judge <- function(copy, change, path, n_files) {
  withr::local_dir(copy)
  code <- judging$code
  code[[change$file]] <- tryCatch(read_code(path), error = \(cnd) NULL)
  if (is.null(code[[change$file]])) return(verdict("does not compile"))
  by <- noticed_by(code, files_to_ask(change))
  verdict(if (nzchar(by)) "noticed" else "not noticed", by)
}
