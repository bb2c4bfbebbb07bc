# Prior-weighted logistic regression of counted trials on any number of inputs.

train_logistic <- function(counts, prior, settings, call) {
  transform <- fit_affine(counts, prior, settings, call)
  check_direction(transform$coefficients[["slope"]], counts, call)
  transform
}

fit_affine <- function(counts, prior, settings, call) {
  finite <- finite_counts(counts, call)
  check_overlap(finite, settings$lambda, call)
  found <- if (length(finite$value) > 4096) fit_compressed(finite, prior, settings$lambda)
  if (!is.null(found)) {
    return(found)
  }
  minimise_logistic(affine_rows(finite), prior, settings$lambda, call)
}

affine_rows <- function(counts) counted_rows(cbind(slope = counts$value), counts)

# Many distinct values are replaced by few quadrature nodes. NULL where that does not work out.
fit_compressed <- function(counts, prior, lambda) {
  slope <- guess_slope(thin_counts(counts), prior)
  if (is.null(slope) || !(slope * diff(range(counts$value)) > 1)) {
    return(NULL)
  }
  nodes <- .Call(ffi_compress, counts$value, slope, counts$n_h1, counts$n_h2)
  nodes[c("totals", "where")] <- counts[c("totals", "where")]
  fit_nodes(nodes, slope, prior, lambda)
}

# The size of the slope, from some of the trials; NULL where they do not say.
guess_slope <- function(counts, prior) {
  abs(search_minimum(affine_rows(counts), prior, 0)$coefficients[["slope"]])
}

# Sums over nodes equal those over the trials, to the precision of a double, as long as a bin of
# them is about one nat after calibration: NULL if the slope is much greater than the one by which
# the input was multiplied to place the nodes.
fit_nodes <- function(nodes, slope, prior, lambda) {
  nodes$value <- nodes$llr / slope
  found <- search_minimum(affine_rows(nodes), prior, lambda, are_nodes = TRUE)
  if (!is.null(found) && abs(found$coefficients[["slope"]]) < 1.25 * slope) found
}

# From `size` to twice as many elements, evenly spaced, if there are that many.
evenly <- function(i, size) {
  i[seq.int(1, length(i), by = max(1, length(i) %/% size)) * (length(i) > 0)]
}

# About 2000 distinct values of each hypothesis.
thin_counts <- function(counts, size = 2000) {
  kept <- sort(unique(c(evenly(which(counts$n_h1 > 0), size), evenly(which(counts$n_h2 > 0), size))))
  counts[c("value", "n_h1", "n_h2")] <- lapply(counts[c("value", "n_h1", "n_h2")], `[`, kept)
  counts$totals <- c(sum(counts$n_h1), sum(counts$n_h2))
  counts
}

counted_rows <- function(x, counts) c(list(x = x), counts[c("n_h1", "n_h2", "totals", "where")])

apply_affine <- function(transform, value) {
  keep_infinite(value, transform$coefficients[["slope"]] * value +
    transform$coefficients[["offset"]])
}

keep_infinite <- function(value, llr) {
  infinite <- is.infinite(value)
  llr[infinite] <- value[infinite]
  llr
}

