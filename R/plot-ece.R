#' ECE plot
#'
#' The empirical cross-entropy over prior odds, in the form of Ramos and Gonzalez-Rodriguez (2013,
#' figure 7): what a fact finder still does not know, at every prior that may be held.
#'
#' How to read it:
#' * the **solid** line is the system as it is. The lower, the better;
#' * the **dashed** line is the same system perfectly calibrated by [pav()]. Its height is the loss
#'   to limited discrimination, and the gap to the solid line the loss to bad calibration;
#' * the **dotted** line is a system that always says LR = 1. Where the solid line is above it, on
#'   the
#'   **shaded** ground, the LRs do harm; the exact borders ([useful_range()]) are in the caption.
#'
#' An infinite ECE is drawn along the upper edge and labelled with the number of trials that cause
#' it. A finite one that leaves the panel, which ends at twice the height of the dotted line unless
#' nothing of a curve would be seen, is named in the caption with its greatest height.
#'
#' Over probabilities, the thin vertical line is at 1/2, where the solid line has the height of
#' [cllr()] (Ramos and Gonzalez-Rodriguez 2008, footnote 3). With `normalised = TRUE` all is divided
#' by the dotted line: the normalised cross-entropy, above 1 where the LRs do harm.
#'
#' @param object An [ece_curve()].
#' @inheritParams cross_entropy
#' @inheritParams ece_curve
#' @param systems How to show several systems: `"facet"`, one panel each; or `"overlay"`, all in one
#'   panel, told apart by colour, without shading.
#' @param x_axis `"log10_odds"` for log10 prior odds, or `"probability"` for the prior probability
#' of
#'   H1, as in Ramos and Gonzalez-Rodriguez (2008).
#' @param curves Which of the curves to draw: `"ece"`, `"ece_min"`, `"ece_null"`. All unless given;
#'   `"ece"` alone as in Ramos and Gonzalez-Rodriguez (2013, figure 6).
#' @param normalised Divide by what the prior alone leaves open?
#' @param ... For `plot_ece()`, passed on to [lr_set()] where `x` is not one yet.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @inherit cross_entropy references
#' @seealso [ece_curve()] for the numbers, [explain()] for the words
#' @name plot_ece
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' plot_ece(x)
#' plot_ece(x, systems = "overlay", x_axis = "probability")
NULL

#' @rdname plot_ece
#' @export
plot_ece <- function(x, ..., log10_prior_odds = default_log10_odds(), systems = "facet",
                     x_axis = "log10_odds", curves = names(curve_levels), normalised = FALSE) {
  autoplot(
    ece_curve(lr_set(x, ...), log10_prior_odds = log10_prior_odds),
    systems = systems, x_axis = x_axis, curves = curves, normalised = normalised
  )
}

#' @rdname plot_ece
#' @export
autoplot.ece_curve <- function(object, systems = "facet", x_axis = "log10_odds",
                               curves = names(curve_levels), normalised = FALSE, ...) {
  object <- drawn_curve(
    object, c("system", "log10_prior_odds", "prior", "ece", "ece_min", "ece_null")
  )
  call <- rlang::current_env()
  check_choice(systems, c("facet", "overlay"), "systems", call)
  check_choice(x_axis, c("log10_odds", "probability"), "x_axis", call)
  for (curve in curves) check_choice(curve, names(curve_levels), "curves", call)
  check_flag(normalised, "normalised", call)
  if (normalised) object <- normalise_ece(object)
  x <- if (x_axis == "probability") "prior" else "log10_prior_odds"
  overlay <- systems == "overlay" && nlevels(object$system) > 1

  ggplot2::ggplot(stack_curves(object, curves), ggplot2::aes(.data[[x]], .data$value)) +
    (if (!overlay) harm_shading(object, x)) +
    (if (x == "prior") ggplot2::geom_vline(xintercept = 0.5, colour = "grey60", linewidth = 0.3)) +
    (if (overlay) overlaid_lines(object) else faceted_lines(object)) +
    infinite_ece_label(object, x) +
    ggplot2::scale_y_continuous(expand = c(0, 0)) +
    ggplot2::coord_cartesian(ylim = c(0, ece_limit(object))) +
    ggplot2::labs(
      x = if (x == "prior") "Prior probability of H1" else expression("Prior" ~ log[10] ~ "odds"),
      y = if (normalised) "Normalised cross-entropy" else "Empirical cross-entropy (bits)",
      caption = ece_caption(object, x, if (normalised) "" else " bits")
    )
}

normalise_ece <- function(curve) {
  for (name in names(curve_levels)) curve[[name]] <- curve[[name]] / curve$ece_null
  curve
}

# What a fact finder should know that the curves do not show.
ece_caption <- function(curve, x, unit) {
  lines <- c(
    useful_caption(attr(curve, "useful"), levels(curve$system), x),
    cut_caption(curve, unit)
  )
  if (length(lines) > 0) paste(lines, collapse = "\n")
}

cut_caption <- function(curve, unit) {
  highest <- vapply(split(curve$ece, curve$system, drop = TRUE), \(ece) {
    max(ece[is.finite(ece)], 0)
  }, 0)
  cut <- highest[highest > ece_limit(curve)]
  if (length(cut) == 0) {
    return(NULL)
  }
  name <- if (nlevels(curve$system) > 1) paste0(" of ", names(cut)) else ""
  paste0("The curve", name, " goes on to ", format_number(cut), unit, " above the panel")
}

