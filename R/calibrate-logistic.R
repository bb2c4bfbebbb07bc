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

thin_counted <- function(rows, size) {
  sort(unique(c(evenly(which(rows$n_h1 > 0), size), evenly(which(rows$n_h2 > 0), size))))
}

# Some distinct values of each hypothesis.
thin_counts <- function(counts, size = 2000) {
  kept <- thin_counted(counts, size)
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

# `rows` has a matrix x of finite inputs with named columns; the numbers n_h1 and n_h2 of trials on
# each row, or its truth and weight if it is one trial; and the totals, which also count trials that
# left the fit; their frames may come along. NULL where there is no minimum.
search_minimum <- function(rows, prior, lambda, are_nodes = FALSE) {
  frames <- rows$frames %||% find_frames(rows)
  found <- .Call(
    ffi_logistic, rows$x, frames, row_trials(rows), logistic_weights(rows, prior, lambda),
    (c(prior, 1 - prior) / rows$totals)^2, stats::qlogis(prior), are_nodes
  )
  if (is.null(found)) {
    return(NULL)
  }

  back <- leave_frames(frames)
  terms <- c(colnames(rows$x), "offset")
  inverse <- invert(matrix(found$hessian, length(terms)))
  spread <- score_spread(found, rows$totals, prior)
  named <- \(v) structure(back %*% v %*% t(back), dimnames = list(terms, terms))
  list(
    coefficients = rlang::set_names(drop(back %*% found$theta), terms),
    vcov = named(inverse %*% spread %*% inverse),
    vcov_hessian = named(inverse / sum(rows$totals)),
    objective = sum(c(prior, 1 - prior) / rows$totals * found$cost),
    minimum = found$objective,
    iterations = found$iterations
  )
}

row_trials <- function(rows) list(rows$n_h1, rows$n_h2, rows$truth, rows$weight)

# Of a positive definite matrix, whatever the units of its rows.
invert <- function(x) {
  unit <- tcrossprod(sqrt(diag(x)))
  chol2inv(chol(x / unit)) / unit
}

# NaN for columns with missing values.
column_ranges <- function(x) .Call(ffi_column_ranges, x)

# A column per input, see `struct cal_frame`: those of the tighter of the two hypotheses around 0,
# which keeps its digits however far the others lie. Some of many rows say where that is.
find_frames <- function(rows, ranges = column_ranges(rows$x), far = 50) {
  some <- thin_rows(rows)
  frames <- vapply(seq_len(ncol(rows$x)), \(k) {
    tight_frame(rows$x[some$row, k], some$is_h1, some$is_h2, ranges[, k])
  }, numeric(3))
  reach <- abs((ranges * rep(frames[1, ], each = 2) - rep(frames[2, ], each = 2)) *
    rep(frames[3, ], each = 2))
  rbind(frames, if (max(reach) > far) far else Inf)
}

# The matrix that takes coefficients back to the columns as they were.
leave_frames <- function(frames) {
  d <- ncol(frames)
  back <- rbind(diag(frames[3, ] * frames[1, ], d), -frames[2, ] * frames[3, ])
  cbind(back, c(rep(0, d), 1))
}

tight_frame <- function(x, is_h1, is_h2, range) {
  unit <- 1 / binary_unit(range)
  x <- x * unit
  frames <- lapply(list(x[is_h1], x[is_h2]), \(x) {
    centre <- stats::median(x)
    c(centre = centre, scale = 1 / stats::median(abs(x - centre)))
  })
  tight <- Filter(\(frame) is.finite(frame[["scale"]]), frames)
  if (length(tight) > 0) {
    return(c(unit = unit, tight[[which.max(vapply(tight, `[[`, 0, "scale"))]]))
  }
  spread <- c(stats::sd(x), diff(range * unit))
  c(unit = unit, centre = mean(x), scale = 1 / spread[!is.na(spread) & spread > 0][1])
}

# Multiplication by it keeps squares from overflowing, without rounding.
binary_unit <- function(x) {
  largest <- max(abs(x))
  if (largest == 0) 1 else 2^pmin(pmax(floor(log2(largest)), -1000), 1000)
}

# Rows that stand for all, and their hypotheses.
thin_rows <- function(rows, size = 2000) {
  if (!is.null(rows$truth)) {
    row <- thin_classes(rows$truth, size)
    return(list(row = row, is_h1 = rows$truth[row], is_h2 = !rows$truth[row]))
  }
  row <- thin_counted(rows, size)
  list(row = row, is_h1 = rows$n_h1[row] > 0, is_h2 = rows$n_h2[row] > 0)
}

# Positions of some trials of either hypothesis.
thin_classes <- function(truth, size) {
  some <- evenly(seq_along(truth), 32 * size)
  unlist(lapply(c(TRUE, FALSE), \(class) {
    found <- some[truth[some] == class]
    evenly(if (length(found) < size / 10) which(truth == class) else found, size)
  }))
}

# How much a trial of either hypothesis adds to the weight of its row under H1 and under H2. The
# pseudo-trials of Morrison and Poh (2018) have the least cost where the LR is 1.
logistic_weights <- function(rows, prior, lambda) {
  pseudo <- lambda / sum(rows$totals) / sum(row_totals(rows))
  each <- prior / rows$totals[1]
  other <- (1 - prior) / rows$totals[2]
  c(each, 0, 0, other) + pseudo * c(prior, prior, 1 - prior, 1 - prior)
}

# Number or weight of the trials on the rows.
row_totals <- function(rows) {
  if (is.null(rows$truth)) {
    return(c(sum(rows$n_h1), sum(rows$n_h2)))
  }
  if (is.null(rows$weight)) {
    n_h1 <- .Call(ffi_count_true, rows$truth)
    return(c(n_h1, length(rows$truth) - n_h1))
  }
  c(sum(rows$weight[rows$truth]), sum(rows$weight[!rows$truth]))
}

subset_rows <- function(rows, i) {
  rows$x <- rows$x[i, , drop = FALSE]
  rows$truth <- rows$truth[i]
  rows$weight <- rows$weight[i]
  rows
}

# Covariance of the gradient when the trials of each hypothesis are drawn anew.
score_spread <- function(found, totals, prior) {
  slopes <- matrix(found$slope, ncol = 2) %*% diag(c(prior, prior - 1) / totals)
  matrix(found$outer, nrow(slopes)) - slopes %*% (t(slopes) / totals)
}

# Covariance of the mean of `u`, of which row i occurs n[i] times among `total`.
class_spread <- function(u, n, total) {
  mean <- colSums(n * u) / total
  (crossprod(u, n * u) / total - tcrossprod(mean)) / total
}
