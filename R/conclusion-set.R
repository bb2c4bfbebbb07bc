#' Conclusions of examiners with known truth
#'
#' `conclusion_set()` returns a set of conclusions of examiners ("identification", "inconclusive",
#' "exclusion") with the truth, from single comparisons or a published table of counts.
#' [conclusion_lr()] returns the LR of each conclusion, and [measures()][measures.conclusion_set]
#' the information of the scale (Warren, Handley and Sheets 2025). All measures, curves and plots of
#' likelihood ratios use these LRs.
#'
#' # Inconclusive, and no value
#' "Inconclusive" is a conclusion like the others and has an LR. Words for comparisons that were not
#' made ("no value", "unsuitable") are conclusions too, unless `no_value` names them: the set then
#' omits these comparisons, and reports state their number.
#'
#' # Counts
#' A table has a row per conclusion and a column per hypothesis, or the reverse: a matrix, a
#' [table()], a data frame, or copied text. A third dimension holds several systems. Numbers may
#' have a blank or a comma before each three digits.
#'
#' # Files
#' A file has counts below the names of the hypotheses, or a row per comparison as in
#' [read_scores()]. `columns` or a header names the columns: `truth`, `conclusion` (or a word like
#' `decision`), and optionally `examiner`, `item`, `system` and `count`.
#'
#' # Likelihood ratios of a set
#' Of \eqn{N_1} comparisons under H1 and \eqn{N_2} under H2, \eqn{m_k} and \eqn{n_k} reached
#' conclusion \eqn{k}. With prior counts \eqn{\alpha_k} and their sum \eqn{A}, `lr_set()` gives
#' \deqn{LR_k = \frac{(m_k + \alpha_k) / (N_1 + A)}{(n_k + \alpha_k) / (N_2 + A)},}{
#'   LR_k = ((m_k + alpha_k) / (N1 + A)) / ((n_k + alpha_k) / (N2 + A)),}
#' the ratio of the predictive probabilities under Dirichlet priors (Morrison 2024 for counts of two
#' kinds). Without prior counts, a conclusion never reached under one hypothesis has an LR of 0 or
#' infinity. A conclusion never reached has no LR, but remains a step of ordered conclusions: if
#' nobody reaches the strongest one, no other takes its place.
#'
#' Measures of these LRs use the same comparisons again; [measures()][measures.conclusion_set]
#' corrects for it.
#'
#' @param x One of: the conclusions, a factor or character vector, followed by `truth`; a formula
#'   `truth ~ conclusion` or `truth ~ conclusion | system` (or a data frame followed by it);
#'   counts; the name of a file, or a connection.
#' @param truth The truth of each comparison, as in [lr_set()].
#' @param h1 The level of `truth`, or the column of a table, that means H1; not needed for names
#'   such as `same` and `different`, or `mated` and `nonmated`.
#' @param conclusions The names of the conclusions, from the strongest support for H2 to that for
#'   H1. The conclusions are then ordered, like numbers and ordered factors.
#' @param examiner,item Optional: the examiner and the item of each comparison, or in a formula
#'   names of columns. Intervals allow for both.
#' @param system Optional: the scale, the group of examiners or the study, as in [lr_set()].
#' @param count Optional: the number of comparisons that each element stands for, or in a formula
#'   the name of a column.
#' @param no_value Names of conclusions for comparisons that were not made.
#' @param columns The roles of columns of a file, by names of its header or by numbers, such as
#'   `c(conclusion = "Decision", truth = 2)`.
#' @param data A data frame in which the formula is evaluated.
#' @param formula A formula as under `x`.
#' @param hypotheses Optional words for the hypotheses, as in [lr_set()].
#' @param na `"error"`, or `"drop"` to omit incomplete comparisons, with a message. An empty cell
#'   is a missing conclusion; blanks around a name are ignored.
#' @param ... Passed on to the method that reads vectors.
#' @return An object of class `conclusion_set`, with methods for [print()],
#'   [summary()][measures.conclusion_set], `[`, [c()], [length()] (comparisons), [levels()]
#'   (systems) and [as.data.frame()]. `c(three = x, five = y)` joins different scales.
#' @section Errors:
#' A hypothesis without a comparison (`calibrant_error_one_class`), and a scale of one conclusion.
#' @section Warnings:
#' `calibrant_warning_reversed`: later conclusions in the order give more support to H2.
#' @references
#' Morrison GS (2024). arXiv preprint. \doi{10.48550/arXiv.2409.00451}
#'
#' Warren EM, Handley JC, Sheets HD (2025). *Journal of Forensic Sciences* 70, 589-606.
#' \doi{10.1111/1556-4029.15686}
#' @seealso [conclusion_lr()], [conclusion_merges()], [black_box]
#' @concept examiner
#' @concept identification
#' @concept exclusion
#' @concept inconclusive
#' @concept categorical conclusions
#' @concept firearms
#' @concept toolmarks
#' @concept cartridge cases
#' @concept AFTE
#' @concept latent prints
#' @concept elimination
#' @concept ACE-V conclusions
#' @concept expert
#' @export
#' @examples
#' # A table as it stands in a paper
#' x <- conclusion_set("
#'   conclusion         mated  nonmated
#'   Exclusion            450     3 622
#'   Inconclusive       1 856       455
#'   Individualization  3 663         6
#' ")
#' conclusion_lr(x)
#' cllr(x)
#'
#' # Comparison by comparison
#' conclusion_set(c("Exclusion", "Inconclusive", "Identification", "Identification"),
#'   truth = c(FALSE, FALSE, TRUE, TRUE),
#'   conclusions = c("Exclusion", "Inconclusive", "Identification")
#' )
#'
#' # Several studies
#' conclusion_set(truth ~ conclusion | study, data = black_box, count = "n", h1 = "same",
#'   no_value = c("No value", "Other"))
#' @order 1
conclusion_set <- function(x, ...) UseMethod("conclusion_set", given(x))

