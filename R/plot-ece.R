#' ECE plot
#'
#' `plot_ece()` draws the empirical cross-entropy over prior odds and returns a ggplot (Ramos and
#' Gonzalez-Rodriguez 2013, figure 7; [ece_curve()] has the formula).
#'
#' * The **solid** line is the system. Lower is better.
#' * The **dashed** line is the system after [pav()], corrected with `corrected = TRUE` or a band.
#'   Its height is the discrimination loss; its distance from the solid line is the calibration
#'   loss.
#' * The **dotted** line is LR = 1 for all trials. In the **shaded** area the LRs are harmful; the
#'   caption states the exact borders ([useful_range()]).
#'
#' An infinite ECE is drawn along the upper edge. The panel ends at twice the height of the dotted
#' line unless this would hide a curve; the caption states the height of finite curves beyond. Over
#' probabilities, a thin vertical line at 1/2 marks [cllr()] (Ramos and Gonzalez-Rodriguez 2008,
#' footnote 3).
#'
#' @param object An [ece_curve()].
#' @inheritParams cross_entropy
#' @inheritParams ece_curve
#' @inheritParams curve_bands
#' @param systems `"facet"` for a panel per system; `"overlay"` for one panel.
#' @param x_axis `"log10_odds"` or `"ln_odds"` for log prior odds, or `"probability"`, as in Ramos
#'   and Gonzalez-Rodriguez (2008).
#' @param curves Curves to draw: `"ece"`, `"ece_min"`, `"ece_null"`. All by default; `"ece"` alone
#'   as in Ramos and Gonzalez-Rodriguez (2013, figure 6).
#' @param normalised Whether to divide by the entropy of the prior; values above 1 then mean harm.
#' @param ... For `plot_ece()`, arguments of [ece_curve()] and [lr_set()].
#' @return A ggplot.
#' @references
#' Ramos D, Gonzalez-Rodriguez J (2008). *Odyssey 2008: The Speaker and Language Recognition
#' Workshop*.
#'
#' Ramos D, Gonzalez-Rodriguez J (2013). *Forensic Science International* 230, 156-169.
#' \doi{10.1016/j.forsciint.2013.04.014}
#'
#' Ramos D et al. (2018). *Entropy* 20, 208. \doi{10.3390/e20030208}
#' @seealso [explain()][explain.lr_set] for the words
#' @concept ECE plot
#' @concept empirical cross-entropy plot
#' @name plot_ece
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' plot_ece(x)
#' plot_ece(x, systems = "overlay", x_axis = "probability")
#' @export
plot_ece <- function(x, ..., systems = "facet", x_axis = "log10_odds",
                     curves = c("ece", "ece_min", "ece_null"), normalised = FALSE) {
  check_given()
  autoplot(
    ece_curve(x, ...),
    systems = systems, x_axis = x_axis, curves = curves, normalised = normalised
  )
}

#' @rdname plot_ece
#' @exportS3Method ggplot2::autoplot ece_curve
autoplot.ece_curve <- function(object, systems = "facet", x_axis = "log10_odds",
                               curves = c("ece", "ece_min", "ece_null"), normalised = FALSE, ...) {
  check_dots(...)
  object <- drawn_curve(
    object, c("system", "log10_prior_odds", "prior", "ece", "ece_min", "ece_null")
  )
  overlay <- is_overlay(object, systems)
  words <- ece_words("ece_min_corrected" %in% names(object))
  check_choices(curves, names(words))
  check_flag(normalised)
  if (normalised) object <- normalise_ece(object)
  draw_ece(object, x_axis, words, curves, normalised, overlay)
}

draw_ece <- function(object, x_axis, words, curves, normalised, overlay) {
  x <- prior_column(x_axis)
  names <- levels(object$system)
  rows <- plain_frame(object)
  if (!is.null(rows$ece_min_corrected)) rows$ece_min <- rows$ece_min_corrected
  limit <- ece_limit(rows)
  useful <- attr(object, "useful")
  shown <- range(rows$log10_prior_odds)
  if (!is.null(useful)) {
    useful <- per_system_notes(names, by_system(useful, names, \(of) useful_phrase(of, shown)))
  }
  if (!is.null(rows$ece_lower)) {
    useful <- per_system_notes(names, by_system(rows, names, settled_phrase))
  }
  ggplot2::ggplot(mapping = ggplot2::aes(.data[[x]], .data$value)) +
    (if (all(c("ece_null", "ece") %in% curves)) {
      harm_ground(rows, x, "ece_null", "ece", overlay)
    }) +
    (if (x == "prior") origin_line(ggplot2::geom_vline, xintercept = 0.5)) +
    ece_lines(rows, x, words, curves, overlay) +
    (if (any(rows$ece == Inf)) infinite_ece_label(object, x)) +
    ggplot2::scale_y_continuous(limits = c(0, NA), expand = c(0, 0)) +
    ggplot2::coord_cartesian(ylim = c(NA, limit)) +
    prior_axis(x_axis) +
    framed(
      label("ECE plot: empirical cross-entropy over prior odds"), names, useful,
      y = label(if (normalised) "Normalised cross-entropy" else "Empirical cross-entropy (bits)"),
      notes = c(useful, cut_notes(rows, normalised, limit), band_note(object), trials_note(object))
    )
}

