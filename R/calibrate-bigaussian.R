# Bi-Gaussianised calibration.

method_bigaussian <- function() {
  list(
    title = "bi-Gaussianised",
    sentence = \() label("The method is bi-Gaussianised calibration"),
    settings = list(penalty = 0), keeps_counts = "unweighted",
    check = \(s) check_not_negative(s$penalty, "penalty"),
    train = train_bigaussian,
    apply = \(transform, value) {
      llr <- stats::approx(transform$value, transform$llr, value, rule = 2, ties = "ordered")$y
      keep_infinite(value, llr)
    },
    formula = \(transform, input, digits) {
      sprintf(
        "the %s is mapped onto N(+-s^2/2, s^2) with s = %s", input,
        format_number(transform$coefficients[["s"]], digits)
      )
    },
    type = "lines",
    record = \(transform) list(x = I(transform$value), y = I(transform$llr)),
    restore = \(what, ...) {
      list(
        coefficients = c(s = NA_real_), value = numbers_of_json(what$x),
        llr = numbers_of_json(what$y), df = NA_real_
      )
    },
    constant_beyond = TRUE
  )
}

# Gives the scores the distribution of the calibrated Gaussian system with the Cllr that logistic
# calibration reaches (Morrison 2024).
train_bigaussian <- function(system, recipe, where) {
  affine <- fit_affine(system, recipe, where)
  counts <- training_counts(system)
  counts$llr <- apply_affine(affine, counts$value)
  s <- bigaussian_s(min(nats_to_bits(cost_at(counts, 0.5)), 1))
  refuse_if(affine$coefficients[["slope"]] <= 0 || s == 0, "uninformative")

  lower <- middle_share(counts$n_h1, counts$n_h2, counts$totals)
  upper <- rev(middle_share(rev(counts$n_h1), rev(counts$n_h2), counts$totals))
  finite <- is.finite(counts$value)
  list(
    coefficients = c(s = s),
    value = counts$value[finite],
    llr = .Call(ffi_bigaussian_quantile, s, lower, upper, default_threads())[finite],
    iterations = affine$iterations,
    df = NA_real_
  )
}

# Share of trials below each value plus half of those equal to it, with equal weights of the
# hypotheses.
middle_share <- function(n_h1, n_h2, totals) {
  (cumsum(n_h1) - n_h1 / 2) / totals[1] / 2 + (cumsum(n_h2) - n_h2 / 2) / totals[2] / 2
}
