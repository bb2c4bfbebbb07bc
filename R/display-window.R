# The part of the log10 LR (or score) axis that a picture shows. Log LRs have no natural end: a
# model may call half of the H2 trials impossible to a hundred powers of ten. The window spans where
# the hypotheses overlap and where at least half of each lies, with a margin of a quarter; tails are
# cut off only if they would take more than two thirds of the axis, and then counted at the edge.
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
  at <- to_log10(counts$value, counts$scale)
  h1 <- finite_part(at, counts$n_h1)
  h2 <- finite_part(at, counts$n_h2)
  if (is.null(h1) && is.null(h2)) {
    return(no_span)
  }
  h1 <- if (is.null(h1)) h2 else h1
  h2 <- if (is.null(h2)) h1 else h2
  c(
    low = min(h1$min, h2$min),
    high = max(h1$max, h2$max),
    from = min(h1$min, h2$median),
    to = max(h2$max, h1$median)
  )
}

# Range and median of the finite values of one hypothesis, NULL where it has none.
finite_part <- function(at, n) {
  there <- is.finite(at) & n > 0
  if (!any(there)) {
    return(NULL)
  }
  at <- at[there]
  share <- cumsum(n[there]) / sum(n[there])
  list(min = at[1], max = at[length(at)], median = at[match(TRUE, share >= 0.5)])
}

# How many trials of one system lie beyond either edge of the window, infinite ones included.
beyond_window <- function(counts, window) {
  at <- to_log10(counts$value, counts$scale)
  low <- at < window[1]
  high <- at > window[2]
  data.frame(
    end = c("low", "high"),
    border = c(max(at[low], -Inf), min(at[high], Inf)),
    n_h1 = c(sum(counts$n_h1[low]), sum(counts$n_h1[high])),
    n_h2 = c(sum(counts$n_h2[low]), sum(counts$n_h2[high]))
  )
}

# Curves over the LR axis carry what their picture has to show and to count.
windowed_curve <- function(data, class, x, ..., window = display_window(set_counts(x))) {
  with_window(new_curve(data, class, x, ...), x, window)
}

with_window <- function(curve, x, window) {
  attr(curve, "window") <- window
  attr(curve, "beyond") <- bind_systems(set_counts(x), \(counts) beyond_window(counts, window))
  curve
}
