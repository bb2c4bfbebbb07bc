#' Likelihood ratios with known truth
#'
#' `lr_set()` returns a set of likelihood ratios (LRs) with their scale and the truth of each
#' trial, for all measures, curves and plots.
#'
#' # Infinite ratios and ties
#' A wrong LR of 0 or of infinity has an infinite cost in [cllr()]. Equal LRs are pooled, so the
#' order of the trials does not matter; -0 equals 0.
#'
#' # Weights and attributes
#' In measures, a weight of 2 means two copies of the trial. Results that depend on the number of
#' trials, such as limits and bounds, use Kish's effective number, \eqn{(\sum w)^2 / \sum
#' w^2}{sum(w)^2 / sum(w^2)} of each hypothesis, so a constant factor does not matter. Units,
#' labels, classes and other attributes of vectors are dropped.
#'
#' A set cannot be changed in place; use `[` and `c()`.
#'
#' # Probabilities
#' A set of probabilities (`scale = "prob"`) remembers its `prior`, which is divided out, so all
#' measures of LRs apply. It is the default `prior` of other functions: [rule_risk()],
#' [cross_entropy()] and [bayes_error()] return the Brier score, the log loss and the error rate of
#' the probabilities. Thresholds are probabilities, and [calibrate()] maps probabilities to
#' probabilities. In `cross_entropy(p, y, scale = "prob", prior = 0.2)`, `prior` is that of the
#' probabilities; for another prior, make the set first.
#'
#' A probability very near 1 is rounded to 1, an infinite LR; that of the other class is not. So
#' give both columns, as one system: a matrix with columns named by the classes or as in tidymodels
#' (`.pred_` and the class), or `truth ~ .pred_a + .pred_b`; `truth ~ .pred_a` finds `.pred_b` in
#' the data.
#'
#' @param x The LRs, as one of:
#'   * a numeric vector, followed by `truth`;
#'   * a formula `truth ~ lr`, `truth ~ lr | system`, or `truth ~ a + b` with a column per system
#'     (or a data frame, followed by the formula);
#'   * two vectors, `lr_set(h1 = , h2 = , scale = )`, or a list of two named `h1` and `h2`, `tar`
#'     and `non`, `target` and `nontarget`, `ss` and `ds`, `same` and `different` or other names of
#'     the field; a named list of such lists for several systems;
#'   * a matrix of scores, a row per model and a column per test. Its `truth` is a matrix of the
#'     same shape or dimnames, `NA` for untested pairs (or 1, -1 and 0 for untested), or a data
#'     frame of the tested pairs with columns such as `enrol`, `test` and `truth`. Row and column
#'     names become `source1` and `source2`;
#'   * a table in a database, followed by the formula (see [databases]);
#'   * decisions (`TRUE` for H1) on scale `"score"`, for measures of decisions.
#' @param truth As long as `x`: logical, `TRUE` if H1 holds; or 0 and 1; or a factor or character
#'   vector with two levels, one of them named by `h1`.
#' @param scale The scale of the LRs: `"log10"`, `"ln"` or `"log2"` for logarithms, `"lr"` for
#'   plain ratios, `"prob"` for posterior probabilities of H1, `"score"` for uncalibrated scores
#'   that increase with the support for H1 (distances with a minus sign). Measures of calibration
#'   refuse scores. No warning notices base 2 read as base e: LRs that are too strong by a factor of
#'   1.44 on the scale of logarithms are the same numbers.
#' @param h1 The level of `truth` that means H1, the same-source hypothesis. Needed for factors and
#'   characters; `TRUE` or 1 otherwise. If the other level is a word for a missing truth, such as
#'   `"?"`, it is refused, unless a logical `truth` such as `truth == "same"` says that it is H2.
#' @param system Optional name of the system of each trial, or one for all; with a formula, the name
#'   of a column.
#' @param weight Optional weight of each trial, between 1e-100 and 1e100. With a formula also the
#'   name of a column, as for `source1` and `source2`.
#' @param source1,source2 Optional identifiers of the two items that each trial compares, with
#'   which analyses allow for dependence. Trials of one item need only one of them.
#' @param data A data frame in which the formula is evaluated; other names are looked up in the
#'   environment of the formula.
#' @param formula A formula as under `x`.
#' @param id Optional identifiers of the trials, by which [fuse()] and [compare_systems()] match
#'   several systems.
#' @param prior For scale `"prob"`: the prior probability of H1, or `"data"` for the share of H1
#'   among the trials in memory.
#' @param hypotheses Optional clauses for the hypotheses, `c(h1 = , h2 = )`, such as `"the fragments
#'   come from the same window"`.
#' @param na `"error"`: `NA` and `NaN` are errors. `"drop"` omits incomplete trials, with their
#'   number in a message.
#' @param sure `TRUE` confirms scale and hypotheses and turns off the warnings below, as does
#'   `options(calibrant.sure = TRUE)`.
#' @param ... Passed on to the method that reads numeric vectors.
#'
#' @return An object of class `lr_set`, with methods for [print()], [summary()][summary.lr_set],
#'   `[`, [c()], [length()] (trials), [levels()] (systems), [format()] and [as.data.frame()].
#' @section Errors:
#' Missing values, an unknown scale, negative LRs on scale `"lr"`, lengths that differ, truth with
#' other than two levels, a hypothesis without a trial.
#' @section Warnings:
#' Warnings of class `calibrant_warning_slip` indicate likely mistakes:
#' * `calibrant_warning_scale`: logarithms look like plain ratios, scores or logarithms to the
#'   other base (a slope of 2.3 or 0.43 calibrates them), or ratios like probabilities or
#'   percentages;
#' * `calibrant_warning_reversed`: trials under H1 have the smaller LRs by more than chance;
#' * `calibrant_warning_repeated`: an `id`, or apparently every row, occurs twice;
#' * `calibrant_warning_single`: a hypothesis has only one trial;
#' * `calibrant_warning_code`: a number of nines such as -999 is far beyond all others;
#' * `calibrant_warning_dates`: whole numbers beside much smaller values are days of a spreadsheet.
#' @seealso [explain()][explain.lr_set], [simulate_lr()]
#' @concept trials
#' @concept comparisons
#' @concept weight of evidence
#' @concept scores
#' @concept scale of LRs
#' @concept same source
#' @concept different source
#' @concept target
#' @concept non-target
#' @concept mated
#' @concept non-mated
#' @export
#' @examples
#' lr_set(c(2.1, 0.3, -1.2, 0.1), truth = c(TRUE, TRUE, FALSE, FALSE), scale = "log10")
#'
#' lr_set(list(h1 = c(20, 3, 0.8), h2 = c(0.1, 0.4)), scale = "lr")
#'
#' lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#'
#' # Several systems at once
#' systems <- list(
#'   A = list(tar = c(2.1, 0.3), non = c(-1.2, 0.4)),
#'   B = list(tar = c(1.1, 0.9), non = c(-0.2, -0.4))
#' )
#' cllr_min(lr_set(systems, scale = "score"))
#'
#' # A matrix of scores with its key; one pair was not tested
#' scores <- matrix(c(3, 1, 0, 4, 2, 0), 2, dimnames = list(c("m1", "m2"), paste0("t", 1:3)))
#' key <- matrix(c(TRUE, FALSE, NA, TRUE, FALSE, FALSE), 2)
#' head(lr_set(scores, key, scale = "score"))
#' @order 1
lr_set <- function(x, ...) {
  if (missing(x)) return(lr_set_pair(...))
  UseMethod("lr_set")
}

