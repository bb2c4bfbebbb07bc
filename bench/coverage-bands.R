# Coverage of bands of curves for the curve of the population at some points, and of intervals of
# useful ranges for their ends.
#   Rscript bench/coverage-bands.R [sets per cell] [replicates] [everywhere]
# writes bench/coverage-bands.md; with `everywhere` only simultaneous bands are made anew.
suppressMessages(library(calibrant))
# Turns off the warnings about slips, which simulated LRs may cause.
options(calibrant.sure = TRUE)
source("bench/coverage-populations.R")
source("bench/coverage-table.R")

arguments <- commandArgs(TRUE)
n_sets <- if (length(arguments) > 0) as.numeric(arguments[1]) else 200
n_replicates <- if (length(arguments) > 1) as.numeric(arguments[2]) else 500
all_anew <- length(arguments) < 3
log10_odds <- c(-1, 0, 1)
log10_lr <- c(-1, 0, 1)
p_fa <- c(0.05, 0.2)

# Density of LLRs slope * N(+-s^2 / 2, s).
density_at <- \(l, s, slope, sign) dnorm(l, sign * slope * s^2 / 2, slope * s)

ece_at <- function(log_odds, s, slope) {
  p <- plogis(log_odds)
  # Prior odds act like a shift of the LLRs.
  2 * c(p, 1 - p) %*% c(
    half_cost(\(l) dnorm(l, s^2 / 2, s), slope, log_odds, 1) / 2,
    half_cost(\(l) dnorm(l, -s^2 / 2, s), slope, log_odds, -1) / 2
  )
}

overstatement_at <- function(l, s, slope, half = log(10) / 2) {
  mean_of <- \(sign, tilt) {
    f <- \(x) exp(tilt * (x - l) / 2) * density_at(x, s, slope, sign)
    integrate(f, l - half, l + half)$value
  }
  (l + log(mean_of(-1, 1)) - log(mean_of(1, -1))) / log(10)
}

useful_ends <- function(s, slope) {
  excess <- Vectorize(\(o) ece_at(o, s, slope) - cross_entropy_null(plogis(o)))
  if (slope <= 1 || excess(0) > 0) {
    return(c(NA_real_, NA_real_))
  }
  upper <- uniroot(excess, c(0.01, 40), tol = 1e-8)$root / log(10)
  c(-upper, upper)
}

truths <- function(s, slope) {
  ln_odds <- log10_odds * log(10)
  tail <- \(sign) pnorm(log10_lr * log(10), sign * slope * s^2 / 2, slope * s, lower.tail = FALSE)
  c(
    vapply(ln_odds, ece_at, 0, s, slope), vapply(ln_odds, ece_at, 0, s, 1),
    tail(1), tail(-1), pnorm(qnorm(p_fa, lower.tail = FALSE) - s),
    vapply(log10_lr * log(10), overstatement_at, 0, s, slope), useful_ends(s, slope)
  )
}

labels <- data.frame(
  curve = rep(
    c("ECE", "ECE min", "Tippett H1", "Tippett H2", "DET", "overstatement", "useful range"),
    c(3, 3, 3, 3, 2, 3, 2)
  ),
  at = c(
    rep(sprintf("log10 odds %g", log10_odds), 2), rep(sprintf("log10 LR %g", log10_lr), 2),
    sprintf("P_fa %g", p_fa), sprintf("log10 LR %g", log10_lr), "lower end", "upper end"
  )
)

# The row of a curve that applies at `at`.
rows_at <- \(x, at) findInterval(at, x)

# The row of a grid that is nearest to each LR, NA if none is near.
rows_near <- function(x) {
  vapply(log10_lr, \(l) {
    i <- which.min(abs(x - l))
    if (length(i) == 1 && abs(x[i] - l) < 0.1) i else NA_integer_
  }, 1L)
}

limits_of <- function(x) {
  ece <- ece_curve(x, log10_odds, level = 0.95, replicates = n_replicates)
  tippett <- tippett_curve(x, level = 0.95)[rows_at(tippett_curve(x)$log10_lr, log10_lr), ]
  det <- det_curve(x, level = 0.95)
  det <- det[order(det$p_fa, -det$p_miss), ][rows_at(sort(det$p_fa), p_fa), ]
  over <- overstatement_curve(x, replicates = n_replicates)
  near <- rows_near(over$log10_lr)
  ends <- useful_range(x, level = 0.95, replicates = n_replicates)
  ends <- ends[rep(1, nrow(ends) == 1), ]
  pick <- \(side) {
    c(
      ece[[paste0("ece_", side)]], ece[[paste0("ece_min_", side)]],
      tippett[[paste0("h1_", side)]], tippett[[paste0("h2_", side)]],
      det[[paste0("p_miss_", side)]], over[[paste0("overstatement_", side)]][near],
      c(ends[[paste0("min_", side)]], ends[[paste0("max_", side)]], NA, NA)[1:2]
    )
  }
  cbind(pick("lower"), pick("upper"))
}

cell <- function(s, slope, n) {
  set.seed(100 * s + 10 * slope + sum(n))
  population <- bigaussian(s, slope)
  truth <- truths(s, slope)
  found <- replicate(n_sets, suppressWarnings(limits_of(population$draw(n[1], n[2]))))
  lower <- found[, 1, ]
  upper <- found[, 2, ]
  rows <- data.frame(
    population = population$name, n = paste0(n[1], "/", n[2]), by = "trial", labels,
    shares(truth, lower, upper)
  )
  rows[!is.na(truth) & rows$none < 1, ]
}

