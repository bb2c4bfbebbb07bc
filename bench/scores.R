# Data for calibration and fusion: scores of a classifier, with a tenth of the trials under H1 for
# two classes and equal expected numbers for each of ten. The weights give the hypotheses even odds,
# or the classes equal ones, and have the mean 1, as the peers' criteria are sums of weights.

# Makes a score per trial and system; each is informative, the first the most, and all are
# correlated.
make_scores <- function(n, systems) {
  set.seed(1)
  h1 <- runif(n) < 0.1
  common <- rnorm(n)
  score <- vapply(seq_len(systems), \(k) h1 * 2 / k + common / 2 + rnorm(n), h1 + 0)
  label <- as.integer(h1)
  list(
    score = score, first = score[, 1], design = cbind(1, score), h1 = h1, label = label,
    weight = ifelse(h1, n / (2 * sum(h1)), n / (2 * sum(!h1)))
  )
}

# Log-likelihoods of ten normal distributions in ten dimensions, from a recogniser that assumes
# another spread. Only their differences count, so the peer takes nine of them.
make_classes <- function(n) {
  set.seed(1)
  centre <- matrix(rnorm(100), 10)
  class <- sample.int(10, n, TRUE)
  x <- centre[class, ] + matrix(rnorm(10 * n, sd = 1.2), n)
  log_lik <- x %*% t(centre) - rep(rowSums(centre^2) / 2, each = n)
  colnames(log_lik) <- letters[1:10]
  truth <- factor(letters[class])
  list(
    log_lik = log_lik, differences = log_lik[, -10] - log_lik[, 10], truth = truth,
    weight = (n / (10 * tabulate(class)))[class]
  )
}
