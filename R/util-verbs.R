# Functions of R and of broom that have no meaning for an object are refused in our words, and
# `summary()` of what prints as a summary returns it. The list of methods is made from these names,
# without what has a method of its own.
set_kinds <- c("lr_set", "loglik_set", "conclusion_set")
model_kinds <- c(
  "lr_calibration", "loglik_calibration", "lr_bound", "lr_tally", "lr_chunks", "lr_monitor",
  "gaussian_system", "scoring_rule", "validation_plan", "prob_confusion", "lr_explanation",
  "summary.lr_calibration"
)
table_kinds <- c(
  "calibrant_curve", "validation_matrix", "validation_check", "qualification", "system_record",
  "measures_by", "far_tail", "verbal_scale", "summary.lr_set", "summary.loglik_set"
)
verb_kinds <- rbind(
  expand.grid(kind = set_kinds, verb = c(
    "Ops", "Math", "Summary", "mean", "cut", "within", "scale", "t", "unique", "duplicated",
    "as.double", "as.integer", "stats::median", "stats::quantile", "stats::density"
  )),
  expand.grid(kind = c(set_kinds, model_kinds, table_kinds), verb = c(
    paste0("stats::", c(
      "predict", "update", "coef", "confint", "vcov", "fitted", "residuals", "simulate", "nobs",
      "logLik", "deviance", "anova"
    )),
    "generics::tidy", "generics::glance", "generics::augment", "ggplot2::autoplot", "plot",
    "graphics::hist", "graphics::lines", "graphics::points"
  )),
  expand.grid(kind = c(set_kinds, model_kinds), verb = c("as.data.frame", "stats::formula")),
  expand.grid(kind = setdiff(c(model_kinds, table_kinds), "calibrant_curve"), verb = "summary")
)
verb_kinds[] <- lapply(verb_kinds, as.character)

# Those of these functions that have a method of their own for a kind of object.
has_own <- function(verb, kind) {
  methods <- paste0(sub(".*::", "", verb), ".", kind)
  vapply(methods, exists, NA, envir = environment(refuse_verb), inherits = FALSE)
}

#' @evalNamespace with(verb_kinds[!has_own(verb_kinds$verb, verb_kinds$kind), ], sprintf(
#'   "S3method(%s,%s,%s)", verb, kind, ifelse(verb == "summary", "return_itself", "refuse_verb")
#' ))
refuse_verb <- function(...) {
  kinds <- unique(verb_kinds$kind)
  x <- if (inherits(..1, kinds)) ..1 else ..2
  known <- unique(c("print", "summary", verb_kinds$verb))
  has <- sub(".*::", "", known[vapply(known, \(verb) any(has_own(verb, class(x))), NA)])
  for_it <- sprintf("<%s>", kinds[has_own(.Generic, kinds)])
  stop_input(
    "{.fn {(.Generic)}} cannot be applied to {.cls {class(x)[1]}}.",
    i = if (.Generic %in% c("lines", "points")) "Add {.fn curve_layer} to a picture:
         {.code plot_det(x) + curve_layer(det_curve(y))}.",
    i = if (length(for_it) > 0) "It is for {.or {for_it}}.",
    i = "These can: {.fn {sort(has)}}.",
    class = "calibrant_error_verb"
  )
}

return_itself <- function(object, ...) {
  check_dots(...)
  object
}