#' @rdname lr_set
#' @export
lr_set.default <- function(x, truth, scale, h1 = NULL, system = NULL, weight = NULL,
                           source1 = NULL, source2 = NULL, ..., id = NULL, prior = NULL,
                           hypotheses = NULL, na = "error", sure = FALSE) {
  if (nargs() == 3 && !missing(truth) && !missing(scale)) {
    set <- build_plain_set(x, truth, scale)
    if (!is.null(set)) return(set)
  }
  if (nargs() > 3) check_columns_there()
  if (!missing(truth)) check_order(x, truth)
  check_readable(x)
  if (...length() > 0) check_dots(...)
  if (missing(truth)) refuse("truth_missing")
  if (is.atomic(truth) && is.null(dim(x))) check_length(truth, length(x), of = "x")
  scale <- check_scale(scale, input_scales)
  fields <- list(system = system, weight = weight, source1 = source1, source2 = source2, id = id)
  check_same_order(x, c(list(truth = truth), fields))
  if (scale == "prob" && is.matrix(x) && ncol(x) == 2 && length(truth) == nrow(x)) {
    both <- read_both_columns(x, truth, h1)
    x <- both$x
    fields$other <- both$other
  } else if (is.matrix(x) || is.data.frame(truth)) {
    read <- read_score_matrix(x, truth, fields)
    x <- read$x
    truth <- read$truth
    fields <- read$fields
  }
  asked <- list(prior = prior, hypotheses = hypotheses, na = na, sure = sure)
  build_set(x, truth, scale, h1, fields, asked)
}

