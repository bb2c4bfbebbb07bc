#' Posteriors of three classes in a triangle
#'
#' `ternary()` returns posteriors of three classes as points of a triangle whose corners are the
#' certainties, with the borders of decisions (Brümmer 2010, fig. 8.1):
#' * `"zero_one"`: the most probable class is chosen.
#' * `"cost"`: missing class \eqn{i} costs \eqn{1/(2\eta_i)}{1/(2 eta_i)} (eq. 8.12), and the class
#'   with the greatest \eqn{q_i/\eta_i}{q_i/eta_i} is chosen; borders meet in \eqn{\eta}.
#' * `"lre"`: each class is accepted if its probability is at least a third (eq. 8.10); two classes
#'   may be accepted at once.
#'
#' @param x A [loglik_set()] of three classes, or its first argument, followed by the others; or the
#'   names of three classes for the borders alone.
#' @param prior One vector of prior probabilities; `NULL` is the prior of a set of posteriors, or
#'   else the flat prior.
#' @param rule Which borders: `"zero_one"`, `"cost"` or `"lre"`.
#' @param eta For `"cost"`: three positive numbers that add up to 1, in the order of the classes or
#'   named.
#' @param method `NULL`, or a method of [calibrate()][loglik_calibrate] for posteriors before and
#'   after calibration on the same trials and prior.
#' @param ... Passed on to [loglik_set()] if `x` is not one.
#' @return A data frame of class `ternary` with a row per trial (and stage):
#'   * `system`; `stage`: factor, `"as it is"` or `"calibrated"`; `truth`: the true class,
#'   * `q1`, `q2`, `q3`: posteriors of the classes in their order,
#'   * `x`, `y`: coordinates in a triangle with corners (0, 0), (1, 0) and (1/2,
#'     \eqn{\sqrt{3}/2}{sqrt(3)/2}).
#'
#'   The attribute `borders` has the ends `x`, `y`, `xend`, `yend` of the borders.
#' @inherit bayes_error references
#' @concept barycentric coordinates
#' @export
#' @examples
#' glass <- subset(glass_type, recogniser == "lda" & type %in% c("WinF", "WinNF", "Veh"))
#' x <- loglik_set(droplevels(glass), truth = "type")
#' head(ternary(x))
#' autoplot(ternary(x, method = "affine"))
#'
#' # Brümmer (2010, figure 8.1)
#' autoplot(ternary(c("1", "2", "3"), rule = "lre"))
#' @order 1
ternary <- function(x, prior = NULL, rule = "zero_one", eta = NULL, method = NULL, ...) {
  check_given()
  if (is.character(x) && length(x) == 3) return(bare_ternary(x, rule, eta))
  x <- loglik_set(x, ...)
  n_classes <- ncol(x$log_lik)
  refuse_if(n_classes != 3, "three_classes")
  prior <- one_class_prior(prior, x)
  borders <- decision_borders(rule, eta, set_classes(x))
  stages <- list("as it is" = x)
  if (!is.null(method)) {
    stages$calibrated <- predict(calibrate(x, method = method, prior = prior), x)
  }
  data <- do.call(rbind, lapply(names(stages), \(stage) {
    ternary_points(stages[[stage]], prior, factor(stage, levels = names(stages)))
  }))
  new_curve(data, "ternary", borders = borders, classes = set_classes(x))
}

# Borders alone, which need no trials.
bare_ternary <- function(classes, rule, eta) {
  stop_if(anyNA(classes) || anyDuplicated(classes), "The three classes must have different names.")
  data <- new_frame(
    system = factor("system"), stage = factor("as it is"), truth = factor(classes[1], classes),
    q1 = NA_real_, q2 = NA_real_, q3 = NA_real_, x = NA_real_, y = NA_real_
  )[0, ]
  new_curve(data, "ternary", borders = decision_borders(rule, eta, classes), classes = classes)
}

ternary_points <- function(x, prior, stage) {
  posterior <- unname(posterior(x, prior))
  colnames(posterior) <- paste0("q", 1:3)
  place <- in_triangle(posterior)
  system <- x$system %||% factor(rep("system", length(x)))
  new_frame(system = system, stage = stage, truth = x$truth, posterior, place)
}

decision_borders <- function(rule, eta, classes) {
  check_choice(rule, c("zero_one", "cost", "lre"))
  stop_if(rule != "cost" && !is.null(eta), "Only the rule {.val cost} has an {.arg eta}.")
  switch(rule,
    zero_one = meeting_borders(rep(1 / 3, 3)),
    cost = meeting_borders(read_eta(eta, classes)),
    lre = lre_borders()
  )
}

read_eta <- function(eta, classes) {
  if (is.null(eta)) stop_input("The rule {.val cost} needs {.arg eta}.")
  eta <- one_class_prior(eta, classes)
  if (any(eta == 0)) stop_input("{.arg eta} must be positive for every class.")
  eta
}

# Between two classes, the border runs from the point eta to the opposite edge, where the third has
# probability 0.
meeting_borders <- function(eta) {
  ends <- rbind(c(0, eta[2:3]), c(eta[1], 0, eta[3]), c(eta[1:2], 0))
  border_segments(matrix(eta, 3, 3, byrow = TRUE), ends / rowSums(ends))
}

# The lines on which the probability of one class is a third.
lre_borders <- function() {
  third <- 1 / 3
  from <- rbind(c(third, 2 * third, 0), c(2 * third, third, 0), c(2 * third, 0, third))
  to <- rbind(c(third, 0, 2 * third), c(0, third, 2 * third), c(0, 2 * third, third))
  border_segments(from, to)
}

border_segments <- function(from, to) {
  new_frame(in_triangle(from), rlang::set_names(in_triangle(to), c("xend", "yend")))
}
