# The ratio of two Gaussian kernel densities.

train_kde <- function(counts, prior, settings, call) {
  finite <- finite_counts(counts, call)
  check_spread(finite, call)
  bandwidth <- settings$bandwidth
  if (identical(bandwidth, "rule")) bandwidth <- c(NA, NA)
  bandwidth <- rep_len(as.double(bandwidth), 2)
  list(
    h1 = class_density(finite$value, finite$n_h1, bandwidth[1], "H1", counts$where, call),
    h2 = class_density(finite$value, finite$n_h2, bandwidth[2], "H2", counts$where, call),
    range = range(finite$value),
    df = NA_real_
  ) |>
    name_bandwidths()
}

name_bandwidths <- function(transform) {
  transform$coefficients <- c(
    bandwidth_h1 = transform$h1$bandwidth, bandwidth_h2 = transform$h2$bandwidth
  )
  transform
}

# Beyond the training trials the LR of the nearest is kept.
apply_kde <- function(transform, value) {
  inside <- pmin(pmax(value, transform$range[1]), transform$range[2])
  keep_infinite(value, log_density(transform$h1, inside) - log_density(transform$h2, inside))
}

log_density <- function(density, x) {
  far <- distance_to_nearest(x, density$at) > 6 * density$bandwidth
  out <- numeric(length(x))
  out[far] <- sum_kernels(density, density, x[far])
  out[!far] <- sum_kernels(density, density$nodes, x[!far])
  out
}

sum_kernels <- function(density, centres, x) {
  .Call(ffi_kde, centres$at, centres$n, density$total, density$bandwidth, as.double(x))
}

distance_to_nearest <- function(x, at) {
  left <- findInterval(x, at)
  pmin(abs(x - at[pmax(left, 1)]), abs(x - at[pmin(left + 1, length(at))]))
}

# Many centres are replaced by quadrature nodes in bins of half a bandwidth. Within six bandwidths
# of the data that changes the density by less than 1e-14 of itself.
density_nodes <- function(at, n, bandwidth) {
  nodes <- .Call(ffi_compress, at, 2 / bandwidth, n, numeric(length(n)))
  list(at = nodes$llr * bandwidth / 2, n = nodes$n_h1)
}

class_density <- function(value, n, bandwidth, hypothesis, where, call) {
  there <- n > 0
  at <- value[there]
  n <- n[there]
  if (is.na(bandwidth)) bandwidth <- silverman_bandwidth(at, n)
  if (length(at) == 0 || !(bandwidth > 0)) {
    stop_input(
      c(
        "The bandwidth for {hypothesis} cannot be found.",
        x = "The trials{where} have {length(at)} distinct finite value{?s} under {hypothesis}.",
        i = "Give {.arg bandwidth}, or use another method."
      ),
      class = "calibrant_error_constant",
      call = call
    )
  }
  list(
    at = at, n = n, total = sum(n), bandwidth = bandwidth,
    nodes = density_nodes(at, n, bandwidth)
  )
}

# stats::bw.nrd0() of counted values, 0 where they do not vary.
silverman_bandwidth <- function(at, n) {
  total <- sum(n)
  if (length(at) < 2 || total <= 1) {
    return(0)
  }
  unit <- binary_unit(at)
  at <- at / unit
  sd <- sqrt(sum(n * (at - sum(n * at) / total)^2) / (total - 1))
  iqr <- counted_quantile(at, n, 0.75) - counted_quantile(at, n, 0.25)
  spread <- if (iqr > 0) min(sd, iqr / 1.34) else sd
  unit * 0.9 * spread * total^-0.2
}

# The default quantile of R, of ascending values that occur n times.
counted_quantile <- function(at, n, p) {
  place <- (sum(n) - 1) * p
  ends <- cumsum(n)
  value <- \(i) at[pmin(findInterval(i, ends) + 1, length(at))]
  low <- floor(place)
  value(low) + (place - low) * (value(low + 1) - value(low))
}

check_bandwidth <- function(bandwidth, call) {
  check_finite(bandwidth, "bandwidth", call)
  if (!length(bandwidth) %in% 1:2 || any(bandwidth <= 0)) {
    stop_input(
      c(
        "{.arg bandwidth} must be one positive number, or two for H1 and H2.",
        x = "It is {.val {bandwidth}}."
      ),
      call = call
    )
  }
}
