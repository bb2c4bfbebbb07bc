# Registry of the methods of calibration. The file of each method has its row:
#   title, sentence()  what print() calls it, and what explain() says of it
#   settings           its settings, with their defaults; check(settings) refuses others
#   without_prior      TRUE if the training prior does not matter
#   train              from (system, recipe, where) to a transform: a list with `coefficients`
#                      and, if known, `vcov`, `df` and so on; `where` ends sentences
#                      about the trials
#   apply              from (transform, value) to ln LRs; values are ln LRs, or scores as they are
#   formula            from (transform, input, digits) to one line
#   type               of the `function` in a file, see ?calibration_file
#   record             from a transform to the other members of that function
#   restore            from that function, and the training prior, to the transform without its
#                      statistics; a contradiction between the two is an error
#   design             from (transform, value) to the matrix whose product with the coefficients is
#                      the ln LR, if this is linear in them
#   parts              from (value, truth, weight, prior) to the part of each trial in the error of
#                      the coefficients, if these minimise no cost
#   limits             from (transform, set, value, level, effect) to limits of ln LRs, if the
#                      method has limits of its own (see calibrate-limits-pav.R); `set` has the
#                      training trials
#   limits_at_ends     TRUE if these limits also hold for infinite values
#   no_average         TRUE if LRs have no distribution to average over
#   any_form           TRUE if the curve follows the trials, so that no form can be wrong
#   keeps_counts       "always", or "unweighted" if weights do not determine the limits: files then
#                      have the counts of the training trials, by default if these are few
#   fragile_tails      TRUE if LRs far beyond the training values hang on few trials, so that
#                      predict() warns of them
#   constant_beyond    TRUE if the LR beyond the training values is that of the outermost
#   lazy               from (transform, value, engine) to the expression of the log10 LR for a
#                      database; NULL if there is none
# Made when it is first needed, so that files may be loaded in any order.
delayedAssign("calibration_methods", list(
  logistic = method_logistic(), beta = method_beta(), bigaussian = method_bigaussian(),
  gaussian = method_gaussian(), kde = method_kde(), pav = method_pav(), spline = method_spline(),
  four_parameter = method_four_parameter(), fusion = method_fusion()
))

# Methods of one input.
delayedAssign("calibration_method_names", setdiff(names(calibration_methods), "fusion"))
