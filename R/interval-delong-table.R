# Tables of measures() and compare_systems() with the interval, and the test, of DeLong.

delong_measures <- function(x, which, level, by) {
  how <- read_delong(x, which, level, by)
  rows <- bind_systems(systems_of(x), \(system) {
    area <- area_under(counts_of(system))
    delong_row("estimate", area, auc_error(system, x, how$by), sizes_of(system), how)
  })
  new_curve(rows, "measures", resampling = how, redrawn = 0)
}

delong_comparison <- function(x, which, level, by) {
  how <- read_delong(x, which, level, by)
  systems <- systems_of(x)
  alike <- same_trials(x)
  if (how$by == "trial") tell_pairing(x, alike)
  rows <- utils::combn(length(systems), 2, simplify = FALSE, FUN = \(pair) {
    two <- unname(systems[pair])
    paired <- alike[pair[1]] == alike[pair[2]]
    error <- difference_error(two[[1]], two[[2]], x, how$by, paired)
    difference <- area_under(counts_of(two[[1]])) - area_under(counts_of(two[[2]]))
    row <- delong_row("difference", difference, error, unlist(lapply(two, sizes_of)), how)
    names <- factor(names(systems)[pair], names(systems))
    p_value <- if (!is.na(row$lower)) 2 * stats::pnorm(-abs(difference) / error) else NA_real_
    data.frame(system1 = names[1], system2 = names[2], row, paired, p_value)
  })
  new_curve(do.call(rbind, rows), "measure_comparison", resampling = how, redrawn = 0)
}

read_delong <- function(x, which, level, by) {
  refuse_if(!is.null(which) && !identical(which, "auc"), "delong_of_auc")
  check_level(level)
  list(
    replicates = NA, level = level, interval = "delong", by = drawn_by(x, by), corrected = FALSE,
    sharing = ignores_items(x, by)
  )
}

delong_row <- function(name, value, error, sizes, how) {
  note <- if (min(sizes) < fewest_trials) "few" else if (is.na(error) || error == 0) "same"
  half <- if (is.null(note)) stats::qnorm((1 + how$level) / 2) * error else NA_real_
  low <- if (name == "estimate") 0 else -1
  row <- data.frame(
    measure = factor("auc"), prior = NA_real_, value, corrected = value, std_error = error,
    lower = max(value - half, low), upper = min(value + half, 1),
    note = unname(interval_notes[note %||% if (how$sharing) "shared" else NA_character_])
  )
  names(row)[3] <- name
  row
}
