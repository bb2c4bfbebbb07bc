# Lines of curves in the pictures of several files.

# Curves in their roles, faceted; or overlaid, with a colour for each system.
draw_roles <- function(data, x, words, overlay) {
  data$curve <- factor(as.character(data$curve), levels = words)
  if (!overlay) {
    return(list(
      band_ribbons(data, x, "curve", role_looks(words)),
      ggplot2::geom_line(
        ggplot2::aes(
          .data[[x]], .data$value, colour = .data$curve, linetype = .data$curve,
          group = factor(.data$curve, rev(words))
        ),
        data = data, linewidth = widths["curve"]
      ),
      role_scales(words), facet_systems(data)
    ))
  }
  is_none <- data$curve == words[["none"]]
  own <- data[!is_none, ]
  levels(own$system) <- system_words(levels(own$system))
  list(
    lapply(split(own, own$curve, drop = TRUE), \(part) {
      line <- role_looks(words)[as.character(part$curve[1]), "line"]
      band_ribbons(part, x, "system", system_looks(levels(own$system), line))
    }),
    ggplot2::geom_line(
      ggplot2::aes(
        .data[[x]], .data$value, colour = .data$system, linetype = .data$curve,
        group = interaction(.data$system, .data$curve)
      ),
      data = own, linewidth = widths["curve"]
    ),
    ggplot2::geom_line(
      ggplot2::aes(.data[[x]], .data$value, linetype = .data$curve),
      data = one_system_rows(data[is_none, ]), linewidth = widths["curve"],
      colour = roles["none", "colour"]
    ),
    system_marks(own[own$curve == own$curve[nrow(own)], ], x, "value"),
    system_scales(levels(own$system), words)
  )
}
