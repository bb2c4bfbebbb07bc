# Notes of pictures: captions, alternative texts, and the phrases in them.

# One note per line, as a caption; NULL if there are none.
caption_text <- function(...) {
  notes <- unlist(list(...))
  notes <- notes[nzchar(notes)]
  if (length(notes) > 0) paste(notes, collapse = "\n")
}

# One note on many systems; those with the same end share it.
joint_note <- function(lead, systems, ends) {
  alike <- split(systems, factor(ends, unique(ends)))
  named <- paste(vapply(alike, paste, "", collapse = ", "), names(alike))
  paste0(lead, " ", paste(named, collapse = "; "), ".")
}

# Names with a common beginning repeat it only once: "SRE 2006, 2008".
names_in_short <- function(names) {
  first <- sub(" .*", "", names)
  repeated <- c(FALSE, first[-1] == first[-length(first)]) & grepl(" ", names)
  paste(ifelse(repeated, sub("^[^ ]* ", "", names), names), collapse = ", ")
}

# Text for readers who cannot see the picture: its kind, its systems and its findings.
alt_text <- function(kind, systems, ...) {
  of <- if (length(systems) > 1) {
    label(" of %s systems: %s", length(systems), paste(systems, collapse = ", "))
  }
  findings <- unlist(list(...))
  findings <- sub("([^.])$", "\\1.", findings)
  paste(c(paste0(kind, of, "."), findings[nzchar(findings)]), collapse = " ")
}

# A note about each of several systems, or about the only one; systems with equal notes share one.
per_system_notes <- function(systems, notes, between = ": ") {
  if (length(systems) == 1) {
    capitalised(notes)
  } else if (length(notes) > 1 && length(unique(notes)) == 1) {
    paste0(label("All systems"), between, notes[[1]])
  } else if (length(notes) > 0) {
    alike <- split(systems, factor(notes, unique(notes)))
    paste0(vapply(alike, paste, "", collapse = ", "), between, names(alike))
  }
}

capitalised <- function(text) paste0(toupper(substring(text, 1, 1)), substring(text, 2))

class_counts <- function(n_h1, n_h2) {
  parts <- paste0(
    ifelse(n_h1 > 0, paste(number_text(n_h1), "H1"), ""),
    ifelse(n_h1 > 0 & n_h2 > 0, ", ", ""),
    ifelse(n_h2 > 0, paste(number_text(n_h2), "H2"), "")
  )
  ifelse(parts == "", "0", parts)
}

# Numbers of trials in a picture, by system if they differ.
trials_note <- function(curve) {
  sizes <- attr(curve, "sizes")
  if (NROW(sizes) == 0) return(NULL)
  counts <- class_counts(sizes$n_h1, sizes$n_h2)
  if (length(unique(counts)) > 1) {
    joint_note(label("Trials:"), as.character(sizes$system), counts)
  } else if (length(counts) > 1) {
    label("Trials of each system: %s.", counts[1])
  } else {
    label("Trials: %s.", counts)
  }
}

# One note per system and end that has trials of LR = 0 or LR = Inf.
infinite_notes <- function(infinite) {
  found <- infinite[infinite$n_h1 + infinite$n_h2 > 0, ]
  if (NROW(found) > 0) {
    label(
      "%s%s in %s H1 and %s H2 trials.",
      if (nlevels(infinite$system) > 1) paste0(found$system, ": ") else "",
      found$end, number_text(found$n_h1), number_text(found$n_h2)
    )
  }
}

# A finding about the rows of each system, with its name if there are several.
each_finding <- function(curve, finding) {
  by <- split(as.data.frame(curve), curve$system, drop = TRUE)
  per_system_notes(names(by), vapply(by, finding, "", USE.NAMES = FALSE))
}

# Phrase on the rows of each system, possibly NULL.
by_system <- function(rows, systems, phrase) {
  vapply(systems, \(system) phrase(rows[rows$system == system, ]), "")
}
