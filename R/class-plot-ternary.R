# Picture of posteriors of three classes.

#' @rdname ternary
#' @param object A [ternary()].
#' @section Picture:
#' `autoplot()` returns a ggplot with a point per trial, whose shape and colour show the true class.
#' Dot-dashed lines are the borders. Points in the corner of another class are certain and wrong,
#' with the highest [cross-entropy][loglik_cross_entropy]. Calibration of an overconfident
#' recogniser moves points towards the middle.
#' @concept ternary plot
#' @concept simplex plot
#'
#' @exportS3Method ggplot2::autoplot ternary
autoplot.ternary <- function(object, ...) {
  # Borders alone also make a picture.
  if (is.null(attr(object, "borders")) || nrow(object) > 0) {
    object <- drawn_curve(object, c("system", "stage", "truth", "x", "y"), "classes")
  }
  check_dots(...)
  levels(object$stage) <- stage_words()[levels(object$stage)]
  classes <- attr(object, "classes")
  ggplot2::ggplot(object, ggplot2::aes(.data$x, .data$y)) +
    ggplot2::geom_path(data = triangle_outline(), colour = "black", linewidth = 0.5) +
    ggplot2::geom_segment(
      ggplot2::aes(xend = .data$xend, yend = .data$yend),
      data = attr(object, "borders"), linetype = roles["bound_low", "line"],
      colour = roles["bound_low", "colour"]
    ) +
    (if (nrow(object) > 0) ternary_marks(classes)) +
    # Names of corners may reach beyond a small panel.
    triangle_frame(classes, 0.2, clip = "off") +
    facet_varying(object, c("system", "stage")) +
    framed(
      label("Triangle of posteriors of %s", paste(classes, collapse = ", ")),
      levels(object$system), if (nrow(object) > 0) ternary_findings(object), x = NULL, y = NULL
    )
}

ternary_marks <- function(classes) {
  colours <- rlang::set_names(rep_len(system_colours, length(classes)), classes)
  list(
    ggplot2::geom_point(
      ggplot2::aes(colour = .data$truth, shape = .data$truth),
      size = 1.6, alpha = 0.8, na.rm = TRUE
    ),
    ggplot2::scale_colour_manual(values = colours, name = label("True class")),
    ggplot2::scale_shape_manual(values = c(16, 2, 4), name = label("True class"))
  )
}

# Numbers of trials nearest to the corner of their class. Corners are equally far from each other.
ternary_findings <- function(object) {
  corners <- triangle_outline()[1:3, ]
  near <- vapply(1:3, \(k) (object$x - corners$x[k])^2 + (object$y - corners$y[k])^2,
    numeric(nrow(object)))
  hit <- max.col(-matrix(near, ncol = 3)) == as.integer(object$truth)
  of <- split(hit, list(object$system, object$stage), drop = TRUE, sep = ", ")
  label("%s: %s of %s trials are nearest to their class.", names(of),
    plain_count(vapply(of, sum, 1L)), plain_count(lengths(of)))
}

stage_words <- function() label(c("as it is" = "as it is", calibrated = "calibrated"))
