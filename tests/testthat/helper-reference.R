# Slow literal definitions, one trial or one interval at a time, for comparison with the package.
# LRs are natural logarithms here unless a name says otherwise.

set_of <- function(h1, h2, scale = "ln", ...) lr_set(list(h1 = h1, h2 = h2), scale = scale, ...)

moments_in <- function(x) bind_systems(systems_of(x), moments_of)

# Continuous, tied or clumped LLRs of two classes, with or without weights.
random_set <- function(seed, n_h1 = 15, n_h2 = 25, digits = 8, weights = FALSE) {
  withr::local_seed(seed)
  llr <- round(stats::rnorm(n_h1 + n_h2, rep(c(1, -1), c(n_h1, n_h2)), 2), digits)
  lr_set(llr,
    truth = rep(c(TRUE, FALSE), c(n_h1, n_h2)), scale = "ln",
    weight = if (weights) stats::rexp(n_h1 + n_h2) + 0.01
  )
}

only_system <- function(x) calibrant:::systems_of(x)[[1]]

h1_of <- function(x) x$value[x$truth]
h2_of <- function(x) x$value[!x$truth]

# Ramos 2013, eq. 8, in bits.
ece_reference <- function(h1, h2, prior) {
  odds <- prior / (1 - prior)
  prior * mean(log2(1 + 1 / (exp(h1) * odds))) + (1 - prior) * mean(log2(1 + exp(h2) * odds))
}

# Thesis, eq. 7.41: both classes have the same weight, for any numbers of trials.
cllr_reference <- function(h1, h2) {
  (mean(log2(1 + exp(-h1))) + mean(log2(1 + exp(h2)))) / 2
}

# Thesis, eq. C.4 to C.7 for grouped data: a[k] H1 and b[k] H2 trials on the k-th value, class
# weights v1 and v2. The share of H1 in each group after pooling; `max_min = FALSE` swaps the order.
pav_reference <- function(a, b, v1 = 1, v2 = 1, max_min = TRUE) {
  n <- length(a)
  ratio <- function(i, j) {
    m <- v1 * sum(a[i:j])
    m / (m + v2 * sum(b[i:j]))
  }
  vapply(seq_len(n), \(t) {
    if (max_min) {
      max(vapply(1:t, \(i) min(vapply(t:n, \(j) ratio(i, j), 0)), 0))
    } else {
      min(vapply(t:n, \(j) max(vapply(1:t, \(i) ratio(i, j), 0)), 0))
    }
  }, 0)
}

# Thesis, eq. C.20, one LLR per trial of a set with or without weights.
pav_llr_reference <- function(x) {
  weight <- if (is.null(x$weight)) rep(1, length(x)) else x$weight
  values <- sort(unique(x$value))
  total <- \(keep, of) sum(weight[keep & x$value == of])
  a <- vapply(values, \(v) total(x$truth, v), 0)
  b <- vapply(values, \(v) total(!x$truth, v), 0)
  llr <- stats::qlogis(pav_reference(a, b)) - log(sum(a) / sum(b))
  llr[match(x$value, values)]
}

# LLRs of the trials from `pav()`, in natural logarithms, found by searching every block.
pav_llr_of_trials <- function(x) {
  blocks <- pav(x)
  value <- as.data.frame(lr_set_log10(x))[[1]]
  at <- vapply(value, \(v) {
    which(v >= blocks[[2]] & v <= blocks[[3]])[1]
  }, 1L)
  blocks$log10_lr_pav[at] * log(10)
}

# The same trials with the log10 LRs of the package.
lr_set_log10 <- function(x) {
  lr_set(to_log10(x$value, x$scale), truth = x$truth, scale = "log10", weight = x$weight)
}

tippett_reference <- function(h, at) vapply(at, \(x) mean(h > x), 0)

# Integral over the prior log-odds of the Bayes error, thesis eq. 6.12, exactly: between two
# thresholds the error is P_miss sigma(h) + P_fa sigma(-h).
bayes_error_area <- function(h1, h2) {
  jumps <- sort(unique(-c(h1, h2)))
  jumps <- c(-Inf, jumps[is.finite(jumps)], Inf)
  # The antiderivatives of sigma(h) and sigma(-h) at either end of an interval.
  up <- \(h) log1p(exp(h))
  down <- \(h) -log1p(exp(-h))
  pieces <- vapply(seq_len(length(jumps) - 1), \(i) {
    from <- jumps[i]
    to <- jumps[i + 1]
    inside <- mean(c(max(from, -1e9), min(to, 1e9)))
    p_miss <- mean(h1 < -inside)
    p_fa <- mean(h2 >= -inside)
    miss <- if (p_miss == 0) 0 else p_miss * (up(to) - up(from))
    fa <- if (p_fa == 0) 0 else p_fa * (down(to) - down(from))
    miss + fa
  }, 0)
  sum(pieces)
}

