# LRs after PAV, as a set.

#' @rdname pav
#' @export
pav_lr <- function(x, ...) UseMethod("pav_lr")

#' @export
pav_lr.lr_set <- function(x, ...) {
  check_dots(...)
  blocks <- each_system(x, blocks_of)
  after <- if (length(blocks) == 1) {
    block_levels(values_of(x), blocks[[1]], default_threads())
  } else {
    unsplit(Map(block_levels, split(values_of(x), x$system), blocks, default_threads()), x$system)
  }
  with_values(x, after, "log10")
}

# The log10 LR of the block of each trial.
block_levels <- function(value, blocks, threads = 1L) {
  .Call(ffi_stairs, value, blocks$min, from_ln(blocks$llr, "log10"), threads)
}

# Column names show whether the blocks come from LRs or from scores.
pav_ranges <- function(x) {
  column <- if ("log10_lr_min" %in% names(x)) "log10_lr" else "score"
  list(min = .subset2(x, paste0(column, "_min")), max = .subset2(x, paste0(column, "_max")))
}

one_system <- function(object, system) {
  systems <- unique(as.character(object$system))
  if (is.null(system) && length(systems) == 1) return(object)
  check_choice(system, systems, i = "The blocks of this system are used.")
  object[object$system == system, ]
}

# Blocks do not overlap; gaps between them are bridged `between`.
apply_blocks <- function(blocks, x, between, outside) {
  range <- pav_ranges(blocks)
  levels <- list(min = range$min, max = range$max, level = blocks$log10_lr_pav)
  out <- .Call(ffi_apply_blocks, lapply(levels, as.double), between == "nearest", as.double(x))
  if (outside == "NA") out[x < range$min[1] | x > range$max[length(range$max)]] <- NA
  out
}
