#' Accuracy against confidence
#'
#' How accuracy and confidence go together along a path of models, such as one classifier trained on
#' more and more data: the numbers of [plot_confidence()].
#'
#' The accuracy is the share of trials whose most probable class is the true one (the first of
#' equally probable classes is taken). The [prob_entropy_score()] is
#' \eqn{1 - \mathrm{mean}\,H[p]/\ln n}{1 - mean(H[p]) / ln(n)} (Tornetta 2021, eq. 1), the
#' [prob_purity()] \eqn{1 - \|P - I\|_F/\sqrt{2n}}{1 - norm(P - I) / sqrt(2 n)} with \eqn{P} the
#' mean
#' posteriors by true class (section 2.2).
#'
#' @param p Posterior probabilities of the same kind as in [prob_entropy_score()]: a matrix for a
#'   single
#'   model; a list of matrices for the steps of a path; or a named list of such lists, one path per
#'   model. Names of the steps label them.
#' @param path Are the matrices of a list the steps of one path? `FALSE` says that each is a model
#'   of its own.
#' @param truth The true classes as in [prob_purity()]; or a list of them along the steps, where the
#'   steps have different trials or classes.
#' @return A data frame of class `confidence_curve` with a row per model and step:
#'   * `system`: the model, one called `"system"` where it has no name,
#'   * `step`: counted from 1, and `label`, its name,
#'   * `accuracy`, [prob_entropy_score()], [prob_purity()]: between 0 and 1, as `accuracy`,
#'   `entropy_score`,
#'     `purity`.
#'
#'   Its attribute `uniform_purity` is the purity of uniform predictions for the numbers of classes
#'   that occur.
#' @inheritSection prob_confusion Errors
#' @references
#' Tornetta GN (2021). Entropy methods for the confidence assessment of probabilistic classification
#' models. *Statistica* 81, 383-398. \doi{10.6092/issn.1973-2201/11479}
#' @export
#' @examples
#' truth <- factor(c("a", "a", "b", "c"))
#' p <- rbind(c(0.8, 0.1, 0.1), c(0.4, 0.5, 0.1), c(0.2, 0.6, 0.2), c(0, 0.1, 0.9))
#' confidence_curve(list(first = p, second = p^2 / rowSums(p^2)), truth)
confidence_curve <- function(p, truth, path = TRUE) {
  call <- rlang::current_env()
  check_flag(path, "path", call)
  paths <- read_paths(p, path)
  data <- bind_systems(paths, \(path) path_rows(path, truth, call))
  new_curve(data, "confidence_curve",
    uniform_purity = unique(uniform_purity(numbers_of_classes(paths)))
  )
}

# A list of lists of matrices, whatever level `p` is on.
read_paths <- function(p, path) {
  is_path <- \(x) is.list(x) && !is.data.frame(x)
  if (!is_path(p)) {
    list(list(p))
  } else if (length(p) > 0 && all(vapply(p, is_path, TRUE))) {
    p
  } else if (path) {
    list(p)
  } else {
    lapply(p, list)
  }
}

path_rows <- function(path, truth, call) {
  steps <- read_models(path, "p", call)
  truths <- if (is.list(truth)) truth else rep(list(truth), length(steps))
  if (length(truths) != length(steps)) {
    stop_input(
      "A list of {.arg truth} must have one element per step.",
      x = "It has {length(truths)}, and there are {length(steps)} steps.",
      call = call
    )
  }
  labels <- if (is.null(names(steps))) as.character(seq_along(steps)) else names(steps)
  rows <- Map(\(step, truth) confidence_of(step, truth, call), unname(steps), unname(truths))
  data.frame(step = seq_along(steps), label = labels, do.call(rbind, rows))
}

numbers_of_classes <- function(paths) unlist(lapply(paths, \(path) vapply(path, ncol, 1L)))

confidence_of <- function(p, truth, call) {
  classes <- read_classes(p, truth, call)
  best <- max.col(classes$p, ties.method = "first")
  data.frame(
    accuracy = mean(best == as.integer(classes$truth)),
    entropy_score = sharpness(p),
    purity = purity_of(mean_posteriors(p, truth, call))
  )
}