#' @rdname conclusion_set
#' @export
conclusion_set.default <- function(x, truth, h1 = NULL, conclusions = NULL, examiner = NULL,
                                   item = NULL, system = NULL, count = NULL, no_value = NULL, ...,
                                   hypotheses = NULL, na = "error") {
  check_dots(...)
  check_columns_there()
  check_labels(x)
  refuse_if(missing(truth), "conclusion_truth_missing")
  check_length(truth, length(x), of = "x")
  said <- list(
    x = x, truth = truth, count = count, system = system, examiner = examiner, item = item
  )
  check_same_order(x, said)
  build_conclusions(said, h1, conclusions, no_value, hypotheses, na)
}

#' @rdname conclusion_set
#' @export
conclusion_set.formula <- function(x, data = NULL, h1 = NULL, conclusions = NULL, examiner = NULL,
                                   item = NULL, system = NULL, count = NULL, no_value = NULL, ...,
                                   hypotheses = NULL, na = "error") {
  check_dots(...)
  check_formula_data(data)
  parts <- lapply(split_formula(x), read_variable, data, environment(x))
  said <- list(
    x = parts$lr, truth = parts$truth, count = read_column(count, data),
    system = read_system_column(parts, system, data),
    examiner = read_column(examiner, data), item = read_column(item, data)
  )
  check_labels(said$x, "x")
  build_conclusions(said, h1, conclusions, no_value, hypotheses, na)
}

#' @rdname conclusion_set
#' @export
conclusion_set.data.frame <- function(x, formula = NULL, ...) {
  if (inherits(formula, "formula")) return(conclusion_set(formula, data = x, ...))
  conclusion_set(counts_of_frame(x), ...)
}

#' @rdname conclusion_set
#' @export
conclusion_set.matrix <- function(x, h1 = NULL, conclusions = NULL, ...) {
  check_conclusion_names(conclusions)
  trials <- trials_of_counts(x, h1)
  given <- intersect(...names(), names(trials))
  refuse_if(length(given) > 0, "from_file")
  do.call(conclusion_set.default, c(trials, list(conclusions = conclusions, ...)))
}

#' @rdname conclusion_set
#' @export
conclusion_set.array <- conclusion_set.matrix

#' @rdname conclusion_set
#' @export
conclusion_set.table <- conclusion_set.matrix

#' @rdname conclusion_set
#' @export
conclusion_set.character <- function(x, ..., h1 = NULL, columns = NULL) {
  if (length(x) != 1 || "truth" %in% ...names()) return(conclusion_set.default(x, ..., h1 = h1))
  if (grepl("\n", x, fixed = TRUE, useBytes = TRUE)) {
    return(conclusion_set(counts_of_text(x), ..., h1 = h1))
  }
  conclusion_set.connection(x, ..., h1 = h1, columns = columns)
}

#' @rdname conclusion_set
#' @export
conclusion_set.connection <- function(x, ..., h1 = NULL, columns = NULL) {
  read <- read_conclusion_file(x, columns, h1, ...)
  if (is.matrix(read)) return(conclusion_set.matrix(read, h1, ...))
  given <- intersect(...names(), names(read))
  refuse_if(length(given) > 0, "from_file")
  rlang::exec(conclusion_set.default, !!!read, ...)
}

