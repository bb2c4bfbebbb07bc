#' Draw scoring rules
#'
#' `autoplot()` draws the cost, entropy or weight of one or several rules and returns a ggplot
#' (Brümmer 2010, figures 2.1, 2.2, 3.1 and 7.4 to 7.7).
#'
#' * `show = "branches"`, for one rule: cost of a reported probability of H1 when H1 is true (solid)
#'   and when H2 is true (long dashes). The dotted line is the average cost of a right report, the
#'   entropy of the rule (eq. 2.11). A filled dot shows the value at a jump, where H1 is accepted.
#' * `show = "cost"`: the same costs of several rules (figures 2.1, 7.4, 7.6);
#' * `show = "entropy"`: average cost of a right report (figure 2.2);
#' * `show = "weight"`: weight of a rule on each threshold (figure 7.5, eq. 7.38), spikes for rules
#'   with jumps;
#' * `show = "llr"`: cost of a natural log LR at a prior (figure 7.7, eq. 7.39). Use evenly spaced
#'   log odds, as in the last example;
#' * `show = "minimisers"`, for one rule: the plane of right probability `p` and report `q`. In the
#'   grey area no other report costs less (figure 3.1, eq. 3.1). The diagonal is always grey. For a
#'   rule with one threshold \eqn{\eta}{eta} the grey area is \eqn{[0, \eta)}{[0, eta)} if \eqn{p <
#'   \eta}{p < eta}, and \eqn{[\eta, 1]}{[eta, 1]} if \eqn{p > \eta}{p > eta} (eq. 3.26).
#'
#' @param object,x A [rule_curve()], or a [scoring_rule()].
#' @param show One of the pictures above; by default `"branches"` of one rule and `"cost"` of
#'   several.
#' @param hypothesis `"h1"`, `"h2"`, or both, for costs.
#' @param top Upper end of the panel, in the unit of the rules.
#' @param ... Passed on by `plot()` to `autoplot()`, and for a rule to `autoplot()` of its curve.
#' @return `autoplot()` returns a ggplot; `plot()` returns `x`, invisibly.
#' @inherit bayes_error references
#' @concept picture of scoring rules
#' @name autoplot.scoring_rule
#' @examples
#' plot(scoring_rule("log"))
#' plot(rule_curve("log", "zero_one"), show = "entropy")
#' plot(rule_curve(scoring_rule("mixture", eta = c(0.5, 0.55))), show = "minimisers")
#'
#' beta <- \(gamma) scoring_rule("beta", gamma = gamma)
#' plot(rule_curve(beta(0), beta(1), beta(10)), show = "weight")
#'
#' even <- plogis(seq(-8, 8, by = 0.02))
#' plot(rule_curve("log", q = even, prior = plogis(1)), show = "llr")
#' @exportS3Method ggplot2::autoplot scoring_rule
autoplot.scoring_rule <- function(object, ...) autoplot(rule_curve(object), ...)

#' @rdname autoplot.scoring_rule
#' @export
plot.scoring_rule <- function(x, ...) plot.calibrant_curve(x, ...)

#' @rdname autoplot.scoring_rule
#' @exportS3Method ggplot2::autoplot rule_curve
autoplot.rule_curve <- function(object, show = NULL, hypothesis = c("h1", "h2"), top = NULL, ...) {
  check_dots(...)
  object <- drawn_curve(object, c("rule", "q", "llr", "cost_h1", "cost_h2", "entropy"), "rules")
  one <- length(unique(object$rule)) == 1
  show <- show %||% if (one) "branches" else "cost"
  check_choice(show, c("branches", "minimisers", names(words_for("rule_picture"))))
  if (!show %in% c("cost", "llr")) check_unheeded("hypothesis", "This picture shows both.")
  hypothesis <- unique(check_choices(hypothesis, c("h1", "h2")))
  if (!is.null(top)) check_number(top, above = 0)
  refuse_if(!one && show %in% c("branches", "minimisers"), "one_rule_curve")
  switch(show,
    branches = draw_branches(object, top),
    minimisers = draw_minimisers(object),
    draw_rules(object, show, hypothesis, top)
  )
}

draw_branches <- function(object, top) {
  rule <- attr(object, "rules")[[as.character(object$rule[1])]]
  words <- label(c(cost_h1 = "H1 is true", cost_h2 = "H2 is true", entropy = "Entropy"))
  lines <- stack_columns(object, "q", words)
  is_entropy <- lines$curve == words[["entropy"]]
  costs <- lines[!is_entropy, ]
  geom <- if (is_step_rule(rule)) ggplot2::geom_step else ggplot2::geom_line
  ggplot2::ggplot(mapping = ggplot2::aes(
    .data$q, .data$value, colour = .data$curve, linetype = .data$curve
  )) +
    # All entries of the legend at once, in its order, even if the user's scales replace ours.
    ggplot2::geom_blank(data = lines) +
    geom(data = costs, linewidth = widths["curve"]) +
    ggplot2::geom_line(data = lines[is_entropy, ], linewidth = widths["curve"]) +
    jump_points(costs, rule_thresholds(rule)) +
    role_scales(rlang::set_names(words, c("h1", "h2", "none"))) +
    ggplot2::coord_cartesian(ylim = c(0, top %||% rule_limit(object, rule))) +
    unit_axis(ggplot2::scale_x_continuous) +
    framed(
      label("Scoring rule %s: cost over the reported probability", format(rule)), "",
      rule_findings(object),
      x = label("Reported probability of H1 (%)"), y = in_unit_of(object, label("Cost")),
      subtitle = label("Scoring rule: %s", format(rule))
    )
}

# Sentence on the costs of a report in the middle, and of one that is nearly sure.
rule_findings <- function(curve) {
  sure <- curve[which.min(abs(curve$q - 0.9)), ]
  even <- curve[which.min(abs(curve$q - 0.5)), ]
  label(
    "A report of %s costs %s if H1 is true and %s if H2 is true; one of %s costs %s and %s.",
    percent_text(sure$q), format_number(sure$cost_h1), format_number(sure$cost_h2),
    percent_text(even$q), format_number(even$cost_h1), format_number(even$cost_h2)
  )
}

# An unbounded rule is drawn up to a few times the largest entropy.
rule_limit <- function(curve, rule) {
  highest <- max(curve$cost_h1, curve$cost_h2)
  if (rule$bounded) 1.03 * highest else 5 * max(curve$entropy)
}

# Dots at the thresholds of a rule with few of them: filled where the value is taken.
jump_points <- function(costs, eta) {
  if (is.null(eta) || length(eta) > 5) return(NULL)
  at <- which(costs$q %in% eta & costs$q > min(costs$q))
  before <- costs[at, ]
  before$value <- costs$value[at - 1]
  list(
    ggplot2::geom_point(data = before, shape = 21, fill = "white", size = 2, show.legend = FALSE),
    ggplot2::geom_point(data = costs[at, ], size = 2, show.legend = FALSE)
  )
}
