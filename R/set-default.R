# Default method of a verb, which first makes a set of its input. Arguments of the verb's method for
# sets go to the verb, all others to the constructor. They are passed on as expressions by name, so
# that errors show expressions and not values. A prior given with probabilities belongs to them, and
# is the default of the verb.
on_set <- function(verb, x, ..., constructor = "lr_set") {
  names <- rlang::names2(as.list(substitute(list(...)))[-1])
  dots <- rlang::set_names(lapply(paste0("..", seq_along(names), recycle0 = TRUE), as.name), names)
  own_arguments <- names(formals(utils::getS3method(verb, constructor)))
  is_own <- names %in% own_arguments
  here <- environment()
  if (any(vapply(dots[names %in% c("", "scale")], \(dot) identical(eval(dot, here), "prob"), NA))) {
    is_own <- is_own & names != "prior"
  }
  set <- eval(as.call(c(as.name(constructor), quote(x), dots[!is_own])))
  eval(as.call(c(as.name(verb), quote(set), dots[is_own])))
}

# Verbs of sets without a default of their own, by the constructor of their sets.
set_verbs <- list(
  lr_set = c(
    "auc", "bayes_error", "bayes_error_curve", "bayes_error_min", "bound_lr",
    "calibration_band", "calibration_measures", "calibration_range", "cllr", "cllr_cal",
    "cllr_h1", "cllr_h2", "cllr_min", "compare_systems", "cost_curve", "cross_calibrate",
    "cross_entropy", "cross_entropy_min", "dcf", "dcf_min", "dcf_table", "det_curve", "dev_pav",
    "ece_curve", "eer", "effective_information", "error_rates", "information", "lr_histogram",
    "lr_strength", "measures", "misleading", "murphy_curve",
    "overstatement_curve", "pav", "pav_lr", "posterior_histogram", "prbep", "reliability_curve",
    "rule_decomposition", "rule_risk", "threshold_at", "tippett_curve",
    "turing_bounds", "useful_range"
  ),
  loglik_set = c("cavg_opt", "class_losses", "one_vs_rest")
)

#' @evalNamespace paste0("S3method(", unlist(set_verbs), ",default)")
NULL
for (made_with in names(set_verbs)) {
  for (verb in set_verbs[[made_with]]) {
    default <- rlang::inject(\(x, ...) on_set(!!verb, x, ..., constructor = !!made_with))
    assign(paste0(verb, ".default"), default)
  }
}
rm(made_with, verb, default)
