# Operating points in pictures: numbers with a key below. Over a prior they are lines, on a plane of
# error rates circles and crosses.

# Points at one place share a line.
numbered_points <- function(points) {
  if (is.null(points)) return(NULL)
  points <- points[order(points$log10_prior_odds), ]
  place <- signif(points$log10_prior_odds, 10)
  points$number <- match(place, unique(place))
  points
}

point_key <- function(points) {
  if (!is.null(points)) label("Operating points: %s.", numbered_key(points))
}

numbered_key <- function(points) {
  key <- tapply(as.character(points$name), points$number, names_in_short)
  paste(names(key), key, collapse = "; ")
}

# Lines up to the numbers, which are in a separate margin, with neighbours on two levels.
operating_verticals <- function(points, x, top, shown) {
  if (is.null(points)) return(NULL)
  points <- points[!duplicated(points$number), ]
  # Numbers at the ends of the axis stay inside.
  along <- (points[[x]] - shown[1]) / diff(shown)
  points$hjust <- ifelse(along < 0.02, 0, ifelse(along > 0.98, 1, 0.5))
  points$height <- top * ifelse(points$number %% 2 == 1, 1.03, 1.085)
  list(
    ggplot2::geom_segment(
      ggplot2::aes(.data[[x]], xend = .data[[x]], y = 0, yend = top),
      data = points, linetype = "longdash", linewidth = widths["rule"], colour = "grey50",
      inherit.aes = FALSE
    ),
    plain_label(
      ggplot2::aes(.data[[x]], .data$height, label = .data$number, hjust = .data$hjust),
      data = points, size = note_size, inherit.aes = FALSE
    )
  )
}

# Operating points by number: those with the same place in every system share one.
numbered_rates <- function(points) {
  if (is.null(points)) return(NULL)
  place <- tapply(
    paste(points$system, points$threshold, signif(points$p_fa, 10), signif(points$p_miss, 10)),
    points$name, paste, collapse = " "
  )
  points$number <- match(place, unique(place))[as.integer(points$name)]
  points
}

rate_key <- function(points) {
  key <- numbered_key(points[!duplicated(points$name), ])
  say("operating_points", list(has_bayes = any(points$threshold == "Bayes"), key = key))
}

operating_marks <- function(points, words, move, place, unit) {
  levels(points$system) <- words
  points <- move(points)
  best <- points[points$threshold == "best", ]
  bayes <- points[points$threshold == "Bayes", ]
  mark <- \(data, shape, size) {
    ggplot2::geom_point(ggplot2::aes(colour = .data$system),
      data = data, shape = shape, size = size, stroke = 0.9, show.legend = FALSE
    )
  }
  list(
    # Lines from each Bayes threshold to the best one.
    if (nrow(bayes) > 0) {
      ggplot2::geom_segment(
        ggplot2::aes(xend = .data$best_fa, yend = .data$best_miss, colour = .data$system),
        data = cbind(bayes, best_fa = best$p_fa, best_miss = best$p_miss),
        linewidth = widths["rule"], show.legend = FALSE
      )
    },
    mark(best, 1, 3.2),
    mark(bayes, 4, 2.4),
    number_labels(best, points, place, unit)
  )
}

# Numbers beside their circles, away from marks and other numbers.
number_labels <- function(best, points, place, unit) {
  labels <- joined_numbers(best[!duplicated(best[c("system", "number")]), ], place, 0.09 * unit)
  at <- free_places(
    onto_panel(cbind(place(labels$p_fa), place(labels$p_miss)), 0:1),
    cbind(place(points$p_fa), place(points$p_miss)), nchar(labels$number), unit
  )
  labels$number <- paste0(ifelse(at$hjust == 0, "  ", ""), labels$number,
    ifelse(at$hjust == 1, "  ", ""))
  ggplot2::geom_text(
    ggplot2::aes(label = .data$number, colour = .data$system),
    data = labels, size = note_size, hjust = at$hjust, vjust = at$vjust, show.legend = FALSE
  )
}

# Circles that nearly touch share a label.
joined_numbers <- function(labels, place, reach) {
  at <- cbind(place(labels$p_fa), place(labels$p_miss))
  group <- seq_len(nrow(at))
  for (i in group) {
    apart <- sqrt((at[, 1] - at[i, 1])^2 + (at[, 2] - at[i, 2])^2)
    near <- which(apart < reach & labels$system == labels$system[i] & seq_along(apart) < i)
    if (length(near) > 0) group[i] <- group[near[1]]
  }
  numbers <- split(labels$number, group)
  labels <- labels[sort(unique(group)), ]
  labels$number <- vapply(numbers, number_runs, "")
  labels
}

# "1-3, 5" of 1, 2, 3 and 5.
number_runs <- function(numbers) {
  runs <- split(sort(numbers), cumsum(c(1, diff(sort(numbers)) != 1)))
  toString(vapply(runs, \(run) paste(unique(range(run)), collapse = "-"), ""))
}

# Side of each point in the unit square on which a small label of this many letters is farthest from
# everything else. `unit` is the size of letters, larger in panels that share a picture.
free_places <- function(at, taken, length, unit = 1) {
  sides <- expand.grid(x = c(1, -1, 0), y = c(1, -1, 0))[-9, ]
  chosen <- integer(nrow(at))
  wide <- rep(0, nrow(taken))
  for (i in seq_len(nrow(at))) {
    half <- 0.012 * unit * length[i]
    spots <- cbind(at[i, 1] + (0.023 + half) * sides$x, at[i, 2] + 0.045 * unit * sides$y)
    nearest <- apply(spots, 1, \(spot) {
      across <- pmax(abs(taken[, 1] - spot[1]) - wide - half, 0)
      min(across^2 + (taken[, 2] - spot[2])^2)
    })
    outside <- spots[, 1] < half | spots[, 1] > 1 - half | spots[, 2] < 0.01 | spots[, 2] > 0.99
    chosen[i] <- which.max(
      pmin(nearest, 0.0011 * unit^2) - 10 * outside - seq_len(nrow(sides)) * 1e-6
    )
    taken <- rbind(taken, spots[chosen[i], ])
    wide <- c(wide, half)
  }
  list(hjust = 0.5 - 0.5 * sides$x[chosen], vjust = 0.5 - 1.4 * sides$y[chosen])
}

onto_panel <- function(p, edges) pmin(pmax(p, edges[1]), edges[2])
