#' Probabilistic confusion matrix and purity
#'
#' `prob_confusion()` returns the mean posterior of the trials of each class (Wang et al. 2013),
#' \deqn{P_{ij} = \frac{1}{|T_i|} \sum_{t \in T_i} p_t(j).}{
#'   P[i, j] = mean of p_t(j) over the trials t of true class i.}
#'
#' `prob_purity()` returns one minus its scaled distance from the identity matrix (Tornetta 2021,
#' section 2.2),
#' \deqn{1 - \frac{\lVert P - I \rVert_F}{\sqrt{2n}},}{1 - ||P - I||_F / sqrt(2 n),}
#' where \eqn{n} is the number of classes. Purity is 1 for a model that is certain and right, 0 for
#' a model that is certain and wrong. For uniform predictions it is \eqn{1-\sqrt{(n-1)/(2n)}}{1 -
#' sqrt((n - 1) / (2 n))}: 1/2 for two classes, decreasing to 0.29 for many. The paper omits "1 -".
#'
#' @inheritParams prob_entropy_score
#' @param truth The true class of each trial. Classes are the levels of a factor, or else the column
#'   names of `p` or the sorted values of `truth`. Columns are matched to classes by name if they
#'   have names, else by order.
#' @return `prob_confusion()`: a matrix of class `prob_confusion` with a row per true class and a
#'   column per predicted class. `prob_purity()`: a double between 0 and 1, or a vector named by
#'   model for a list.
#' @section Errors:
#' As for [prob_entropy_score()]; `calibrant_error_one_class` for a class without a trial.
#' @references
#' Tornetta GN (2021). *Statistica* 81, 383-398. \doi{10.6092/issn.1973-2201/11479}
#'
#' Wang X-N et al. (2013). *Entropy* 15, 4969-4992. \doi{10.3390/e15114969}
#' @concept purity
#' @concept probabilistic confusion matrix
#' @export
#' @examples
#' truth <- factor(c("a", "a", "b", "c"))
#' p <- rbind(c(0.8, 0.1, 0.1), c(0.4, 0.5, 0.1), c(0.2, 0.6, 0.2), c(0, 0.1, 0.9))
#' confusion <- prob_confusion(p, truth)
#' confusion
#' prob_purity(p, truth)
#' plot(confusion)
#' @order 1
prob_confusion <- function(p, truth) {
  check_given()
  mean_posteriors(read_posteriors(p, "p"), truth)
}

mean_posteriors <- function(p, truth) {
  classes <- read_classes(p, truth)
  n <- tabulate(classes$truth, nlevels(classes$truth))
  refuse_if(any(n == 0), "class_without_trials")
  sums <- rowsum(unname(classes$p), as.integer(classes$truth))
  names <- levels(classes$truth)
  new_object("prob_confusion", sums / n, dimnames = list(truth = names, predicted = names))
}

#' @rdname prob_confusion
#' @export
prob_purity <- function(p, truth) {
  if (inherits(given(p), "prob_confusion")) return(purity_of(p))
  check_given()
  vapply(read_models(p, "p"), \(model) purity_of(mean_posteriors(model, truth)), 0)
}

purity_of <- function(confusion) {
  n <- nrow(confusion)
  max(0, 1 - sqrt(sum((unclass(confusion) - diag(n))^2) / (2 * n)))
}

#' @rdname prob_confusion
#' @param x A `prob_confusion()`.
#' @param digits Significant digits to print.
#' @param ... For `plot()`, passed on to `autoplot()`; otherwise unused.
#' @export
print.prob_confusion <- \(x, digits = 3, ...) printed(x, {
  cat("Mean posterior of each class, purity", format_number(purity_of(x), digits), "\n\n")
  print(unclass(x), digits = digits)
})
