# ROC curves with the corners of the curve and of its hull marked (Brümmer 2010, figure 7.2).

draw_corners <- function(curve, marks) {
  check_number(marks)
  words <- label(c(actual = "ROC curve", best = "Convex hull"))
  corners <- stack_corners(curve, words)
  few <- table(curve$system)[as.character(corners$system)] <= marks
  of <- \(values) rlang::set_names(values, words)
  areas <- attr(curve, "auc")
  notes <- label(
    "AUC %s by steps, %s by the hull.", format_number(areas$auc), format_number(areas$auc_hull)
  )
  systems <- levels(curve$system)
  ggplot2::ggplot(corners, ggplot2::aes(.data$p_fa, .data$p_miss, colour = .data$curve)) +
    ggplot2::geom_path(ggplot2::aes(linetype = .data$curve, linewidth = .data$curve)) +
    role_scales(words) +
    ggplot2::scale_linewidth_manual(values = of(widths[c("main", "curve")])) +
    (if (any(few)) list(
      ggplot2::geom_point(ggplot2::aes(shape = .data$curve), data = corners[few, ], size = 2.2),
      ggplot2::scale_shape_manual(values = of(c(6, 2)))
    )) +
    untitled(linewidth = words, shape = words) +
    facet_systems(curve) +
    unit_square() +
    framed(
      label("ROC curve and its convex hull: misses against false alarms"), systems,
      per_system_notes(systems, notes),
      x = label("False-alarm rate (%)"), y = label("Miss rate (%)")
    )
}

stack_corners <- function(curve, words) {
  keep <- as.data.frame(curve)[c("system", "p_fa", "p_miss")]
  seen <- unlist(lapply(split(seq_len(nrow(keep)), keep$system, drop = TRUE), \(of) {
    of[visible_steps(keep$p_fa[of], keep$p_miss[of])]
  }))
  rbind(
    data.frame(keep[seen, ], curve = factor(words[["actual"]], levels = words)),
    data.frame(keep[curve$hull, ], curve = factor(words[["best"]], levels = words))
  )
}
