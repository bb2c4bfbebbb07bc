# Populations whose measures are known. Each has a name, the measures to be judged with their true
# values, and a function that draws a set.

half_cost <- function(density, slope, shift, sign) {
  at <- \(l) density(l) * log1p(exp(-sign * (slope * l + shift))) / log(2)
  stats::integrate(at, -80, 80, subdivisions = 2000, rel.tol = 1e-10)$value
}

# LLRs of a bi-Gaussian system, stretched and shifted so that they are no longer calibrated.
# Measures that depend on a prior are judged at .1 and at even odds.
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

# Names in the order of the rows of measures(); names of measures at another prior than 1/2 contain
# the prior.
at_each_prior <- function(truth) {
  names <- Map(\(name, values) {
    if (length(values) == 1) name else paste0(name, c(" at .1", "", " at .9")[seq_along(values)])
  }, names(truth), truth)
  rlang::set_names(unlist(truth), unlist(names))
}

# Scores of any shape. The true values are those of two million of them, which PAV flatters by 1e-4.
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

# LLRs of any shape, drawn by `h1` and `h2` with the distribution functions `cdf1` and `cdf2`. The
# truth is a sum over cells of probability, whose PAV is that of the population; `edges` lie between
# them. `weighted`: each trial has a weight of 1 to 5 that is independent of its LR.
llr_shape <- function(name, h1, h2, cdf1, cdf2, edges = sinh(seq(-11, 11, length.out = 40001)),
                      weighted = FALSE) {
  centre <- c(edges[1], (edges[-1] + edges[-length(edges)]) / 2, edges[length(edges)])
  cells <- lapply(list(cdf1, cdf2), \(cdf) {
    p <- diff(c(0, cdf(edges), 1))
    list(p = p[p > 1e-18], llr = centre[p > 1e-18])
  })
  population <- lr_set(
    c(cells[[1]]$llr, cells[[2]]$llr), rep(c(TRUE, FALSE), lengths(lapply(cells, `[[`, "p"))),
    scale = "ln", weight = c(cells[[1]]$p, cells[[2]]$p)
  )
  prior <- c(0.1, 0.5, 0.9)
  each <- \(measure) unname(measure(population))
  at_priors <- \(measure) unname(unlist(measure(population, prior = prior)))
  truth <- list(
    cllr = each(cllr), cllr_min = each(cllr_min), cllr_cal = each(cllr_cal), eer = each(eer),
    auc = each(auc), cross_entropy = at_priors(cross_entropy),
    cross_entropy_min = at_priors(cross_entropy_min), bayes_error = at_priors(bayes_error),
    bayes_error_min = at_priors(bayes_error_min)
  )
  weight <- if (weighted) \(n) sample(5, n, TRUE) else \(n) NULL
  list(
    name = name, which = names(truth), prior = prior, truth = at_each_prior(truth),
    cells = population,
    draw = \(n1, n2) {
      truth <- rep(c(TRUE, FALSE), c(n1, n2))
      llr <- c(h1(n1), h2(n2))
      lr_set(llr, truth, scale = "ln", weight = weight(n1 + n2), sure = TRUE)
    },
    by = "trial", sizes = list(c(5, 200), c(15, 300), c(20, 20), c(300, 30), c(50, 2000), c(200, 200))
  )
}

rlaplace <- \(n, rate) rexp(n, rate) * sample(c(-1, 1), n, TRUE)
plaplace <- \(x, rate) {
  ifelse(x < 0, exp(rate * pmin(x, 0)) / 2, 1 - exp(-rate * pmax(x, 0)) / 2)
}

# LLRs with few distinct values.
step_shape <- function(name, steps, p1, p2) {
  below <- \(p) \(x) vapply(x, \(z) sum(p[steps <= z]), 0)
  llr_shape(
    name, \(n) sample(steps, n, TRUE, p1), \(n) sample(steps, n, TRUE, p2), below(p1), below(p2),
    edges = sort(c(steps - 1e-9, steps + 1e-9))
  )
}

# A share of the trials of either hypothesis has LR = 1; the others have LLRs of another shape.
tied_shape <- function(name, share, s) {
  some <- \(n, mean) ifelse(runif(n) < share, 0, rnorm(n, mean, s))
  cdf <- \(mean) \(x) share * (x >= 0) + (1 - share) * pnorm(x, mean, s)
  at <- sinh(seq(-11, 11, length.out = 40001))
  llr_shape(name, \(n) some(n, s^2 / 2), \(n) some(n, -s^2 / 2), cdf(s^2 / 2), cdf(-s^2 / 2),
    edges = sort(c(at[abs(at) > 1e-9], -1e-9, 1e-9)))
}