# What is left without infinite inputs that are right; the totals stay.
finite_counts <- function(counts, call) {
  wrong <- c(sum(counts$n_h1[counts$value == -Inf]), sum(counts$n_h2[counts$value == Inf]))
  if (any(wrong > 0)) {
    stop_input(
      c(
        "No rising transformation can repair trials that are certain and wrong.",
        x = "The trials{counts$where}: {wrong[1]} under H1 at -Inf, {wrong[2]} under H2 at Inf.",
        i = "Look at those trials; bound what the system may claim; or use
             {.code method = \"pav\"}."
      ),
      class = "calibrant_error_infinite",
      call = call
    )
  }
  finite <- is.finite(counts$value)
  counts[c("value", "n_h1", "n_h2")] <- lapply(counts[c("value", "n_h1", "n_h2")], `[`, finite)
  counts
}

# There is a minimum if and only if the two hypotheses overlap, one input value in common apart.
check_overlap <- function(counts, lambda, call) {
  check_spread(counts, call)
  h1 <- counts$value[counts$n_h1 > 0]
  h2 <- counts$value[counts$n_h2 > 0]
  separated <- length(h1) == 0 || length(h2) == 0 || min(h1) >= max(h2) || min(h2) >= max(h1)
  if (separated && lambda == 0) stop_separable(counts$where, call)
}

check_spread <- function(counts, call) {
  if (length(counts$value) < 2) {
    stop_input(
      c(
        "The trials{counts$where} must have at least two distinct finite values.",
        x = "They have {length(counts$value)}: no slope can be found."
      ),
      class = "calibrant_error_constant",
      call = call
    )
  }
}

stop_separable <- function(where, call) {
  stop_input(
    c(
      "The trials{where} separate the hypotheses: logistic regression has no finite solution.",
      x = "The steeper the transformation, the lower its cost on these trials.",
      i = "Use {.arg lambda}, for example {.code lambda = 0.1}; or add trials, among which some
           are hard."
    ),
    class = "calibrant_error_separable",
    call = call
  )
}

check_direction <- function(slope, counts, call) {
  if (slope > 0) {
    return()
  }
  if (any(is.infinite(counts$value))) {
    stop_input(
      c(
        "Infinite inputs need a rising transformation.",
        x = "The finite trials{counts$where} ask for the slope {signif(slope, 3)}."
      ),
      class = "calibrant_error_infinite",
      call = call
    )
  }
  warn_calibrant(
    c(
      "The scores{counts$where} do not grow with the support for H1.",
      x = "The slope is {signif(slope, 3)}.",
      i = "Is {.arg truth} the right way round? Distances must be given a minus sign."
    ),
    class = "calibrant_warning_direction",
    call = call
  )
}

minimise_logistic <- function(rows, prior, lambda, call) {
  found <- search_minimum(rows, prior, lambda)
  if (is.null(found)) stop_separable(rows$where, call)
  found
}

# `rows` has a matrix x of finite inputs with named columns, trials n_h1 and n_h2 on each row, and
# the totals, which also count trials that left the fit. NULL where there is no minimum.
search_minimum <- function(rows, prior, lambda, are_nodes = FALSE) {
  inputs <- standardise(rows$x, rows$n_h1, rows$n_h2)
  weight <- logistic_weights(rows, prior, lambda)
  search <- \(x, guess = NULL) {
    .Call(ffi_logistic, x, weight$h1, weight$h2, stats::qlogis(prior), are_nodes, guess)
  }
  found <- search(inputs$x, guess_minimum(inputs$x, search))
  if (found$status != "converged") {
    return(NULL)
  }

  back <- inputs$back
  terms <- c(colnames(rows$x), "offset")
  inverse <- invert(matrix(found$hessian, length(terms)))
  spread <- score_spread(inputs$x, rows, found$theta, prior)
  named <- \(v) structure(back %*% v %*% t(back), dimnames = list(terms, terms))
  list(
    coefficients = rlang::set_names(drop(back %*% found$theta), terms),
    vcov = named(inverse %*% spread %*% inverse),
    vcov_hessian = named(inverse / sum(rows$totals)),
    minimum = found$objective,
    iterations = found$iterations
  )
}

# From zero, trials far out would hold Newton's method up. NULL where there are none.
guess_minimum <- function(x, search, far = 50) {
  if (max(abs(x)) > far) {
    near <- search(pmin(pmax(x, -far), far))
    if (near$status == "converged") near$theta
  }
}

# Of a positive definite matrix, whatever the units of its rows.
invert <- function(x) {
  unit <- tcrossprod(sqrt(diag(x)))
  chol2inv(chol(x / unit)) / unit
}

# Columns with the tighter of the two hypotheses around 0, which keeps its digits however far the
# others lie, and the matrix that takes coefficients back to the columns as they were.
standardise <- function(x, n_h1, n_h2) {
  frames <- apply(x, 2, tight_frame, n_h1 > 0, n_h2 > 0)
  x <- sweep(sweep(x, 2, frames["unit", ], `/`), 2, frames["centre", ])
  d <- ncol(x)
  back <- rbind(
    diag(1 / frames["scale", ] / frames["unit", ], d), -frames["centre", ] / frames["scale", ]
  )
  list(x = sweep(x, 2, frames["scale", ], `/`), back = cbind(back, c(rep(0, d), 1)))
}

tight_frame <- function(x, is_h1, is_h2) {
  unit <- binary_unit(x)
  x <- x / unit
  frames <- lapply(list(x[is_h1], x[is_h2]), \(x) {
    centre <- stats::median(x)
    c(centre = centre, scale = stats::median(abs(x - centre)))
  })
  scales <- vapply(frames, `[[`, 0, "scale")
  scales[is.na(scales) | scales == 0] <- Inf
  if (all(is.infinite(scales))) {
    return(c(unit = unit, centre = mean(x), scale = stats::sd(x)))
  }
  c(unit = unit, frames[[which.min(scales)]])
}

# Division by it keeps squares from overflowing, without rounding.
binary_unit <- function(x) {
  largest <- max(abs(x))
  if (largest == 0) 1 else 2^floor(log2(largest))
}

# Weight of each row in the objective, with the pseudo-trials of Morrison and Poh (2018), whose
# cost is least where the LR is 1.
logistic_weights <- function(rows, prior, lambda) {
  both <- rows$n_h1 + rows$n_h2
  pseudo <- lambda / sum(rows$totals) * both / sum(both)
  list(
    h1 = prior / rows$totals[1] * rows$n_h1 + prior * pseudo,
    h2 = (1 - prior) / rows$totals[2] * rows$n_h2 + (1 - prior) * pseudo
  )
}

# Covariance of the gradient when the trials of each hypothesis are drawn anew.
score_spread <- function(x, rows, theta, prior) {
  x <- cbind(x, 1)
  z <- drop(x %*% theta) + stats::qlogis(prior)
  h1 <- class_spread(-prior * stats::plogis(-z) * x, rows$n_h1, rows$totals[1])
  h2 <- class_spread((1 - prior) * stats::plogis(z) * x, rows$n_h2, rows$totals[2])
  h1 + h2
}

# Covariance of the mean of `u`, of which row i occurs n[i] times among `total`.
class_spread <- function(u, n, total) {
  mean <- colSums(n * u) / total
  (crossprod(u, n * u) / total - tcrossprod(mean)) / total
}
