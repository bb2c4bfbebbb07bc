# Slips that produce a legal set: a wrong scale, posteriors, reversed labels. The numbers cannot
# prove a slip, so a warning is given, and `sure = TRUE` confirms the input. The rules are in
# src/kernels/read/slip-rules.c, the words in inst/slips.dcf.

slips_of_scale <-
  c("code", "dates", "probabilities", "ratios", "scores", "percent", "weak", "strong")
slips_of_order <- c("reversed", "distances")

# A list with an element for each slip, and the facts for its words.
find_slips <- function(x, is_h1, scale, system = NULL) {
  c(.Call(ffi_slips, x, is_h1, system, scale), scale = scale)
}

look_for_slips <- function(x, is_h1, scale, trials, sizes) {
  found <- find_slips(x, is_h1, scale, trials$system)
  if (!is.null(trials$weight) && any(slips_of_order %in% names(found))) {
    weighted <- list(value = x, truth = is_h1, weight = as.double(trials$weight), unit = 1)
    found$area <- area_under(.Call(ffi_counts, weighted))
    if (found$area >= 0.5) found[slips_of_order] <- NULL
  }
  tell_slips(found)
  if (!is.null(trials$id)) warn_repeated(trials)
  if (min(sizes) < 2) warn_single(sizes, trials$system)
}

look_for_wrong_scale <- function(x, is_h1, scale) {
  tell_slips(find_slips(x, is_h1, scale), slips_of_scale)
}

# A column whose name indicates another logarithm than the scale.
look_for_named_scale <- function(name, scale) {
  pattern <- computed_once(word_store, "scale_in_name", {
    sub("(?s).*\nscale_in_name: ([^\n]*).*", "\\1", rawToChar(role_bytes()), perl = TRUE)
  })
  at <- regexpr(pattern, name, ignore.case = TRUE, perl = TRUE)
  named <- setdiff(tolower(regmatches(name, at)), scale)
  if (length(named) > 0 && scale != "score") warn_slip("named", list(named = named, scale = scale))
}

# Each system judges a trial only once.
warn_repeated <- function(trials) {
  ids <- if (is.null(trials$system)) list(trials$id) else split(trials$id, trials$system)
  twice <- unlist(lapply(ids, \(id) if (anyDuplicated(id)) id[duplicated(id)]))
  if (length(twice) > 0) warn_slip("repeated", list(n = length(twice), example = twice[[1]]))
}

# One trial says nothing about the others of its hypothesis.
warn_single <- function(sizes, system) {
  of <- if (length(sizes) > 1) paste0(" of system \"", levels(system)[sizes < 2][1], "\"")
  warn_slip("single", list(of = of))
}

tell_slips <- function(found, slips = c(slips_of_scale, slips_of_order, "doubled")) {
  for (slip in intersect(slips, names(found))) warn_slip(slip, found)
}

# `facts` are the values that the words name.
warn_slip <- function(slip, facts) {
  if (isTRUE(getOption("calibrant.sure"))) return(invisible())
  words <- words_of(slip, environment(), "slips.dcf")
  warn_calibrant(
    words$text,
    i = "If the data are right, use {.code sure = TRUE}, or {.code options(calibrant.sure = TRUE)}
         for the session.",
    class = c(paste0("calibrant_warning_", words$class), "calibrant_warning_slip"),
    .envir = list2env(facts, parent = topenv())
  )
}
