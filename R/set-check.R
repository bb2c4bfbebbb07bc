# Measures of calibration are meaningless for scores.
check_calibrated <- function(x) {
  notes_on(x)
  if (.subset2(x, "scale") == "score") {
    stop_input(
      "Likelihood ratios are needed, but {.arg x} holds scores.",
      x = "The set was made with {.code scale = \"score\"}.",
      i = "Turn scores into likelihood ratios with {.fn calibrate}, or, if they are
           likelihood ratios, name their scale in {.fn lr_set}.",
      class = "calibrant_error_score"
    )
  }
}

check_no_weights <- function(x, why = NULL) {
  stop_if(
    is_weighted(x),
    "{.arg x} must have no weights.",
    i = why %||% "A trial is drawn with the probability that its LR claims, whatever its weight."
  )
}

check_one_system <- function(x) {
  stop_if(
    n_systems(x) > 1,
    "{.arg x} must be a set of one system.",
    x = "It has {n_systems(x)}.",
    i = "Take the trials of one system, for example {.code x[\"{levels(x)[1]}\"]}."
  )
}
