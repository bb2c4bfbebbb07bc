#' Calibration in plain English
#'
#' `explain()` returns a paragraph on a calibration for a report: the method, the comparisons, and
#' the change. The paragraph is in the language of the session if a translation exists (German).
#'
#' @param x A calibration made by [calibrate()] or [fuse()].
#' @param ... Unused.
#' @return A character vector with a paragraph per system, which prints wrapped.
#' @seealso [explain()][explain.lr_set] for the performance of a set of LRs
#' @concept plain words for a calibration
#' @export
#' @rawNamespace S3method(dplyr::explain, lr_calibration)
#' @examples
#' set.seed(1)
#' explain(calibrate(simulate_lr(100, 300, s = 2, stretch = 2)))
#' @order 1
explain.lr_calibration <- function(x, ...) {
  check_intact_fit(x)
  check_dots(...)
  facts <- glance(x)
  facts$named <- !is.null(names(x$transforms))
  paragraphs <- with_decimal_mark(vapply(seq_along(x$transforms), \(s) {
    paste_said(
      sentence_training(x, facts[s, ]), sentence_method(x, x$transforms[[s]]),
      say("change_from", facts[s, ]), say("change_to", facts[s, ]),
      say("contradicted", list(p_value = form_p_value(x, s))), say("elsewhere")
    )
  }, ""))
  new_object("lr_explanation", paragraphs)
}
