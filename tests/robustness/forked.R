# Runs cases that may crash or hang, in forked processes, so that no case harms another.

# An error here is an error of the tests, not of the tested code.
try_run <- function(run, case) {
  tryCatch(run(case), error = \(e) paste("broken:", gsub("[[:space:]]+", " ", conditionMessage(e))))
}

new_worker <- function(cases, run) {
  # Not in the folder of the session, which R removes with a process that crashes.
  log <- tempfile("calibrant-cases-", dirname(tempdir()))
  file.create(log)
  job <- parallel::mcparallel(
    {
      for (case in cases) {
        cat("begin\t", case, "\n", file = log, append = TRUE, sep = "")
        cat("end\t", case, "\t", try_run(run, case), "\n", file = log, append = TRUE, sep = "")
      }
    },
    mc.set.seed = FALSE, silent = TRUE
  )
  list(job = job, log = log, cases = cases)
}

# Cases that a worker has finished, and those that it left open.
read_worker <- function(worker) {
  lines <- strsplit(readLines(worker$log), "\t", fixed = TRUE)
  ended <- Filter(\(line) line[1] == "end", lines)
  begun <- vapply(Filter(\(line) line[1] == "begin", lines), `[`, "", 2)
  cases <- vapply(ended, `[`, "", 2)
  list(
    rows = stats::setNames(lapply(ended, `[`, -(1:2)), cases),
    open = as.integer(setdiff(begun, cases))
  )
}

has_ended <- function(worker) {
  done <- suppressWarnings(parallel::mccollect(worker$job, wait = FALSE, timeout = 0))
  !is.null(done)
}

is_stuck <- function(worker, seconds) {
  difftime(Sys.time(), file.mtime(worker$log), units = "secs") > seconds
}

# Records the case of a worker that has ended.
verdict_on <- function(worker, seconds) {
  if (has_ended(worker)) {
    "crash"
  } else if (is_stuck(worker, seconds)) {
    "hang"
  }
}

end_worker <- function(worker) {
  tools::pskill(worker$job$pid, tools::SIGKILL)
  suppressWarnings(parallel::mccollect(worker$job))
}

# The rows of a worker that has ended. If it was running a case, that case ended it, and later cases
# remain to be done.
close_worker <- function(worker, verdict) {
  found <- read_worker(worker)
  unlink(worker$log)
  rows <- found$rows
  rows[as.character(found$open)] <- list(verdict)
  list(rows = rows, left = setdiff(worker$cases, as.integer(names(rows))))
}

# `run(case)` for the cases 1, ..., n: gives fields of text, without tabs. Returns one row for each
# case: what `run()` gave, or "crash" or "hang". A case hangs after `seconds`.
run_forked <- function(n, run, seconds, cores = 2, chunk = 100) {
  chunks <- unname(split(seq_len(n), (seq_len(n) - 1) %/% chunk))
  rows <- vector("list", n)
  workers <- list()
  while (length(chunks) + length(workers) > 0) {
    while (length(workers) < cores && length(chunks) > 0) {
      workers <- c(workers, list(new_worker(chunks[[1]], run)))
      chunks <- chunks[-1]
    }
    Sys.sleep(0.05)
    for (k in rev(seq_along(workers))) {
      verdict <- verdict_on(workers[[k]], seconds)
      if (is.null(verdict)) next
      if (verdict == "hang") end_worker(workers[[k]])
      closed <- close_worker(workers[[k]], verdict)
      rows[as.integer(names(closed$rows))] <- closed$rows
      if (length(closed$left) > 0) chunks <- c(chunks, list(closed$left))
      workers <- workers[-k]
    }
  }
  rows
}