#' @rdname conclusion_set
#' @export
conclusion_set.conclusion_set <- function(x, ...) {
  check_dots(...)
  check_intact(x)
  x
}

check_capitals <- function(conclusions) {
  twice <- tolower(conclusions)[duplicated(tolower(conclusions))]
  alike <- conclusions[tolower(conclusions) %in% twice[1]]
  refuse_if(length(alike) > 0, "capitals")
}

# Every constructor ends here. `said` has the conclusions x, their truth, their count and the fields
# of a set.
build_conclusions <- function(said, h1, conclusions, no_value, hypotheses, na) {
  check_conclusion_names(no_value)
  # An empty cell has no conclusion, unless `no_value` is one.
  said$x <- if ("" %in% no_value) without_blanks(said$x) else plain_names(said$x)
  said <- known_conclusions(said, na)
  n <- length(said$x)
  check_no_missing(said$x, "x")
  conclusion <- read_conclusions(said$x, conclusions, no_value)
  truth <- read_truth(said$truth, h1, conclusion)
  fields <- said[setdiff(names(said), c("x", "truth", "count"))]
  fields <- Map(\(field, name) {
    if (name == "system") read_system(field, n) else read_source(field, name, n)
  }, fields, names(fields))
  trials <- c(list(conclusion = conclusion, truth = truth$is_h1), fields)
  trials <- lapply(trials, rep, times = read_counts(said$count, n))
  without <- is.na(trials$conclusion)
  kept <- fields_at(trials, !without)
  check_both_classes(kept$truth, kept$system)
  reached <- droplevels(kept$conclusion)
  # A level that nobody used stays in an ordered scale, whose ends are definite.
  if (!is.ordered(reached)) kept$conclusion <- reached
  check_text(levels(kept$conclusion), "x")
  if (is.null(conclusions)) check_capitals(levels(kept$conclusion))
  check_that(nlevels(reached) > 1, "have at least two conclusions.", levels(reached), "x")
  kept$labels <- put_hypotheses(truth$labels, hypotheses)
  set <- do.call(new_conclusion_set, kept)
  warn_falling(set)
  set <- with_note(set, "excluded", attr(said, "excluded"))
  if (any(without)) {
    set <- with_note(set, "excluded", list(
      n = sum(without), of = length(without), said = paste(no_value, collapse = ", "),
      truth = lost_classes(ifelse(trials$truth, truth$labels[["h1"]], truth$labels[["h2"]]),
        without), id = NULL
    ))
  }
  set
}

# Known fields, without incomplete comparisons if `na` says so.
known_conclusions <- function(said, na) {
  check_choice(na, c("error", "drop"))
  said <- Filter(Negate(is.null), said)
  if (rlang::is_string(said$system)) said$system <- rep(said$system, length(said$x))
  if (na == "drop") drop_missing(said, "conclusion") else said
}

# A factor, missing if nothing was compared.
read_conclusions <- function(x, conclusions, no_value) {
  check_conclusion_names(conclusions)
  ordered <- is.ordered(x) || is.numeric(x) || !is.null(conclusions)
  stepped <- is.ordered(x) && is.null(conclusions)
  found <- if (!is.factor(x)) unique(x) else levels(if (stepped) x else droplevels(x))
  found <- source_names(if (is.numeric(x)) sort(found) else found)
  refuse_if(!is.null(no_value) && !all(no_value %in% found), "no_value_unknown")
  scale <- source_names(conclusions %||% found)
  strange <- setdiff(found, c(scale, no_value))
  refuse_if(length(strange) > 0 || anyDuplicated(scale) || anyNA(scale), "conclusions_once")
  factor(source_names(x), levels = setdiff(scale, c(no_value, "")), ordered = ordered)
}

read_counts <- function(count, n) {
  if (is.null(count)) return(rep(1, n))
  check_length(count, n, of = "x")
  check_numeric(count)
  check_each(count >= 0 & count == floor(count), "be whole numbers, 0 or more.", count,
    i = "Shares are not counts: multiply them by the number of comparisons.")
  check_that(sum(count) <= most_numbers, "add up to at most 1e8.", sum(count), "count")
  count
}

# Ordered conclusions are reversed if the last one is reached more often under H2.
warn_falling <- function(x) {
  if (!is.ordered(x$conclusion)) return(invisible())
  mean_rank <- tapply(as.integer(x$conclusion), x$truth, mean)
  if (mean_rank[["TRUE"]] < mean_rank[["FALSE"]]) warn_of("conclusions_reversed")
}
