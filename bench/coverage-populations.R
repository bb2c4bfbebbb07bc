# Populations of which everything is known. Each has a name, the measures to be judged with their
# true values, and a function that draws a set.

half_cost <- function(density, slope, shift, sign) {
  at <- \(l) density(l) * log1p(exp(-sign * (slope * l + shift))) / log(2)
  stats::integrate(at, -80, 80, subdivisions = 2000, rel.tol = 1e-10)$value
}

# LLRs of a bi-Gaussian system, stretched and shifted so that they are no longer calibrated. What
# depends on a prior is judged at .1 and at even odds.
bigaussian <- function(s, slope = 1, shift = 0, ...) {
  h1 <- half_cost(\(l) dnorm(l, s^2 / 2, s), slope, shift, 1)
  h2 <- half_cost(\(l) dnorm(l, -s^2 / 2, s), slope, shift, -1)
  prior <- c(0.1, 0.5)
  error <- \(p, k, b) {
    p * pnorm((-qlogis(p) - b - k * s^2 / 2) / (k * s)) +
      (1 - p) * pnorm((qlogis(p) + b - k * s^2 / 2) / (k * s))
  }
  entropy <- \(p, k, b) {
    2 * (p * half_cost(\(l) dnorm(l, s^2 / 2, s), k, b + qlogis(p), 1) / 2 +
      (1 - p) * half_cost(\(l) dnorm(l, -s^2 / 2, s), k, b + qlogis(p), -1) / 2)
  }
  at_priors <- \(f, k, b) vapply(prior, f, 0, k, b)
  calibrated <- slope == 1 && shift == 0
  truth <- list(
    cllr = (h1 + h2) / 2, cllr_min = unname(cllr(gaussian_system(s))),
    cllr_cal = (h1 + h2) / 2 - unname(cllr(gaussian_system(s))), cllr_h1 = h1 / 2, cllr_h2 = h2 / 2,
    eer = pnorm(-s / 2), auc = pnorm(s / sqrt(2)),
    misleading_h1 = pnorm((-shift / slope - s^2 / 2) / s),
    misleading_h2 = pnorm((shift / slope - s^2 / 2) / s),
    cross_entropy = at_priors(entropy, slope, shift),
    cross_entropy_min = at_priors(entropy, 1, 0),
    bayes_error = at_priors(error, slope, shift), bayes_error_min = at_priors(error, 1, 0)
  )
  if (calibrated) truth <- c(truth, lr_moment_h1 = 1, lr_moment_h2 = 1)
  list(
    name = sprintf("bi-Gaussian s = %g%s", s,
      if (calibrated) "" else sprintf(", LLR x %g + %g", slope, shift)),
    which = names(truth), prior = prior, truth = at_each_prior(truth),
    draw = \(n1, n2) {
      truth <- rep(c(TRUE, FALSE), c(n1, n2))
      llr <- rnorm(n1 + n2, ifelse(truth, 1, -1) * s^2 / 2, s)
      lr_set(slope * llr + shift, truth, scale = "ln")
    },
    by = "trial", ...
  )
}

# Named as measures() sorts its rows; those of a prior that is not even say so.
at_each_prior <- function(truth) {
  names <- Map(\(name, values) {
    if (length(values) == 1) name else paste0(name, c(" at .1", ""))
  }, names(truth), truth)
  rlang::set_names(unlist(truth), unlist(names))
}

# Scores of any shape. The truth is that of two million of them, of which PAV flatters by 1e-4.
shape <- function(name, h1, h2) {
  draw <- \(n1, n2) lr_set(c(h1(n1), h2(n2)), rep(c(TRUE, FALSE), c(n1, n2)), scale = "score")
  set.seed(1)
  many <- draw(1e6, 1e6)
  list(
    name = name, which = c("cllr_min", "eer", "auc"), prior = 0.5,
    truth = c(cllr_min = cllr_min(many), eer = eer(many), auc = auc(many)), draw = draw,
    by = "trial", sizes = list(c(50, 50), c(200, 200), c(50, 2000))
  )
}

