# Calibrations as expressions that a database computes: log10 LRs from a value in natural logarithms
# or a score.

lazy_line <- function(transform, value, engine) {
  line <- transform$coefficients[c("slope", "offset")] / log(10)
  beyond <- engine$number(.Machine$double.xmax)
  mid <- rlang::expr(!!value * !!engine$number(line[[1]]) + !!engine$number(line[[2]]))
  if (line[[1]] > 0) return(mid)
  # Infinite inputs keep their sign, see keep_infinite().
  rlang::expr(case_when(
    !!value > !!beyond | !!value < !!engine$number(-.Machine$double.xmax) ~ !!value, TRUE ~ !!mid
  ))
}

# The line between floor and ceiling plus a remainder near either, as in apply_four_parameter().
lazy_four_parameter <- function(transform, value, engine) {
  line <- lazy_line(transform, value, engine)
  ends <- lapply(transform$ends / log(10), engine$end)
  near <- Map(ends, transform$ends, f = \(end, ln) {
    if (is.infinite(ln)) return(0)
    apart <- rlang::expr((!!line - !!end) * !!engine$number(log(10)))
    # Inf - Inf is not a number, and some databases fail on underflow.
    less <- rlang::expr(case_when(
      !!line < !!end & !!apart > -40 ~ !!apart,
      !!line >= !!end & !!apart < 40 ~ -!!apart, TRUE ~ -40
    ))
    rlang::expr(log(1 + exp(!!less)) / !!engine$number(log(10)))
  })
  rlang::expr(!!near[[1]] - !!near[[2]] + case_when(
    !!line < !!ends[[1]] ~ !!ends[[1]], !!line <= !!ends[[2]] ~ !!line,
    !!line <= !!engine$end(Inf) ~ !!ends[[2]]
  ))
}

# Steps of apply_blocks(), with lines between blocks. Conditions ascend, so each applies to the
# values that no earlier one caught.
lazy_steps <- function(blocks, value, engine) {
  range <- pav_ranges(blocks)
  y <- blocks$log10_lr_pav
  number <- engine$number
  whens <- list()
  for (k in seq_along(y)) {
    whens <- c(whens, rlang::expr(!!value <= !!engine$end(range$max[k]) ~ !!number(y[k])))
    if (k < length(y)) {
      whens <- c(whens, lazy_bridge(value, range$max[k], range$min[k + 1], y[k], y[k + 1], engine))
    }
  }
  # Some databases sort NaN above Inf.
  rlang::expr(case_when(!!!whens, !!value <= !!engine$end(Inf) ~ !!number(y[length(y)])))
}

# The interpolation of bridge(), as a condition and its value.
lazy_bridge <- function(value, left, right, y_left, y_right, engine) {
  number <- engine$number
  gap <- rlang::expr(!!value < !!engine$end(right))
  if (all(is.finite(c(left, right, y_left, y_right)))) {
    step <- (y_right - y_left) / (right - left)
    return(rlang::expr(!!gap ~ !!number(y_left) + (!!value - !!number(left)) * !!number(step)))
  }
  closer <- if (abs(y_left) <= abs(y_right)) y_left else y_right
  if (is.infinite(left) && is.infinite(right)) return(rlang::expr(!!gap ~ !!number(closer)))
  if (is.infinite(left) || is.infinite(right)) {
    return(rlang::expr(!!gap ~ !!number(if (is.infinite(left)) y_right else y_left)))
  }
  middle <- left / 2 + right / 2
  list(
    rlang::expr(!!value < !!number(middle) ~ !!number(y_left)),
    rlang::expr(!!value == !!number(middle) ~ !!number(closer)),
    rlang::expr(!!gap ~ !!number(y_right))
  )
}
