# Validates a calibration from any source. Every use runs this check, so it must stay cheap: the
# fields that a training has remembered are unchanged.
check_intact_fit <- function(fit) {
  if (!is.null(.Call(ffi_recall, fit)$trials)) return(invisible(fit))
  stop_unless_intact(is.list(fit) && is_intact_fit(unclass(fit)), "lr_calibration", "calibrate")
  invisible(fit)
}

is_intact_fit <- function(fit) {
  method <- fit$method
  k <- length(fit$transforms)
  per_system <- \(x, holds) is.list(x) && length(x) == k && all(vapply(x, holds, NA))
  rlang::is_string(method) && method %in% names(calibration_methods) &&
    is_probability(fit$prior) &&
    rlang::is_string(fit$scale) && fit$scale %in% value_scales &&
    (is.null(fit$input_prior) || is_probability(fit$input_prior) && fit$scale == "ln") &&
    are_settings(fit$settings, calibration_methods[[method]]) && rlang::is_bool(fit$is_weighted) &&
    rlang::is_bool(fit$items) &&
    is.character(fit$labels) && all(c("h1", "h2") %in% names(fit$labels)) &&
    (is.null(fit$trials) || inherits(fit$trials$set, "lr_set")) &&
    (is.null(fit$trials$inputs) || is.matrix(fit$trials$inputs)) &&
    are_checksums(fit$trained_on) && k > 0 && (k == 1 || is_name_set(names(fit$transforms))) &&
    per_system(fit$range, \(x) is.numeric(x) && length(x) == 2 && !is.unsorted(x, na.rm = TRUE)) &&
    per_system(fit$sizes, \(x) are_numbers(x, 2) && setequal(names(x), c("h1", "h2"))) &&
    per_system(fit$totals, \(x) are_numbers(x, 2)) &&
    (is.null(fit$infinite) || per_system(fit$infinite, \(x) is.null(x) || are_numbers(x, 4))) &&
    per_system(fit$transforms, \(x) is.list(x) && is_transform(x, method, fit$terms))
}

are_settings <- function(given, method) {
  each <- \(value) is.atomic(value) && length(value) > 0 && !anyNA(value)
  check <- method$check %||% identity
  is.list(given) && all(names(method$settings) %in% names(given)) &&
    all(vapply(given, each, NA)) && !is.null(or_null(list(check(given))))
}

is_transform <- function(x, method, terms) {
  known <- x$coefficients
  named <- \(...) is.numeric(known) && identical(names(known), c(...))
  finite <- \(...) named(...) && are_numbers(known)
  has_statistics(x) && switch(calibration_methods[[method]]$type,
    affine = finite("slope", "offset"),
    four_parameter = named("slope", "offset", "floor", "ceiling") && are_numbers(known[1:2]) &&
      known[["slope"]] > 0 && identical(unname(known[3:4]), x$ends) &&
        are_rising(x$ends, strictly = TRUE),
    beta = finite("a", "b", "offset") && is_probability(x$prior),
    weighted_sum = is.character(terms) && finite(terms, "offset"),
    lines = named("s") && length(x$value) > 1 && length(x$value) == length(x$llr) &&
      are_rising(x$value, strictly = TRUE) && are_rising(x$llr),
    spline = named("df") && is_probability(x$prior) && are_numbers(x$penalty, 1) &&
      x$penalty >= 0 && are_numbers(x$line, 2) && are_numbers(x$start, 1) &&
      length(x$knots) > 1 && are_numbers(x$knots) && are_rising(x$knots, strictly = TRUE) &&
      are_numbers(x$slopes, length(x$knots)) && all(x$slopes >= 0) &&
      identical(names(x$line), c("slope", "offset")),
    blocks = is.null(known) && are_blocks(x$blocks) &&
      isTRUE(length(x$blocks$score_min) == x$df),
    kernel_ratio = finite("bandwidth_h1", "bandwidth_h2") && is_kernel_density(x$h1) &&
      is_kernel_density(x$h2) && are_numbers(x$unit, 1) && x$unit > 0 &&
      are_numbers(x$range, 2) && are_rising(x$range) && are_numbers(x$share, 1)
  )
}

# Are the statistics of a transform valid? Optional ones may be missing, or NA.
has_statistics <- function(x) {
  one <- \(value) is.null(value) || is_single(value)
  square <- \(value) is.null(value) || is.numeric(value) &&
    identical(dim(value), rep(length(x$coefficients), 2))
  is.numeric(x$objective) &&
    all(vapply(x[c("df", "minimum", "n_items", "kish_items", "design_effect", "form")], one, NA)) &&
    (is.null(x$iterations) || is.integer(x$iterations) && one(x$iterations)) &&
    (is.null(x$ends) || is.numeric(x$ends) && length(x$ends) == 2 && !anyNA(x$ends)) &&
    (is.null(x$counts) || are_known_counts(x$counts)) &&
    all(vapply(x[c(fit_covariances, "vcov_shared")], square, NA))
}

is_single <- \(x) is.atomic(x) && length(x) == 1 && (is.numeric(x) || is.na(x))

are_known_counts <- function(x) {
  n <- length(x$value)
  are_n <- \(n_c) is.numeric(n_c) && length(n_c) == n && all(is.finite(n_c) & n_c >= 0) &&
    sum(n_c) > 0
  is.list(x) && n > 0 && is.numeric(x$value) && are_rising(x$value, strictly = TRUE) &&
    are_n(x$n_h1) && are_n(x$n_h2)
}

are_blocks <- function(x) {
  x <- as.list(x)[c("score_min", "score_max", "log10_lr_pav")]
  n <- length(x[[1]])
  n > 0 && all(lengths(x) == n) && are_rising(rbind(x$score_min, x$score_max)) &&
    are_rising(x$log10_lr_pav)
}

# Nodes that represent many values may have negative counts.
is_kernel_density <- function(x) {
  nodes <- \(part) length(part$at) > 0 && are_numbers(part$at) && are_rising(part$at) &&
    are_numbers(part$n, length(part$at)) && abs(sum(part$n) / x$total - 1) < 1e-6
  is.list(x) && are_numbers(x$total, 1) && x$total > 0 && nodes(x) && all(x$n >= 0) &&
    is.list(x$nodes) && nodes(x$nodes) && are_numbers(x$bandwidth, 1) && x$bandwidth > 0
}
