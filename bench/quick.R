# The short form of the benchmarks: jobs with gates, at small sizes, beside their peers in one
# process. Fails if a ratio falls below two thirds of its gate or exceeds one and a half times its
# limit: other users of the machine change a ratio by less.
for (file in c(
  "shapes", "scores", "peers", "peers-fit", "jobs", "jobs-bootstrap", "jobs-fit", "timing", "report"
)) {
  source(file.path("bench", paste0(file, ".R")))
}

million <- make_trials(first_shape, 1e6)
thousand <- make_trials(first_shape, 1e3)

# Limits for past slowdowns that went unnoticed, in multiples of one cllr_min() of a million trials.
own_job <- function(name, n, data, ours, limit) {
  list(
    name = name, peer_name = "cllr_min() of 1e6", same = NULL, sizes = n, data = data, ours = ours,
    peer = \(trials) ours_cllr_min(million), limit = stats::setNames(limit, as.character(n))
  )
}

calibrates <- function(method) {
  \(trials) {
    x <- calibrant::lr_set(trials$value, trials$h1, scale = "ln")
    suppressWarnings(calibrant::calibrate(x, method))
  }
}

own_jobs <- list(
  own_job("calibration by kernel densities", 1e6, \(n) million, calibrates("kde"), 200),
  own_job("calibration by a spline", 1e6, \(n) million, calibrates("spline"), 130),
  own_job("calibration of 10 classes, full matrix", 1e5, make_classes, ours_matrix, 200),
  own_job("a set whose guard warns", 1e3, \(n) thousand, \(trials) {
    suppressWarnings(calibrant::lr_set(trials$value, !trials$h1, scale = "ln"))
  }, 1)
)

is_quick <- function(job) {
  (is.null(job$needs) || requireNamespace(job$needs, quietly = TRUE)) &&
    !is.null(c(job$gate, job$limit)) && !grepl("converged|calc.ece|glm", job$peer_name)
}

# The largest quick size with a gate.
quick_size <- function(job) {
  sizes <- as.numeric(names(c(job$gate, job$limit)))
  max(sizes[sizes <= max(1e5, min(sizes))])
}

jobs <- c(Filter(is_quick, c(measure_jobs, bootstrap_jobs[1], fit_jobs[2])), own_jobs)
rows <- do.call(rbind, lapply(jobs, \(job) bench_row(job, first_shape, quick_size(job))))
failed <- ifelse(rows$job_is_limit, rows$ratio > 1.5 * rows$gate, rows$ratio < rows$gate / 1.5)
cat(sprintf("%d passed, %d failed\n", sum(!failed), sum(failed)))
quit(status = as.integer(any(failed)))
