# Bars of discrimination and calibration loss.

#' @rdname class_losses
#' @param object [class_losses()].
#' @section Picture:
#' `autoplot()` returns a ggplot of bars. The **dark** part is the discrimination loss, the
#' **light** part above the calibration loss. The **dotted** line is the loss without evidence; a
#' bar above it means harm. An infinite bar ends at the upper edge. With `measure = "cavg"` each
#' system has a bar before and one after calibration.
#' @concept bars of losses
#' @examples
#' autoplot(class_losses(loglik_set(glass_type, truth = "type", system = "recogniser")))
#' @exportS3Method ggplot2::autoplot class_losses
autoplot.class_losses <- function(object, ...) {
  check_dots(...)
  if ("cavg" %in% names(object)) draw_cavg_bars(object) else draw_loss_bars(object)
}

draw_loss_bars <- function(object) {
  object <- drawn_curve(
    object, c("system", paste0("cross_entropy", c("", "_min", "_cal", "_null")))
  )
  names <- levels(object$system)
  total <- object$cross_entropy
  none <- object$cross_entropy_null[1]
  infinite <- is.infinite(total)
  # Infinite bars must stand out above the others.
  top <- max(total[!infinite], none) * if (any(infinite)) 1.3 else 1
  words <- rlang::set_names(loss_words(), paste0("cross_entropy_", names(loss_words())))
  bars <- stack_columns(object, c("system", "cross_entropy_min"), words)
  beyond <- is.infinite(bars$value)
  bars$value[beyond] <- top - bars$cross_entropy_min[beyond]
  draw_bars(
    bars, "stack", rlang::set_names(loss_fills[names(loss_words())], loss_words()), 0.12,
    label("Bars of discrimination and calibration loss"), names, label(
      "%s: %s bits, %s of them by discrimination; %s without evidence.", names,
      format_number(total), format_number(object$cross_entropy_min), format_number(none)
    ),
    over = list(
      neutral_line(ggplot2::geom_hline, yintercept = none, linewidth = widths["main"]),
      ggplot2::geom_text(
        ggplot2::aes(y = pmin(total, top),
          label = ifelse(infinite, label("infinite"), format_number(total))),
        data = object, vjust = -0.5, size = note_size
      )
    ),
    y = label(if (isTRUE(attr(object, "flat"))) "Cllr (bits)" else "Cross-entropy (bits)"),
    notes = c(
      label("Dotted: without evidence."),
      if (any(infinite)) label("Infinite: some trials exclude their true class.")
    )
  )
}

# Bars side by side, since a calibration that does not minimise this cost may raise it.
draw_cavg_bars <- function(object) {
  words <- words_for("detection_cost")
  words <- words[names(words) %in% names(object)]
  object <- drawn_curve(object, c("system", names(words)))
  draw_bars(
    stack_columns(object, "system", words), "dodge",
    rlang::set_names(roles[c("actual", "best"), "fill"], words), 0.08,
    label("Bars of the cost of detection (Cavg)"), levels(object$system), label(
      "%s: %s as it is, %s after calibration.", levels(object$system), format_number(object$cavg),
      format_number(object[[names(words)[2]]])
    ),
    y = label("Cavg")
  )
}

# `over` has layers over the bars; `...` is for framed().
draw_bars <- function(bars, position, fills, room, ..., over = NULL) {
  ggplot2::ggplot(bars, ggplot2::aes(.data$system, .data$value)) +
    filled_bars(fills, room, width = 0.6, position = position) +
    named_scale(ggplot2::scale_x_discrete(), 0.8 / nlevels(bars$system)) +
    over +
    framed(..., x = NULL)
}

#' @rdname autoplot.lr_set
#' @exportS3Method ggplot2::autoplot loglik_set
autoplot.loglik_set <- function(object, ...) autoplot(class_losses(object, ...))
