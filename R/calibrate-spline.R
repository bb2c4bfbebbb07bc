# A rising quadratic spline of the LLR of logistic calibration. A penalty on its curvature shrinks
# the spline to that line.

method_spline <- function() {
  list(
    title = "monotone spline", sentence = \() label("The method is a monotone spline"),
    settings = list(penalty = 0), check = \(s) check_not_negative(s$penalty, "penalty"),
    train = train_spline, apply = apply_spline, formula = spline_formula, type = "spline",
    record = spline_record, restore = spline_of_record, limits = limits_by_spline, any_form = TRUE,
    lazy = lazy_spline, keeps_counts = "always"
  )
}

# Penalties in units of one over the number of trials of the scarcer hypothesis. With a penalty of 1
# the slope may change by about 1 within one ln LR. With less penalty, few trials decide. The last
# penalty gives the line.
spline_penalties <- c(10^seq(0, 5, by = 0.5), Inf)

train_spline <- function(system, recipe, where) {
  line <- fit_affine(system, recipe, where)
  refuse_if(line$coefficients[["slope"]] <= 0, "uninformative")
  counts <- finite_counts(system, where)
  penalty <- recipe$settings$penalty
  rows <- spline_rows(counts, line$coefficients, recipe$prior, penalty)
  knots <- spline_knots(rows)
  fit <- choose_spline(spline_nodes(rows, knots), knots, counts$totals)
  if (fit$steepest > 10) fit <- choose_spline(rows, knots, counts$totals)
  list(
    coefficients = c(df = fit$df), df = fit$df, line = line$coefficients, knots = knots,
    start = fit$theta[1], slopes = fit$theta[-1], prior = recipe$prior, penalty = penalty,
    iterations = line$iterations + fit$n_steps
  )
}

spline_rows <- function(counts, line, prior, penalty) {
  each <- c(prior, 1 - prior) / counts$totals
  n <- counts$n_h1 + counts$n_h2
  # As many pseudo-trials as logistic calibration has, see logistic-weights.c.
  pseudo <- penalty / sum(counts$totals) / sum(n)
  list(
    x = line[["slope"]] * counts$value + line[["offset"]],
    h1 = each[1] * counts$n_h1 + prior * pseudo * n,
    h2 = each[2] * counts$n_h2 + (1 - prior) * pseudo * n,
    each_h1 = each[1], each_h2 = each[2], log_odds = stats::qlogis(prior), are_nodes = FALSE
  )
}

# Knots at equal shares of the information about the curve, which lie where both hypotheses have
# trials.
spline_knots <- function(rows, n = 16) {
  z <- rows$x + rows$log_odds
  known <- cumsum((rows$h1 + rows$h2) * stats::plogis(z) * stats::plogis(-z))
  at <- (seq_len(n) - 0.5) / n * known[length(known)]
  knots <- rows$x[pmin(findInterval(at, known, left.open = TRUE) + 1, length(rows$x))]
  knots <- knots[c(TRUE, diff(knots) > 1e-9 * diff(range(knots)))]
  if (length(knots) > 1) knots else range(rows$x)
}

# Quadrature nodes instead of many rows. Knots do not cut their bins of at most 1/8 nat. Within a
# bin a cost is a polynomial to all digits, as long as slopes are at most 10. Rows of less than one
# trial stay, since each of them is left out as a whole.
spline_nodes <- function(rows, knots) {
  whole <- \(h, each) all(h == 0 | h > each * (1 - 1e-9))
  if (length(rows$x) <= 4096 || !whole(rows$h1, rows$each_h1) || !whole(rows$h2, rows$each_h2)) {
    return(rows)
  }
  ends <- findInterval(c(-Inf, knots, Inf), rows$x, left.open = TRUE)
  unit <- c(8, ceiling(8 * diff(knots)) / diff(knots), 8)
  nodes <- lapply(seq_along(unit), \(j) {
    part <- seq_len(ends[j + 1] - ends[j]) + ends[j]
    from <- knots[max(j - 1, 1)]
    counts <- list(value = rows$x[part] - from, n_h1 = rows$h1[part], n_h2 = rows$h2[part])
    found <- .Call(ffi_compress, counts, unit[j])
    list(x = found$llr / unit[j] + from, h1 = found$n_h1, h2 = found$n_h2)
  })
  replace(rows, c("x", "h1", "h2", "are_nodes"), c(do.call(Map, c(c, nodes)), TRUE))
}

