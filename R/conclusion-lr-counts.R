# LRs of conclusions, from counts in matrices with a row per conclusion and a column per sample.

# The prior counts of each conclusion of a system.
read_prior_counts <- function(prior_counts, conclusions) {
  check_finite(prior_counts)
  check_within(prior_counts, low = 0, high = 1e6)
  if (length(prior_counts) == 1) return(rep(as.double(prior_counts), length(conclusions)))
  at <- match(conclusions, names(prior_counts))
  refuse_if(anyNA(at), "prior_counts")
  as.double(prior_counts[at])
}

# LRs as natural logarithms; NaN if no comparison reached a conclusion.
conclusion_llr <- function(m, n, prior_counts, monotone = FALSE) {
  m <- m + prior_counts
  n <- n + prior_counts
  llr <- if (monotone) monotone_llr(m, n) else log(m) - log(n)
  llr - rep(log(colSums(m)) - log(colSums(n)), each = nrow(m))
}

# Monotone ln ratios of counts: PAV of each column, undefined (NaN) for one without counts.
monotone_llr <- function(m, n) {
  weight <- m + n
  share <- ifelse(weight > 0, m / weight, 0.5)
  weight[, colSums(weight) == 0] <- 1
  columns <- vapply(seq_len(ncol(m)), \(j) .Call(ffi_isotonic, share[, j], weight[, j]),
    numeric(nrow(m)))
  stats::qlogis(matrix(columns, nrow(m)))
}

#' @rdname conclusion_set
#' @param prior_counts Imagined comparisons with each conclusion under each hypothesis, one number
#'   or named by conclusion: 1/2 for Jeffreys' prior, 0 for none.
#' @param monotone `TRUE` for LRs that do not decrease along the order of the conclusions, by PAV on
#'   the counts.
#' @param lr The stated LRs of the conclusions, by name, instead of estimates.
#' @param scale `"log10"`; or `"score"` for the ranks of ordered conclusions.
#' @exportS3Method
lr_set.conclusion_set <- function(x, prior_counts = 0.5, monotone = FALSE, lr = NULL,
                                  scale = "log10", ...) {
  check_dots(...)
  check_flag(monotone)
  check_choice(scale, c("log10", "score"))
  if (!is.null(lr)) check_unheeded(c("prior_counts", "monotone"), estimated_worth)
  if (scale == "score") check_unheeded(c("monotone", "lr"), "Scores are ranks.")
  systems <- systems_of(x)
  value <- numeric(length(x))
  worth <- list(prior_counts = prior_counts, monotone = monotone || scale == "score", lr = lr)
  for (system in systems) {
    llr <- conclusion_worth(system, worth)$llr(cbind(system$h1), cbind(system$h2))[, 1]
    values <- if (scale == "score") as.double(seq_along(llr)) else from_ln(llr, "log10")
    value[system$place] <- values[system$code]
  }
  both <- !is.null(x$examiner) && !is.null(x$item)
  set <- new_lr_set(value, .subset2(x, "truth"), scale, x$labels, system = x$system,
    source1 = if (both) as.character(x$examiner), source2 = if (both) as.character(x$item))
  set <- with_notes(set, attr(x, "provenance"))
  if (scale == "score" || !is.null(lr)) return(set)
  with_note(set, "calibrated", list(method = "counts", n = length(x), systems = NULL, own = TRUE))
}

check_ordered <- function(system) refuse_if(!system$ordered, "conclusions_unordered")

estimated_worth <- "LRs are stated by {.arg lr}, or estimated from the counts."

# The ln LRs from counts in columns, or those that are stated. `worth` gives either the LRs, as
# `lr`, or the way to find them from counts: `prior_counts` and `monotone`.
conclusion_worth <- function(system, worth) {
  if (worth$monotone) check_ordered(system)
  if (!is.null(worth$lr)) {
    stated <- to_ln(stated_log10_lr(worth$lr, system$conclusions), "log10")
    return(list(stated = TRUE, llr = \(m, n) matrix(stated, nrow(m), ncol(m))))
  }
  alpha <- read_prior_counts(worth$prior_counts, system$conclusions)
  list(stated = FALSE, llr = \(m, n) conclusion_llr(m, n, alpha, worth$monotone))
}

stated_log10_lr <- function(lr, conclusions, arg = "lr") {
  check_values(lr, "lr", arg = arg)
  lost <- setdiff(conclusions, names(lr))
  refuse_if(length(lost) > 0, "stated_lr")
  log10(as.double(lr[conclusions]))
}
