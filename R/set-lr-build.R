# Builds a set from checked fields: every constructor ends here.

# Fast path for plain input, numbers and their logical truth: one pass detects any fault or slip.
# NULL if there is a fault, or if the input needs more reading.
build_plain_set <- function(x, truth, scale) {
  is_bare <- is.double(x) && is.logical(truth) && is.character(scale) && length(scale) == 1 &&
    !is.na(scale) && is.null(c(attributes(x), attributes(truth), attributes(scale)))
  if (!is_bare) return(NULL)
  found <- .Call(ffi_survey, x, truth, scale, default_threads())
  if (is.null(found)) return(NULL)
  if (length(found) > 1) tell_slips(c(found, scale = scale))
  new_lr_set(x, truth, scale, plain_labels, range = found$range)
}

# `fields` are the fields of a trial other than its LR and its truth. `asked` has the arguments
# `prior`, `hypotheses`, `na` and `sure`. `names` are the user's names of LR and truth.
build_set <- function(x, truth, scale, h1, fields, asked, names = c(x = "x", truth = "truth")) {
  check_choice(asked$na, c("error", "drop"), "na")
  check_flag(asked$sure, "sure")
  excluded <- NULL
  if (rlang::is_string(fields$system)) fields$system <- rep(fields$system, length(x))
  if (asked$na == "drop") {
    kept <- drop_missing(c(list(x = x, truth = truth), fields))
    x <- kept$x
    truth <- kept$truth
    fields <- kept[names(fields)]
    excluded <- attr(kept, "excluded")
  }
  # A decision is a score with two values.
  if (is.logical(x) && scale == "score" && length(dim(x)) < 2) x <- as.double(x)
  other <- fields$other
  fields$other <- NULL
  range <- check_values(x, scale, arg = names[["x"]])
  truth <- read_truth(truth, h1, x, arg = names[["truth"]])
  trials <- read_fields(fields, length(x))
  sizes <- check_both_classes(truth$is_h1, trials$system)
  labels <- put_hypotheses(truth$labels, asked$hypotheses)
  values <- values_on_scale(x, scale, asked$prior, truth$is_h1, other)
  if (!asked$sure) look_for_slips(as.double(x), truth$is_h1, scale, trials, sizes)
  if (!asked$sure) look_for_named_scale(names[["x"]], scale)
  known <- if (is.null(trials$system) && scale == values$scale) range
  fields <- list(truth = truth$is_h1, labels = labels, range = known)
  set <- do.call(new_lr_set, c(values[c("value", "scale")], trials, fields))
  with_note(with_note(set, "excluded", excluded), "prior", values$prior)
}

read_fields <- function(fields, n) {
  fields <- Filter(Negate(is.null), fields)
  Map(\(field, name) {
    switch(name,
      system = read_system(field, n),
      weight = read_weight(field, n),
      read_source(field, name, n)
    )
  }, fields, names(fields))
}

# Posteriors are divided by their prior odds, which gives LRs.
values_on_scale <- function(x, scale, prior, is_h1, other = NULL) {
  refuse_if(scale != "prob" && !is.null(prior), "prior_unused")
  if (scale != "prob") return(list(value = as.double(x), scale = scale))
  made_with <- read_made_with(prior, is_h1)
  list(value = prob_to_ln(as.double(x), made_with, other), scale = "ln", prior = made_with)
}

read_made_with <- function(prior, is_h1) {
  refuse_if(is.null(prior), "prior_missing")
  if (identical(prior, "data")) return(mean(is_h1))
  check_number(prior, above = 0, below = 1)
  prior
}

# Leaves out trials with missing fields, and reports their number.
drop_missing <- function(fields, value = "LR") {
  fields <- fields[!vapply(fields, is.null, NA)]
  n <- length(fields$x)
  named <- setdiff(names(fields), c("x", "truth"))
  fields[named] <- lapply(fields[named], plain_names)
  for (name in setdiff(names(fields), "x")) check_length(fields[[name]], n, name, "x")
  missing <- lapply(fields, \(field) is.na(field))
  lost <- Reduce(`|`, missing)
  if (!any(lost)) return(fields)
  counts <- vapply(missing, sum, 1L)
  counts <- counts[counts > 0]
  names(counts)[names(counts) == "x"] <- value
  without <- paste0("without ", names(counts), ": ", plain_count(counts), collapse = ", ")
  lost_truth <- lost_classes(fields$truth, lost)
  tell_of("dropped")
  excluded <- list(
    n = sum(lost), of = n, without = names(counts), truth = lost_truth,
    id = as.character(fields$id[lost])
  )
  structure(lapply(fields, \(field) field[!lost]), excluded = excluded)
}

# Hypotheses of the trials left out, as far as known.
lost_classes <- function(truth, lost) {
  there <- if (is.logical(truth)) truth else as.character(truth)
  of <- table(factor(there[lost], sort(unique(there))), useNA = "ifany")
  names(of)[is.na(names(of))] <- "not known"
  paste0(names(of), ": ", plain_count(as.integer(of)), collapse = ", ")
}

check_readable <- function(x) {
  file_hint <- "{.code read_scores(\"lrs.csv\", scale = \"lr\")} reads a file; a formula has no
    quotes."
  check_that(
    is.numeric(x) || is.logical(x), "be numeric.", x,
    i = if (rlang::is_string(x)) file_hint else lr_hint(x)
  )
}