# Chooses the smoothest curve whose cost is at most half a nat above the minimum. The cost is summed
# over all trials, each judged by the curve fitted to the others.
choose_spline <- function(rows, knots, totals) {
  theta <- c(knots[1], rep(1, length(knots)))
  fits <- vector("list", length(spline_penalties))
  for (k in rev(seq_along(fits))) {
    # A penalty of 1e8 gives the line itself.
    penalty <- min(spline_penalties[k] / min(totals), 1e8)
    fits[[k]] <- .Call(ffi_spline, rows, knots, penalty, theta)
    theta <- fits[[k]]$theta
  }
  # If the cost cannot be computed, at priors near 0, the line is used.
  cost <- vapply(fits, `[[`, 0, "left_out")
  cost[is.nan(cost)] <- Inf
  chosen <- max(which(cost <= min(cost) + 0.5 / sum(totals)))
  found <- fits[[chosen]]
  if (is.infinite(spline_penalties[chosen])) {
    found[c("theta", "df")] <- list(c(knots[1], rep(1, length(knots))), 2)
  }
  found$steepest <- max(vapply(fits, \(fit) max(fit$theta[-1]), 0))
  found$n_steps <- sum(vapply(fits, `[[`, 0L, "n_steps"))
  found
}

apply_spline <- function(transform, value) {
  line <- transform$line
  keep_infinite(value, spline_at(transform, line[["slope"]] * value + line[["offset"]]))
}

# Value, slope and half the curvature above each knot.
spline_pieces <- function(transform) {
  slopes <- transform$slopes
  width <- diff(transform$knots)
  list(
    at = transform$start + c(0, cumsum(width * (slopes[-1] + slopes[-length(slopes)]) / 2)),
    slope = slopes, bend = c(diff(slopes) / (2 * width), 0)
  )
}

spline_at <- function(transform, x) {
  .Call(ffi_spline_at, transform$knots, c(transform$start, transform$slopes), as.double(x))
}

spline_formula <- function(transform, input, digits) {
  sprintf(
    "ln LR = rising spline of the %s with %s degrees of freedom; a line has 2", input,
    format_number(transform$coefficients[["df"]], digits)
  )
}

spline_record <- function(transform) {
  list(
    slope = transform$line[["slope"]], offset = transform$line[["offset"]],
    knots = I(transform$knots), start = transform$start, slopes = I(transform$slopes),
    penalty = transform$penalty
  )
}

spline_of_record <- function(what, prior) {
  list(
    coefficients = c(df = NA_real_), df = NA_real_,
    line = c(slope = as.double(what$slope), offset = as.double(what$offset)),
    knots = numbers_of_json(what$knots), start = as.double(what$start),
    slopes = numbers_of_json(what$slopes), prior = as.double(prior),
    penalty = as.double(what$penalty)
  )
}
# Pieces of spline_at(), each from its lower knot, the first also below it.
lazy_spline <- function(transform, value, engine) {
  number <- engine$number
  line <- transform$line
  x <- rlang::expr(!!value * !!number(line[["slope"]]) + !!number(line[["offset"]]))
  pieces <- lapply(spline_pieces(transform), \(v) v / log(10))
  knots <- transform$knots
  straight <- \(j) rlang::expr(
    !!number(pieces$at[j]) + (!!x - !!number(knots[j])) * !!number(pieces$slope[j])
  )
  bent <- lapply(seq_along(knots)[-1] - 1, \(j) rlang::expr(
    !!x < !!number(knots[j + 1]) ~ !!straight(j) + (!!x - !!number(knots[j])) *
      (!!x - !!number(knots[j])) * !!number(pieces$bend[j])
  ))
  most <- .Machine$double.xmax
  rlang::expr(case_when(
    !!value > !!number(most) | !!value < !!number(-most) ~ !!value,
    !!x < !!number(knots[1]) ~ !!straight(1), !!!bent, TRUE ~ !!straight(length(knots))
  ))
}

# Limits of the curve with the least penalty, since a smoother one need not be right. The curve is
# linear in its parameters, see spline.h.

# `effect`: the factor by which shared items reduce the effective number of trials.
limits_by_spline <- function(transform, set, value, level, effect) {
  counts <- training_counts(loose_system(set$value, set$truth, set$weight, set$scale))
  finite <- is.finite(counts$value)
  counts[c("value", "n_h1", "n_h2")] <- lapply(counts[c("value", "n_h1", "n_h2")], `[`, finite)
  rows <- spline_rows(counts, transform$line, transform$prior, transform$penalty)
  knots <- transform$knots
  fit <- .Call(
    ffi_spline, rows, knots, 1 / min(counts$totals), c(transform$start, transform$slopes)
  )
  x <- spline_terms(knots, transform$line[["slope"]] * value + transform$line[["offset"]])
  llr <- drop(x %*% fit$theta)
  spread <- rowSums((x %*% matrix(fit$vcov, ncol(x))) * x)
  degrees <- max(min(counts$totals) / effect - 1, 1)
  half <- stats::qt((1 + level) / 2, degrees) * sqrt(effect * spread)
  list(lower = llr - half, upper = llr + half)
}

# Columns whose product with the value at the first knot and the slopes at all knots is the curve.
spline_terms <- function(knots, x) {
  unit <- diag(length(knots) + 1)
  column <- \(k) {
    spline_at(list(knots = knots, start = unit[1, k], slopes = unit[-1, k]), x)
  }
  matrix(vapply(seq_len(ncol(unit)), column, numeric(length(x))), length(x))
}
