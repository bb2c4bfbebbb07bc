# The part of the log10 LR (or score) axis that a picture shows. Log LRs have no natural end: a
# model may give half of the H2 trials an LR of 10^-100. The window spans the overlap of the
# hypotheses and at least half of each, with a margin of a quarter. Tails are cut off only if they
# would take more than two thirds of the axis, and are then counted at the edge.
display_window <- function(counts) window_around(vapply(counts, system_span, numeric(4)))

window_around <- function(spans) {
  full <- c(min(spans["low", ]), max(spans["high", ]))
  inner <- c(min(spans["from", ]), max(spans["to", ]))
  margin <- diff(inner) / 4
  window <- c(max(full[1], inner[1] - margin), min(full[2], inner[2] + margin))
  if (diff(full) > 3 * diff(window) && diff(window) > 0) window else full
}

no_span <- c(low = 0, high = 0, from = 0, to = 0)

system_span <- function(counts) {
  h1 <- finite_part(counts, "n_h1")
  h2 <- finite_part(counts, "n_h2")
  if (is.null(h1) && is.null(h2)) return(no_span)
  h1 <- if (is.null(h1)) h2 else h1
  h2 <- if (is.null(h2)) h1 else h2
  c(
    low = min(h1$min, h2$min),
    high = max(h1$max, h2$max),
    from = min(h1$min, h2$median),
    to = max(h2$max, h1$median)
  )
}

# Range and median of the finite values of one hypothesis, NULL if it has none. Only the first and
# the last value can be infinite.
finite_part <- function(counts, hypothesis) {
  ends <- c(1, length(counts$value))
  finite <- is.finite(to_log10(counts$value[ends], counts$scale))
  there <- .Call(ffi_milestones, counts[[hypothesis]], ends + c(!finite[1], -!finite[2]))
  if (!is.null(there)) {
    at <- to_log10(counts$value[there], counts$scale)
    list(min = at[1], median = at[2], max = at[3])
  }
}

# Numbers of trials of one system beyond either edge of the window, infinite ones included.
beyond_window <- function(counts, window) {
  at <- to_log10(counts$value, counts$scale)
  n_low <- findInterval(window[1], at, left.open = TRUE)
  n_high <- length(at) - findInterval(window[2], at)
  numbers <- \(n) c(sum(utils::head(n, n_low)), sum(utils::tail(n, n_high)))
  new_frame(
    end = c("low", "high"),
    border = c(max(utils::head(at, n_low), -Inf), min(utils::tail(at, n_high), Inf)),
    n_h1 = numbers(counts$n_h1),
    n_h2 = numbers(counts$n_h2)
  )
}

# Numbers of trials of each system with LR = 0 and with LR = Inf.
certain_trials <- function(systems) {
  bind_systems(systems, \(system) {
    list2DF(c(list(end = c("LR = 0", "LR = Inf")), infinite_of(system)))
  })
}

counts_beyond <- function(system, window) {
  scale <- system$scale
  counts_for(system, in_picture(
    c(cuts_at(scale, window[1]), cuts_at(scale, window[2], beyond = TRUE))
  ))
}

# A curve over the LR axis, with the facts that its picture shows and counts.
windowed_curve <- function(data, class, x, ...,
                           window = display_window(each_system(x, counts_for, in_picture()))) {
  with_window(lr_curve(data, class, x, ...), x, window)
}

with_window <- function(curve, x, window) {
  beyond <- bind_systems(each_system(x, counts_beyond, window), beyond_window, window)
  attr(curve, "window") <- window
  attr(curve, "beyond") <- beyond
  attr(curve, "cut") <- any(is.finite(beyond$border))
  curve
}
