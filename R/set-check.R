# Measures of calibration mean nothing on scores.
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
