#' Draw scoring rules over each other
#'
#' What several rules charge, as a picture of the thesis shows it (Brümmer 2010, figures 2.1, 2.2
#' and 7.4 to 7.7).
#'
#' * `show = "cost"`: what a reported probability costs when H1 and when H2 is true (figures 2.1,
#'   7.4, 7.6);
#' * `show = "entropy"`: what it costs on average if it is right (figure 2.2);
#' * `show = "weight"`: how much weight a rule puts on each threshold (figure 7.5, eq. 7.38). Rules
#'   that jump have spikes;
#' * `show = "llr"`: what a natural log LR costs at a prior (figure 7.7, eq. 7.39).
#'
#' Unbounded curves leave the panel at the top.
#'
#' The weight of a rule of the beta family is
#' \eqn{\rho(\eta) \propto \eta^\gamma (1 - \eta)^\gamma}{rho(eta) proportional to eta^gamma (1 -
#' eta)^gamma} (eq. 7.38). At the prior \eqn{\pi}{prior} the LLR \eqn{w} costs under the logarithmic
#' rule \eqn{\ln(1 + e^{-w - logit \pi})}{ln(1 + exp(-w - logit(prior)))} when H1 and
#' \eqn{\ln(1 + e^{w + logit \pi})}{ln(1 + exp(w + logit(prior)))} when H2 is true (eq. 7.39).
#'
#' @param object [rule_curves()].
#' @inheritParams rule_curves
#' @param show What to draw, see Details.
#' @param hypothesis `"h1"`, `"h2"`, or both, for costs.
#' @param top Where the panel ends, in the unit of the rules.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @inherit scoring_rule references
#' @name plot_rules
#' @examples
#' plot_rules("log", "zero_one")
#' plot_rules("log", "zero_one", show = "entropy")
#' beta <- lapply(c(0, 1, 10), \(gamma) scoring_rule("beta", gamma = gamma))
#' plot_rules(beta[[1]], beta[[2]], beta[[3]], show = "weight")
#' plot_rules("log", show = "llr", prior = plogis(1))
NULL

#' @rdname plot_rules
#' @export
plot_rules <- function(..., show = "cost", hypothesis = c("h1", "h2"), prior = 0.5, top = NULL) {
  call <- rlang::current_env()
  check_choice(show, c("cost", "entropy", "weight", "llr"), "show", call)
  check_hypotheses(hypothesis, call)
  curves <- rule_curves(..., q = rule_grid(even_in_llr = show == "llr"), prior = prior)
  autoplot(curves, show = show, hypothesis = hypothesis, top = top)
}

#' @rdname plot_rules
#' @export
autoplot.rule_curves <- function(object, show = "cost", hypothesis = c("h1", "h2"), top = NULL,
                                 ...) {
  check_dots(...)
  call <- rlang::current_env()
  check_choice(show, c("cost", "entropy", "weight", "llr"), "show", call)
  if (!is.null(top)) check_number(top, "top", above = 0)
  lines <- rule_lines(object, show, check_hypotheses(hypothesis, call))
  ggplot2::ggplot(lines, ggplot2::aes(
    .data$x, .data$y,
    colour = .data$rule, linetype = .data$rule
  )) +
    rule_geoms(lines) +
    (if (show == "weight") mass_spikes(object)) +
    ordered_scales(levels(object$rule)) +
    (if (nlevels(lines$hypothesis) > 0) ggplot2::facet_wrap(ggplot2::vars(.data$hypothesis))) +
    ggplot2::coord_cartesian(ylim = c(0, rules_limit(lines, top))) +
    (if (show != "llr") unit_axis(ggplot2::scale_x_continuous)) +
    rule_labels(object, show) +
    furniture()
}

check_hypotheses <- function(hypothesis, call) {
  unique(check_choices(hypothesis, c("h1", "h2"), "hypothesis", call))
}

rule_lines <- function(curves, show, hypothesis) {
  x <- if (show == "llr") curves$llr else curves$q
  jumps <- attr(curves, "jumps")[as.character(curves$rule)]
  line <- \(y, panel = NULL) {
    data.frame(
      rule = curves$rule, x = x, y = y, jumps = unname(jumps),
      hypothesis = factor(rep(panel, length(y)), levels = unname(rule_panels()))
    )
  }
  lines <- if (show %in% c("entropy", "weight")) {
    droplevels(line(curves[[show]], NA))
  } else {
    droplevels(do.call(rbind, lapply(hypothesis, \(h) {
      line(curves[[paste0("cost_", h)]], rule_panels()[[h]])
    })))
  }
  lines <- lines[is.finite(lines$x) & !is.nan(lines$y), ]
  # Spikes stand for the weight of a rule that jumps, and its entropy does not jump.
  if (show == "weight") lines <- lines[!lines$jumps, ]
  if (show == "entropy") lines$jumps <- FALSE
  lines
}

rule_geoms <- function(lines) {
  list(
    ggplot2::geom_line(data = lines[!lines$jumps, ], linewidth = widths["curve"]),
    ggplot2::geom_step(data = lines[lines$jumps, ], linewidth = widths["curve"])
  )
}

mass_spikes <- function(curves) {
  masses <- attr(curves, "masses")
  if (nrow(masses) == 0) {
    return(NULL)
  }
  ggplot2::geom_segment(
    ggplot2::aes(.data$eta, 0, xend = .data$eta, yend = .data$weight),
    data = masses, linewidth = widths["main"]
  )
}

# Bounded curves whole; unbounded ones to where the others are seen.
rules_limit <- function(lines, top) {
  if (!is.null(top)) {
    return(top)
  }
  highest <- vapply(split(lines$y, lines$rule, drop = TRUE), \(y) {
    if (all(is.finite(y))) max(y) else stats::quantile(y, 0.97, names = FALSE)
  }, 0)
  1.03 * max(highest, 1e-300)
}

rule_labels <- function(curves, show) {
  ggplot2::labs(
    x = switch(show,
      llr = "ln LR", weight = label("Threshold on the posterior probability of H1 (%)"),
      label("Reported probability of H1 (%)")
    ),
    y = label(switch(show, entropy = "Entropy", weight = "Weight", "Cost")),
    caption = if (show == "llr") {
      labelf("Prior probability of H1: %s", percent_text(attr(curves, "prior")))
    },
    alt = alt_text(
      rule_pictures()[[show]], "",
      rules_findings(curves, show)
    )
  )
}

# Each rule in the middle of the picture.
rules_findings <- function(curves, show) {
  middle <- vapply(split(seq_len(nrow(curves)), curves$rule), \(i) {
    at <- if (show == "llr") abs(curves$llr[i]) else abs(curves$q[i] - 0.5)
    i[which.min(at)]
  }, 1L)
  rows <- curves[middle, ]
  number <- format_number(rows[[if (show %in% c("entropy", "weight")) show else "cost_h1"]])
  spikes <- show == "weight" & attr(curves, "jumps")[as.character(rows$rule)]
  sprintf("%s: %s.", rows$rule, ifelse(spikes, label("all weight on single thresholds"), paste(
    number, label(switch(show,
      llr = "at LR = 1 if H1 is true", cost = "at 50 % if H1 is true", "at 50 %"
    ))
  )))
}
