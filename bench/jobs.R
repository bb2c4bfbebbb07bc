# Jobs to compare. Each job has
# * `ours` and `peer`, two ways to the same numbers from `data(n)`, and the `name` of each;
# * `same`, whether their results agree, where that is not equality;
# * `gate`, the ratio of the peer's time to ours that must be reached at a number of trials, or
#   `limit`, the ratio of ours to the peer's that must not be passed;
# * `sizes`, the numbers of trials, and `all_shapes` if every shape of data is timed; * `per`, the
#   number of results of one call of ours; * `needs` and `exported`, requirements without which the
#   job is left out.

# Our function starts from the vectors each time, so nothing is cached.
set_of <- function(trials) calibrant::lr_set(trials$value, trials$h1, scale = trials$scale)
priors <- stats::plogis(log_odds_grid)

ours_whole <- function(trials) {
  x <- set_of(trials)
  list(
    calibrant::cross_entropy(x, priors), calibrant::cross_entropy_min(x, priors),
    calibrant::cllr(x), calibrant::cllr_min(x)
  )
}

ours_cllr_min <- function(trials) calibrant::cllr_min(set_of(trials))

ours_pav_fit <- function(trials) calibrant::pav_lr(set_of(trials))$value

# LRs as powers of ten, and probabilities at the proportion of H1.
same_pav_fit <- function(ours, peer, trials) {
  same_numbers(plogis(log(10) * ours + qlogis(mean(trials$h1))), peer)
}

to_1e6 <- c(1e4, 1e5, 1e6)
to_1e7 <- c(to_1e6, 1e7)

measure_jobs <- list(
  list(
    name = "PAV, a value per trial", peer_name = "order + monotone + scatter",
    needs = "monotone", all_shapes = TRUE, sizes = to_1e7, same = same_pav_fit,
    ours = ours_pav_fit, peer = peer_pav_fit,
    gate = c("10000" = 4, "1e+05" = 5, "1e+06" = 7, "1e+07" = 4)
  ),
  list(
    name = "Cllr_min", peer_name = "order + monotone + rle", needs = "monotone",
    all_shapes = TRUE, sizes = to_1e7,
    ours = ours_cllr_min, peer = peer_cllr_min,
    gate = c("10000" = 6, "1e+05" = 8, "1e+06" = 13, "1e+07" = 11)
  ),
  list(
    name = "Cllr_min", peer_name = "order alone", same = NULL, all_shapes = TRUE, sizes = to_1e7,
    ours = ours_cllr_min, peer = \(trials) order(trials$value),
    gate = c("10000" = 4, "1e+05" = 4, "1e+06" = 4, "1e+07" = 4)
  ),
  list(
    name = "ECE, 201 priors", peer_name = "log1p(exp()) per prior", sizes = to_1e6,
    ours = \(trials) calibrant::cross_entropy(set_of(trials), priors), peer = peer_ece,
    gate = c("10000" = 40, "1e+05" = 95, "1e+06" = 400)
  ),
  list(
    name = "ECE, ECE_min, Cllr, Cllr_min", peer_name = "all of the above in R",
    needs = "monotone", sizes = to_1e6,
    ours = ours_whole, peer = peer_whole,
    gate = c("10000" = 15, "1e+05" = 65, "1e+06" = 150)
  ),
  list(
    name = "ECE, ECE_min, Cllr, Cllr_min", peer_name = "comparison::calc.ece, 99 priors",
    needs = "comparison", same = NULL, sizes = 1e4,
    ours = ours_whole, peer = peer_calc_ece,
    gate = c("10000" = 350)
  ),
  list(
    name = "ece_curve() with its useful range", peer_name = "comparison::calc.ece, 99 priors",
    needs = "comparison", same = NULL, sizes = 1e4,
    ours = \(trials) calibrant::ece_curve(set_of(trials)), peer = peer_calc_ece
  ),
  list(
    name = "Cllr", peer_name = "log1p(exp()) per class", all_shapes = TRUE, sizes = to_1e6,
    ours = \(trials) calibrant::cllr(set_of(trials)), peer = peer_cllr,
    gate = c("1e+06" = 1.8)
  )
)
