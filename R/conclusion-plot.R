#' Pictures of conclusions
#'
#' `autoplot()` returns a ggplot of the conclusions of examiners, their LRs or their error rates.
#'
#' * For a [conclusion_set()], or [conclusion_lr()] with `type = "shares"`: a bar for each
#'   hypothesis, divided by conclusion.
#' * For [conclusion_lr()]: the LR of each conclusion with its limits, over the levels of a verbal
#'   scale; crosses for stated LRs.
#' * For [error_rates()][error_rates.conclusion_set]: the rates by each convention, with limits;
#'   with `each = "examiner"`, a point for each examiner in the plane of false positives and false
#'   negatives, larger for several with the same rates.
#'
#' Plots of LRs, such as [plot_ece()] and [plot_tippett()], also accept a set.
#'
#' @param x,object A [conclusion_set()], or the result of [conclusion_lr()] or
#'   [error_rates()][error_rates.conclusion_set].
#' @param type `"lr"` or `"shares"`.
#' @param table A verbal scale, as in [verbal_scale()]; `NULL` for none.
#' @param ... For a set, arguments of [conclusion_lr()]; otherwise unused.
#' @return A ggplot.
#' @concept plot of examiners' conclusions
#' @name autoplot.conclusion_lr
#' @examples
#' x <- conclusion_set(truth ~ conclusion, data = subset(black_box, study == "bullets"),
#'   count = "n", h1 = "same", no_value = "Other",
#'   conclusions = c("Elimination", paste0("Inconclusive-", c("C", "B", "A")), "ID"))
#' ggplot2::autoplot(x)
#' ggplot2::autoplot(conclusion_lr(x))
#' ggplot2::autoplot(error_rates(x))
#' @exportS3Method ggplot2::autoplot conclusion_set
autoplot.conclusion_set <- function(object, ...) {
  autoplot(conclusion_lr(object, ...), type = "shares")
}

#' @rdname autoplot.conclusion_lr
#' @export
plot.conclusion_set <- function(x, ...) plot.calibrant_curve(x, ...)

#' @rdname autoplot.conclusion_lr
#' @exportS3Method ggplot2::autoplot conclusion_lr
autoplot.conclusion_lr <- function(object, type = "lr", table = "enfsi2015", ...) {
  check_dots(...)
  check_choice(type, c("lr", "shares"))
  object <- drawn_curve(object, c("system", "conclusion", "share_h1", "share_h2", "log10_lr"))
  object$conclusion <- factor(object$conclusion, unique(object$conclusion))
  if (type == "shares") return(draw_conclusion_shares(object))
  draw_conclusion_lrs(object, if (!is.null(table)) verbal_spans(read_verbal_scale(table)))
}

draw_conclusion_shares <- function(object) {
  words <- hypothesis_words(object)
  bars <- stack_hypotheses(as.data.frame(object), c("system", "conclusion"), "share_h1", "share_h2",
    words)
  # The first hypothesis is on top.
  bars$hypothesis <- factor(bars$hypothesis, rev(words))
  names <- levels(object$conclusion)
  fills <- rlang::set_names(rev(ramp(length(names))), names)
  bars$ink <- ifelse(seq_along(names)[bars$conclusion] > length(names) / 2, "white", "black")
  bars$text <- ifelse(bars$value < 0.05, "", percent_text(signif(bars$value, 2)))
  ggplot2::ggplot(bars, ggplot2::aes(.data$value, .data$hypothesis, fill = .data$conclusion)) +
    ggplot2::geom_col(width = 0.7, colour = "white", linewidth = widths["rule"]) +
    ggplot2::geom_text(
      ggplot2::aes(label = .data$text, colour = .data$ink),
      position = ggplot2::position_stack(vjust = 0.5), size = note_size
    ) +
    ggplot2::scale_fill_manual(values = fills, breaks = names) +
    ggplot2::scale_colour_manual(values = c(white = "white", black = "black"), guide = "none") +
    unit_axis(ggplot2::scale_x_continuous, expand = ggplot2::expansion(c(0, 0.02))) +
    facet_systems(object) +
    untitled(fill = names) +
    framed(
      label("Shares of conclusions under either hypothesis"), levels(object$system),
      label("%s: %s of H1, %s of H2 comparisons.", object$conclusion,
        percent_text(signif(object$share_h1, 3)), percent_text(signif(object$share_h2, 3))),
      x = label("Comparisons (%)"), y = NULL, notes = trials_note(object)
    )
}

