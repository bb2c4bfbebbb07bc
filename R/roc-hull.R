#' ROC curves and their convex hulls
#'
#' Misses against false alarms on straight axes, with every corner of the ROC curve and of its
#' convex hull marked: what the best thresholds are, and which are best at no prior (Brümmer 2010,
#' figure 7.2).
#'
#' The solid line is the ROC curve, horizontal and vertical where no trials are tied, with its
#' corners as triangles that point down. The dashed line below it is the hull, with triangles that
#' point up; its slopes are minus the LRs of [pav()], and the area under it is one minus the
#' [auc()] with `method = "hull"`.
#'
#' @inheritParams det_curve
#' @param marks Above how many points in a panel corners are no longer marked.
#' @return A ggplot with a panel per system, to which scales, themes and labels can be added.
#' @inherit det_curve references
#' @seealso [plot_roc()], [plot_det()]
#' @export
#' @examples
#' two <- list(h1 = c(1, 3), h2 = 2)
#' plot_roc_hull(two, scale = "score")
plot_roc_hull <- function(x, ..., marks = 60) {
  check_number(marks, "marks")
  curve <- det_curve(lr_set(x, ...))
  corners <- stack_corners(curve)
  few <- table(curve$system)[as.character(corners$system)] <= marks
  ggplot2::ggplot(corners, ggplot2::aes(.data$p_fa, .data$p_miss)) +
    ggplot2::geom_path(
      ggplot2::aes(linetype = .data$curve, linewidth = .data$curve, colour = .data$curve)
    ) +
    ggplot2::geom_point(
      ggplot2::aes(shape = .data$curve, colour = .data$curve),
      data = corners[few, ], size = 2.2
    ) +
    ggplot2::scale_linetype_manual(values = c(ROC = "solid", Hull = "dashed"), name = NULL) +
    ggplot2::scale_linewidth_manual(values = c(ROC = 0.9, Hull = 0.5), name = NULL) +
    ggplot2::scale_colour_manual(values = c(ROC = "grey55", Hull = "black"), name = NULL) +
    ggplot2::scale_shape_manual(values = c(ROC = 6, Hull = 2), name = NULL) +
    facet_systems(curve) +
    ggplot2::coord_equal(xlim = c(0, 1), ylim = c(0, 1)) +
    ggplot2::labs(x = "False-alarm rate", y = "Miss rate")
}

stack_corners <- function(curve) {
  keep <- as.data.frame(curve)[c("system", "p_fa", "p_miss")]
  names <- c("ROC", "Hull")
  rbind(
    data.frame(keep, curve = factor("ROC", levels = names)),
    data.frame(keep[curve$hull, ], curve = factor("Hull", levels = names))
  )
}