shares <- function(truth, lower, upper) {
  data.frame(
    truth = truth, covered = rowMeans(lower <= truth & upper >= truth, na.rm = TRUE),
    too_high = rowMeans(lower > truth, na.rm = TRUE),
    too_low = rowMeans(upper < truth, na.rm = TRUE),
    width = apply(upper - lower, 1, median, na.rm = TRUE), none = rowMeans(is.na(lower))
  )
}

# Overstatement where comparisons share items, by trial and by source. LLRs have the mean +-2 and
# the variances of both items and of the comparison.
item_cell <- function(size) {
  set.seed(size[1])
  population <- items(size[1], size[2])
  densities <- list(
    h1 = \(l) dnorm(l, 2, sqrt((2 * 0.7)^2 + 1.2^2)), h2 = \(l) dnorm(l, -2, sqrt(2 * 0.7^2 + 1.2^2))
  )
  half <- log(10) / 2
  truth <- vapply(log10_lr * log(10), \(at) {
    mean_of <- \(density, tilt) {
      integrate(\(l) exp(tilt * (l - at) / 2) * density(l), at - half, at + half)$value
    }
    (at + log(mean_of(densities$h2, 1)) - log(mean_of(densities$h1, -1))) / log(10)
  }, 0)
  found <- replicate(n_sets, {
    x <- population$draw()
    vapply(population$by, \(by) {
      over <- overstatement_curve(x, by = by, replicates = n_replicates)
      as.matrix(over[rows_near(over$log10_lr), paste0("overstatement_", c("lower", "upper"))])
    }, matrix(0, 3, 2))
  })
  do.call(rbind, lapply(seq_along(population$by), \(b) {
    data.frame(
      population = population$name, n = paste(population$sizes[[1]], collapse = "/"),
      by = population$by[b], curve = "overstatement", at = sprintf("log10 LR %g", log10_lr),
      shares(truth, found[, 1, b, ], found[, 2, b, ])
    )
  }))
}

# Coverage of simultaneous bands for a whole curve, over the default priors.
whole_cell <- function(population, n) {
  set.seed(sum(n))
  priors <- ece_curve(population$draw(20, 20))$prior
  # Cells of probability for sums over the population.
  truth <- list(
    ece = unname(unlist(cross_entropy(population$cells, prior = priors))),
    ece_min = unname(unlist(cross_entropy_min(population$cells, prior = priors)))
  )
  found <- replicate(n_sets, {
    curve <- suppressWarnings(ece_curve(
      population$draw(n[1], n[2]), level = 0.95, band = "simultaneous", replicates = n_replicates
    ))
    vapply(names(truth), \(name) {
      lower <- curve[[paste0(name, "_lower")]]
      upper <- curve[[paste0(name, "_upper")]]
      off <- c(any(lower > truth[[name]] + 1e-9), any(upper < truth[[name]] - 1e-9))
      c(!any(off), off, median(upper - lower))
    }, numeric(4))
  })
  data.frame(
    population = population$name, n = paste0(n[1], "/", n[2]), by = "trial",
    curve = c("ECE", "ECE min"), at = "everywhere", truth = NA_real_,
    covered = rowMeans(found[1, , ]), too_high = rowMeans(found[2, , ]),
    too_low = rowMeans(found[3, , ]), width = apply(found[4, , ], 1, median), none = 0
  )
}

stretched <- function(s, slope) {
  llr_shape(sprintf("bi-Gaussian s = %g, LLR x %g", s, slope), \(n) slope * rnorm(n, s^2 / 2, s),
    \(n) slope * rnorm(n, -s^2 / 2, s), \(x) pnorm(x / slope, s^2 / 2, s),
    \(x) pnorm(x / slope, -s^2 / 2, s))
}

populations <- list(c(1, 1), c(2, 1), c(2, 1.7), c(1, 2.2))
sizes <- list(c(50, 50), c(200, 200), c(50, 2000))
rows <- NULL
if (all_anew) {
  for (population in populations) {
    for (n in sizes) rows <- rbind(rows, cell(population[1], population[2], n))
  }
  for (size in list(c(20, 4), c(40, 3), c(100, 2))) rows <- rbind(rows, item_cell(size))
  rows <- as_text(rows)
} else {
  rows <- read_rows("bench/coverage-bands.md")
  rows <- rows[rows$at != "everywhere", ]
}
cells <- expand.grid(
  population = list(stretched(1, 1), stretched(2, 1), stretched(3, 1), stretched(2, 1.2),
    llr_shapes()[[1]], llr_shapes()[[3]]),
  n = list(c(30, 30), c(60, 150), c(50, 2000))
)
whole <- parallel::mcmapply(whole_cell, cells$population, cells$n,
  SIMPLIFY = FALSE, mc.cores = 2, mc.preschedule = FALSE)
rows <- rbind(rows, as_text(do.call(rbind, whole)))
writeLines(c(
  "# Coverage of 95 % bands of curves, and of the ends of useful ranges", "",
  sprintf("%d sets per cell, %d replicates. Made by bench/coverage-bands.R with calibrant %s,",
    n_sets, n_replicates, packageVersion("calibrant")),
  sprintf("%s. Pointwise bands, but", R.version.string),
  "simultaneous ones `everywhere`; `width` is a median. Without a band (`none`) are",
  "LRs beyond the trials of one hypothesis, and ends of useful ranges that the set puts at infinity.",
  "", show(rows)
), "bench/coverage-bands.md")
