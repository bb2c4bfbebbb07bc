#' Log-likelihood-ratio cost and its parts
#'
#' `cllr()` returns the log-likelihood-ratio cost of a set in bits: 0 is perfect, and 1 is the cost
#' of LR = 1 for all trials. The other functions return its parts.
#'
#' \deqn{C_{llr} = \frac{1}{2N_1}\sum_{H_1}\log_2\left(1+\frac{1}{LR}\right) +
#'   \frac{1}{2N_2}\sum_{H_2}\log_2(1+LR)}{Cllr = mean_H1 log2(1 + 1/LR) / 2 +
#'   mean_H2 log2(1 + LR) / 2}
#' (Brümmer 2010, eq. 7.41), the empirical cross-entropy at even prior odds.
#'
#' * `cllr_h1()` and `cllr_h2()` are its two halves, with sum `cllr()`. They show overconfidence in
#'   one direction.
#' * `cllr_min()` is the Cllr after [pav()], the least with the same order of the LRs: the
#'   discrimination loss. It accepts scores and is optimistic on few trials; [measures()] corrects
#'   it, and with `chance` compares it with random scores.
#' * `cllr_cal()` is `cllr() - cllr_min()`: the calibration loss.
#'
#' # Published values
#' A good Cllr depends on the data: Van Lierop et al. (2024) found no clear pattern in 136
#' publications (`system.file("published-cllr.csv", package = "calibrant")`). Compare systems on the
#' same trials.
#'
#' @inheritParams cross_entropy
#' @param exact `FALSE` for an interval that contains the value: see [brackets].
#' @return Bits, a double per system, named if systems are. `cllr()`, `cllr_cal()` and the halves
#'   lie in \eqn{[0, \infty]}; `cllr_min()` in \eqn{[0, 1]} and never above `cllr()`. With `exact =
#'   FALSE` a data frame as in [brackets]. A misleading LR of 0 or infinity makes Cllr infinite,
#'   with a warning of class `calibrant_warning_infinite`.
#' @references
#' Brümmer N (2010). PhD thesis, Stellenbosch University.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Brümmer N, du Preez J (2006). *Computer Speech and Language* 20, 230-275.
#' \doi{10.1016/j.csl.2005.08.001}
#'
#' Van Lierop S et al. (2024). *Forensic Science International: Synergy* 8, 100466.
#' \doi{10.1016/j.fsisyn.2024.100466}
#' @seealso [cross_entropy()] for other priors, [summary.lr_set()]
#' @concept Cllr
#' @concept Cllr_min
#' @concept Cllr_cal
#' @concept log-likelihood-ratio cost
#' @concept discrimination loss
#' @concept calibration loss
#' @concept refinement
#' @concept C_llr
#' @concept discriminating power
#' @concept badly calibrated
#' @concept application-independent
#' @export
#' @examples
#' x <- lr_set(list(h1 = c(0.5, 2, 4, 6, 8, 10), h2 = c(0.2, 0.4, 0.6, 0.8, 1.1)), scale = "lr")
#' cllr(x)
#' c(discrimination = cllr_min(x), calibration = cllr_cal(x))
#' c(cllr_h1(x), cllr_h2(x))
#'
#' # From vectors
#' cllr(c(1.2, 0.4, -0.9, 0.1), truth = c(TRUE, TRUE, FALSE, FALSE), scale = "log10")
cllr <- function(x, ...) UseMethod("cllr")

#' @export
cllr.lr_set <- function(x, exact = TRUE, ...) {
  check_dots(...)
  check_flag(exact)
  if (!exact) return(bind_systems(lr_systems(x), ece_bracket, 0))
  per_system(lr_systems(x), cllr_of)
}

cllr_of <- function(system) {
  if (is.null(system$cllr)) {
    costs <- costs_of(system)
    system$cllr <- nats_to_bits(costs$h1 / 2 + costs$h2 / 2)
  }
  system$cllr
}

#' @rdname cllr
#' @export
cllr_min <- function(x, ...) UseMethod("cllr_min")

#' @rdname cllr
#' @export
cllr_min.lr_set <- function(x, exact = TRUE, ...) {
  check_dots(...)
  check_flag(exact)
  if (!exact) return(bind_systems(systems_of(x), hull_bracket, \(blocks) ece(blocks, 0)))
  per_system(systems_of(x), cllr_min_of)
}

cllr_min_of <- function(system) {
  if (is.null(system$cllr_min)) {
    blocks <- blocks_of(system)
    # PAV gains nothing if every block has one value. Rounding could then lift the minimum above
    # Cllr, so it is capped.
    may_keep <- system$scale != "score" && identical(blocks$min, blocks$max)
    system$cllr_min <- min(ece(blocks, log_odds = 0), if (may_keep) cllr_of(system), 1)
  }
  system$cllr_min
}

#' @rdname cllr
#' @export
cllr_cal <- function(x, ...) UseMethod("cllr_cal")

#' @rdname cllr
#' @export
cllr_cal.lr_set <- function(x, ...) {
  check_dots(...)
  per_system(lr_systems(x), cllr_cal_of)
}

# Negative only by rounding, if PAV leaves the LRs unchanged.
cllr_cal_of <- function(system) max(cllr_of(system) - cllr_min_of(system), 0)

#' @rdname cllr
#' @export
cllr_h1 <- function(x, ...) UseMethod("cllr_h1")

#' @export
cllr_h1.lr_set <- function(x, ...) {
  check_dots(...)
  per_system(lr_systems(x), cllr_half_of, "h1")
}

#' @rdname cllr
#' @export
cllr_h2 <- function(x, ...) UseMethod("cllr_h2")

#' @export
cllr_h2.lr_set <- function(x, ...) {
  check_dots(...)
  per_system(lr_systems(x), cllr_half_of, "h2")
}

cllr_half_of <- function(system, hypothesis) nats_to_bits(costs_of(system)[[hypothesis]] / 2)
