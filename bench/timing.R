# Times a job: ours and the peer in alternating rounds of one process, so that other load of the
# machine affects both.

# Processor time, which other users of the machine disturb least.
seconds <- function(f, trials, times) {
  before <- proc.time()
  # Warnings are muffled, so their text is never formatted.
  suppressWarnings(for (i in seq_len(times)) f(trials), classes = "calibrant_warning")
  sum((proc.time() - before)[c("user.self", "sys.self")]) / times
}

same_numbers <- function(a, b) {
  finite <- is.finite(unlist(b))
  isTRUE(all.equal(unlist(a)[finite], unlist(b)[finite], tolerance = 1e-9))
}

# The first call of each function also warms up its caches.
check_job <- function(job, trials) {
  ours <- job$ours(trials)
  peer <- job$peer(trials)
  same <- if ("same" %in% names(job)) job$same else \(ours, peer, trials) same_numbers(ours, peer)
  if (!is.null(same) && !same(ours, peer, trials)) {
    stop(job$name, " and ", job$peer_name, " differ", call. = FALSE)
  }
}

# Our function again, without registers for four doubles, if the package has loops for them.
narrow <- function(job) {
  namespace <- asNamespace("calibrant")
  if (exists("with_narrow_registers", namespace)) {
    \(trials) namespace$with_narrow_registers(job$ours(trials))
  }
}

# Number of calls that take 0.05 s; the clock resolves a fiftieth of that.
calls_to_time <- function(f, trials) {
  times <- 1
  repeat {
    took <- times * seconds(f, trials, times)
    if (took >= 0.05) {
      return(times)
    }
    times <- ceiling(times * min(10, max(1.2, 0.06 / max(took, 1e-3))))
  }
}

# Median milliseconds of a call. If a call takes more than two seconds, there are only three rounds.
time_job <- function(job, trials) {
  check_job(job, trials)
  calls <- c(job[c("ours", "peer")], narrow = narrow(job))
  times <- vapply(calls, calls_to_time, 0, trials)
  once <- vapply(calls, seconds, 0, trials, 1)
  rounds <- if (max(once) > 2) 3 else 9
  timed <- vapply(seq_len(rounds), \(round) {
    gc(FALSE)
    mapply(seconds, calls, list(trials), times)
  }, once)
  1000 * apply(timed, 1, median) / ifelse(names(once) == "peer", 1, max(1, job$per))
}
