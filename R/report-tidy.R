#' @rdname augment.lr_set
#' @export
tidy.lr_set <- function(x, ...) {
  check_dots(..., call = rlang::current_env())
  table <- as.data.frame(suppress_infinities(measures(x, replicates = 0)))
  data.frame(system = table$system, term = table$measure, estimate = table$estimate)
}

#' @rdname augment.lr_set
#' @export
tidy.measures <- function(x, ...) {
  check_dots(..., call = rlang::current_env())
  data.frame(
    system = x$system, term = x$measure, prior = x$prior, estimate = x$estimate,
    corrected = x$corrected, std.error = x$std_error, conf.low = x$lower, conf.high = x$upper
  )
}

#' @rdname augment.lr_set
#' @export
tidy.measure_comparison <- function(x, ...) {
  check_dots(..., call = rlang::current_env())
  data.frame(
    contrast = paste(x$system1, "-", x$system2), term = x$measure, prior = x$prior,
    estimate = x$difference, corrected = x$corrected, std.error = x$std_error, conf.low = x$lower,
    conf.high = x$upper
  )
}

#' @rdname augment.lr_set
#' @export
glance.measures <- function(x, ...) {
  check_dots(..., call = rlang::current_env())
  how <- attr(x, "resampling")
  data.frame(
    n_systems = length(unique(as.character(unlist(as.data.frame(x)[grepl("^system", names(x))])))),
    n_measures = length(unique(x$measure)), replicates = how$replicates, level = how$level,
    interval = how$interval, by = how$by
  )
}

#' @export
glance.measure_comparison <- glance.measures

# The level is that of the replicates; another one asks for other intervals.
#' @export
confint.measures <- function(object, parm, level = attr(object, "resampling")$level, ...) {
  check_dots(..., call = rlang::current_env())
  stop_if(
    !isTRUE(all.equal(level, attr(object, "resampling")$level)),
    "{.arg level} is that of the table, {attr(object, 'resampling')$level}.",
    i = "Make a table of another level with {.code measures(x, level = )}."
  )
  table <- tidy(object)
  who <- if (is.null(table$contrast)) table$system else table$contrast
  at <- ifelse(is.na(table$prior), "", paste0(" at prior ", format_number(table$prior)))
  several <- length(unique(who)) > 1
  interval_matrix(table, paste0(if (several) paste0(who, " "), table$term, at), level, parm)
}

#' @export
confint.measure_comparison <- confint.measures

# As stats::confint() does it: a row per estimate, columns named by their share.
interval_matrix <- function(table, names, level, parm) {
  ends <- cbind(table$conf.low, table$conf.high)
  dimnames(ends) <- list(names, paste(format(100 * c(1 - level, 1 + level) / 2, trim = TRUE), "%"))
  if (missing(parm)) ends else ends[parm, , drop = FALSE]
}

#' @export
confint.lr_calibration <- function(object, parm, level = 0.95, ...) {
  check_dots(..., call = rlang::current_env())
  table <- coefficient_table(object, level)
  several <- length(unique(table$system)) > 1
  names <- if (several) paste(table$system, table$term) else as.character(table$term)
  interval_matrix(table, names, level, parm)
}
