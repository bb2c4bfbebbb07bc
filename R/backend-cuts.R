# Cuts for thresholds, on the scale of the values. A cut separates the values below it from the
# others.

lowest_value <- function(scale) if (scale == "lr") 0 else -Inf

next_value <- function(x) .Call(ffi_next_value, as.double(x))

# The smallest value on a scale that is `threshold` or more in tables and on axes; with `beyond`,
# more than `threshold`. Thresholds beyond all values have no cut.
cuts_at <- function(scale, threshold, beyond = FALSE) {
  if (scale %in% c("log10", "score")) {
    cuts <- if (beyond) next_value(threshold) else threshold
    return(cuts[!(beyond & threshold == Inf)])
  }
  guess <- from_ln(to_ln(threshold, "log10"), scale)
  first_value(guess, scale, \(value) {
    at <- to_log10(value, scale)
    if (beyond) at > threshold else at >= threshold
  })
}

# The smallest value for which each rule holds. Every rule holds from some value on; the search
# moves outwards from a guess, then bisects. `holds` takes a vector as long as the guess.
first_value <- function(guess, scale, holds) {
  lowest <- lowest_value(scale)
  step <- pmax(abs(guess) * 2^-45, 2^-1065)
  step[!is.finite(step)] <- 2^970
  low <- pmax(guess - step, lowest)
  high <- guess + step
  repeat {
    short <- !holds(high) & high < Inf
    if (!any(short)) break
    high[short] <- pmax(high[short], -.Machine$double.xmax) + step[short]
    step[short] <- 2 * step[short]
  }
  repeat {
    long <- holds(low) & low > lowest
    if (!any(long)) break
    low[long] <- pmax(pmin(low[long], .Machine$double.xmax) - step[long], lowest)
    step[long] <- 2 * step[long]
  }
  cuts <- bisect_values(low, high, holds)
  cuts[holds(cuts)]
}

bisect_values <- function(low, high, holds) {
  repeat {
    middle <- ifelse(is.finite(low) & is.finite(high), low / 2 + high / 2,
      ifelse(is.finite(low), next_value(low), ifelse(is.finite(high), -next_value(-high), 0))
    )
    open <- middle > low & middle < high
    if (!any(open)) break
    reached <- holds(middle)
    high <- ifelse(open & reached, middle, high)
    low <- ifelse(open & !reached, middle, low)
  }
  ifelse(holds(low), low, high)
}

# Cuts of Bayes decisions, see on_one_scale().
cuts_at_odds <- function(scale, log_odds) {
  if (scale != "lr") return(from_ln(-log_odds, scale))
  first_value(exp(-log_odds), scale, \(value) log(value) >= -log_odds)
}
