# Picture of mutual information, divergence and posterior entropy.

#' @rdname information
#' @param object [information()].
#' @section Picture:
#' `autoplot()` returns a ggplot with the entropy of the prior, \eqn{I + H(\Theta|X)}{I +
#' H(Theta|X)} (left bar), and the cross-entropy, \eqn{H(\Theta|X) + D}{H(Theta|X) + D} (right bar).
#' The system helps if the right bar is lower. The dark part of both is the posterior entropy, the
#' part above it the divergence, or calibration loss. An infinite cross-entropy is a bar through the
#' panel.
#' @concept information bars
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' autoplot(information(x, prior = 0.1))
#' autoplot(information(gaussian_system(2, stretch = 2), prior = c(0.1, 0.5)))
#' @exportS3Method ggplot2::autoplot information
autoplot.information <- function(object, ...) {
  check_dots(...)
  object <- drawn_curve(object, c("prior", "entropy", names(information_roles)), "unit")
  several <- c(length(unique(object$prior)), max(nlevels(object$system), 1))
  check_panels(prod(several))
  bars <- stack_information(object)
  fills <- rlang::set_names(loss_fills[information_roles], words_for("information"))
  ggplot2::ggplot(bars, ggplot2::aes(.data$bar, .data$value)) +
    filled_bars(fills, 0.05, width = 0.7) +
    ggplot2::geom_text(
      ggplot2::aes(y = .data$middle, label = .data$label),
      data = bars[bars$shown, ], size = note_size, colour = loss_inks[bars$role[bars$shown]]
    ) +
    facet_varying(bars, c("prior", "system")) +
    framed(
      label("Bars of prior entropy and cross-entropy, divided into parts"),
      unique(as.character(object$system)), information_findings(object), x = NULL,
      y = label("Uncertainty (%s)", label(c(bits = "bits", nats = "nats"))[[attr(object, "unit")]])
    )
}

information_findings <- function(object) {
  who <- if (length(unique(object$system)) > 1) paste0(object$system, ", ") else ""
  label("%sprior %s: %s of %s are delivered, and %s lost to calibration.", who,
    format_number(object$prior), format_number(object$information), format_number(object$entropy),
    format_number(object$divergence))
}

information_roles <- c(information = "delivered", divergence = "cal", remaining = "min")

# Parts from the top of a bar to its bottom, with the heights of their middles.
stack_information <- function(rows) {
  finite <- rows$cross_entropy[is.finite(rows$cross_entropy)]
  roof <- 1.15 * max(finite, rows$entropy)
  # Numbers need space, and several rows of panels leave less of it.
  least <- 0.05 * length(unique(rows$prior)) * roof
  words <- words_for("information")
  part <- \(bar, name, bottom) {
    value <- pmin(rows[[name]], roof - bottom)
    new_frame(
      rows["system"],
      prior = label("Prior %s", format_number(rows$prior)),
      bar = factor(information_bars()[[bar]], levels = information_bars()),
      curve = factor(words[[name]], levels = words),
      role = information_roles[[name]],
      value = value,
      middle = bottom + value / 2,
      label = ifelse(is.finite(rows[[name]]), format_number(rows[[name]]), label("infinite")),
      shown = value > least
    )
  }
  rbind(
    part("entropy", "information", rows$remaining),
    part("entropy", "remaining", 0),
    part("cross_entropy", "divergence", rows$remaining),
    part("cross_entropy", "remaining", 0)
  )
}

# Colours of numbers on the fills.
loss_inks <- c(cal = "#000000", min = "#FFFFFF", delivered = "#000000")

information_bars <- function() {
  label(c(entropy = "Prior\nentropy", cross_entropy = "Cross-\nentropy"))
}

check_panels <- function(n) refuse_if(n > most_panels, "panels")
