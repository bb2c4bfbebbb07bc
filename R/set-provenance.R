# Provenance of a set: an attribute, a list of notes, which a set without them does not have. A note
# is a list of `what` it is about, a `value`, and the `systems` it holds of, NULL for all.
#   file        names of the files that the trials were read from
#   excluded    the trials that were left out: n, of, without (what), truth (in words), id
#   prior       that the probabilities were made with; a vector for many classes
#   matched     what matched the trials of different systems
#   calibrated  what made the LRs: method, n (trials), systems, and whether these are its `own`
#   limited     the level of the limits of the LRs, and what these draw, `by`
#   refuted     the p-value by which the training trials contradict the form of the calibration
#   bounded     how the LRs were bounded: method, n (at a bound), of
#   scale       the ordered conclusions, if those of other systems end otherwise

notes_of <- function(x, what) {
  lapply(Filter(\(note) note$what == what, attr(x, "provenance")), `[[`, "value")
}

with_notes <- function(x, notes) {
  if (length(notes) > 0 || !is.null(attr(x, "provenance"))) attr(x, "provenance") <- unique(notes)
  x
}

with_note <- function(x, what, value, systems = NULL) {
  if (is.null(value)) return(x)
  note <- list(what = what, value = value, systems = systems)
  with_notes(x, c(attr(x, "provenance"), list(note)))
}

# Is a calibration judged on the trials that it was trained on? Its measures are then optimistic.
is_own_training <- function(x) any(vapply(notes_of(x, "calibrated"), \(by) by$own, NA))

# The default prior of all functions: that of a set of probabilities, if all systems have the same.
# Only values that are such probabilities, kept as ln LRs, carry the note.
own_prior <- function(x, otherwise = 0.5) {
  notes <- Filter(\(note) note$what == "prior", attr(x, "provenance"))
  if (length(notes) == 0) return(otherwise)
  systems <- lapply(notes, `[[`, "systems")
  of_all <- any(vapply(systems, is.null, NA)) || all(levels(x) %in% unlist(systems))
  priors <- unique(lapply(notes, `[[`, "value"))
  if (length(priors) == 1 && of_all) priors[[1]] else otherwise
}

# Notes follow their systems. A note refers to all systems if several have become one.
notes_for_systems <- function(notes, old, new) {
  if (is.null(notes) || is.null(old) || identical(old, new)) return(notes)
  notes <- lapply(notes, \(note) {
    if (!is.null(note$systems)) {
      kept <- if (all(new %in% old)) intersect(note$systems, new) else new
      note["systems"] <- list(kept)
    }
    note
  })
  Filter(\(note) is.null(note$systems) || length(note$systems) > 0, notes)
}

renamed_notes <- function(notes, old, new) {
  lapply(notes, \(note) {
    if (!is.null(note$systems)) note$systems <- new[match(note$systems, old)]
    note
  })
}

# Notes of sets that are joined: each names its systems.
joined_notes <- function(sets) {
  tell_priors(sets)
  notes <- lapply(sets, \(set) {
    lapply(attr(set, "provenance"), \(note) {
      note["systems"] <- list(note$systems %||% levels(set))
      note
    })
  })
  unlist(notes, recursive = FALSE)
}

# The priors of sets that are joined; NULL for a set without probabilities.
tell_priors <- function(sets) {
  priors <- unique(lapply(sets, own_prior, NULL))
  if (length(priors) > 1) tell_of("priors_differ")
  priors
}

# Do the training trials contradict the form of the calibration that made the LRs? One answer, or
# one for each trial of several systems.
are_refuted <- function(x) {
  notes <- Filter(\(note) note$what == "refuted", attr(x, "provenance"))
  systems <- lapply(notes, `[[`, "systems")
  if (length(notes) == 0 || any(vapply(systems, is.null, NA))) return(length(notes) > 0)
  x$system %in% unlist(systems)
}

# The level of the limits of a set, if all have the same.
limits_level <- function(x) {
  level <- unique(vapply(notes_of(x, "limited"), `[[`, 0, "level"))
  if (length(level) == 1) level
}

without_note <- function(x, what) {
  notes <- attr(x, "provenance")
  if (is.null(notes)) return(x)
  with_notes(x, notes[!vapply(notes, `[[`, "", "what") %in% what])
}

# The notes in words, a line for each.
provenance_lines <- function(x) {
  several <- n_systems(x) > 1
  vapply(attr(x, "provenance"), \(note) {
    line <- note_words[[note$what]](note$value)
    if (several && length(note$systems) %in% seq_len(n_systems(x) - 1)) {
      line <- paste0(paste(note$systems, collapse = ", "), ": ", line)
    }
    line
  }, "")
}

note_words <- list(
  file = \(names) label("Read from %s.", paste(names, collapse = ", ")),
  excluded = \(left) {
    named <- paste(utils::head(left$id, 5), collapse = ", ")
    if (length(left$id) > 0) named <- paste0(": ", named)
    if (length(left$id) > 5) named <- paste0(named, ", ...")
    say("excluded", list(
      has_conclusion = !is.null(left$said), lacks = paste(left$without, collapse = ", "),
      n = left$n, of = plain_count(left$of), said = left$said, truth = left$truth, named = named
    ))
  },
  prior = \(prior) {
    prior <- paste(format_number(prior), collapse = ", ")
    label("Made from probabilities at the prior %s.", prior)
  },
  matched = \(by) say("matched", list(by = by)),
  calibrated = \(by) {
    of <- if (!is.null(by$systems)) label("of %s", paste(by$systems, collapse = ", "))
    line <- label("Calibrated by method \"%1$s\", trained on %2$s trials%3$s.", by$method,
      plain_count(by$n), paste(c("", of), collapse = " "))
    if (!by$own) return(line)
    paste(line, label("They are the same trials that are judged here."))
  },
  limited = \(of) {
    by <- if (of$by == "source") label("by source") else label("by trial")
    label("Limits of the LRs: %1$s, %2$s.", paste(format_number(100 * of$level), "%"), by)
  },
  refuted = \(p) {
    label("The training trials contradict the form of the calibration (%s).", p_value_text(p))
  },
  bounded = \(by) label("Bounded by method \"%1$s\": %2$s of %3$s LRs are at the bound.",
    by$method, plain_count(by$n), plain_count(by$of)),
  scale = \(names) label("The scale goes from %1$s to %2$s.", names[1], rev(names)[1])
)
