#' @section Without code:
#' [open_page()] opens a page that judges LRs in a browser, offline and without a line of R. It is
#' one file, `system.file("page", "calibrant.html", package = "calibrant")`, which can be given to
#' those who have no R.
#'
#' @section Start here:
#' [lr_set()] takes likelihood ratios with known truth. [summary()][summary.lr_set] and
#' [explain()][explain.lr_set] judge them; [plot_ece()], [plot_tippett()] and [plot_pav()] show
#' them. The vignette `vignette("from-lrs-to-a-validated-system")` shows one case from start to end.
#' [plan_size()] says beforehand how many comparisons that takes, [monitor()] watches the system in
#' use: the article *The life of an LR system* on the site goes from the one to the other.
#'
#' @section Learning and teaching:
#' `vignette("lesson-1")` begins a course. Its lessons are tutorials too, which check each answer
#' and say what went wrong: `learnr::run_tutorial("lesson-1", package = "calibrant")`. The site has
#' a teacher's guide with goals, minutes, common misconceptions, slides, a test and an exam.
#' [glossary] explains the words.
#'
#' @section Threads:
#' One thread works unless `options(calibrant.threads = 2)`, or another whole number, allows more.
#' They pay for sets of a million trials, and the results are the same to the last bit however many
#' there are, and never more of them work than there are processors. They end with each call, so
#' processes may be forked at any time, as by `parallel::mclapply()`; there, leave the option at 1, as
#' the processors are busy already.
#'
#' @section Words:
#' Names of methods, measures, scales and the like are strings whose case matters: `method = "pav"`.
#' What is nearly one of them, such as `"PAV"`, is refused, with the one that is meant.
#'
#' @section Errors:
#' Errors of this package are `calibrant_error`, and a class of their own besides, which the help of
#' each function names. Where a kernel gets no memory, that is `calibrant_error_memory`. Where R
#' itself gets none, its error "cannot allocate vector" has no class: it can come of any line of R,
#' and to give it one would need as much memory as there is not. The session goes on after both.
#'
#' @section For other packages:
#' The C kernels for sorting, counting, PAV and cross-entropy can be called from C and C++ code of
#' other packages: `LinkingTo: calibrant`, then `#include <calibrant.h>`. That header says how, and
#' the headers it includes say what each function takes and gives;
#' `system.file("include", package = "calibrant")` shows where they are.
#'
#' @concept likelihood ratio
#' @concept forensic evaluation
#' @keywords internal
#' @useDynLib calibrant, .registration = TRUE
#' @importFrom rlang .data :=
"_PACKAGE"
