# Logistic calibration with a floor and a ceiling of the LR.

method_four_parameter <- function() {
  list(
    title = "four-parameter logistic",
    sentence = \() label("The method is four-parameter logistic calibration"),
    settings = list(), keeps_counts = "always",
    train = train_four_parameter,
    apply = apply_four_parameter,
    formula = four_parameter_formula, lazy = lazy_four_parameter,
    type = "four_parameter",
    record = affine_record,
    restore = \(what, ...) {
      four_parameter(c(what$slope, what$offset, numbers_of_json(what$at_infinity)))
    },
    limits = limits_by_profile,
    limits_at_ends = TRUE
  )
}

four_parameter <- function(values) {
  names(values) <- c("slope", "offset", "floor", "ceiling")
  list(coefficients = values, ends = unname(values[3:4]), df = NA_real_)
}

train_four_parameter <- function(system, recipe, where) {
  counts <- training_counts(system)
  refuse_if(sum(is.finite(counts$value)) < 2, "constant")
  found <- .Call(ffi_four_parameter, counts, recipe$prior, 0, numeric(0))
  switch(found$status, refuse("step"), refuse("uninformative"), refuse("size"))
  transform <- four_parameter(unlist(found[c("slope", "offset", "floor", "ceiling")]))
  replace(transform, "df", found$n_free)
}

# ln((f + e^l) / (1 + e^l / g)), without cancellation: the line l between floor and ceiling, plus a
# remainder near either.
apply_four_parameter <- function(transform, value) {
  line <- apply_affine(transform["coefficients"], value)
  ends <- transform$ends
  near <- \(end) log1p(exp(-abs(line - end)))
  llr <- pmin(pmax(line, ends[1]), ends[2]) + near(ends[1]) - near(ends[2])
  keep_infinite(line, llr, ends)
}

four_parameter_formula <- function(transform, input, digits) {
  line <- affine_formula(list(coefficients = transform$coefficients[1:2]), input, digits)
  ends <- format_number(from_ln(transform$ends, "log10"), digits)
  sprintf(
    "LR = (f + e^l) / (1 + e^l / g), %s, log10 f = %s, log10 g = %s",
    sub("ln LR", "l", line), ends[1], ends[2]
  )
}

# `effect`: the factor by which shared items reduce the effective number of trials. The limits rise
# with the value.
limits_by_profile <- function(transform, set, value, level, effect) {
  counts <- training_counts(loose_system(set$value, set$truth, set$weight, set$scale))
  degrees <- max(min(counts$totals) / effect - 1, 1)
  loss <- effect * stats::qt((1 + level) / 2, degrees)^2 / 2
  at <- c(-Inf, value_grid(value[is.finite(value)]), Inf)
  limits <- .Call(ffi_four_parameter, counts, 0.5, loss, at)$limits
  list(
    lower = limits[findInterval(value, at), 1],
    upper = limits[findInterval(value, at, left.open = TRUE) + 1, 2]
  )
}
