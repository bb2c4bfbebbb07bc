#' Draw a scoring rule
#'
#' What a reported probability of H1 costs when H1 is true (solid) and when H2 is true (long
#' dashes), and the entropy that the rule induces (dotted): the average cost of a report that is
#' right, in the manner of Brümmer (2010, figures 2.1 and 2.2).
#'
#' With \eqn{C(q|H_i)} the cost of the report \eqn{q} when \eqn{H_i} is true, the entropy is
#' \eqn{q\, C(q|H_1) + (1 - q)\, C(q|H_2)}{q C(q|H1) + (1 - q) C(q|H2)} (eq. 2.11, 2.12).
#'
#' The entropy is concave, and 0 at both ends. An unbounded rule leaves the panel at the top, where
#' certainty in the wrong hypothesis costs infinitely much. A rule that jumps takes the value of
#' the filled dot at its threshold: H1 is accepted there.
#'
#' @param object,x A [rule_curve()], or a [scoring_rule()].
#' @param ... Passed on by `plot()` to `autoplot()`.
#' @return `autoplot()` returns a ggplot, to which scales, themes and labels can be added. `plot()`
#'   returns `x`, invisibly.
#' @inherit scoring_rule references
#' @name plot_rule_curve
#' @examples
#' plot(scoring_rule("log"))
#' plot(scoring_rule("mixture", eta = c(0.2, 0.7)))
NULL

#' @rdname plot_rule_curve
#' @export
autoplot.scoring_rule <- function(object, ...) autoplot(rule_curve(object), ...)

#' @rdname plot_rule_curve
#' @export
plot.scoring_rule <- function(x, ...) plot.calibrant_curve(x, ...)

#' @rdname plot_rule_curve
#' @export
autoplot.rule_curve <- function(object, ...) {
  rule <- attr(object, "rule")
  lines <- stack_branches(object)
  is_entropy <- lines$branch == branch_levels()[["entropy"]]
  costs <- lines[!is_entropy, ]
  geom <- if (is_step_rule(rule)) ggplot2::geom_step else ggplot2::geom_line
  ggplot2::ggplot(mapping = ggplot2::aes(
    .data$q, .data$value,
    colour = .data$branch, linetype = .data$branch
  )) +
    # All of the legend at once, in its order, whatever scales are put in place of ours.
    ggplot2::geom_blank(data = lines) +
    geom(data = costs, linewidth = widths["curve"]) +
    ggplot2::geom_line(data = lines[is_entropy, ], linewidth = widths["curve"]) +
    jump_points(costs, rule_thresholds(rule)) +
    branch_scales() +
    ggplot2::coord_cartesian(ylim = c(0, rule_limit(object, rule))) +
    ggplot2::labs(
      x = label("Reported probability of H1 (%)"), y = label("Cost"),
      subtitle = wrap_text(labelf("Scoring rule: %s", format(rule)), 80),
      alt = alt_text(
        labelf("Scoring rule %s: cost over the reported probability", format(rule)), "",
        rule_findings(object)
      )
    ) +
    unit_axis(ggplot2::scale_x_continuous) +
    furniture()
}

# What a report in the middle and one that is nearly sure cost.
rule_findings <- function(curve) {
  sure <- curve[which.min(abs(curve$q - 0.9)), ]
  even <- curve[which.min(abs(curve$q - 0.5)), ]
  labelf(
    "A report of %s costs %s if H1 is true and %s if H2 is true; one of %s costs %s and %s.",
    percent_text(sure$q), format_number(sure$cost_h1), format_number(sure$cost_h2),
    percent_text(even$q), format_number(even$cost_h1), format_number(even$cost_h2)
  )
}

branch_scales <- function() {
  words <- unname(branch_levels())
  named <- \(values) rlang::set_names(unname(values), words)
  drawn <- c("h1", "h2", "none")
  list(
    ggplot2::scale_colour_manual(values = named(roles[drawn, "colour"])),
    ggplot2::scale_linetype_manual(values = named(roles[drawn, "line"])),
    untitled(colour = words, linetype = words)
  )
}

stack_branches <- function(curve) {
  do.call(rbind, lapply(names(branch_levels()), \(name) {
    data.frame(
      q = curve$q,
      value = curve[[name]],
      branch = factor(branch_levels()[[name]], levels = branch_levels())
    )
  }))
}

# An unbounded rule is followed to a few times the greatest entropy.
rule_limit <- function(curve, rule) {
  highest <- max(curve$cost_h1, curve$cost_h2)
  if (rule$bounded) 1.03 * highest else 5 * max(curve$entropy)
}

# Dots at the thresholds of a rule with few of them: filled where the value is taken.
jump_points <- function(costs, eta) {
  if (is.null(eta) || length(eta) > 5) {
    return(NULL)
  }
  at <- which(costs$q %in% eta & costs$q > min(costs$q))
  before <- costs[at, ]
  before$value <- costs$value[at - 1]
  list(
    ggplot2::geom_point(data = before, shape = 21, fill = "white", size = 2, show.legend = FALSE),
    ggplot2::geom_point(data = costs[at, ], size = 2, show.legend = FALSE)
  )
}
