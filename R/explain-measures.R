# Tables of measures in the console, with notes below.

#' @export
print.measures <- \(x, digits = 3, ...) printed(x, {
  print(measure_text(x, digits), row.names = FALSE, right = TRUE)
  cat(measure_notes(x), sep = "")
})

#' @export
print.measure_comparison <- print.measures

measure_notes <- function(x) {
  notes <- unique(x$note[!is.na(x$note)])
  estimate <- x$estimate %||% x$difference
  bits <- grep("^(cllr|cross_entropy|information)", unique(x$measure), value = TRUE)
  c(
    resampling_note(x), jackknife_note(x),
    if (any(x$corrected != estimate, na.rm = TRUE)) {
      "corrected: without the optimism of a calibration that is fitted to the same trials.\n"
    },
    if (any(estimate < x$lower | estimate > x$upper, na.rm = TRUE)) {
      "An estimate outside its interval is biased: the interval is around the corrected value.\n"
    },
    paste0(marked_notes(notes), "\n", recycle0 = TRUE),
    if (!is.null(x$chance_mean)) {
      "chance_mean, chance_lower, p_value: the same for scores without information.\n"
    },
    if (length(bits) > 0) sprintf("In bits: %s.\n", toString(bits))
  )
}

# The sentences of unusual intervals, each after the mark in its rows.
marked_notes <- function(notes) {
  said <- vapply(paste0("note.", notes, recycle0 = TRUE), say, "")
  paste(note_marks(notes), said, recycle0 = TRUE)
}

# A user may have removed rows of a table, and with them the record of their origin.
resampling_note <- function(x) {
  how <- attr(x, "resampling")
  if (is.null(how) || how$replicates %in% 0) return("")
  redrawn <- attr(x, "redrawn")
  lead <- sprintf("\n%s %% intervals", level_number(how$level))
  sharing <- if (isTRUE(how$sharing) && !"shared items" %in% x$note) paste0(ignored_items(), "\n")
  if (how$interval == "delong") return(paste0(lead, " of DeLong, by ", how$by, ".\n", sharing))
  paste0(
    sprintf("%s (%s) from %s, drawn by %s.\n", lead, interval_titles[[how$interval]],
      noun_count(how$replicates, "bootstrap replicate"), how$by),
    sharing,
    if (!is.null(how$refits)) {
      sprintf("The calibration was trained again on %s of its trials.\n",
        noun_count(how$refits, "draw"))
    },
    if (how$replicates < 200) "So few replicates give a rough idea only.\n",
    if (redrawn > 0) paste0("Drawn again for lack of trials: ", noun_count(redrawn, "draw"), ".\n")
  )
}
