# Help of the package, and its imports.

#' @section Start here:
#' | step | functions |
#' |---|---|
#' | Take LRs, scores or probabilities | [lr_set()] |
#' | Take conclusions of examiners | [conclusion_set()] |
#' | Read score files and keys | [read_scores()] |
#' | Judge in words | [explain()][explain.lr_set] |
#' | Judge in numbers, with intervals | [measures()], [compare_systems()] |
#' | See it | [plot_ece()], [plot_tippett()], [plot_det()] |
#' | Calibrate and fuse | [calibrate()], [fuse()] |
#' | Report | [validation_report()] |
#'
#' @section By question:
#' | question | answer |
#' |---|---|
#' | How good is the system? | [cllr()], and [summary()][summary.lr_set] for a table |
#' | Does discrimination or calibration fail? | [cllr_min()], [cllr_cal()], [plot_pav()] |
#' | At which priors may it be used? | [useful_range()], [effective_information()] |
#' | How often and how strongly does it mislead? | [misleading()], [plot_tippett()] |
#' | Which decisions does it support? | [bayes_error()], [dcf_table()], [plot_ape()] |
#' | Up to which LR do the data give support? | [bound_lr()] |
#' | What is a conclusion worth? | [conclusion_lr()], [error_rates()] |
#' | Do the numbers hold in groups and conditions? | [measures_by()], [cross_calibrate()] |
#' | Is the method fit for casework? | [validation_plan()], [validation_run()] |
#' | How many comparisons are needed? | [plan_size()] |
#' | Is the system still good? | [monitor()], [system_record()] |
#' | What if there are more than two classes? | [loglik_set()], and the same verbs |
#' | How are results kept? | [write_calibrant()], [read_calibrant()] |
#'
#' @section Without R:
#' [open_page()] opens a page that judges LRs in a browser, offline. In the shell, `calibrant judge
#' scores.txt --key key.txt` judges files and pipes ([command_line]). A Python package is in the
#' folder `python` of the sources.
#' @section Learning and teaching:
#' `vignette("from-lrs-to-a-validated-system")` shows one case from start to end, and [glossary]
#' explains the words. `vignette("lesson-1")` begins a course, whose lessons are also tutorials:
#' `learnr::run_tutorial("lesson-1", package = "calibrant")`. Slides, handouts, a test and an exam,
#' as R Markdown, are in `system.file("course", package = "calibrant")`; the site's article
#' *Teacher's guide* has plans for lessons. `vignette("methods")` has the formulas behind intervals
#' and tests. `vignette("coming-from")` shows the calls of BOSARIS, FoCal, lir,
#' SpeechBrain, scikit-learn, pROC, yardstick, rms, CalibrationCurves, dcurves, comparison and other
#' programs beside ours.
#'
#' @section Conventions:
#' The case of strings matters: `method = "pav"`. Errors have the class `calibrant_error`, invalid
#' arguments `calibrant_error_input`; among them, scores in the place of LRs are
#' `calibrant_error_score`, and `by = "source"` without sources is `calibrant_error_source`. A lack
#' of memory is `calibrant_error_memory`; each help page names other classes.
#' `options(calibrant.threads = 2)` lets sets of a million trials use two processors, with the same
#' results to the last bit. Other packages can call the C kernels (`LinkingTo: calibrant`, then
#' `#include <calibrant.h>`).
#' @concept likelihood ratio
#' @concept forensic evaluation
#' @concept lir
#' @concept BOSARIS and FoCal
#' @concept pROC
#' @concept scikit-learn
#' @concept SpeechBrain
#' @concept rms
#' @concept CalibrationCurves
#' @concept dcurves
#' @concept R package comparison
#' @concept Python
#' @concept biometrics
#' @keywords internal
#' @useDynLib calibrant, .registration = TRUE
#' @importFrom rlang .data :=
"_PACKAGE"
