# Slow literal definitions of decisions and error rates. LRs are natural logarithms.

score_set <- function(h1, h2) lr_set(list(h1 = h1, h2 = h2), scale = "score")

ln_set <- function(h1, h2) lr_set(list(h1 = h1, h2 = h2), scale = "ln")

# The sets A and G of test-oracles.R: A by its labels in ascending order.
golden_a <- function() {
  labels <- c(0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1)
  lr_set(seq_along(labels), truth = labels, scale = "score")
}
golden_g <- function() ln_set(h1 = c(-1, 0.5, 2, 3), h2 = c(-3, -2, -0.5, 1, -4))

iris_set <- function() {
  flowers <- droplevels(iris[iris$Species != "virginica", ])
  lr_set(flowers$Sepal.Length, truth = flowers$Species, h1 = "versicolor", scale = "score")
}

# Tied LLRs with infinities the right and the wrong way, with or without weights.
tied_set <- function(seed, n = 40, weights = FALSE) {
  withr::local_seed(seed)
  truth <- c(TRUE, FALSE, stats::runif(n - 2) < 0.4)
  llr <- round(stats::rnorm(n, ifelse(truth, 1, -1), 2), 1)
  llr[sample(n, 6)] <- c(-Inf, -Inf, Inf, Inf, 0, 0)
  lr_set(llr, truth = truth, scale = "ln", weight = if (weights) stats::rexp(n) + 0.01)
}

# Thesis, eq. 7.16 and 7.17, for one threshold; NULL rejects all trials.
rates_reference <- function(x, threshold) {
  weight <- if (is.null(x$weight)) rep(1, length(x)) else x$weight
  accepted <- if (is.null(threshold)) rep(FALSE, length(x)) else x$value >= threshold
  share <- function(errors, of) sum(weight[of & errors]) / sum(weight[of])
  c(p_miss = share(!accepted, x$truth), p_fa = share(accepted, !x$truth))
}

cost_reference <- function(rates, prior, c_miss = 1, c_fa = 1) {
  prior * c_miss * rates[["p_miss"]] + (1 - prior) * c_fa * rates[["p_fa"]]
}

dcf_reference <- function(x, prior, c_miss = 1, c_fa = 1) {
  threshold <- log(c_fa * (1 - prior) / (c_miss * prior))
  cost_reference(rates_reference(x, threshold), prior, c_miss, c_fa)
}

# All corners of the ROC curve, a row each.
corners_reference <- function(x) {
  thresholds <- c(as.list(sort(unique(x$value))), list(NULL))
  do.call(rbind, lapply(thresholds, \(threshold) rates_reference(x, threshold)))
}

# Thesis, eq. 7.21.
min_dcf_reference <- function(x, prior, c_miss = 1, c_fa = 1) {
  corners <- corners_reference(x)
  min(apply(corners, 1, cost_reference, prior, c_miss, c_fa))
}

auc_reference <- function(x) {
  weight <- if (is.null(x$weight)) rep(1, length(x)) else x$weight
  won <- outer(x$value[x$truth], x$value[!x$truth], \(a, b) (a > b) + (a == b) / 2)
  pairs <- outer(weight[x$truth], weight[!x$truth])
  sum(won * pairs) / sum(pairs)
}

# Integral of a function that is smooth between the jumps.
integrate_pieces <- function(f, jumps, lower, upper) {
  ends <- c(lower, sort(unique(jumps[jumps > lower & jumps < upper])), upper)
  pieces <- Map(\(from, to) {
    stats::integrate(f, from, to, rel.tol = 1e-10, subdivisions = 1000L)$value
  }, ends[-length(ends)], ends[-1])
  sum(unlist(pieces))
}

two_systems <- function() {
  lr_set(c(1, -1, 2, -2), rep(c(TRUE, FALSE), 2), scale = "ln", system = c("a", "a", "b", "b"))
}
