# Sets of probabilities. Their values are kept as ln LRs, and a note tells the prior: see
# own_prior(). Users hand in probabilities and see probabilities.

# The scale on which the user thinks of the values.
given_scale <- function(x) {
  if (is.null(own_prior(x, NULL))) .subset2(x, "scale") else "prob"
}

# Values as the user gave them. Those of a set are kept on its scale, or as ln LRs.
given_values <- function(x, value = values_of(x)) {
  prior <- own_prior(x, NULL)
  if (is.null(prior)) value else prob_of_ln(value, prior)
}

# Probability that gives the ln LR, or the greatest that gives less: as a threshold it accepts
# trials with this LR, whatever is lost by rounding.
prob_of_ln <- function(llr, prior) {
  prob <- stats::plogis(llr + stats::qlogis(prior))
  off <- which(prob_to_ln(prob, prior) != llr)
  near <- prob[off]
  reaches <- \(minus) prob_to_ln(-minus, prior) <= llr[off]
  replace(prob, off, -bisect_values(-pmin(near * (1 + 1e-12), 1), -near * (1 - 1e-12), reaches))
}
