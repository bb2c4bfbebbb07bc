# Panels of a picture, and the rows of data that they show.

# Do systems share a panel, by the argument `systems`?
is_overlay <- function(data, systems) {
  check_choice(systems, c("facet", "overlay"))
  systems == "overlay" && nlevels(data$system) > 1
}

# Systems side by side, unless there is only one; `notes` are added to the strips of a few.
facet_systems <- function(data, notes = NULL, ...) {
  systems <- levels(data$system)
  if (length(systems) > 6) notes <- NULL
  if (length(systems) > 1) {
    ggplot2::facet_wrap(ggplot2::vars(.data$system), labeller = strip_labeller(systems, notes), ...)
  }
}

# Labeller of strips with these values.
strip_labeller <- function(values, notes = NULL) {
  fitted_labeller(values, \(broken, along) {
    ggplot2::as_labeller(strip_words(values, notes, broken))
  })
}

strip_words <- function(values, notes, broken) {
  lines <- broken(values)
  if (!is.null(notes)) lines <- paste0(lines, "\n", broken(notes))
  rlang::set_names(lines, values)
}

# Columns h1 and h2 on top of each other, for mapping to colour and line type.
stack_hypotheses <- function(data, keep, h1 = "h1", h2 = "h2", words = hypothesis_levels) {
  both <- rbind(data[keep], data[keep])
  both$value <- c(data[[h1]], data[[h2]])
  both$hypothesis <- factor(rep(words, each = nrow(data)), levels = words)
  both
}

# Curves in columns on top of each other, later ones drawn above earlier ones; `words` is named by
# column. Their limits are included.
stack_columns <- function(data, keep, words) {
  data <- as.data.frame(data)
  limit <- \(name, end) data[[paste0(name, "_", end)]] %||% rep(NA_real_, nrow(data))
  parts <- lapply(names(words), \(name) {
    data.frame(
      data[keep], value = data[[name]], lower = limit(name, "lower"), upper = limit(name, "upper"),
      curve = factor(words[[name]], levels = words)
    )
  })
  do.call(rbind, parts)
}

# Points of a step function to draw: steps finer than the eye can see are left out, so that a
# picture of a million trials stays small. First and last points are kept.
visible_steps <- function(x, y, cells = 2000) {
  n <- length(x)
  if (n <= 2 * cells) return(seq_len(n))
  column <- floor((x - min(x[is.finite(x)])) * (cells / diff(range(x[is.finite(x)]))))
  row <- floor(cells * y)
  moves <- column[-1] != column[-n] | row[-1] != row[-n]
  which(c(TRUE, moves) | c(moves, TRUE))
}

# Rows that all systems share, for plots that do not distinguish systems.
one_system_rows <- function(curve) {
  rows <- as.data.frame(curve)
  rows[rows$system == levels(rows$system)[1], names(rows) != "system"]
}

# Panels in the rows of a variable, `rows`, and several systems side by side; `rows_as` has the
# words of the rows if they are plotmath.
facet_rows <- function(rows, systems, rows_as = NULL, ...) {
  ggplot2::facet_grid(
    rows, if (length(systems) > 1) ggplot2::vars(.data$system),
    labeller = fitted_labeller(systems, \(broken, along) {
      ggplot2::labeller(
        system = strip_words(systems %||% "", NULL, broken),
        .rows = if (is.null(rows_as)) ggplot2::as_labeller(along) else ggplot2::label_parsed
      )
    }, rows_as), ...
  )
}

# Panels by the columns that vary; two columns make a grid.
facet_varying <- function(data, columns) {
  vary <- Filter(\(name) length(unique(data[[name]])) > 1, columns)
  switch(length(vary) + 1,
    NULL,
    ggplot2::facet_wrap(vary),
    ggplot2::facet_grid(stats::reformulate(vary[2], vary[1]))
  )
}