draw_conclusion_lrs <- function(object, spans) {
  values <- unlist(plain_frame(object)[c("log10_lr", "lower", "upper")])
  ends <- verbal_ends(spans, range(c(-1, 1, values, object$stated_log10_lr), finite = TRUE))
  known <- object[!is.na(object$log10_lr), ]
  known$at <- pmin(pmax(known$log10_lr, ends[1]), ends[2])
  lost <- is.infinite(known$log10_lr)
  ggplot2::ggplot(object, ggplot2::aes(y = .data$conclusion)) +
    verbal_bands(spans, ends) +
    neutral_line(ggplot2::geom_vline, xintercept = 0) +
    interval_lines() +
    ggplot2::geom_point(ggplot2::aes(.data$at), known, size = 2, shape = ifelse(lost, 17, 16)) +
    stated_points(object) +
    log_scale("log10", limits = ends, sec.axis = verbal_axis(spans, ends, object)) +
    named_scale(ggplot2::scale_y_discrete(), 0.35) +
    facet_systems(object, scales = "free_y") +
    framed(
      label("LRs of conclusions"), levels(object$system), lr_findings(object),
      x = log10_title("LR"), y = NULL,
      notes = c(
        label("%s %% intervals. Prior counts: %s of each conclusion.",
          level_number(attr(object, "level")),
          paste(unique(format_number(attr(object, "prior_counts"))), collapse = ", ")),
        if (any(lost)) label("Triangles: %s with LR = 0 and LR = Inf.", label("conclusions")),
        if (!is.null(object$stated_log10_lr)) label("Crosses: stated LRs."), trials_note(object)
      )
    )
}

stated_points <- function(object) {
  if (!is.null(object$stated_log10_lr)) {
    ggplot2::geom_point(ggplot2::aes(.data$stated_log10_lr), data = object, shape = 4, size = 3,
      stroke = widths["main"])
  }
}

#' @rdname autoplot.conclusion_lr
#' @exportS3Method ggplot2::autoplot conclusion_errors
autoplot.conclusion_errors <- function(object, ...) {
  check_dots(...)
  object <- drawn_curve(object, c("system", "error", "inconclusive", "rate", "lower", "upper"))
  words <- words_for("convention")
  object$inconclusive <- factor(words[object$inconclusive], words)
  if (is.null(object$examiner)) draw_error_rates(object) else draw_examiners(object)
}

error_axes <- function() {
  label(c(`false positive` = "False positives (%)", `false negative` = "False negatives (%)"))
}

error_names <- \() vapply(error_axes(), \(x) sub(" (%)", "", x, fixed = TRUE), "")

draw_error_rates <- function(object) {
  panels <- error_names()
  object$panel <- factor(object$error, names(panels), panels)
  object$row <- factor(object$inconclusive, rev(levels(object$inconclusive)))
  ggplot2::ggplot(object, ggplot2::aes(.data$rate, .data$row)) +
    interval_lines() +
    ggplot2::geom_point(size = 2) +
    unit_axis(ggplot2::scale_x_continuous, limits = c(0, 1)) +
    named_scale(ggplot2::scale_y_discrete(), 0.35) +
    ggplot2::facet_grid(
      rows = if (nlevels(object$system) > 1) ggplot2::vars(.data$system),
      cols = ggplot2::vars(.data$panel)
    ) +
    framed(
      label("Error rates by the treatment of inconclusives"), levels(object$system),
      label("%s, %s: %s.", object$panel, object$inconclusive, percent_text(object$rate)),
      x = label("Error rate (%)"), y = NULL,
      notes = c(
        label("The counts are the same; only the treatment of inconclusives differs."),
        if (anyNA(object$lower)) say("note.few units")
      )
    )
}

# Rates of each examiner side by side; examiners without trials of both hypotheses have no point.
draw_examiners <- function(object) {
  keys <- c("system", "examiner", "inconclusive")
  side <- \(error) as.data.frame(object)[object$error == error, c(keys, "rate")]
  both <- merge(side("false positive"), side("false negative"), by = keys)
  both <- both[is.finite(both$rate.x) & is.finite(both$rate.y), ]
  ggplot2::ggplot(both, ggplot2::aes(.data$rate.x, .data$rate.y)) +
    ggplot2::geom_count(shape = 1, stroke = widths["main"], alpha = 0.8) +
    ggplot2::scale_size_area(max_size = 6, breaks = \(limits) unique(round(limits)),
      name = label("Examiners")) +
    unit_axis(ggplot2::scale_x_continuous) +
    unit_axis(ggplot2::scale_y_continuous) +
    ggplot2::facet_grid(
      rows = if (nlevels(object$system) > 1) ggplot2::vars(.data$system),
      cols = ggplot2::vars(.data$inconclusive), labeller = ggplot2::label_wrap_gen(18)
    ) +
    framed(
      label("Error rates of examiners"), levels(object$system),
      label("%s examiners.", length(unique(both$examiner))), x = error_axes()[[1]],
      y = error_axes()[[2]],
      notes = label("Each circle is an examiner, or several with equal rates.")
    )
}
