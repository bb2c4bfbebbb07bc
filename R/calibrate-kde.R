# The ratio of two Gaussian kernel densities.

method_kde <- function() {
  list(
    title = "kernel densities",
    sentence = \() label("The method divides two kernel density estimates"),
    settings = list(bandwidth = "rule"), check = check_kde_settings, without_prior = TRUE,
    train = train_kde, apply = apply_kde, formula = kde_formula, type = "kernel_ratio",
    record = kde_record, restore = kde_of_record, limits = limits_by_window, any_form = TRUE,
    constant_beyond = TRUE, fragile_tails = TRUE, keeps_counts = "unweighted"
  )
}

kde_record <- function(transform) {
  c(list(
    unit = transform$unit, range = I(transform$range),
    h1 = density_record(transform$h1), h2 = density_record(transform$h2)
  ), if (transform$share != 0) list(offset = transform$share))
}

kde_of_record <- function(what, ...) {
  h1 <- density_of_record(what$h1)
  h2 <- density_of_record(what$h2)
  unit <- as.double(what$unit)
  list(
    h1 = h1, h2 = h2, unit = unit, range = numbers_of_json(what$range), df = NA_real_,
    share = as.double(what[["offset"]] %||% 0),
    coefficients = unit * c(bandwidth_h1 = h1$bandwidth, bandwidth_h2 = h2$bandwidth)
  )
}

# Trains in a unit in which the largest value is of the order of 1.
train_kde <- function(system, recipe, where) {
  finite <- finite_counts(system, where, masses = TRUE)
  unit <- binary_unit(finite$value)
  value <- finite$value / unit
  bandwidth <- recipe$settings$bandwidth
  if (identical(bandwidth, "rule")) bandwidth <- c(NA, NA)
  bandwidth <- rep_len(as.double(bandwidth), 2) / unit
  # A kernel so narrow that distances overflow in its unit has no density.
  least <- 1e-300 * diff(range(value))
  refuse_if(any(bandwidth < least, na.rm = TRUE), "bandwidth_small")
  h1 <- class_density(value, finite$n_h1, bandwidth[1], "H1", where)
  h2 <- class_density(value, finite$n_h2, bandwidth[2], "H2", where)
  list(
    h1 = h1, h2 = h2, unit = unit, range = range(value), share = finite$share,
    ends = finite_ends(finite), df = NA_real_,
    coefficients = c(bandwidth_h1 = h1$bandwidth, bandwidth_h2 = h2$bandwidth) * unit
  )
}

# Beyond the training trials the LR is that of the nearest one. A finite input has a finite ratio.
apply_kde <- function(transform, value) {
  ratio <- .Call(ffi_kde, transform, value / transform$unit)
  keep_infinite(value, ratio + transform$share, transform$ends)
}

class_density <- function(value, n, bandwidth, hypothesis, where) {
  there <- n > 0
  at <- value[there]
  n <- n[there]
  if (is.na(bandwidth)) bandwidth <- silverman_bandwidth(at, n)
  refuse_if(length(at) == 0 || !(bandwidth > 1e-300 * diff(range(value))), "bandwidth_unknown")
  kernel_density(at, n, bandwidth)
}

# Quadrature nodes in bins of half a bandwidth replace many centres. Within six bandwidths of the
# data this changes the density by a relative error below 1e-14.
kernel_density <- function(at, n, bandwidth) {
  list(
    at = at, n = n, total = sum(n), bandwidth = bandwidth,
    nodes = .Call(ffi_kde_nodes, at, n, bandwidth)
  )
}

# stats::bw.nrd0() of counted values, 0 where they do not vary.
silverman_bandwidth <- function(at, n) {
  total <- sum(n)
  if (length(at) < 2 || total <= 1) return(0)
  unit <- binary_unit(at)
  at <- at / unit
  sd <- sqrt(sum(n * (at - sum(n * at) / total)^2) / (total - 1))
  iqr <- diff(counted_quantile(at, n, c(0.25, 0.75)))
  spread <- if (iqr > 0) min(sd, iqr / 1.34) else sd
  unit * 0.9 * spread * total^-0.2
}

# The default quantile of R, of ascending values that occur n times. Weights are whole numbers only
# up to rounding.
counted_quantile <- function(at, n, p) {
  ends <- cumsum(n)
  place <- round((sum(n) - 1) * p, 9)
  value <- \(i) at[pmin(findInterval(i + 5e-10, ends) + 1, length(at))]
  low <- floor(place)
  value(low) + (place - low) * (value(low + 1) - value(low))
}

kde_formula <- function(transform, input, digits) {
  b <- format_number(transform$coefficients, digits)
  sprintf(
    "LR = ratio of kernel densities of the %s, bandwidths %s (H1) and %s (H2)", input, b[1], b[2]
  )
}

check_kde_settings <- function(settings) {
  bandwidth <- settings$bandwidth
  if (identical(bandwidth, "rule")) return()
  check_finite(bandwidth)
  check_that(
    length(bandwidth) %in% 1:2 && all(bandwidth > 0),
    "be one positive number, or two for H1 and H2.", bandwidth
  )
}

density_record <- function(density) {
  list(bandwidth = density$bandwidth, at = I(density$at), n = I(density$n))
}

density_of_record <- function(record) {
  numbers <- lapply(record[c("at", "n")], numbers_of_json)
  kernel_density(numbers$at, numbers$n, as.double(record[["bandwidth"]]))
}
