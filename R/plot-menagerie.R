#' Plot a menagerie of items
#'
#' The zoo plot of Yager and Dunstone (2010): each item by its mean where H1 is true and where H2 is
#' true, see [menagerie()]. The corners beyond the dotted lines, the quarters of both means, hold
#' the four groups, each with a mark of its own; the items that are worst under either hypothesis
#' have their names.
#'
#' @param object A [menagerie()].
#' @param names How many items to name on each side: those lowest where H1 is true, and those
#'   highest where H2 is true.
#' @param ... Must be empty.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @inherit menagerie references
#' @concept zoo plot of items
#' @name autoplot.menagerie
#' @examples
#' product <- subset(voice_lr, evidence == "all ten")
#' x <- lr_set(same_speaker ~ log10_lr, data = product, scale = "log10",
#'   source1 = "speaker1", source2 = "speaker2")
#' autoplot(menagerie(x), names = 2)
NULL

#' @rdname autoplot.menagerie
#' @exportS3Method ggplot2::autoplot menagerie
autoplot.menagerie <- function(object, names = 3, ...) {
  check_dots(...)
  object <- drawn_curve(object, c("system", "source", "mean_h1", "mean_h2", "group"))
  check_count(names, "names")
  drawn <- as.data.frame(object)
  drawn <- drawn[is.finite(drawn$mean_h1) & is.finite(drawn$mean_h2), ]
  words <- animal_words()
  group <- ifelse(is.na(drawn$group), "other", as.character(drawn$group))
  drawn$words <- factor(words[group], words)
  findings <- menagerie_notes(attr(object, "groups"), levels(object$system))
  ggplot2::ggplot(drawn, ggplot2::aes(.data$mean_h1, .data$mean_h2)) +
    quarter_lines(attr(object, "borders")) +
    ggplot2::geom_point(ggplot2::aes(shape = .data$words), size = 2, stroke = 0.8) +
    named_items(drawn, names) +
    ggplot2::scale_shape_manual(values = rlang::set_names(animal_shapes, words), drop = FALSE) +
    ggplot2::scale_x_continuous(labels = tick_labels, expand = ggplot2::expansion(0.1)) +
    ggplot2::scale_y_continuous(labels = tick_labels, expand = ggplot2::expansion(0.1)) +
    untitled(shape = words) +
    facet_systems(drawn) +
    framed(
      label("Items by the mean of their comparisons under either hypothesis"),
      levels(object$system), findings,
      x = item_axis(attr(object, "scale"), "H1"), y = item_axis(attr(object, "scale"), "H2"),
      notes = c(
        label("Dotted: a quarter of the items is beyond. The worst are at the upper left."),
        findings, extreme_notes(drawn, names), unplaced_note(object, drawn), trials_note(object)
      )
    )
}

animal_words <- function() {
  label(c(
    dove = "Doves", chameleon = "Chameleons", phantom = "Phantoms", worm = "Worms",
    other = "Others"
  ))
}

animal_shapes <- c(2, 5, 6, 15, 1)

item_axis <- function(scale, hypothesis) {
  if (scale == "score") {
    labelf("Mean score, %s true", hypothesis)
  } else {
    log10_title(labelf("Mean {log10} LR, %s true", hypothesis))
  }
}

quarter_lines <- function(borders) {
  borders <- borders[is.finite(borders$h1) & is.finite(borders$h2), ]
  dotted <- \(draw, ...) {
    draw(...,
      data = borders, colour = roles["none", "colour"], linetype = roles["none", "line"],
      linewidth = widths["thin"]
    )
  }
  list(
    dotted(ggplot2::geom_vline, ggplot2::aes(xintercept = .data$h1)),
    dotted(ggplot2::geom_hline, ggplot2::aes(yintercept = .data$h2))
  )
}

# Those lowest under H1 and those highest under H2, of each system: rows of `items`.
extreme_items <- function(items, n) {
  of_system <- split(seq_len(nrow(items)), items$system, drop = TRUE)
  first <- \(value) lapply(of_system, \(i) utils::head(i[order(value[i])], n))
  list(h1 = first(items$mean_h1), h2 = first(-items$mean_h2))
}

# Names below and above their marks; those that would lie on others are in the caption alone.
named_items <- function(items, n) {
  extreme <- lapply(extreme_items(items, n), unlist)
  name <- \(rows, vjust) {
    ggplot2::geom_text(
      ggplot2::aes(label = .data$source),
      data = items[rows, ], size = note_size, vjust = vjust, check_overlap = TRUE
    )
  }
  list(name(extreme$h1, 1.9), name(setdiff(extreme$h2, extreme$h1), -1))
}

extreme_notes <- function(items, n) {
  extreme <- lapply(extreme_items(items, n), \(rows) {
    vapply(rows, \(i) paste(items$source[i], collapse = ", "), "")
  })
  per_system_notes(names(extreme$h1), labelf(
    "lowest where H1 is true %s; highest where H2 is true %s.", extreme$h1, extreme$h2
  ))
}

menagerie_notes <- function(groups, systems) {
  words <- animal_words()[as.character(groups$group)]
  counts <- labelf("%s %s (by chance %s)", words, groups$n, format_number(groups$expected))
  said <- split(counts, groups$system)
  per_system_notes(systems, paste0(vapply(said, paste, "", collapse = ", "), "."))
}

unplaced_note <- function(object, drawn) {
  lost <- nrow(object) - nrow(drawn)
  if (lost > 0) {
    labelf("Items without a finite mean under both hypotheses: %s.", plain_count(lost))
  }
}
