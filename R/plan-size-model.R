# Models of a method, from which studies are drawn. A model has the `scale` of its values, the
# numbers of comparisons `sizes(n)` of a study of size n, and `draw(n, k)`, the k-th study. A study
# of items draws their effects on the normal scores of their comparisons.

size_designs <- c("independent", "all_pairs", "reference_probe")

read_expected <- function(x) {
  if (inherits(x, "gaussian_system") || inherits(x, "lr_set")) return(x)
  stop_must("be a {.fn gaussian_system} or a pilot, an {.fn lr_set}.", x)
}

size_model <- function(x, design, ratio, item_share, stretch, shift) {
  one <- if (inherits(x, "gaussian_system")) {
    gaussian_margins(x, stretch, shift)
  } else {
    pilot_margins(x, stretch, shift)
  }
  sizes <- switch(design,
    independent = \(n) c(h1 = n, h2 = round(ratio * n)),
    all_pairs = \(n) c(h1 = n, h2 = n * (n - 1) / 2),
    reference_probe = \(n) c(h1 = n, h2 = n * (n - 1))
  )
  share <- if (design != "independent") item_effects(x, item_share)
  draw <- \(n, k) {
    margin <- one$margins[[(k - 1) %% length(one$margins) + 1]]
    if (is.null(share)) {
      draw_independent(margin, sizes(n), one$scale)
    } else {
      draw_items_of(margin, n, design, share, one$scale)
    }
  }
  list(
    scale = one$scale, sizes = sizes, draw = draw, design = design,
    gaussian = if (design == "independent") one$gaussian, pilot = is.null(one$gaussian)
  )
}

# A margin maps the normal scores of the comparisons of either hypothesis to their values.
gaussian_margins <- function(x, stretch, shift) {
  one <- gaussians_of(x)
  refuse_if(length(one) > 1, "pilot_systems")
  one <- new_gaussian(
    one[[1]]$s, stretch * one[[1]]$stretch, stretch * one[[1]]$shift + to_ln(shift, "log10")
  )
  margin <- list(h1 = \(z) one$h1 + one$sd * z, h2 = \(z) one$h2 + one$sd * z)
  list(scale = "ln", margins = list(margin), gaussian = one)
}

# Resamples of the trials, or items, of a pilot, which show its uncertainty.
n_pilots <- 50

pilot_margins <- function(x, stretch, shift) {
  check_one_system(x)
  check_no_weights(x, "A size is computed from numbers of comparisons.")
  check_trials_here(x)
  refuse_if(min(sum(x$truth), sum(!x$truth)) < fewest_trials, "pilot_small")
  score <- x$scale == "score"
  refuse_if(score && (stretch != 1 || shift != 0), "scores_stretched")
  value <- if (score) x$value else stretch * to_ln(x$value, x$scale) + to_ln(shift, "log10")
  strata <- if (drawn_by(x) == "source") source_strata(x)
  margins <- lapply(seq_len(n_pilots), \(k) {
    copies <- pilot_copies(x, strata)
    lapply(c(h1 = TRUE, h2 = FALSE), \(h) {
      of_class <- x$truth == h
      smooth_quantiles(rep(value[of_class], copies[of_class]), score)
    })
  })
  list(scale = if (score) "score" else "ln", margins = margins)
}

# Few items may leave a hypothesis without a comparison.
pilot_copies <- function(x, strata) {
  for (try in 1:20) {
    copies <- drawn_copies(x, strata)
    if (sum(copies[x$truth]) > 1 && sum(copies[!x$truth]) > 1) break
  }
  copies
}

