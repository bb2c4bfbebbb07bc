# Corrected values in the shape of a verb: see the section on corrected measures in ?measures.

corrected_measure <- function(x, name, call = rlang::caller_env()) {
  values <- corrected_values(x, name, read_operating_points(0.5), call)
  per_system(values, identity)
}

# The same at operating points.
corrected_at <- function(x, name, points, normalised = FALSE, call = rlang::caller_env()) {
  check_flag(normalised, "normalised", call)
  values <- corrected_values(x, name, points, call)
  per_operating_point(values, points, \(value) {
    if (normalised) value / pmin(points$weight_miss, points$weight_fa) else value
  })
}

corrected_values <- function(x, name, points, call) {
  at <- list(even = read_operating_points(0.5), prior = points, points = points)
  resampling <- list(
    replicates = 1000, by = "trial", threads = default_threads(call), corrected = TRUE
  )
  found <- measure_systems(x, measure_kinds[name], at, resampling, call)
  lapply(rlang::set_names(found$systems, levels(x)), \(one) {
    vapply(seq_along(one$plug_in), \(i) {
      corrected_value(measure_row(found$labels, one, i), resampling)
    }, numeric(1))
  })
}

# Cross-entropy before and after PAV along the prior: columns for a curve, named as there.
ece_columns <- function(x, prior, bands, call) {
  kinds <- c("cross_entropy", "cross_entropy_min")
  found <- bands_along_prior(x, kinds, measure_points(prior, 1, 1, call), bands, call)
  do.call(rbind, unname(lapply(found, \(rows) {
    data.frame(
      ece_min = rows$cross_entropy_min$estimate, ece_min_plug_in = rows$cross_entropy_min$plug_in,
      limit_columns(ece = rows$cross_entropy, ece_min = rows$cross_entropy_min)
    )
  })))
}
