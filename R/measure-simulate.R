#' Simulate likelihood ratios
#'
#' `simulate_lr()` returns a set of random calibrated likelihood ratios with given discriminating
#' power, or distortions of them.
#'
#' The LLRs are bi-Gaussian: \eqn{\ln LR \sim N(s^2/2, s^2)}{ln LR ~ N(s^2/2, s^2)} under H1 and
#' \eqn{N(-s^2/2, s^2)} under H2, which are calibrated (Peterson, Birdsall and Fox 1954; van Leeuwen
#' and Brümmer 2013). The equal error rate is \eqn{\Phi(-s/2)}, and Cllr is 0.839, 0.514, 0.240 at
#' `s` = 1, 2, 3. Distorted log LRs are `stretch * log LR + shift`, with the same discrimination, as
#' in Ramos and Gonzalez-Rodriguez (2013). A stretch above 1 makes the system overconfident.
#'
#' @param n_h1,n_h2 Number of trials under H1 and under H2.
#' @param s Discriminating power: the standard deviation of the natural log LR, positive; 2 by
#'   default.
#' @param cllr,eer Instead of `s`: the theoretical Cllr in bits, between 0 and 1, or equal error
#'   rate, between 0 and 1/2, of the calibrated system.
#' @param stretch,shift Positive factor on the log LR, and number added to the log10 LR. Several
#'   numbers, optionally with names, give several systems on *the same* trials.
#' @param system Optional name of the system, or a name for each of several, if neither `stretch`
#'   nor `shift` has names.
#' @return An [lr_set()] on the scale `"log10"`, reproducible with [set.seed()].
#' @seealso [gaussian_system()] for the theoretical measures
#' @references
#' Peterson WW, Birdsall TG, Fox WC (1954). *Transactions of the IRE Professional Group on
#' Information Theory* 4, 171-212. \doi{10.1109/TIT.1954.1057460}
#'
#' van Leeuwen DA, Brümmer N (2013). *Interspeech 2013*, 1619-1623.
#' \doi{10.21437/Interspeech.2013-392}
#'
#' Ramos D, Gonzalez-Rodriguez J (2013). *Forensic Science International* 230, 156-169, figures 8
#' and 9. \doi{10.1016/j.forsciint.2013.04.014}
#' @concept simulation
#' @concept oracle
#' @concept Gaussian LRs
#' @export
#' @examples
#' # As in Ramos and Gonzalez-Rodriguez (2013), figures 8 and 9: S1 and S2 have their 15.8 % and
#' # 38.5 % of misleading evidence; the paper does not give the factors of S1u and S2u.
#' set.seed(2013)
#' x <- c(
#'   simulate_lr(3000, 3000, s = 2.005, stretch = c(S1 = 1, S1u = 0.3)),
#'   simulate_lr(3000, 3000, s = 0.585, stretch = c(S2 = 1, S2u = 2))
#' )
#' misleading(x)
#' plot_ece(x)
#'
#' # From a Cllr
#' cllr(simulate_lr(1000, 1000, cllr = 0.3))
simulate_lr <- function(n_h1, n_h2, s = NULL, stretch = 1, shift = 0, system = NULL, cllr = NULL,
                        eer = NULL) {
  check_given()
  check_count(n_h1, most = most_simulated)
  check_count(n_h2, most = most_simulated)
  s <- wanted_power(s, cllr, eer)
  ways <- distortions(stretch, shift, system)
  truth <- rep(c(TRUE, FALSE), c(n_h1, n_h2))
  llr <- stats::rnorm(n_h1 + n_h2, mean = ifelse(truth, 1, -1) * s^2 / 2, sd = s)
  log10_lr <- from_ln(llr, "log10")
  lr_set(
    unlist(Map(\(stretch, shift) stretch * log10_lr + shift, ways$stretch, ways$shift)),
    truth = rep(truth, nrow(ways)),
    scale = "log10",
    system = if (nrow(ways) > 1) rep(ways$system, each = length(truth)) else ways$system,
    sure = TRUE
  )
}

# A row per distortion of the trials: the name of the resulting system, its factor and its shift.
distortions <- function(stretch, shift, system) {
  if (length(stretch) == 1) check_number(stretch, above = 0)
  if (length(shift) == 1) check_number(shift)
  check_finite(stretch)
  check_each(stretch > 0, "be positive.", stretch)
  check_finite(shift)
  n <- max(length(stretch), length(shift))
  system <- system %||% names(stretch) %||% names(shift)
  if (!is.null(system)) check_labels(system)
  named <- length(system) == n && !anyDuplicated(system) || n == 1 && is.null(system)
  refuse_if(!all(c(length(stretch), length(shift)) %in% c(1, n)) || !named, "distortions")
  ways <- new_frame(stretch = as.vector(stretch), shift = as.vector(shift))
  ways$system <- system
  ways
}

# The discriminating power, in any of its forms.
wanted_power <- function(s, cllr, eer) {
  given <- c("s", "cllr", "eer")[!c(is.null(s), is.null(cllr), is.null(eer))]
  stop_if(length(given) > 1, "Only one of {.arg {given}} may be given.")
  if (length(given) == 0) return(2)
  switch(given,
    s = check_number(s, above = 0), cllr = check_number(cllr, above = 0, below = 1),
    eer = check_number(eer, above = 0, below = 0.5)
  )
  switch(given, s = s, cllr = bigaussian_s(cllr), eer = -2 * stats::qnorm(eer))
}
