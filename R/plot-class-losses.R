#' Bars of discrimination and calibration loss
#'
#' The total loss of each system (Brümmer 2010, eq. 8.14) as a bar, cut into what it cannot tell
#' apart and what it says wrongly (eq. 8.20 to 8.23).
#'
#' The total loss at the prior \eqn{\pi}{prior} is the cross-entropy
#' \deqn{E(w|\pi) = \sum_i \frac{\pi_i}{N_i} \sum_{t \in i} -\log_2
#'   \frac{\pi_i e^{w_{ti}}}{\sum_j \pi_j e^{w_{tj}}},}{
#'   E(w|prior) = sum over classes i of prior_i * mean over the trials t of i of
#'   -log2(prior_i exp(w_ti) / sum_j prior_j exp(w_tj)),}
#' the discrimination loss its minimum over \eqn{\alpha w + b}{alpha w + b}, and the calibration
#' loss the difference.
#'
#' The **dark** part is the discrimination loss, the **light** part on top the calibration loss,
#' which [calibrate()][loglik_calibrate] removes in so far as new trials are like these. The
#' **dotted** line is the loss of saying nothing: a bar that reaches above it does harm. An infinite
#' bar ends at the upper edge and says so. With `measure = "cavg"` there are two bars per system,
#' the cost of detection before and after calibration (Brümmer 2010, fig. 8.4).
#'
#' @param object [class_losses()].
#' @param ... Must be empty.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @inherit loglik_cross_entropy references
#' @seealso [class_losses()] for the numbers
#' @name plot_class_losses
#' @examples
#' autoplot(class_losses(loglik_set(glass_type, truth = "type", system = "recogniser")))
NULL

#' @rdname plot_class_losses
#' @export
autoplot.class_losses <- function(object, ...) {
  check_dots(...)
  if ("cavg" %in% names(object)) draw_cavg_bars(object) else draw_loss_bars(object)
}

draw_loss_bars <- function(object) {
  parts <- paste0("cross_entropy", c("", "_min", "_cal", "_null"))
  object <- drawn_curve(object, c("system", parts))
  top <- losses_limit(object)
  names <- levels(object$system)
  words <- rlang::set_names(strip_words(names, n = max(3, length(names))), names)
  none <- object$cross_entropy_null[1]
  ggplot2::ggplot(stack_losses(object, top), ggplot2::aes(.data$system, .data$value)) +
    ggplot2::geom_col(
      ggplot2::aes(fill = .data$part), colour = "black", width = 0.6, linewidth = widths["rule"]
    ) +
    ggplot2::geom_hline(
      yintercept = none, linetype = roles["none", "line"], colour = roles["none", "colour"],
      linewidth = widths["main"]
    ) +
    ggplot2::geom_text(
      ggplot2::aes(y = pmin(.data$cross_entropy, top), label = .data$label),
      data = losses_labels(object), vjust = -0.5, size = note_size
    ) +
    ggplot2::scale_fill_manual(
      values = rlang::set_names(loss_fills[names(loss_words())], loss_words())
    ) +
    untitled(fill = unname(loss_words())) +
    ggplot2::scale_x_discrete(labels = \(x) words[x]) +
    ggplot2::scale_y_continuous(expand = ggplot2::expansion(mult = c(0, 0.12))) +
    ggplot2::labs(
      x = NULL,
      y = label(if (isTRUE(attr(object, "flat"))) "Cllr (bits)" else "Cross-entropy (bits)"),
      caption = losses_caption(object),
      alt = alt_text(label("Bars of discrimination and calibration loss"), names, labelf(
        "%s: %s bits, %s of them by discrimination; %s without evidence.", names,
        format_number(object$cross_entropy), format_number(object$cross_entropy_min),
        format_number(none)
      ))
    ) +
    furniture()
}

# Side by side: a calibration that does not minimise this cost may raise it.
draw_cavg_bars <- function(object) {
  object <- drawn_curve(object, c("system", names(cavg_bars())))
  names <- levels(object$system)
  bars <- stack_columns(as.data.frame(object), "system", cavg_bars())
  labels <- rlang::set_names(strip_words(names, n = max(3, length(names))), names)
  ggplot2::ggplot(bars, ggplot2::aes(.data$system, .data$value)) +
    ggplot2::geom_col(
      ggplot2::aes(fill = .data$curve), position = "dodge", colour = "black", width = 0.6,
      linewidth = widths["rule"]
    ) +
    role_fills(rlang::set_names(unname(cavg_bars()), c("actual", "best"))) +
    ggplot2::scale_x_discrete(labels = \(x) labels[x]) +
    ggplot2::scale_y_continuous(expand = ggplot2::expansion(mult = c(0, 0.08))) +
    ggplot2::labs(
      x = NULL, y = label("Cavg"),
      alt = alt_text(label("Bars of the cost of detection (Cavg)"), names, labelf(
        "%s: %s as it is, %s after calibration.", names, format_number(object$cavg),
        format_number(object$cavg_min)
      ))
    ) +
    furniture()
}

# Infinite bars must stand out above the others.
losses_limit <- function(losses) {
  infinite <- is.infinite(losses$cross_entropy)
  highest <- max(losses$cross_entropy[!infinite], losses$cross_entropy_null[1])
  if (any(infinite)) 1.3 * highest else highest
}

# The parts on top of each other; an infinite one goes up to the edge.
stack_losses <- function(losses, top) {
  parts <- lapply(names(loss_words()), \(name) {
    value <- losses[[paste0("cross_entropy_", name)]]
    infinite <- is.infinite(value)
    value[infinite] <- top - losses$cross_entropy_min[infinite]
    data.frame(
      losses["system"], value = value, part = factor(loss_words()[[name]], levels = loss_words())
    )
  })
  do.call(rbind, parts)
}

losses_labels <- function(losses) {
  total <- losses$cross_entropy
  text <- ifelse(is.infinite(total), label("infinite"), format_number(total))
  data.frame(as.data.frame(losses)[c("system", "cross_entropy")], label = text)
}

losses_caption <- function(losses) {
  caption_text(
    label("Dotted: without evidence."),
    if (any(is.infinite(losses$cross_entropy))) {
      label("Infinite: some trials exclude their true class.")
    }
  )
}
