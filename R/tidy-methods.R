# Methods of tidy(), glance() and augment().

#' @rdname augment.lr_set
#' @export
tidy.lr_set <- function(x, ..., conf.int = FALSE, conf.level = 0.95) {
  check_dots(...)
  check_flag(conf.int)
  if (conf.int) return(tidy(measures(x, level = conf.level)))
  table <- as.data.frame(suppress_infinities(measures(x, replicates = 0)))
  new_frame(system = table$system, term = table$measure, estimate = table$estimate)
}

#' @rdname augment.lr_set
#' @export
tidy.measures <- function(x, ..., conf.int = TRUE, conf.level = resampling_record(x)$level) {
  check_dots(...)
  check_intact_measures(x)
  check_own_level(x, conf.level)
  pair <- inherits(x, "measure_comparison")
  broom_limits(new_frame(
    if (pair) list(contrast = paste(x$system1, "-", x$system2)) else list(system = x$system),
    term = x$measure, prior = x$prior, estimate = if (pair) x$difference else x$estimate,
    corrected = x$corrected, std.error = x$std_error, conf.low = x$lower, conf.high = x$upper
  ), conf.int)
}

#' @rdname augment.lr_set
#' @export
tidy.measure_comparison <- tidy.measures

#' @rdname augment.lr_set
#' @export
glance.measures <- function(x, ...) {
  check_dots(...)
  check_intact_measures(x)
  how <- resampling_record(x)
  new_frame(
    n_systems = length(unique(as.character(unlist(as.data.frame(x)[grepl("^system", names(x))])))),
    n_measures = length(unique(x$measure)), replicates = how$replicates, level = how$level,
    interval = how$interval, by = how$by
  )
}

#' @export
glance.measure_comparison <- glance.measures

# The level is that of the replicates; another level needs other intervals.
check_own_level <- function(x, level, own = resampling_record(x)$level, verb = "measures") {
  refuse_if(!isTRUE(all.equal(level, own)), "own_level")
}

#' @export
confint.measures <- function(object, parm, level = resampling_record(object)$level, ...) {
  check_dots(...)
  check_own_level(object, level)
  table <- tidy(object)
  who <- table$contrast %||% table$system
  at <- ifelse(is.na(table$prior), "", paste0(" at prior ", format_number(table$prior)))
  several <- length(unique(who)) > 1
  interval_matrix(table, paste0(if (several) paste0(who, " "), table$term, at), level, parm)
}

#' @export
confint.measure_comparison <- confint.measures

# Matrix like that of stats::confint(): a row per estimate, columns named by their share.
interval_matrix <- function(table, names, level, parm) {
  ends <- cbind(table$conf.low, table$conf.high)
  dimnames(ends) <- list(names, paste(format_number(50 * c(1 - level, 1 + level), 7), "%"))
  if (missing(parm)) ends else ends[parm, , drop = FALSE]
}

#' @export
confint.lr_calibration <- function(object, parm, level = 0.95, ...) {
  check_dots(...)
  table <- coefficient_table(object, level)
  several <- length(unique(table$system)) > 1
  names <- if (several) paste(table$system, table$term) else as.character(table$term)
  interval_matrix(table, names, level, parm)
}

#' @rdname augment.lr_set
#' @export
glance.validation_matrix <- function(x, ...) {
  check_dots(...)
  if (!is.null(attr(x, "plan"))) check_intact_matrix(x)
  n <- table(factor(x$decision, decision_levels))
  new_frame(
    n_criteria = nrow(x), n_pass = n[["pass"]], n_fail = n[["fail"]],
    n_undecided = n[["undecided"]], decision = overall_decision(x$decision)
  )
}

#' @rdname augment.lr_set
#' @export
tidy.lr_monitor <- function(x, ..., conf.int = FALSE) {
  refuse_if(!isFALSE(conf.int), "monitor_interval")
  check_dots(...)
  as.data.frame(x)
}

#' @rdname augment.lr_set
#' @export
glance.lr_monitor <- function(x, ...) {
  check_dots(...)
  check_monitor(x)
  now <- monitor_facts(x)
  new_frame(
    method = x$settings$method, period = now$period, since = as.Date(now$since),
    n_h1 = now$n_h1, n_h2 = now$n_h2, n = now$n %||% (now$n_h1 + now$n_h2),
    log10_e = from_ln(now$log_e, "log10"), log10_e_max = from_ln(now$highest, "log10"),
    alarm = !is.null(now$alarm)
  )
}

#' @rdname augment.lr_set
#' @export
tidy.conclusion_lr <- function(x, ..., conf.int = TRUE, conf.level = attr(x, "level")) {
  check_dots(...)
  check_own_level(x, conf.level, attr(x, "level"), "conclusion_lr")
  x <- drawn_curve(x, c("system", "conclusion", "log10_lr", "lower", "upper"), what = "table")
  broom_limits(new_frame(
    system = x$system, term = x$conclusion, estimate = x$log10_lr, conf.low = x$lower,
    conf.high = x$upper
  ), conf.int)
}

#' @rdname augment.lr_set
#' @export
tidy.conclusion_set <- function(x, ..., conf.int = TRUE, conf.level = 0.95) {
  check_dots(...)
  tidy(conclusion_lr(x, level = conf.level), conf.int = conf.int)
}

#' @rdname augment.lr_set
#' @export
glance.lr_bound <- function(x, ...) {
  check_dots(...)
  check_intact_bound(x)
  new_frame(x$bounds["system"], method = x$method, x$bounds[c("lower", "upper")])
}

#' @rdname augment.lr_set
#' @export
augment.lr_bound <- function(x, newdata = NULL, ...) {
  check_dots(...)
  found <- predict(x, newdata)
  if (inherits(found, "lr_set")) return(augment(found))
  fitted <- new_frame(.fitted = unname(found))
  if (is.data.frame(newdata)) cbind(newdata, fitted) else fitted
}
