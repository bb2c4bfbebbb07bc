# What there is to know of each method of calibration, in a row that its own file has:
#   title, sentence()  what print() calls it, and what explain() says of it
#   settings           its settings, with their defaults; check(settings, call) refuses others
#   without_prior      TRUE where the training prior does not matter
#   train              from (system, recipe, where, call) to a transform: a list with `coefficients`
#                      and, where there are any, `vcov`, `df` and so on; `where` ends sentences
#                      about the trials
#   apply              from (transform, value) to ln LRs; values are ln LRs, or scores as they are
#   formula            from (transform, input, digits) to one line
#   record             from a transform to the `function` of write_calibration()
#   restore            from that, and log10 LRs of blocks, to what a transform has beside its
#                      coefficients and statistics; NULL where it has no more
#   lazy               from (transform, value, engine) to the expression of the log10 LR for a
#                      database; NULL where there is none
calibration_methods <- function() {
  list(
    logistic = method_logistic(), beta = method_beta(), bigaussian = method_bigaussian(),
    gaussian = method_gaussian(), kde = method_kde(), pav = method_pav(), fusion = method_fusion()
  )
}

calibration_method <- function(name) calibration_methods()[[name]]

# Those of one input.
calibration_method_names <- function() setdiff(names(calibration_methods()), "fusion")
