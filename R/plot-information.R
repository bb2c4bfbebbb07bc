#' Plot mutual information, divergence and posterior entropy
#'
#' Two bars per system and prior, in the manner of Ramos et al. (2018, figure 6) and of Ramos and
#' Gonzalez-Rodriguez (2008, figure 4): the entropy of the prior, made of the mutual information and
#' the posterior entropy; and the cross-entropy of the system, made of the same posterior entropy
#' and the divergence.
#'
#' With \eqn{H(\Theta)} the entropy of the prior, \eqn{H(\Theta|X)} that of the posterior and
#' \eqn{D} the divergence, the bars are \eqn{H(\Theta) = I(\Theta;X) + H(\Theta|X)} and
#' \eqn{H(\Theta|X) + D} (2018, eq. 14). The right bar is lower than the left one where the system
#' helps. What it is higher than the dark part of both, the divergence, is lost to bad calibration.
#' An infinite cross-entropy is a bar through the panel.
#'
#' @param object [information()].
#' @param ... Must be empty.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @inherit information references
#' @name plot_information
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' autoplot(information(x, prior = 0.1))
#' autoplot(information(gaussian_system(2, stretch = 2), prior = c(0.1, 0.5)))
NULL

#' @rdname plot_information
#' @export
autoplot.information <- function(object, ...) {
  check_dots(...)
  n <- c(length(unique(object$prior)), max(nlevels(object$system), 1))
  check_panels(prod(n), rlang::current_env())
  several <- n > 1
  bars <- stack_information(object)
  ggplot2::ggplot(bars, ggplot2::aes(.data$bar, .data$value)) +
    ggplot2::geom_col(
      ggplot2::aes(fill = .data$part), colour = "black", width = 0.7, linewidth = widths["rule"]
    ) +
    ggplot2::geom_text(
      ggplot2::aes(y = .data$middle, label = .data$label),
      data = bars[bars$shown, ], size = note_size, colour = loss_inks[bars$role[bars$shown]]
    ) +
    ggplot2::scale_fill_manual(values = information_fills()) +
    untitled(fill = unname(information_parts())) +
    information_facets(several) +
    ggplot2::scale_y_continuous(expand = ggplot2::expansion(mult = c(0, 0.05))) +
    ggplot2::labs(
      x = NULL, y = labelf("Uncertainty (%s)", information_units()[[attr(object, "unit")]]),
      alt = alt_text(label("Bars of prior entropy and cross-entropy, shared out"),
        unique(as.character(object$system)), information_findings(object))
    ) +
    furniture()
}

information_findings <- function(object) {
  who <- if (length(unique(object$system)) > 1) paste0(object$system, ", ") else ""
  labelf("%sprior %s: %s of %s are delivered, and %s lost to calibration.", who,
    format_number(object$prior), format_number(object$information), format_number(object$entropy),
    format_number(object$divergence))
}

information_roles <- c(information = "delivered", divergence = "cal", remaining = "min")

information_fills <- function() {
  rlang::set_names(loss_fills[information_roles], information_parts())
}

# Parts from the top of a bar to its bottom, with the height of their middles.
stack_information <- function(rows) {
  finite <- rows$cross_entropy[is.finite(rows$cross_entropy)]
  roof <- 1.15 * max(finite, rows$entropy)
  # Numbers need space, of which rows of panels leave less.
  least <- 0.05 * length(unique(rows$prior)) * roof
  part <- \(bar, name, value, bottom) {
    data.frame(
      rows[c("system", "prior")],
      bar = factor(information_bars()[[bar]], levels = information_bars()),
      part = factor(information_parts()[[name]], levels = information_parts()),
      role = information_roles[[name]],
      value = pmin(value, roof - bottom),
      middle = bottom + pmin(value, roof - bottom) / 2,
      label = ifelse(is.finite(value), format_number(value), label("infinite")),
      shown = pmin(value, roof - bottom) > least
    )
  }
  bars <- rbind(
    part("entropy", "information", rows$information, rows$remaining),
    part("entropy", "remaining", rows$remaining, 0),
    part("cross_entropy", "divergence", rows$divergence, rows$remaining),
    part("cross_entropy", "remaining", rows$remaining, 0)
  )
  bars$prior <- labelf("Prior %s", format_number(bars$prior))
  bars
}

information_facets <- function(several) {
  if (all(several)) {
    ggplot2::facet_grid(ggplot2::vars(.data$prior), ggplot2::vars(.data$system))
  } else if (several[1]) {
    ggplot2::facet_wrap(ggplot2::vars(.data$prior))
  } else if (several[2]) {
    ggplot2::facet_wrap(ggplot2::vars(.data$system))
  }
}
