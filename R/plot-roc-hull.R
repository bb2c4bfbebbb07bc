#' ROC curves and their convex hulls
#'
#' Misses against false alarms on straight axes, with every corner of the ROC curve and of its
#' convex hull marked: what the best thresholds are, and which are best at no prior (Brümmer 2010,
#' figure 7.2).
#'
#' Between two corners of the hull with a block of \eqn{m} of the \eqn{N_1} H1 trials and \eqn{n} of
#' the \eqn{N_2} H2 trials the slope is \eqn{-\frac{m / N_1}{n / N_2}}{-(m / N_1) / (n / N_2)},
#' minus the block's LR (section 7.7.3).
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
  words <- hull_words()
  of <- \(values) rlang::set_names(values, words)
  ggplot2::ggplot(corners, ggplot2::aes(.data$p_fa, .data$p_miss)) +
    ggplot2::geom_path(
      ggplot2::aes(linetype = .data$curve, linewidth = .data$curve, colour = .data$curve)
    ) +
    ggplot2::geom_point(
      ggplot2::aes(shape = .data$curve, colour = .data$curve),
      data = corners[few, ], size = 2.2
    ) +
    role_scales(words) +
    ggplot2::scale_linewidth_manual(values = of(widths[c("main", "curve")])) +
    (if (any(few)) ggplot2::scale_shape_manual(values = of(c(6, 2)))) +
    untitled(colour = words, linetype = words, linewidth = words, shape = words) +
    facet_systems(curve) +
    unit_axis(ggplot2::scale_x_continuous) +
    unit_axis(ggplot2::scale_y_continuous) +
    ggplot2::coord_equal(xlim = c(0, 1), ylim = c(0, 1)) +
    ggplot2::labs(
      x = label("False-alarm rate (%)"), y = label("Miss rate (%)"),
      alt = alt_text(
        label("ROC curve and its convex hull: misses against false alarms"), levels(curve$system),
        hull_findings(curve)
      )
    ) +
    furniture()
}

hull_words <- function() label(c(actual = "ROC curve", best = "Convex hull"))

hull_findings <- function(curve) {
  areas <- attr(curve, "auc")
  notes <- labelf(
    "AUC %s by steps, %s by the hull.", format_number(areas$auc), format_number(areas$auc_hull)
  )
  per_system_notes(levels(curve$system), notes)
}

stack_corners <- function(curve) {
  keep <- as.data.frame(curve)[c("system", "p_fa", "p_miss")]
  words <- hull_words()
  seen <- unlist(lapply(split(seq_len(nrow(keep)), keep$system, drop = TRUE), \(of) {
    of[visible_steps(keep$p_fa[of], keep$p_miss[of])]
  }))
  rbind(
    data.frame(keep[seen, ], curve = factor(words[["actual"]], levels = words)),
    data.frame(keep[curve$hull, ], curve = factor(words[["best"]], levels = words))
  )
}