# Quantiles at normal scores of a Gaussian kernel density on an asinh scale, on which it keeps the
# mean and the variance of the finite values; infinite values keep their share. PAV of a study from
# the values themselves would find the same ties again and again. The cost of LLRs bends within a
# few units of 0: LLRs of -50 that are right must not make those near 0 smooth as well.
smooth_quantiles <- function(value, score = FALSE, most = 256) {
  ends <- stats::qnorm(c(mean(value == -Inf), mean(value < Inf)))
  inner <- sort(value[is.finite(value)])
  origin <- if (score) stats::median(inner) else 0
  unit <- if (score) middle_spread(inner) else 2
  inner <- asinh((inner - origin) / unit)
  n <- length(inner)
  spread <- if (n > 1) stats::sd(inner) else 0
  if (!isTRUE(spread > 0)) {
    middle <- if (n > 0) value[is.finite(value)][1] else 0
    return(\(z) ifelse(z < ends[1], -Inf, ifelse(z > ends[2], Inf, middle)))
  }
  width <- 0.72 * spread * n^-0.2
  shrink <- spread / sqrt(spread^2 + width^2)
  if (n > most) inner <- stats::quantile(inner, stats::ppoints(most), names = FALSE)
  centre <- mean(inner) + shrink * (inner - mean(inner))
  at <- seq(centre[1] - 5 * width, centre[length(centre)] + 5 * width, length.out = 2 * most)
  below <- colMeans(stats::pnorm(outer(-centre, at, `+`), sd = shrink * width))
  low <- stats::pnorm(ends[1])
  z_at <- stats::qnorm(low + (stats::pnorm(ends[2]) - low) * below)
  known <- is.finite(z_at)
  \(z) {
    found <- stats::approx(z_at[known], at[known], z, rule = 2, ties = "ordered")$y
    ifelse(z < ends[1], -Inf, ifelse(z > ends[2], Inf, origin + unit * sinh(found)))
  }
}

middle_spread <- function(value) {
  spread <- c(stats::mad(value), stats::sd(value))
  spread[spread > 0][1]
}

draw_independent <- function(margin, sizes, scale) {
  value <- c(margin$h1(stats::rnorm(sizes[["h1"]])), margin$h2(stats::rnorm(sizes[["h2"]])))
  new_lr_set(value, rep(c(TRUE, FALSE), sizes), scale, plain_labels)
}

# Each item has one comparison with itself.
draw_items_of <- function(margin, n, design, share, scale) {
  pair <- which(if (design == "all_pairs") upper.tri(diag(n)) else diag(n) == 0, arr.ind = TRUE)
  effect <- stats::rnorm(n)
  own <- share$own * effect + sqrt(1 - share$own^2) * stats::rnorm(n)
  other <- sqrt(share$each) * (effect[pair[, 1]] + effect[pair[, 2]]) +
    sqrt(1 - 2 * share$each) * stats::rnorm(nrow(pair))
  item <- as.character(seq_len(n))
  new_lr_set(
    c(margin$h1(own), margin$h2(other)), rep(c(TRUE, FALSE), c(n, nrow(pair))), scale,
    plain_labels,
    source1 = item[c(seq_len(n), pair[, 1])], source2 = item[c(seq_len(n), pair[, 2])]
  )
}

# Effects of items on normal scores: `each`, the share of one item in the variance of an H2
# comparison, and `own`, the correlation of an H1 comparison with the effect of its item.
item_effects <- function(x, item_share) {
  named <- inherits(x, "lr_set") && has_items(x)
  if (is.null(item_share) && named) return(found_effects(x))
  refuse_if(is.null(item_share), "item_share_missing")
  check_number(item_share)
  check_within(item_share, low = 0, high = 0.99)
  list(each = item_share / 2, own = 0)
}

# The mean product of the normal scores of two comparisons with one item in common.
found_effects <- function(x) {
  z <- stats::ave(as.double(x$value), x$truth, FUN = \(v) stats::qnorm((rank(v) - 0.5) / length(v)))
  z <- z / stats::ave(z, x$truth, FUN = \(v) sqrt(mean(v^2)))
  items <- trial_items(x)
  twice <- c(items$first, items$second[items$second != items$first])
  trial <- c(seq_along(z), which(items$second != items$first))
  sums <- \(h, v) {
    there <- x$truth[trial] == h
    as.vector(tapply(v[trial][there], factor(twice[there], seq_len(items$n)), sum, default = 0))
  }
  number <- lapply(c(h1 = TRUE, h2 = FALSE), sums, rep(1, length(z)))
  total <- lapply(c(h1 = TRUE, h2 = FALSE), sums, z)
  squares <- sums(FALSE, z^2)
  each <- sum(total$h2^2 - squares) / max(sum(number$h2^2 - number$h2), 1)
  each <- min(max(each, 0), 0.49)
  link <- sum(total$h1 * total$h2) / max(sum(number$h1 * number$h2), 1)
  own <- if (each > 0) link / sqrt(each) else 0
  list(each = each, own = min(max(own, -0.99), 0.99))
}