# Two bi-Gaussian systems on the same trials, whose LLRs go together: the first less the second.
pair <- function(s = c(2, 1.5), correlation = 0.6) {
  one <- lapply(s, bigaussian)
  which <- c("cllr", "cllr_min", "eer", "auc")
  draw <- \(n1, n2) {
    truth <- rep(c(TRUE, FALSE), c(n1, n2))
    shared <- rnorm(n1 + n2)
    sets <- lapply(s, \(s) {
      noise <- sqrt(correlation) * shared + sqrt(1 - correlation) * rnorm(n1 + n2)
      lr_set(ifelse(truth, 1, -1) * s^2 / 2 + s * noise, truth, scale = "ln")
    })
    c(a = sets[[1]], b = sets[[2]])
  }
  list(
    name = "difference", which = which, prior = 0.5, difference = TRUE, by = "trial", draw = draw,
    truth = one[[1]]$truth[which] - one[[2]]$truth[which],
    sizes = list(c(30, 30), c(50, 50), c(200, 200), c(50, 2000))
  )
}

# All pairs of some samples of each of some items; every item moves all of its comparisons. The
# truth is that of independent items: LLRs are normal with the variances of both items and of the
# comparison.
items <- function(n, samples, item_sd = 0.7, own_sd = 1.2, mean = 2) {
  spread_h1 <- sqrt((2 * item_sd)^2 + own_sd^2)
  spread_h2 <- sqrt(2 * item_sd^2 + own_sd^2)
  draw <- \(n1, n2) {
    pair <- t(apply(utils::combn(n * samples, 2), 2, \(sample) (sample - 1) %/% samples + 1))
    truth <- pair[, 1] == pair[, 2]
    effect <- rnorm(n, 0, item_sd)
    score <- ifelse(truth, mean, -mean) + effect[pair[, 1]] + effect[pair[, 2]] +
      rnorm(nrow(pair), 0, own_sd)
    lr_set(score, truth, scale = "ln", source1 = pair[, 1], source2 = pair[, 2])
  }
  set.seed(1)
  many <- lr_set(
    c(rnorm(1e6, mean, spread_h1), rnorm(1e6, -mean, spread_h2)), rep(c(TRUE, FALSE), each = 1e6),
    scale = "ln"
  )
  list(
    name = sprintf("%d items, %d samples each", n, samples),
    which = c("cllr", "cllr_min", "eer", "auc"), prior = 0.5,
    truth = c(cllr = cllr(many), cllr_min = cllr_min(many), eer = eer(many), auc = auc(many)),
    draw = draw, by = c("trial", "source"),
    sizes = list(c(n * choose(samples, 2), choose(n, 2) * samples^2))
  )
}

shapes <- list(
  shape("t, 3 degrees", \(n) rt(n, 3) + 2, \(n) rt(n, 3)),
  shape("beta", \(n) rbeta(n, 5, 2), \(n) rbeta(n, 2, 5)),
  shape("mixture", \(n) rnorm(n, ifelse(runif(n) < 0.7, 3, 0)), rnorm),
  shape("exponential", rexp, \(n) rexp(n, 6)),
  shape("unequal spreads", \(n) rnorm(n, 2, 0.5), \(n) rnorm(n, 0, 3)),
  shape("whole numbers", \(n) round(rnorm(n, 2)), \(n) round(rnorm(n))),
  shape("halves", \(n) round(2 * rnorm(n, 2)) / 2, \(n) round(2 * rnorm(n)) / 2),
  shape("no discrimination", rnorm, rnorm)
)

populations <- c(
  lapply(1:3, bigaussian),
  list(
    bigaussian(2, 1.5, 0), bigaussian(2, 0.6, 0), bigaussian(2, 1, 1.5)
  ),
  list(pair(), items(20, 4), items(40, 3), items(100, 2)),
  shapes
)
