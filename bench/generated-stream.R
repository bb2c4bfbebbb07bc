# A stream of generated trials of any number: time and peak memory of each step. The trials of a
# chunk follow from its number, so every pass reads the same ones: two samples of a normal
# distribution, combined by a rotation, which makes another sample at the cost of a sum.
#   Rscript bench/generated-stream.R [trials, 1e9] [trials in a chunk, 2.5e5]
# writes bench/generated-stream.md.

generated_chunks <- function(n, chunk_rows) {
  set.seed(1)
  normal <- replicate(2, stats::rnorm(chunk_rows), simplify = FALSE)
  seen <- 0
  passes <- 0
  chunk <- 0
  next_chunk <- function() {
    rows <- min(chunk_rows, n - seen)
    if (rows == 0) {
      return(NULL)
    }
    seen <<- seen + rows
    chunk <<- chunk + 1
    n_h1 <- rows %/% 10
    llr <- 2 * cos(chunk) * normal[[1]] + 2 * sin(chunk) * normal[[2]]
    llr <- llr[seq_len(rows)] + rep(c(2, -2), c(n_h1, rows - n_h1))
    list(truth = rep(c(TRUE, FALSE), c(n_h1, rows - n_h1)), llr = llr)
  }
  rewind <- function() {
    seen <<- chunk <<- 0
    passes <<- passes + 1
  }
  reader <- calibrant::lr_chunks(next_chunk, rewind, where = "a generator", rows = n)
  list(reader = reader, passes = \() passes)
}

peak_megabytes <- function() {
  status <- tryCatch(readLines("/proc/self/status"), error = \(cnd) character())
  line <- grep("VmHWM", status, value = TRUE)
  if (length(line) == 0) NA_real_ else as.numeric(gsub("[^0-9]", "", line)) / 1024
}

generated_steps <- list(
  "cllr()" = \(x) calibrant::cllr(x),
  "cllr_min(exact = FALSE)" = \(x) calibrant::cllr_min(x, exact = FALSE)$width,
  "cllr_min()" = \(x) calibrant::cllr_min(x),
  "ece_curve()" = \(x) nrow(calibrant::ece_curve(x)),
  "eer()" = \(x) calibrant::eer(x),
  "error_rates(-2:2)" = \(x) calibrant::error_rates(x, -2:2)$p_miss[3],
  "calibrate()" = \(x) stats::coef(calibrant::calibrate(x))[["slope"]],
  "det_curve()" = \(x) nrow(calibrant::det_curve(x)),
  "tippett_curve()" = \(x) nrow(calibrant::tippett_curve(x)),
  "summary()" = \(x) summary(x)$misleading_h1,
  "explain()" = \(x) nchar(calibrant::explain(x))
)

# One row per step.
measure_generated <- function(n, chunk_rows, steps = generated_steps) {
  source <- generated_chunks(n, chunk_rows)
  rows <- list()
  note <- function(step, compute) {
    before <- source$passes()
    seconds <- system.time(value <- compute())[["elapsed"]]
    row <- data.frame(
      step = step, value = signif(as.double(value)[1], 12), seconds = seconds,
      passes = source$passes() - before, peak_mb = round(peak_megabytes())
    )
    rows <<- c(rows, list(row))
    message(paste(format(row), collapse = "  "))
  }
  note("generating", \() {
    source$reader$rewind()
    while (!is.null(source$reader$next_chunk())) NULL
    n
  })
  x <- NULL
  note("lr_set()", \() {
    x <<- calibrant::lr_set(source$reader, truth ~ llr, scale = "ln")
    length(x)
  })
  for (step in names(steps)) note(step, \() steps[[step]](x))
  do.call(rbind, rows)
}

report_generated <- function(rows, chunk_rows) {
  generating <- rows$seconds[rows$step == "generating"]
  c(
    "# A stream of generated trials", "",
    sprintf(
      "Written by `Rscript bench/generated-stream.R %g %g`: one system, one trial in ten of H1,",
      rows$value[1], chunk_rows
    ),
    "N(+-2, 2) in nats, in chunks of that size. `passes` are those that generated the trials anew,",
    sprintf("which takes %.0f s of each. Memory is the most that the process has had so far, with",
      generating
    ),
    "all packages loaded before the first row; values are the first number of each step.", "",
    "| step | value | s | passes | MB |", "|---|---:|---:|---:|---:|",
    sprintf(
      "| %s | %.10g | %.1f | %d | %d |", rows$step, rows$value, rows$seconds, rows$passes,
      rows$peak_mb
    )
  )
}

if (sys.nframe() == 0) {
  given <- as.numeric(commandArgs(TRUE))
  n <- if (length(given) > 0) given[1] else 1e9
  chunk_rows <- if (length(given) > 1) given[2] else 2.5e5
  invisible(calibrant::explain(calibrant::simulate_lr(50, 50, s = 2)))
  writeLines(report_generated(measure_generated(n, chunk_rows), chunk_rows),
    "bench/generated-stream.md"
  )
}