# Systems whose LRs, not only their order, have odd shapes.
llr_shapes <- function() {
  mixed <- \(n, mean, wrong, sd) ifelse(runif(n) < wrong, rnorm(n, -mean, sd), rnorm(n, mean, sd))
  outliers <- \(n, mean) ifelse(runif(n) < 0.05, rnorm(n, -2 * mean), rnorm(n, mean, 2))
  laplace <- \(weighted) {
    llr_shape(if (weighted) "LLR Laplace, weights 1 to 5" else "LLR Laplace",
      \(n) 1.5 + rlaplace(n, 1 / 1.2), \(n) -1.5 + rlaplace(n, 1 / 1.2),
      \(x) plaplace(x - 1.5, 1 / 1.2), \(x) plaplace(x + 1.5, 1 / 1.2), weighted = weighted)
  }
  list(
    llr_shape("LLR t, 3 degrees", \(n) 2 + 1.5 * rt(n, 3), \(n) -2 + 1.5 * rt(n, 3),
      \(x) pt((x - 2) / 1.5, 3), \(x) pt((x + 2) / 1.5, 3)),
    llr_shape("LLR with 5 % outliers", \(n) outliers(n, 2), \(n) outliers(n, -2),
      \(x) 0.05 * pnorm(x, -4) + 0.95 * pnorm(x, 2, 2),
      \(x) 0.05 * pnorm(x, 4) + 0.95 * pnorm(x, -2, 2)),
    llr_shape("LLR gamma and Laplace x 1.4", \(n) 1.4 * (rgamma(n, 2, 0.7) - 0.8) + 0.7,
      \(n) 1.4 * (rlaplace(n, 0.8) - 1.6) + 0.7,
      \(x) pgamma((x - 0.7) / 1.4 + 0.8, 2, 0.7), \(x) plaplace((x - 0.7) / 1.4 + 1.6, 0.8)),
    llr_shape("LLR skew-logistic", \(n) log(10) - 0.9 * rexp(n), \(n) log(10) - 9 * rexp(n),
      \(x) exp(-pmax(log(10) - x, 0) / 0.9), \(x) exp(-pmax(log(10) - x, 0) / 9)),
    llr_shape("LLR, a fifth on the wrong side", \(n) mixed(n, 2, 0.2, 1), \(n) mixed(n, -2, 0.2, 1),
      \(x) 0.2 * pnorm(x, -2) + 0.8 * pnorm(x, 2), \(x) 0.2 * pnorm(x, 2) + 0.8 * pnorm(x, -2)),
    llr_shape("LLR log-gamma", \(n) 3 + log(rgamma(n, 0.8)), \(n) -1.5 - log(rgamma(n, 1.5)) - 1,
      \(x) pgamma(exp(x - 3), 0.8), \(x) 1 - pgamma(exp(-x - 2.5), 1.5)),
    llr_shape("LLR uniform", \(n) runif(n, -2, 6), \(n) runif(n, -6, 2),
      \(x) punif(x, -2, 6), \(x) punif(x, -6, 2)),
    laplace(FALSE), laplace(TRUE),
    tied_shape("LLR, half at 0", 0.5, 2), tied_shape("LLR, nine tenths at 0", 0.9, 2),
    step_shape("LLR in 5 steps", c(-4, -2, 0, 2, 4), c(0.02, 0.08, 0.25, 0.4, 0.25),
      c(0.3, 0.35, 0.25, 0.08, 0.02)),
    # LRs at steps of a factor of ten.
    step_shape("LLR in 7 steps", (-3:3) * log(10), c(0.005, 0.02, 0.06, 0.165, 0.3, 0.3, 0.15),
      c(0.2, 0.3, 0.25, 0.17, 0.06, 0.015, 0.005)),
    # Profiles that match or not, 3 in 100 by chance.
    step_shape("LLR of DNA, +-6 log10", c(-6, 6) * log(10), c(0.01, 0.99), c(0.97, 0.03))
  )
}

# Two bi-Gaussian systems on the same trials, whose LLRs are correlated: the first less the second.
pair <- function(s = c(2, 1.5), correlation = 0.6, name = "difference") {
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
    name = name, which = which, prior = 0.5, difference = TRUE, by = "trial", draw = draw,
    truth = one[[1]]$truth[which] - one[[2]]$truth[which],
    sizes = list(c(5, 200), c(20, 20), c(30, 30), c(50, 50), c(200, 200), c(50, 2000))
  )
}

# Two equal systems with independent errors, whose LRs have a few steps.
pair_in_steps <- function() {
  one <- step_shape("steps", c(-4, -2, 0, 2, 4), c(0.02, 0.08, 0.25, 0.4, 0.25),
    c(0.3, 0.35, 0.25, 0.08, 0.02))
  which <- c("cllr_min", "cllr_cal", "eer", "cross_entropy_min", "bayes_error_min")
  truth <- one$truth[sub(" at .*", "", names(one$truth)) %in% which]
  list(
    name = "difference of equals in 5 steps", which = which, prior = one$prior, difference = TRUE,
    by = "trial", draw = \(n1, n2) c(a = one$draw(n1, n2), b = one$draw(n1, n2)), truth = 0 * truth,
    sizes = list(c(5, 200), c(10, 10), c(30, 300), c(200, 200))
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
  list(bigaussian(1.5), bigaussian(2.5), pair(),
    pair(c(2, 2), name = "difference of equals"), pair_in_steps(),
    items(20, 4), items(40, 3), items(100, 2)),
  shapes, llr_shapes()
)
