# Axes that pictures share: LRs, priors, shares, and the labels of their ticks.

unit_axis <- function(scale, ..., by = 0.25) {
  scale(breaks = seq(0, 1, by), labels = percent_labels, minor_breaks = NULL, ...)
}

# Ticks as plotmath, which has a true minus on every device.
tick_labels <- function(x) {
  if (!any(x < 0, na.rm = TRUE)) return(ifelse(is.na(x), "", format_number(x)))
  parse(text = ifelse(is.na(x), "''", minus_label(x)))
}

# An expression has a true minus; digits are in quotes, since their decimal mark may be a comma.
minus_label <- function(x) paste0(ifelse(x < 0, "-", ""), "'", format_number(abs(x)), "'")

percent_labels <- function(x) format_number(100 * x)

lr_units <- c("log10", "ln", "probability")

# An axis of log10 values, with its ticks at round numbers of the unit.
log_scale <- function(unit, scale = ggplot2::scale_x_continuous, ticks = 5, ...) {
  labels <- \(x) tick_labels(round(x * log_units[[unit]], 10))
  if (unit == "probability") labels <- probability_labels
  scale(
    breaks = ticks_of_unit(unit, ticks), labels = labels, minor_breaks = NULL,
    guide = ggplot2::guide_axis(check.overlap = TRUE), ...
  )
}

ticks_of_unit <- function(unit, n = 5) {
  if (unit == "probability") return(probability_breaks)
  \(limits) {
    per <- log_units[[unit]]
    scales::breaks_extended(n, Q = c(1, 2, 5, 4, 3))(limits * per) / per
  }
}

# Even odds, and steps of 10, 1, 0.1 % and so on from certainty; more between on a short axis. Ticks
# end at 1e-7 from certainty, since more nines are unreadable.
probability_breaks <- function(limits) {
  far <- far_odds(7)
  ticks <- c(far, 0, -far)
  inside <- \(x) sum(x >= limits[1] & x <= limits[2])
  if (inside(ticks) > 9) ticks <- c(far[c(2, 4, 6)], 0, -far[c(2, 4, 6)])
  if (inside(ticks) < 4) ticks <- c(ticks, near_odds)
  sort(ticks)
}

probability_labels <- function(x) {
  labels <- rep("", length(x))
  there <- which(!is.na(x))
  near <- signif(100 * from_certainty(x[there]), 3)
  labels[there] <- vapply(ifelse(x[there] > 0, 100 - near, near), format, "", digits = 12,
    scientific = FALSE, drop0trailing = TRUE)
  labels
}

# The axis of LRs or of scores.
lr_axis <- function(scale, unit, when = "", ...) {
  check_choice(unit, lr_units, "x_axis")
  if (scale == "score") {
    return(list(log_scale("log10", ...), ggplot2::labs(x = trimws(paste(label("Score"), when)))))
  }
  list(log_scale(unit, ...), ggplot2::labs(x = lr_title(trimws(paste("LR", when)), unit)))
}

lr_title <- function(words, unit) {
  switch(unit,
    log10 = log10_title(words),
    ln = as.expression(paste("ln", words)),
    probability = labelf("%s, as probability at even prior odds (%%)", words)
  )
}

prior_axes <- c("log10_odds", "ln_odds", "probability")

# The axis of priors, to the edges of the panel.
prior_axis <- function(x_axis, of = "H1", ticks = 5) {
  if (x_axis == "probability") {
    return(list(
      ggplot2::scale_x_continuous(
        breaks = seq(0, 1, length.out = if (ticks < 5) 3 else 5), labels = percent_labels,
        expand = c(0, 0)
      ),
      ggplot2::labs(x = labelf("Prior probability of %s (%%)", of))
    ))
  }
  ln <- x_axis == "ln_odds"
  list(
    log_scale(if (ln) "ln" else "log10", ticks = ticks, expand = c(0, 0)),
    ggplot2::labs(x = if (ln) {
      labelf("Prior ln odds of %s", of)
    } else {
      log10_title(labelf("Prior {log10} odds of %s", of))
    })
  )
}

prior_column <- function(x_axis) {
  check_choice(x_axis, prior_axes, "x_axis")
  if (x_axis == "probability") "prior" else "log10_prior_odds"
}
