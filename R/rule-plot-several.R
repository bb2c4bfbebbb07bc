# Several rules drawn over each other, and the reports that are as good as the truth.

draw_rules <- function(object, show, hypothesis, top) {
  lines <- rule_lines(object, show, hypothesis)
  ggplot2::ggplot(lines, ggplot2::aes(
    .data$x, .data$y,
    colour = .data$rule, linetype = .data$rule
  )) +
    ggplot2::geom_line(data = lines[!lines$jumps, ], linewidth = widths["curve"]) +
    ggplot2::geom_step(data = lines[lines$jumps, ], linewidth = widths["curve"]) +
    (if (show == "weight") mass_spikes(attr(object, "masses"))) +
    ordered_scales(levels(object$rule)) +
    (if (nlevels(lines$hypothesis) > 0) ggplot2::facet_wrap(ggplot2::vars(.data$hypothesis))) +
    ggplot2::coord_cartesian(ylim = c(0, top %||% rules_limit(lines))) +
    (if (show != "llr") unit_axis(ggplot2::scale_x_continuous)) +
    framed(
      words_for("rule_picture")[[show]], "", rules_findings(object, show),
      x = switch(show,
        llr = "ln LR", weight = label("Threshold on the posterior probability of H1 (%)"),
        label("Reported probability of H1 (%)")
      ),
      y = switch(show, weight = label("Weight"),
        in_unit_of(object, label(if (show == "entropy") "Entropy" else "Cost"))
      ),
      notes = if (show == "llr") {
        label("Prior probability of H1: %s", percent_text(attr(object, "prior")))
      }
    )
}

# Units of the rules after `words`, each with the names of its rules if units differ. A cost has
# none.
in_unit_of <- function(curves, words) {
  units <- vapply(attr(curves, "rules"), rule_unit, "")
  if (all(units == "cost")) return(words)
  of <- split(names(units), factor(units, unique(units)))
  unit <- label(c(bits = "bits", nats = "nats", cost = "no unit"))[names(of)]
  if (length(of) > 1) unit <- paste0(vapply(of, toString, ""), ": ", unit)
  sprintf("%s (%s)", words, paste(unit, collapse = "; "))
}

rule_lines <- function(curves, show, hypothesis) {
  x <- if (show == "llr") curves$llr else curves$q
  jumps <- attr(curves, "jumps")[as.character(curves$rule)]
  line <- \(y, panel = NULL) {
    new_frame(
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
  # Spikes show the weight of a rule with jumps, whose entropy does not jump.
  if (show == "weight") lines <- lines[!lines$jumps, ]
  if (show == "entropy") lines$jumps <- FALSE
  lines
}

mass_spikes <- function(masses) {
  if (nrow(masses) > 0) {
    ggplot2::geom_segment(
      ggplot2::aes(.data$eta, 0, xend = .data$eta, yend = .data$weight),
      data = masses, linewidth = widths["main"]
    )
  }
}

# Shows the whole of bounded curves, and unbounded ones up to a height at which the others remain
# visible.
rules_limit <- function(lines) {
  highest <- vapply(split(lines$y, lines$rule, drop = TRUE), \(y) {
    if (all(is.finite(y))) max(y) else stats::quantile(y, 0.97, names = FALSE)
  }, 0)
  1.03 * max(highest, 1e-300)
}

# The cost of each rule at the middle of the picture.
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

draw_minimisers <- function(object) {
  minimisers <- attr(object, "minimisers")
  minimisers <- minimisers[minimisers$rule == object$rule[1], ]
  strict <- !attr(object, "jumps")[[as.character(object$rule[1])]]
  areas <- if (strict) minimisers[0, ] else minimisers[minimisers$p_min < minimisers$p_max, ]
  lines <- minimisers[minimisers$p_min == minimisers$p_max, ]
  box <- ggplot2::aes(
    xmin = .data$p_min, xmax = .data$p_max, ymin = .data$q_min, ymax = .data$q_max
  )
  ggplot2::ggplot() +
    ggplot2::geom_rect(box, data = areas, fill = "grey75") +
    ggplot2::geom_segment(
      ggplot2::aes(.data$p_min, .data$q_min, xend = .data$p_max, yend = .data$q_max),
      data = lines, colour = "grey30", linewidth = 0.8
    ) +
    ggplot2::annotate("segment", x = 0, y = 0, xend = 1, yend = 1, linetype = "dashed") +
    ggplot2::coord_equal(xlim = c(0, 1), ylim = c(0, 1), expand = FALSE) +
    framed(
      label("Reports that cost least over the probability that is right"), "",
      label(if (strict) "Only the report q = p does." else "Others than q = p do too."),
      x = label("Probability of H1 that is right (p)"), y = label("Reported probability of H1 (q)"),
      notes = label("Grey: reports that cost least; dashed: q = p.")
    )
}
