#' The curve of a calibration
#'
#' `transformation_curve()` returns the calibrated value of each input within the range of the
#' training trials. See [calibrate()] for the formulas.
#'
#' @param fit A calibration made by [calibrate()], of one input.
#' @param n Number of equally spaced inputs; the corners of a PAV calibration are added.
#' @param limits Two inputs (log10 LRs or scores) as ends of the curve, within the finite range of
#'   the training trials, the default.
#' @param level,by `NULL`, or the level and the units of the limits of each LR, as in
#'   [predict()][predict.lr_calibration].
#' @return A data frame of class `transformation_curve` with a row per system and input:
#'   * `system`,
#'   * `log10_lr`, or `score` for scores: the input,
#'   * `log10_lr_calibrated`, and with a `level` its limits `lower` and `upper`.
#' @seealso [autoplot()][autoplot.lr_calibration]
#' @concept transfer function
#' @export
#' @examples
#' set.seed(1)
#' transformation_curve(calibrate(simulate_lr(100, 300, s = 2, stretch = 2)), n = 5, level = 0.95)
transformation_curve <- function(fit, n = 401, limits = NULL, level = NULL, by = NULL) {
  check_given()
  check_count(n, most = most_points)
  if (is.null(limits)) limits <- c(-Inf, Inf)
  check_numeric(limits)
  check_length(limits, 2, of = "c(from, to)")
  refuse_if(!inherits(fit, "lr_calibration") || inherits(fit, "lr_fusion"), "fit_of_one_score")
  check_intact_fit(fit)
  scale <- fit$scale
  limits <- if (scale == "score") limits else to_ln(limits, "log10")
  by <- if (!is.null(level)) limits_by(fit, by)
  places <- rlang::set_names(seq_along(fit$transforms), names(fit$transforms))
  data <- bind_systems(places, \(k) {
    value <- curve_inputs(to_ln(fit$range[[k]], scale), limits, fit$transforms[[k]], n)
    curve_rows(fit, k, value, level, by)
  })
  names(data)[2] <- if (scale == "score") "score" else "log10_lr"
  bands <- if (!is.null(level)) list(level = level, by = by, band = "training")
  fit_curve(data, "transformation_curve", fit, bands = bands)
}

curve_rows <- function(fit, k, value, level, by) {
  llr <- apply_transform(fit, fit$transforms[[k]], value)
  rows <- new_frame(
    input = if (fit$scale == "score") value else from_ln(value, "log10"),
    log10_lr_calibrated = from_ln(llr, "log10")
  )
  if (is.null(level)) return(rows)
  limits <- llr_limits(fit, llr, value, names(fit$transforms)[k], level, by)
  cbind(rows, as.data.frame(lapply(limits[c("lower", "upper")], from_ln, "log10")))
}

# A curve of a calibration, with the facts that its axes need.
fit_curve <- function(data, class, fit, ...) {
  scale <- if (fit$scale == "score") "score" else "log10_lr"
  new_curve(data, class, scale = scale, weighted = fit$is_weighted, ...)
}

# The curve over the axis of the histogram of the training trials, with that histogram.
trained_curve <- function(fit, bins, ...) {
  if (!has_training(fit)) return(transformation_curve(fit, ...))
  histogram <- lr_histogram(training_set(fit), bins = bins)
  shown <- range(unlist(pav_ranges(histogram)), finite = TRUE)
  structure(transformation_curve(fit, limits = shown, ...), histogram = histogram)
}

# Training trials of a fusion with their fused log10 LRs, as many as a reader can distinguish.
# Infinite inputs are left out.
fusion_trials <- function(fit, most = 4000) {
  trials <- augment(fit)
  names(trials)[match(".fitted", names(trials))] <- "log10_lr"
  words <- unname(label_hypotheses(fit$labels))
  trials$hypothesis <- factor(ifelse(trials$truth, words[1], words[2]), levels = words)
  trials <- trials[is.finite(trials$log10_lr), ]
  classes <- split(seq_len(nrow(trials)), trials$hypothesis)
  kept <- lapply(classes, \(i) {
    i[unique(round(seq(1, length(i), length.out = min(length(i), most / 2))))]
  })
  fit_curve(trials[rev(unlist(kept, use.names = FALSE)), ], "fusion_trials", fit,
    inputs = fit$terms,
    lines = if (length(fit$terms) == 2) fusion_lines(fit)
  )
}

#' @rdname autoplot.lr_calibration
#' @export
ece_curve.lr_calibration <- function(x, ...) ece_curve(before_and_after(x), ...)

curve_inputs <- function(range, limits, transform, n) {
  range <- pmin(pmax(range, min(limits)), max(limits))
  corners <- c(transform$blocks$score_min, transform$blocks$score_max)
  inside <- corners[corners >= range[1] & corners <= range[2]]
  sort(unique(c(seq(range[1], range[2], length.out = n), inside)))
}

# The lines in the plane of two inputs on which the fused log10 LR is a whole number.
fusion_lines <- function(fit) {
  b <- unname(fit$transforms[[1]]$coefficients)
  fused <- range(predict(fit, type = "log10")$value, finite = TRUE)
  level <- pretty(fused, 7)
  new_frame(
    log10_lr = level,
    intercept = (to_ln(level, "log10") - b[3]) / b[2],
    slope = -b[1] / b[2]
  )
}

# Training trials before and after calibration, as systems of one set; scores have no state before.
before_and_after <- function(fit) {
  after <- without_extrapolation(predict(fit, type = "log10"))
  if (fit$scale == "score") return(after)
  before <- training_of(fit)
  if (inherits(fit, "lr_fusion")) return(c(fusion_inputs(before$set, before$inputs), after))
  set <- before$set
  before <- with_values(set, to_log10(set$value, set$scale), "log10")
  c(label_systems(before, "before"), label_systems(after, "after"))
}

label_systems <- function(x, label) {
  old <- if (is.null(x$system)) rep("", length(x)) else paste0(x$system, " ")
  with_values(x, x$value, x$scale, system = factor(paste0(old, label), unique(paste0(old, label))))
}

fusion_inputs <- function(carrier, inputs) {
  sets <- lapply(colnames(inputs), \(name) {
    system <- factor(rep(name, nrow(inputs)))
    with_values(carrier, from_ln(unname(inputs[, name]), "log10"), "log10", system = system)
  })
  do.call(c, sets)
}
