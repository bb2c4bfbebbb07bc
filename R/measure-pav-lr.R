#' @rdname pav
#' @export
pav_lr <- function(x, ...) UseMethod("pav_lr")

#' @export
pav_lr.default <- function(x, ...) on_set("pav_lr", x, ...)

#' @export
pav_lr.lr_set <- function(x, ...) {
  check_dots(...)
  blocks <- each_system(x, blocks_of)
  after <- if (length(blocks) == 1) {
    block_levels(values_of(x), blocks[[1]])
  } else {
    unsplit(Map(block_levels, split(values_of(x), x$system), blocks), x$system)
  }
  with_values(x, after, "log10")
}

# The log10 LR of the block that each trial is in.
block_levels <- function(value, blocks) {
  .Call(ffi_stairs, value, blocks$min, from_ln(blocks$llr, "log10"))
}

# Column names tell whether the blocks are made of LRs or of scores.
pav_ranges <- function(x) {
  columns <- intersect(c("log10_lr", "score"), sub("_min$", "", names(x)))
  list(min = x[[paste0(columns, "_min")]], max = x[[paste0(columns, "_max")]])
}

one_system <- function(object, system, call) {
  systems <- unique(as.character(object$system))
  if (is.null(system) && length(systems) == 1) {
    return(object)
  }
  check_choice(system, systems, "system", call, i = "It says whose blocks to use.")
  object[object$system == system, ]
}

# Positions of x among blocks that do not overlap: in block k, or in the gap after block k.
apply_blocks <- function(blocks, x, between, outside) {
  range <- pav_ranges(blocks)
  y <- blocks$log10_lr_pav
  n <- length(y)
  k <- findInterval(x, range$min)
  out <- y[pmax(k, 1)]

  gap <- which(k >= 1 & k < n & x > range$max[pmax(k, 1)])
  out[gap] <- bridge(x[gap], range$max[k[gap]], range$min[k[gap] + 1], y[k[gap]], y[k[gap] + 1],
    between)
  if (outside == "NA") {
    out[x < range$min[1] | x > range$max[n]] <- NA
  }
  out
}

# From (left, y_left) to (right, y_right), at x between.
bridge <- function(x, left, right, y_left, y_right, between) {
  linear <- between == "linear" & is.finite(y_left) & is.finite(y_right) &
    is.finite(left) & is.finite(right)
  closer_to_even <- ifelse(abs(y_left) <= abs(y_right), y_left, y_right)
  to_left <- x - left
  to_right <- right - x
  nearest <- ifelse(to_left < to_right, y_left, y_right)
  nearest <- ifelse(to_left == to_right, closer_to_even, nearest)
  ifelse(linear, y_left + (y_right - y_left) * (to_left / (right - left)), nearest)
}