#' @rdname lr_set
#' @export
lr_set.formula <- function(x, data, scale, h1 = NULL, weight = NULL, source1 = NULL,
                           source2 = NULL, ..., system = NULL, id = NULL, prior = NULL,
                           hypotheses = NULL, na = "error", sure = FALSE) {
  check_columns_there()
  if (!missing(data) && inherits(data, "tbl_lazy")) {
    return(lr_set(data, x, scale, h1, weight, source1, source2, ...,
      system = system, id = id, prior = prior, hypotheses = hypotheses, na = na, sure = sure
    ))
  }
  if (missing(data)) data <- NULL
  check_formula_data(data)
  x <- one_of_both(x, data, if (!missing(scale)) scale, h1)
  if (length(summands_of(x)) > 1 && is.null(system)) {
    return(side_by_side(x, \(one) {
      lr_set(one, data, scale, h1, weight, source1, source2, ..., prior = prior,
        id = id %||% shared_rows(x, data, na), hypotheses = hypotheses, na = na, sure = sure)
    }))
  }
  if (...length() > 0) check_dots(...)
  expressions <- formula_parts(x)
  parts <- lapply(expressions, read_variable, data, environment(x))
  check_sides(parts)
  fields <- list(
    weight = read_column(weight, data), source1 = read_column(source1, data),
    source2 = read_column(source2, data), id = read_column(id, data)
  )
  fields$system <- read_system_column(parts, system, data)
  scale <- check_scale(scale, input_scales)
  fields$other <- other_column(expressions$lr, parts, data, scale, h1)
  asked <- list(prior = prior, hypotheses = hypotheses, na = na, sure = sure)
  set <- build_set(parts$lr, parts$truth, scale, h1, fields, asked,
    names = c(x = rlang::as_label(expressions$lr), truth = rlang::as_label(expressions$truth))
  )
  # A calibration of the set finds the same column in new data.
  structure(set, input = list(
    lr = expressions$lr, system = expressions$system, formula = elsewhere(x), of_set = TRUE,
    columns = trial_columns(expressions$lr, data, environment(x), length(parts$lr))
  ))
}

#' @rdname lr_set
#' @export
lr_set.data.frame <- function(x, formula, ...) {
  check_followed(formula, "data frame", "lr_set(data, truth ~ lr | system, scale = \"log10\")")
  lr_set(formula, data = x, ...)
}

#' @rdname lr_set
#' @export
lr_set.list <- function(x, scale, ...) {
  scale <- check_scale(scale, input_scales)
  if (is_list_of_systems(x)) return(lr_set_systems(x, scale, ...))
  build_pair(read_pair(x), scale, ...)
}

# Two vectors, one per hypothesis.
lr_set_pair <- function(h1, h2, scale, ...) {
  refuse_if(missing(h1) || missing(h2), "h1_h2_missing")
  pair <- list(h1 = h1, h2 = h2, labels = plain_labels, names = c("h1", "h2"))
  build_pair(pair, check_scale(scale, input_scales), ...)
}

build_pair <- function(pair, scale, h1, ..., truth, na = "error") {
  check_unheeded(c("h1", "truth"), "The trials of each hypothesis have a vector of their own.")
  for (k in 1:2) {
    one <- pair[[c("h1", "h2")[k]]]
    if (!identical(na, "drop") || length(one) == 0) check_values(one, scale, arg = pair$names[k])
  }
  is_h1 <- rep(c(TRUE, FALSE), c(length(pair$h1), length(pair$h2)))
  set <- lr_set.default(c(pair$h1, pair$h2), is_h1, scale, NULL, ..., na = na)
  labels <- structure(pair$labels, hypotheses = hypotheses_of(set))
  with_fields(set, list(labels = labels))
}

# One list per system, each with the LRs of both hypotheses.
lr_set_systems <- function(x, scale, ...) {
  given <- names(x)
  names(x) <- plain_names(given)
  refuse_if(!name_apart(names(x)), "systems_unnamed")
  refuse_if("system" %in% names(list(...)), "system_of_list")
  sets <- lapply(names(x), \(name) build_pair(read_pair(x[[name]]), scale, ..., system = name))
  join_all(sets[[1]], sets)
}

# Called for a measure of two hypotheses that has no method for many classes.
#' @export
lr_set.loglik_set <- function(x, ...) {
  refuse("lr_of_classes")
}

#' @rdname lr_set
#' @export
lr_set.lr_set <- function(x, ...) {
  if (...length() > 0) check_dots(...)
  check_intact(x)
  x
}
