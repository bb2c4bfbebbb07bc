# Replicates of the measures of many classes: trials are resampled within their classes, and the
# best affine map is fitted to each draw, starting from that of the sample.

# Per system a matrix with a row per measure and a column per replicate. Systems of a group have the
# same trials, and share their draws.
draw_class_replicates <- function(systems, group, measures, resampling) {
  progress <- progress_bar("Drawing replicates", names(systems))
  out <- vector("list", length(systems))
  for (members in split(seq_along(systems), group)) {
    asked <- lapply(systems[members], drawn_recogniser, needs_fit(measures))
    settings <- list(
      replicates = seq_len(resampling$replicates), seed = floor(stats::runif(1) * 2^53),
      threads = resampling$threads, progress = progress
    )
    out[members] <- lapply(draw_recognisers(asked, settings), measured_rows, measures)
  }
  out
}

# Inputs of the kernel: see `struct cal_class_recogniser`. The search starts at the best map of the
# sample, if there is one.
drawn_recogniser <- function(system, fits) {
  best <- list(diverged = TRUE)
  if (fits) {
    best <- fit_affine_classes(system$log_lik, system$truth, system$prior, weight = system$weight)
  }
  k <- length(system$prior)
  known <- !best$diverged && !is.null(best$slope)
  problem <- class_problem("shared", list(system$log_lik), system$truth, system$prior, 0,
    weight = system$weight)
  problem$bounded <- TRUE
  list(
    problem = problem,
    prior = as.double(system$prior),
    cost = do.call(cbind, unname(system$costs)),
    fits = fits,
    start = if (known) c(best$slope, unname(best$offset)[-k]) else numeric(k)
  )
}

# Replicates whose search did not end are fitted without a start, one by one, to release the memory
# of each fit before the next one.
draw_recognisers <- function(recognisers, settings) {
  rows <- .Call(ffi_class_bootstrap, recognisers, settings)
  anew <- lapply(recognisers, replace, "start", list(NULL))
  unsettled <- Reduce(`|`, lapply(rows, \(found) is.nan(found[nrow(found), ])))
  for (r in which(unsettled)) {
    settings[c("replicates", "progress")] <- list(r, NULL)
    again <- .Call(ffi_class_bootstrap, anew, settings)
    for (s in seq_along(rows)) rows[[s]][, r] <- again[[s]]
  }
  rows
}

measured_rows <- function(rows, measures) {
  found <- list(cllr = rows[1, ], misclassification = rows[2, ], cavg = rows[3, ])
  if (needs_fit(measures)) {
    found$cllr_min <- nats_to_bits(rows[4, ])
    found$cllr_cal <- found$cllr - found$cllr_min
  }
  do.call(rbind, unname(found[measures]))
}

needs_fit <- function(measures) any(c("cllr_min", "cllr_cal") %in% measures)
