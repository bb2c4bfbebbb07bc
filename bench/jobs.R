# What is compared: ours and a peer's way to the same numbers, and the ratio that must be reached
# at each number of trials. `check` extracts from ours what must equal the peer's result.

# Ours starts from the vectors each time, so nothing is in the cache.
set_of <- function(trials) calibrant::lr_set(trials$value, trials$h1, scale = trials$scale)
priors <- stats::plogis(log_odds_grid)

ours_whole <- function(trials) {
  x <- set_of(trials)
  list(
    calibrant::cross_entropy(x, priors), calibrant::cross_entropy_min(x, priors),
    calibrant::cllr(x), calibrant::cllr_min(x)
  )
}

jobs <- list(
  list(
    name = "Cllr", peer_name = "log1p(exp()) per class", all_shapes = TRUE,
    ours = \(trials) calibrant::cllr(set_of(trials)), peer = peer_cllr,
    gate = c("1e+06" = 1.8)
  ),
  list(
    name = "Cllr_min", peer_name = "order + monotone + rle", needs = "monotone",
    all_shapes = TRUE,
    ours = \(trials) calibrant::cllr_min(set_of(trials)), peer = peer_cllr_min,
    gate = c("10000" = 6, "1e+05" = 8, "1e+06" = 13, "1e+07" = 11)
  ),
  list(
    name = "Cllr_min", peer_name = "order alone", same = FALSE, all_shapes = TRUE,
    ours = \(trials) calibrant::cllr_min(set_of(trials)), peer = \(trials) order(trials$value),
    gate = c("10000" = 4, "1e+05" = 4, "1e+06" = 4, "1e+07" = 4)
  ),
  list(
    name = "PAV blocks as a table", peer_name = "order + monotone + scatter", needs = "monotone",
    same = FALSE,
    ours = \(trials) calibrant::pav(set_of(trials)), peer = peer_pav_fit
  ),
  list(
    name = "ECE, 201 priors", peer_name = "log1p(exp()) per prior", slow = TRUE,
    ours = \(trials) calibrant::cross_entropy(set_of(trials), priors), peer = peer_ece,
    gate = c("10000" = 40, "1e+05" = 95, "1e+06" = 400)
  ),
  list(
    name = "ECE, ECE_min, Cllr, Cllr_min", peer_name = "all of the above", needs = "monotone",
    ours = ours_whole, peer = peer_whole,
    gate = c("10000" = 15, "1e+05" = 65, "1e+06" = 150)
  ),
  list(
    name = "ECE, ECE_min, Cllr, Cllr_min", peer_name = "comparison::calc.ece, 99 priors",
    needs = "comparison", same = FALSE, largest = 1e4,
    ours = ours_whole, peer = peer_calc_ece,
    gate = c("10000" = 350)
  ),
  list(
    name = "ece_curve() with its useful range", peer_name = "comparison::calc.ece, 99 priors",
    needs = "comparison", same = FALSE, largest = 1e4,
    ours = \(trials) calibrant::ece_curve(set_of(trials)), peer = peer_calc_ece
  ),
  list(
    name = "affine calibration", peer_name = "Newton in R", same = FALSE, exported = "calibrate",
    ours = \(trials) calibrant::calibrate(set_of(trials)), peer = peer_newton,
    gate = c("1e+06" = 20)
  )
)

can_run <- function(job, n) {
  exports <- getNamespaceExports("calibrant")
  (is.null(job$needs) || requireNamespace(job$needs, quietly = TRUE)) &&
    (is.null(job$exported) || job$exported %in% exports) &&
    (is.null(job$largest) || n <= job$largest)
}
