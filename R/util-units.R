# Units of LRs: natural logarithms inside, log10 for readers.

value_scales <- c("log10", "ln", "log2", "lr", "score")

# Posteriors are kept as LRs.
input_scales <- c(value_scales, "prob")

# Natural logarithms in one unit of the scale, if a factor converts it.
ln_per_unit <- c(log10 = log(10), ln = 1, log2 = log(2), lr = NA, score = 1)

# Length of one log10 in the unit of an axis. A probability has no such unit: its axis shows the
# posterior at even prior odds.
log_units <- c(log10 = 1, ln = ln_per_unit[["log10"]])

to_axis_unit <- function(log10_lr, unit) {
  if (unit == "probability") return(stats::plogis(log10_lr * log_units[["ln"]]))
  log10_lr * log_units[[unit]]
}

# Probabilities without their prior. Near 1 those of the `other` class keep the digits that rounding
# loses.
prob_to_ln <- function(prob, prior, other = NULL) {
  log_odds <- stats::qlogis(prob)
  if (!is.null(other)) log_odds <- ifelse(prob > 0.5, -stats::qlogis(other), log_odds)
  log_odds - stats::qlogis(prior)
}

to_ln <- function(value, scale) {
  switch(scale, lr = log(value), ln = , score = value, rescale_log(value, ln_per_unit[[scale]]))
}

# A finite log10 LR near the largest double must not become infinite in other units.
rescale_log <- function(x, factor) {
  scaled <- x * factor
  # Infinite values need the careful path too.
  if (length(x) > 0 && factor > 1 && max(-min(x), max(x)) > .Machine$double.xmax / factor) {
    overflown <- is.infinite(scaled) & is.finite(x)
    scaled[overflown] <- sign(x[overflown]) * .Machine$double.xmax
  }
  scaled
}

from_ln <- function(llr, scale) {
  switch(scale,
    ln = llr,
    log10 = common_log(llr, log(10)),
    log2 = rescale_log(llr, 1 / log(2)),
    lr = exp(llr)
  )
}

# The abscissa of tables and plots: log10 LR, or the score itself.
to_log10 <- function(value, scale, prior = NULL) {
  switch(scale,
    prob = common_log(prob_to_ln(value, prior), log(10)),
    log10 = value,
    log2 = common_log(value, 1 / log10(2)),
    lr = log10(value),
    ln = common_log(value, log(10)),
    score = value
  )
}

# log10 LRs from logarithms to another base, whose logarithm of 10 is `base_log`. An LR of 1000 is 3
# on every scale: tables and thresholds compare such numbers.
common_log <- function(x, base_log) {
  # `as.double()` would drop names and dimensions.
  storage.mode(x) <- "double"
  .Call(ffi_common_log, x, base_log)
}

nats_to_bits <- function(x) x / log(2)

# Bits in a unit.
bits_in <- function(unit) {
  check_choice(unit, c("bits", "nats"))
  if (unit == "nats") 1 / log(2) else 1
}

# ln(1 + e^x) without overflow.
softplus <- function(x) -stats::plogis(-x, log.p = TRUE)

# The log10 odds of probabilities of .1, .01 and so on, and of some between those and even odds.
far_odds <- function(n) from_ln(stats::qlogis(10^-seq_len(n)), "log10")
near_odds <- stats::qlogis(c(0.05, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.95)) / log(10)

# Distance of the probability of given odds from 0 or 1, whichever is nearer, with all its digits.
from_certainty <- function(log10_odds) stats::plogis(-abs(to_ln(log10_odds, "log10")))

# The entropy of a distribution, in nats.
shannon <- function(prior) -sum(prior[prior > 0] * log(prior[prior > 0]))

neutral_value <- function(scale) if (scale == "lr") 1 else 0

# Converts log10 LRs, to posteriors at a prior too.
from_log10 <- function(log10_lr, type, prior = NULL) {
  switch(type,
    log10 = log10_lr,
    lr = 10^log10_lr,
    prob = , posterior = stats::plogis(to_ln(log10_lr, "log10") + stats::qlogis(prior)),
    from_ln(to_ln(log10_lr, "log10"), type)
  )
}

# The difference, or 0 if it is only rounding error.
beyond_rounding <- function(total, default) {
  difference <- total - default
  difference[which(is.finite(difference) & abs(difference) <= 1e-12 * abs(default))] <- 0
  difference
}