# Vergeer et al. 2021: area between the line through the points (x, y) and the identity, over the
# range of x, by numerical integration.
dev_pav_reference <- function(x) {
  after <- pav_llr_of_trials(x) / log(10)
  before <- lr_set_log10(x)$value
  finite <- is.finite(after)
  points <- unique(data.frame(before, after)[finite, ])
  points <- points[order(points$before), ]
  distance <- stats::approxfun(points$before, points$after)
  pieces <- vapply(seq_len(nrow(points) - 1), \(i) {
    stats::integrate(\(t) abs(distance(t) - t), points$before[i], points$before[i + 1],
      rel.tol = 1e-10, subdivisions = 1000
    )$value
  }, 0)
  sum(pieces) / diff(range(points$before))
}

# Signs of ECE - ECE_null on a grid of prior log10 odds, and their changes.
useful_grid <- function(h1, h2, at) {
  prior <- stats::plogis(at * log(10))
  null <- -prior * log2(prior) - (1 - prior) * log2(1 - prior)
  vapply(prior, \(p) ece_reference(h1, h2, p), 0) < null
}

# Weighted sum of squares that isotonic regression minimises.
squares <- function(y, fit, weights) sum(weights * (y - fit)^2)

# Computed data of the layers of a plot that have these columns.
layers_of <- function(plot, columns) {
  layers <- ggplot2::ggplot_build(plot)$data
  Filter(\(layer) nrow(layer) > 0 && all(columns %in% names(layer)), layers)
}

drawn_points <- function(plot) {
  columns <- c("PANEL", "x", "y")
  do.call(rbind, lapply(layers_of(plot, columns), \(layer) layer[columns]))
}

# All text in a plot: labels of its layers, title, subtitle, caption.
plot_text <- function(plot) {
  layers <- lapply(layers_of(plot, "label"), `[[`, "label")
  labels <- plot$labels[c("title", "subtitle", "caption")]
  paste(unlist(c(layers, lapply(labels, as.character))), collapse = "\n")
}

n_panels <- function(plot) nrow(ggplot2::ggplot_build(plot)$layout$layout)

# Draws on a null device, to raise the warnings of drawing.
draw <- function(plot) {
  withr::local_pdf(NULL)
  grid <- ggplot2::ggplotGrob(plot)
  invisible(grid)
}

# Sets that are hard to draw.
drawing_shapes <- function() {
  named <- function(x, name) {
    lr_set(x$value, x$truth, scale = "ln", system = rep(name, length(x)))
  }
  infinite <- set_of(c(Inf, Inf, 2, 1), c(-Inf, -1, 1.5, -3))
  list(
    ordinary = random_set(1),
    tied = random_set(2, digits = 0),
    infinite = infinite,
    one_each = set_of(1, -1),
    only_infinite = set_of(Inf, -Inf),
    all_equal = set_of(c(0.5, 0.5), 0.5),
    far_tail = set_of(c(1, 2, -1), c(-2000, -3, 0.5, -1)),
    several = c(named(random_set(3), "one"), named(infinite, "two"), named(set_of(1, -1), "three"))
  )
}

n_systems <- function(x) max(1, length(levels(x)))

# Points of one curve that must be among the points drawn in a panel.
expect_drawn <- function(drawn, panel, x, y) {
  there <- drawn[drawn$PANEL == panel, ]
  missing <- vapply(seq_along(x), \(i) {
    !any(same_place(there$x, x[i]) & same_place(there$y, y[i]))
  }, NA)
  testthat::expect_equal(sum(missing), 0)
}

same_place <- function(a, b) a == b | (is.finite(a) & is.finite(b) & abs(a - b) < 1e-9)

name_system <- function(x, name) {
  lr_set(x$value, x$truth, x$scale, system = rep(name, length(x)), weight = x$weight)
}