# The three curves on top of each other.
stack_curves <- function(curve, curves = names(curve_levels)) {
  parts <- lapply(intersect(names(curve_levels), curves), \(name) {
    data.frame(
      curve[c("system", "log10_prior_odds", "prior")],
      value = curve[[name]],
      curve = factor(curve_levels[[name]], levels = curve_levels)
    )
  })
  do.call(rbind, parts)
}

curve_scale <- function(scale, values) {
  scale(values = values, breaks = unname(curve_levels), name = NULL)
}

faceted_lines <- function(curve) {
  list(
    ggplot2::geom_line(
      ggplot2::aes(colour = .data$curve, linetype = .data$curve),
      linewidth = 0.7
    ),
    curve_scale(ggplot2::scale_colour_manual, curve_colours),
    curve_scale(ggplot2::scale_linetype_manual, curve_lines),
    facet_systems(curve)
  )
}

overlaid_lines <- function(curve) {
  is_null <- \(data) data$curve == "LR = 1 always"
  first <- levels(curve$system)[1]
  list(
    ggplot2::geom_line(
      ggplot2::aes(colour = .data$system, linetype = .data$curve),
      data = \(data) data[!is_null(data), ], linewidth = 0.7
    ),
    ggplot2::geom_line(
      ggplot2::aes(linetype = .data$curve),
      data = \(data) data[is_null(data) & data$system == first, ], linewidth = 0.7,
      colour = curve_colours[["LR = 1 always"]]
    ),
    ggplot2::scale_colour_manual(values = unname(system_colours), name = NULL),
    curve_scale(ggplot2::scale_linetype_manual, curve_lines)
  )
}

# Grey ground where the LRs do harm: the complement of the useful ranges within the panel.
harm_shading <- function(curve, x) {
  useful <- attr(curve, "useful")
  if (is.null(useful)) {
    return(NULL)
  }
  bands <- harmful_bands(useful, levels(curve$system))
  columns <- paste0(x, c("_min", "_max"))
  ggplot2::geom_rect(
    ggplot2::aes(
      xmin = pmax(.data[[columns[1]]], min(curve[[x]])),
      xmax = pmin(.data[[columns[2]]], max(curve[[x]])),
      ymin = -Inf, ymax = Inf
    ),
    data = bands[bands[[columns[1]]] < max(curve[[x]]) & bands[[columns[2]]] > min(curve[[x]]), ],
    inherit.aes = FALSE, fill = "grey50", alpha = 0.25
  )
}

harmful_bands <- function(useful, systems) {
  bands <- lapply(systems, \(system) {
    rows <- useful[useful$system == system, ]
    data.frame(
      system = factor(system, levels = systems),
      log10_prior_odds_min = c(-Inf, rows$log10_prior_odds_max),
      log10_prior_odds_max = c(rows$log10_prior_odds_min, Inf),
      prior_min = c(0, rows$prior_max),
      prior_max = c(rows$prior_min, 1)
    )
  })
  do.call(rbind, bands)
}

useful_caption <- function(useful, systems, x) {
  if (is.null(useful)) {
    return(NULL)
  }
  lines <- vapply(systems, \(system) useful_phrase(useful[useful$system == system, ], x), "")
  name <- if (length(systems) > 1) paste0(systems, " is useful ") else "Useful "
  paste0(name, lines, collapse = "\n")
}

useful_phrase <- function(rows, x) {
  from <- rows[[paste0(x, "_min")]]
  to <- rows[[paste0(x, "_max")]]
  unit <- if (x == "prior") "prior probabilities" else "log10 prior odds"
  pieces <- ifelse(
    rows$prior_min == 0,
    paste("below", format_number(to)),
    ifelse(rows$prior_max == 1, paste("above", format_number(from)),
      paste(format_number(from), "to", format_number(to)))
  )
  if (nrow(rows) == 0) {
    "at no prior"
  } else if (rows$prior_min[1] == 0 && rows$prior_max[1] == 1) {
    "at every prior"
  } else {
    paste("at", unit, paste(pieces, collapse = " and "))
  }
}

# A system may be so bad that its curve leaves every sensible panel; it is followed to twice the
# height of the neutral system, or further where nothing of it would be seen.
ece_limit <- function(curve) {
  finite <- curve$ece[is.finite(curve$ece)]
  if (length(finite) == 0) {
    return(1.2)
  }
  lowest <- max(vapply(split(curve$ece, curve$system, drop = TRUE), min, 0), -Inf)
  lowest <- if (is.finite(lowest)) lowest else 0
  1.05 * max(curve$ece_null, min(max(finite), 2), 1.2 * lowest)
}

infinite_ece_label <- function(curve, x) {
  infinite <- unique(curve$system[curve$ece == Inf])
  if (length(infinite) == 0) {
    return(NULL)
  }
  ends <- attr(curve, "infinite")
  wrong <- function(end, n) {
    plain_count(ends[[n]][match(paste(infinite, end), paste(ends$system, ends$end))])
  }
  label <- sprintf(
    "ECE is infinite: LR = 0 in %s H1 trials,\nLR = Inf in %s H2 trials",
    wrong("LR = 0", "n_h1"), wrong("LR = Inf", "n_h2")
  )
  ggplot2::geom_text(
    ggplot2::aes(x = mean(range(curve[[x]])), y = Inf, label = .data$label),
    data = data.frame(system = infinite, label = label),
    inherit.aes = FALSE, vjust = 1.4, size = 3, lineheight = 0.95
  )
}
