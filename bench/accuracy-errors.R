# Errors of the measures of one set, in units of the last place.

priors <- c(
  "1e-12" = 1e-12, "0.001" = 0.001, "0.3" = 0.3, "0.5" = 0.5, "0.9" = 0.9, "1 - 1e-12" = 1 - 1e-12
)

# Error in units of the last place of the reference, or of `inherent` if that is larger.
ulps <- function(found, reference, inherent = 0) {
  if (length(found) == 0) {
    return(NA)
  }
  error <- abs(exact(found) - reference)
  unit <- exact(2)^(floor(log2(abs(reference))) - 52)
  inherent <- rep_len(inherent, length(unit))
  unit[unit < inherent] <- inherent[unit < inherent]
  out <- asNumeric(error / unit)
  out[asNumeric(reference) == found] <- 0
  max(out)
}

# Change of the ECE, in bits, when all LLRs and the prior log-odds move by half a unit in the last
# place, in the worst direction: no algorithm that starts from LLRs can be expected to do better.
inherent_ece <- function(points, prior) {
  h <- stats::qlogis(prior)
  llr <- asNumeric(points$llr)
  moved <- (abs(ifelse(is.finite(llr), llr, 0)) + abs(h)) * 2^-53
  slope_h1 <- stats::plogis(-(llr + h)) * points$n_h1 / sum(points$n_h1)
  slope_h2 <- stats::plogis(llr + h) * points$n_h2 / sum(points$n_h2)
  (prior * sum(slope_h1 * moved) + (1 - prior) * sum(slope_h2 * moved)) / log(2)
}

over_priors <- function(f) do.call(c, lapply(unname(priors), f))

# Recalibrated LRs equal the ratio of their block.
predict_error <- function(x, blocks) {
  if (x$scale != "log10") {
    return(NA)
  }
  found <- pav(x)
  finite <- which(is.finite(found$log10_lr_pav))
  middle <- found$log10_lr_min[finite]
  ulps(stats::predict(found, middle), blocks$llr[finite] / log(exact(10)))
}

useful_error <- function(x, points) {
  ends <- unlist(useful_range(x)[c("log10_prior_odds_min", "log10_prior_odds_max")])
  ends <- ends[is.finite(ends)]
  if (length(ends) == 0) {
    return(NA)
  }
  errors <- lapply(ends, \(end) {
    h <- exact(end) * log(exact(10))
    asNumeric(abs(root_error(points, h)) / max(1, abs(asNumeric(h)))) * 2^52
  })
  max(unlist(errors))
}

# The same for compressed sets, with every LLR kept.
uncompressed <- function(x, points) {
  kept <- list(llr = calibrant:::to_ln(points$value, x$scale), n_h1 = points$n_h1,
    n_h2 = points$n_h2, totals = c(sum(points$n_h1), sum(points$n_h2)))
  calibrant:::ece(kept, stats::qlogis(priors))
}

entropy_errors <- function(x, points, blocks) {
  halves <- halves_exact(points, exact(0))
  ece <- over_priors(\(p) ece_exact(points, p))
  least <- over_priors(\(p) ece_exact(blocks, p))
  even <- which(priors == 0.5)[[1]]
  inherent <- vapply(priors, \(p) inherent_ece(points, p), 0)
  c(
    ece = ulps(cross_entropy(x, priors), ece, inherent),
    ece_kept = if (length(points$value) > 4096) {
      ulps(uncompressed(x, points), ece, inherent)
    } else {
      NA
    },
    ece_min = ulps(cross_entropy_min(x, priors), least),
    information = ulps(
      effective_information(x, priors), null_exact(priors) - ece, inherent
    ),
    cllr = ulps(cllr(x), ece[even], inherent[even]),
    cllr_h1 = ulps(cllr_h1(x), halves$h1 / (2 * log(exact(2))), inherent[even]),
    cllr_h2 = ulps(cllr_h2(x), halves$h2 / (2 * log(exact(2))), inherent[even]),
    cllr_min = ulps(cllr_min(x), least[even]),
    cllr_cal = ulps(cllr_cal(x), ece[even] - least[even], asNumeric(ece[even]) * 2^-52),
    useful = useful_error(x, points),
    dev_pav = suppressWarnings(if (is.finite(dev_pav(x))) {
      ulps(dev_pav(x), dev_pav_exact(points, blocks))
    } else {
      NA
    }),
    pav = predict_error(x, blocks)
  )
}

measure_set <- function(x, name) {
  message(name)
  points <- count_exact(x)
  blocks <- pav_exact(points)
  errors <- c(
    entropy_errors(x, points, blocks), decision_errors(x, points, blocks),
    rule_errors(x, points, blocks)
  )
  data.frame(set = name, distinct = length(points$value), t(errors))
}
