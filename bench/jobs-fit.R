# The jobs of calibration and fusion.

ours_affine <- function(trials) {
  x <- calibrant::lr_set(trials$first, trials$h1, scale = "score")
  coef_of(calibrant::calibrate(x))
}

ours_fusion <- function(trials) coef_of(calibrant::fuse(trials$score, trials$h1))

# Coefficients with the offset first.
coef_of <- function(fit) {
  b <- coef(fit)
  unname(c(b[["offset"]], b[names(b) != "offset"]))
}

# The cost of the calibrated trials, in nats as in multinom().
ours_matrix <- function(trials) {
  x <- calibrant::loglik_set(trials$log_lik, trials$truth)
  list(x = x, fit = calibrant::calibrate(x, method = "matrix"))
}

same_cost <- function(ours, peer, trials) {
  cost <- calibrant::cross_entropy(predict(ours$fit, ours$x)) * log(2)
  abs(cost - peer) < 1e-9
}

# Ours and the peer stop when a step no longer changes ten digits of the cost, which gives five
# digits of the parameters.
same_place <- function(ours, peer, trials) isTRUE(all.equal(ours, peer, tolerance = 1e-5))

one_score <- \(n) make_scores(n, 1)
four_scores <- \(n) make_scores(n, 4)

fit_jobs <- list(
  list(
    name = "affine calibration", peer_name = "glm.fit", sizes = 1e6, data = one_score,
    same = same_place, ours = ours_affine, peer = peer_glm,
    gate = c("1e+06" = 95)
  ),
  list(
    name = "affine calibration", peer_name = "Newton in R", sizes = 1e6, data = one_score,
    same = same_place, ours = ours_affine, peer = peer_newton,
    gate = c("1e+06" = 20)
  ),
  list(
    name = "fusion of 4 systems", peer_name = "glm.fit", sizes = 1e6, data = four_scores,
    same = same_place, ours = ours_fusion, peer = peer_glm,
    gate = c("1e+06" = 9)
  ),
  list(
    name = "fusion of 4 systems", peer_name = "Newton in R", sizes = 1e6, data = four_scores,
    same = same_place, ours = ours_fusion, peer = peer_newton
  ),
  list(
    name = "calibration of 10 classes, full matrix",
    peer_name = "nnet::multinom, converged", needs = "nnet", sizes = 1e5, data = make_classes,
    same = same_cost, ours = ours_matrix, peer = peer_multinom,
    gate = c("1e+05" = 28)
  )
)
