#' Mutual information, divergence and posterior entropy
#'
#' `information()` returns the parts of the uncertainty about the hypotheses: entropies, information
#' and the loss due to miscalibrated LRs.
#'
#' Two sums hold at every prior (Ramos et al. 2018, eq. 10 to 15 and figure 6; Ramos and
#' Gonzalez-Rodriguez 2008, eq. 7 to 11 and figure 4):
#' \deqn{H(\Theta) = I + H(\Theta|X), \qquad H_{P\|\tilde P}(\Theta|X) = H(\Theta|X) + D.}{
#'   H(Theta) = I + H(Theta|X), cross-entropy = H(Theta|X) + D.}
#' Here \eqn{I} is the mutual information, \eqn{H(\Theta|X)} the posterior entropy, and \eqn{D} the
#' divergence of the system's posteriors from the right ones. A system delivers \eqn{I - D}, the
#' [effective_information()].
#'
#' * For an [lr_set()], the posteriors of [pav()] replace the unknown right ones. The posterior
#'   entropy is then [cross_entropy_min()] and the divergence the calibration loss. Both are
#'   optimistic, because PAV fits chance. Trials alone cannot measure the mutual information of LR
#'   and hypothesis (Brümmer 2010, sections 2.2.8 and 7.7.4).
#' * For a [gaussian_system()] the right posteriors are known.
#' * For the densities of the evidence \eqn{x} under H1 and H2, with the LR of the system, the
#'   function integrates \eqn{D = \sum_i \pi_i \int p(x|\theta_i)\ln\frac{P(\theta_i|x)}{\tilde
#'   P(\theta_i|x)}dx}{D = sum_i prior_i integral of p(x|i) ln(P(i|x) / P~(i|x))}. For evidence with
#'   few values, use [finite_decomposition()].
#'
#' @param x An [lr_set()] or its arguments, a [gaussian_system()], or the density of the evidence
#'   under H1 (a function of a numeric vector).
#' @param prior Prior probabilities of H1: by default 0.5, or the prior of a set of probabilities.
#' @param unit `"bits"` or `"nats"`.
#' @param ... Passed on to [lr_set()].
#' @param density_h2 The density under H2, if `x` is a density.
#' @param llr The natural log LR of the system, a function of a numeric vector; by default the right
#'   one.
#' @param from,to Limits of integration over the evidence.
#' @return A data frame of class `information` with a row per system and prior: `system`, `prior`,
#'   `entropy` (of the prior), `information` (mutual; of trials by PAV), `remaining` (posterior
#'   entropy), `divergence` and `cross_entropy`. The attribute `unit` is the unit.
#' @references
#' Brümmer N (2010). PhD thesis, Stellenbosch University.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Ramos D, Gonzalez-Rodriguez J (2008). *Odyssey 2008: The Speaker and Language Recognition
#' Workshop*.
#'
#' Ramos D et al. (2018). *Entropy* 20, 208. \doi{10.3390/e20030208}
#' @concept mutual information
#' @concept KL divergence
#' @concept Kullback-Leibler
#' @concept relative entropy
#' @concept channel capacity
#' @concept posterior entropy
#' @concept information gain
#' @concept conditional entropy
#' @export
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' information(x, prior = c(0.1, 0.5))
#'
#' # The largest information at any prior: the channel capacity (Brümmer 2010, section 7.7.4)
#' optimize(\(p) information(x["mvk"], p)$information, c(0.01, 0.99), maximum = TRUE)$objective
#'
#' # A system that assumes half of the true spread of H2
#' information(
#'   \(x) dnorm(x, 2), \(x) dnorm(x, -1, 2),
#'   llr = \(x) dnorm(x, 2, log = TRUE) - dnorm(x, -1, 1, log = TRUE),
#'   prior = 0.1
#' )
information <- function(x, ...) UseMethod("information", given(x))

#' @rdname information
#' @export
information.lr_set <- function(x, prior = own_prior(x), unit = "bits", ...) {
  check_dots(...)
  information_rows(x, prior, unit)
}

#' @rdname information
#' @export
information.gaussian_system <- function(x, prior = 0.5, unit = "bits", ...) {
  check_dots(...)
  information_rows(x, prior, unit)
}

information_rows <- function(x, prior, unit) {
  per_bit <- bits_in(unit)
  names <- system_names(x)
  n <- length(names)
  # A matrix with a row per system, for any shape of the measures.
  shaped <- \(measure) matrix(measure, n, length(prior))
  total <- shaped(cross_entropy(x, prior = prior))
  remaining <- shaped(cross_entropy_min(x, prior = prior))
  new_information(
    system = factor(rep(names, each = length(prior)), levels = names),
    prior = rep(as.double(prior), n), entropy = rep(ece_null(stats::qlogis(prior)), n) / per_bit,
    remaining = c(t(remaining)) / per_bit, cross_entropy = c(t(total)) / per_bit, unit = unit
  )
}

new_information <- function(system, prior, entropy, remaining, cross_entropy, unit) {
  structure(
    new_frame(
      system = system, prior = as.double(prior), entropy = entropy,
      information = pmax(entropy - remaining, 0), remaining = remaining,
      divergence = pmax(cross_entropy - remaining, 0), cross_entropy = cross_entropy
    ),
    class = c("information", "calibrant_curve", "data.frame"),
    unit = unit
  )
}

#' @rdname information
#' @export
information.function <- function(x, density_h2, llr = NULL, prior = 0.5, from = -Inf, to = Inf,
                                 unit = "bits", ...) {
  check_given()
  check_dots(...)
  density_h1 <- x
  check_prior(prior)
  per_bit <- bits_in(unit)
  refuse_if(!is_one_number(from) || !is_one_number(to) || from >= to, "information_ends")
  check_density(density_h1, "x", from, to)
  check_density(density_h2, "density_h2", from, to)
  right <- \(x) log(density_h1(x)) - log(density_h2(x))
  check_that(is.null(llr) || is.function(llr), "be a function of the finding.", llr)
  said <- llr %||% right
  mean_cost <- \(llr, log_odds) known_cost(density_h1, density_h2, llr, log_odds, from, to)
  log_odds <- stats::qlogis(as.double(prior))
  new_information(
    system = factor("system"), prior = as.double(prior), entropy = ece_null(log_odds) / per_bit,
    remaining = nats_to_bits(vapply(log_odds, \(at) mean_cost(right, at), 0)) / per_bit,
    cross_entropy = nats_to_bits(vapply(log_odds, \(at) mean_cost(said, at), 0)) / per_bit,
    unit = unit
  )
}

# Cross-entropy in nats at prior log odds.
known_cost <- function(density_h1, density_h2, llr, log_odds, from, to) {
  if (is.infinite(log_odds)) return(0)
  pay <- \(density, sign) {
    \(x) {
      weight <- density(x)
      cost <- softplus(-sign * (llr(x) + log_odds))
      ifelse(weight > 0, weight * cost, 0)
    }
  }
  stats::plogis(log_odds) * integral(pay(density_h1, 1), from, to) +
    stats::plogis(-log_odds) * integral(pay(density_h2, -1), from, to)
}

integral <- function(f, from, to) {
  stats::integrate(f, from, to, rel.tol = 1e-10, subdivisions = 2000L)$value
}

check_density <- function(density, arg, from, to) {
  total <- if (is.function(density)) tryCatch(integral(density, from, to), error = \(e) NA)
  refuse_if(is.null(total) || is.na(total) || abs(total - 1) > 1e-6, "no_density")
}