ece_lines <- function(rows, x, words, curves, overlay) {
  # Band of calibrated LRs around the curve of the calibrated ones.
  if ("calibrated_lower" %in% names(rows)) {
    rows[c("ece_min_lower", "ece_min_upper")] <- rows[c("calibrated_lower", "calibrated_upper")]
  }
  drawn <- rev(words[names(words) %in% curves])
  data <- stack_columns(rows, c("system", "log10_prior_odds", "prior"), drawn)
  draw_roles(data, x, rlang::set_names(words, c("actual", "best", "none")), overlay)
}

# Height at which the panel cuts off curves.
cut_notes <- function(rows, normalised, limit) {
  highest <- vapply(split(rows$ece, rows$system, drop = TRUE), \(ece) {
    max(ece[is.finite(ece)], 0)
  }, 0)
  cut <- highest[highest > limit]
  if (length(cut) == 0) return(NULL)
  height <- paste0(format_number(cut), if (!normalised) paste0(" ", label("bits")))
  if (length(highest) > 1) {
    label("The curve of %s goes on to %s above the panel.", names(cut), height)
  } else {
    label("The curve goes on to %s above the panel.", height)
  }
}

# Borders as probabilities, without those beyond the axis.
useful_phrase <- function(rows, shown, words = label("on these comparisons useful at %s.")) {
  rows <- rows[rows$log10_prior_odds_min < shown[2] & rows$log10_prior_odds_max > shown[1], ]
  if (nrow(rows) == 0) return(label("on these comparisons useful at no prior shown."))
  from <- ifelse(rows$log10_prior_odds_min <= shown[1], "", border_text(rows$prior_min))
  to <- ifelse(rows$log10_prior_odds_max >= shown[2], "", border_text(rows$prior_max))
  pieces <- ifelse(
    from == "" & to == "", label("every prior shown"),
    ifelse(from == "", label("priors below %s", to),
      ifelse(to == "", label("priors above %s", from), label("priors from %s to %s", from, to)))
  )
  if (length(pieces) > 1) pieces <- paste(pieces, collapse = label(" and at "))
  sprintf(words, pieces)
}

# Phrase on the prior odds at which the band of one system shows that the LRs are better, or worse,
# than no evidence.
settled_phrase <- function(rows) {
  at <- \(holds, words) {
    runs <- true_runs(holds)
    if (length(runs$first) > 0) {
      first <- rows[runs$first, ]
      last <- rows[runs$last, ]
      useful_phrase(data.frame(
        log10_prior_odds_min = first$log10_prior_odds, prior_min = first$prior,
        log10_prior_odds_max = last$log10_prior_odds, prior_max = last$prior
      ), range(rows$log10_prior_odds), words)
    }
  }
  helps <- at(rows$ece_upper < rows$ece_null, label("useful at %s"))
  harms <- at(rows$ece_lower > rows$ece_null, label("harmful at %s"))
  known <- rows$ece_upper < rows$ece_null | rows$ece_lower > rows$ece_null
  open <- if (!all(known %in% TRUE)) {
    label(if (is.null(c(helps, harms))) "settled nowhere" else "elsewhere not settled")
  }
  label("by the band %s.", paste(c(helps, harms, open), collapse = ", "))
}

# A prior near 1 must not be rounded to 100 %.
border_text <- function(prior) {
  ifelse(prior > 0.99, paste(format_number(100 * prior, 5), "%"), percent_text(prior))
}

# The curve of a very bad system leaves any sensible panel. It is drawn to twice the height of the
# neutral system, or further if it would be invisible.
ece_limit <- function(rows) {
  finite <- rows$ece[is.finite(rows$ece)]
  if (length(finite) == 0) return(1.2)
  lowest <- max(vapply(split(rows$ece, rows$system, drop = TRUE), min, 0))
  if (!is.finite(lowest)) lowest <- 0
  1.08 * max(rows$ece_null, min(max(finite), 2), 1.2 * lowest)
}

infinite_ece_label <- function(curve, x) {
  infinite <- unique(curve$system[curve$ece == Inf])
  ends <- attr(curve, "infinite")
  wrong <- function(end, n) {
    number_text(ends[[n]][match(paste(infinite, end), paste(ends$system, ends$end))])
  }
  words <- label(
    "ECE is infinite.\nH1 trials with LR = 0: %s\nH2 trials with LR = Inf: %s",
    wrong("LR = 0", "n_h1"), wrong("LR = Inf", "n_h2")
  )
  ggplot2::geom_text(
    ggplot2::aes(x = mean(range(curve[[x]])), y = Inf, label = .data$label),
    data = data.frame(system = infinite, label = words),
    inherit.aes = FALSE, vjust = 1.4, size = note_size, lineheight = 0.95
  )
}
