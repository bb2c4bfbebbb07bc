#' Plot accuracy against confidence
#'
#' Models as points in the plane of accuracy and confidence, joined to a path per model, as in
#' Tornetta (2021, figures 2 to 7).
#'
#' The entropy score of predictions \eqn{p_t} over \eqn{n} classes is (eq. 1)
#' \eqn{1 - \frac{1}{T}\sum_t H(p_t) / \ln n}{1 - mean H(p_t) / ln(n)}; purity compares
#' \eqn{P_{ij}}, the mean probability of class \eqn{j} in trials of class \eqn{i}, with the
#' identity: \eqn{1 - \|P - I\|_F / \sqrt{2n}}{1 - ||P - I||_F / sqrt(2 n)}, see [prob_purity()].
#'
#' Up is more confident, right is more accurate. With the **entropy score**, of two models with like
#' accuracy the upper one gives the sharper predictions. With the **purity**, confidence counts for
#' or against: models that are sure of wrong answers are at the lower left, those that are sure of
#' right ones at the upper right, and those that are sure of nothing near the dotted line, the
#' purity of uniform predictions. Steps are points, and the last of each path is the large one; the
#' labels are those of the first and the last step.
#'
#' @param object The result of [confidence_curve()].
#' @inheritParams confidence_curve
#' @param against `"entropy_score"` or `"purity"`.
#' @param ... Unused.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @inherit confidence_curve references
#' @name plot_confidence
#' @examples
#' # Documents as sets of words: which of 40 words occur in them, in four classes of unequal size
#' set.seed(20)
#' classes <- c("crafts", "graphics", "medicine", "religion")
#' habits <- matrix(rbeta(4 * 40, 1, 4), 4, dimnames = list(classes, NULL))
#' write_documents <- function(n) {
#'   class <- factor(rep(classes, n), levels = classes)
#'   list(class = class, words = 1 * (runif(sum(n) * 40) < habits[class, ]))
#' }
#'
#' # The complement of the multinomial model by the map q of the paper (eq. 4) decides the same and
#' is
#' # less sure of it; the complement naive Bayes of Rennie et al. (2003) knows each class by what it
#' # is not.
#' test <- write_documents(c(100, 100, 100, 100))
#' sizes <- c(`20` = 1, `60` = 3, `200` = 10, `1000` = 50)
#' trainings <- lapply(sizes, \(k) write_documents(k * c(2, 4, 6, 8)))
#' predictions <- function(model) {
#'   lapply(trainings, \(train) predict(naive_bayes(train$words, train$class, model), test$words))
#' }
#' paths <- list(
#'   "Bernoulli" = predictions("bernoulli"),
#'   "multinomial" = predictions("multinomial"),
#'   "its complement (eq. 4)" = lapply(predictions("multinomial"), prob_complement),
#'   "complement naive Bayes" = predictions("complement")
#' )
#' curve <- confidence_curve(paths, test$class)
#' curve
#' plot_confidence(paths, test$class)
#' plot_confidence(paths, test$class, against = "purity")
NULL

#' @rdname plot_confidence
#' @export
plot_confidence <- function(p, truth, against = "entropy_score", path = TRUE) {
  autoplot(confidence_curve(p, truth, path), against = against)
}

#' @rdname plot_confidence
#' @export
autoplot.confidence_curve <- function(object, against = "entropy_score", ...) {
  object <- drawn_curve(object, c("system", "step", "label", "accuracy"))
  check_choice(against, c("entropy_score", "purity"), "against", rlang::current_env())
  levels(object$system) <- system_words(levels(object$system))
  object$last <- object$step == stats::ave(object$step, object$system, FUN = max)
  ends <- object[object$last | object$step == 1, ]
  # Neighbouring paths have their labels on different sides.
  ends$side <- ifelse(as.integer(ends$system) %% 2 == 1, -1, 2)
  ggplot2::ggplot(object, ggplot2::aes(
    .data$accuracy, .data[[against]],
    colour = .data$system, linetype = .data$system, shape = .data$system
  )) +
    (if (against == "purity") {
      ggplot2::geom_hline(
        yintercept = attr(object, "uniform_purity"), colour = roles["none", "colour"],
        linetype = roles["none", "line"]
      )
    }) +
    (if (any(object$step > 1)) ggplot2::geom_path(linewidth = widths["curve"])) +
    ggplot2::geom_point(ggplot2::aes(size = .data$last)) +
    (if (any(object$step > 1)) {
      ggplot2::geom_text(
        ggplot2::aes(label = .data$label, vjust = .data$side),
        data = ends, size = 3, show.legend = FALSE
      )
    }) +
    ggplot2::scale_size_manual(values = c("FALSE" = 1.5, "TRUE" = 3), guide = "none") +
    confidence_scales(levels(object$system)) +
    ggplot2::scale_x_continuous(labels = \(x) 100 * x, expand = ggplot2::expansion(0.1)) +
    ggplot2::labs(
      x = label("Accuracy (%)"),
      y = label(if (against == "purity") "Purity" else "Entropy score"),
      alt = alt_text(label("Accuracy against confidence"), levels(object$system), labelf(
        "%s, step %s: accuracy %s.", object$system, object$label, percent_text(object$accuracy)
      )[object$last])
    ) +
    furniture()
}

confidence_scales <- function(systems) {
  n <- length(systems)
  of <- \(values) rlang::set_names(rep_len(values, n), systems)
  list(
    ggplot2::scale_colour_manual(values = of(if (n > 1) system_colours else "black")),
    ggplot2::scale_linetype_manual(values = of(ramp_lines)),
    ggplot2::scale_shape_manual(values = of(system_shapes)),
    untitled(colour = systems, linetype = systems, shape = systems),
    if (n == 1) ggplot2::guides(colour = "none", linetype = "none", shape = "none"),
    ggplot2::scale_y_continuous(limits = c(0, 1))
  )
}
