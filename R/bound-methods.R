#' Bounded likelihood ratios
#'
#' `predict()` replaces LRs beyond the bounds of [bound_lr()] by the nearer bound and returns the
#' others unchanged. If the bounds were fitted after a calibration, it first calibrates the LRs or
#' scores.
#'
#' @param object,x The result of [bound_lr()].
#' @param newdata A numeric vector on the scale of the set to which the bounds were fitted; an
#'   [lr_set()] with the same systems; or a data frame with a column named by the scale (`lr`,
#'   `log10_lr` and so on). After a calibration, the `newdata` of the calibration.
#' @param new_data The same as `newdata`, under the name that `tidymodels` uses.
#' @param type The scale of the result: `"log10"`, `"ln"`, `"log2"` or `"lr"`; for bounds of
#'   probabilities also `"prob"`, the default. The default for numbers is the scale of the set
#'   (log10 after a calibration), for an `lr_set` log10.
#' @param system The system whose bounds apply, or one for each LR. In a data frame it is the column
#'   that the calibration names, otherwise `system`.
#' @param level,by,integrated After a calibration: as for [predict()][predict.lr_calibration]. The
#'   limits are bounded too.
#' @param ... Unused.
#' @return LRs on the scale `type`, as many as `newdata`. For an `lr_set`, an `lr_set` with the same
#'   truth, systems, weights and sources; `print()` shows the number of LRs at a bound. With a
#'   `level`, the data frame of the calibration, whose column `at_bound` marks the rows in which the
#'   LR or one of its limits was replaced.
#' @section Limits:
#' The limits enclose the true LR of the score, bounded by the same criterion. A lower limit beyond
#' the nearer bound is replaced by the lower limit of that bound, and an upper limit by its upper
#' limit. At a bound that you chose, or from the number of sources, both limits equal the bound. In
#' simulations, 95 % limits covered the bounded LR in 89 to 100 % of sets, but in 40 to 100 % after
#' kernel densities (`vignette("methods")`).
#' @concept capping of LRs
#' @concept truncation of LRs
#' @concept clipping of LRs
#' @export
#' @examples
#' x <- simulate_lr(100, 300, s = 3, stretch = 2)
#' bound <- bound_lr(x)
#' coef(bound)
#' predict(bound, c(-Inf, -1, 0.5, 7))
#' cllr(predict(bound, x))
predict.lr_bound <- function(object, newdata = new_data, type = NULL, system = NULL, level = NULL,
                             by = NULL, integrated = NULL, ..., new_data = NULL) {
  check_dots(...)
  check_intact_bound(object)
  after <- !is.null(object$calibration)
  prior <- if (after) object$calibration$input_prior else own_prior(object$x, NULL)
  scale <- if (!is.null(prior)) "prob" else if (after) "log10" else given_scale(object$x)
  if (identical(type, "posterior")) type <- "prob"
  known <- c("log10", "ln", "log2", "lr", if (scale == "prob") scale)
  if (!is.null(type)) check_choice(type, known)
  further <- Filter(Negate(is.null), list(level = level, by = by, integrated = integrated))
  refuse_if(length(further) > 0 && !after, "bound_needs_calibration")
  if (is.null(newdata) && length(further) == 0) newdata <- object$x
  system <- system %||% systems_in(object, newdata)
  if (after && (is.null(newdata) || !identical(newdata, object$x))) {
    newdata <- calibrate_first(object, newdata, system, further)
  }
  by_default <- if (scale == "prob") scale else "log10"
  known_at <- level %||% if (inherits(newdata, "lr_set")) limits_level(newdata)
  limits <- if (!is.null(known_at)) bound_limits(object, known_at, by)
  if (inherits(newdata, "lr_set")) {
    return(predict_bound_set(object, newdata, type %||% by_default, prior, limits))
  }
  if (!is.null(level)) {
    return(predict_bound_limits(object, newdata, system, type %||% by_default, prior, limits))
  }
  type <- type %||% if (after) by_default else scale
  if (after) scale <- "log10"
  value <- read_bound_values(newdata, scale, if (!after) attr(object$x, "input"))
  if (length(value) > 0) check_values(value, scale, arg = "newdata")
  given <- to_log10(value, scale, prior)
  bounded <- clamp(given, bounds_at(object$bounds, system, length(given)))
  # Values inside the bounds are returned unchanged, not converted back.
  ifelse(type == scale & bounded == given, value, from_log10(bounded, type, prior))
}

# The numbers themselves, or the column of a data frame that the scale names.
read_bound_values <- function(newdata, scale, known) {
  if (is.data.frame(newdata)) {
    input <- value_name(input_among(known, scale, names(newdata)), newdata)
    newdata <- read_variable(input, newdata, globalenv())
  }
  check_sequence(newdata)
  as.double(newdata)
}

calibrate_first <- function(object, newdata, system, further) {
  given <- Filter(Negate(is.null), list(newdata = newdata, system = system))
  arguments <- c(list(object$calibration, type = "log10"), given, further)
  without_extrapolation(do.call(stats::predict, arguments, quote = TRUE))
}

predict_bound_set <- function(object, x, type, prior, limits) {
  check_calibrated(x)
  system <- if (nrow(object$bounds) > 1) as.character(x$system)
  scale <- if (type == "prob") "ln" else type
  bounded <- function(value, bounds) {
    from_log10(clamp(to_log10(value, x$scale), bounds_at(bounds, system, length(x))), scale)
  }
  ends <- Filter(Negate(is.null), unclass(x)[c("lower", "upper")])
  ends <- Map(bounded, ends, if (is.null(limits)) list(object$bounds) else split(limits, limits$of))
  moved <- with_values(x, bounded(values_of(x), object$bounds), scale, limits = ends)
  moved <- with_note(without_note(moved, "prior"), "prior", if (type == "prob") prior)
  n_moved <- sum(to_log10(values_of(x), x$scale) != to_log10(values_of(moved), scale))
  with_note(moved, "bounded", list(method = object$method, n = n_moved, of = length(x)))
}

# A data frame of LRs with their limits. `at_bound` marks the rows in which bounds moved one of the
# three.
predict_bound_limits <- function(object, x, system, type, prior, limits) {
  moved <- Map(\(value, bounds) clamp(value, bounds_at(bounds, system, nrow(x))), x,
    c(list(object$bounds), split(limits, limits$of)))
  at_bound <- rowSums(as.matrix(x) != do.call(cbind, moved)) > 0
  x[] <- lapply(moved, from_log10, type, prior)
  names(x)[1] <- if (type == "prob") "posterior" else value_column(type)
  x$at_bound <- unname(at_bound)
  x
}

# The bounds of each trial; `system` is NULL, one name, or one for each.
bounds_at <- function(bounds, system, n) {
  if (length(system) < 2) return(one_system(bounds, system))
  check_length(system, n, of = "newdata")
  known <- as.character(bounds$system)
  bounds[match(check_choices(source_names(system), known, "system"), known), ]
}

# The column of systems in new trials, if each has bounds of its own.
systems_in <- function(object, newdata) {
  if (nrow(object$bounds) == 1 || !is.data.frame(newdata)) return(NULL)
  input <- if (is.null(object$calibration)) attr(object$x, "input") else object$calibration$input
  if (is.null(input$system)) return(newdata[["system"]])
  read_variable(input$system, newdata, globalenv(), "{.arg newdata}", own = TRUE)
}

clamp <- function(x, bounds) pmin(pmax(x, bounds$lower), bounds$upper)

#' @export
coef.lr_bound <- function(object, ...) {
  check_dots(...)
  check_intact_bound(object)
  coefficients <- as.matrix(object$bounds[c("lower", "upper")])
  if (nrow(coefficients) == 1) return(coefficients[1, ])
  rownames(coefficients) <- as.character(object$bounds$system)
  coefficients
}

#' @rdname tidy.lr_bound
#' @importFrom generics tidy
#' @export
tidy.lr_bound <- function(x, type = "bounds", log10_lr = NULL, ..., conf.int = FALSE) {
  refuse_if(!isFALSE(conf.int), "bound_interval")
  check_dots(...)
  check_choice(type, c("bounds", "criterion"))
  check_intact_bound(x)
  if (type == "criterion") return(bound_curve(x, log10_lr))
  stop_if(!is.null(log10_lr), "{.arg log10_lr} is for {.code type = \"criterion\"}.")
  bounds <- x$bounds
  beyond <- trials_beyond(x)
  rows <- rep(seq_len(nrow(bounds)), each = 2)
  estimate <- as.vector(rbind(bounds$lower, bounds$upper))
  new_frame(
    system = bounds$system[rows],
    term = c("lower", "upper"),
    estimate = estimate,
    lr = 10^estimate,
    n_beyond = as.vector(rbind(beyond$below, beyond$above))
  )
}

# Numbers of trials, not weights, that the bounds move.
trials_beyond <- function(bound) {
  check_intact_bound(bound)
  if (is.null(bound$x)) return(list(below = NA_real_, above = NA_real_))
  count <- function(system, lower, upper) {
    counts <- counts_for(unweighted(system), \(many) {
      ends <- c(cuts_at(many$scale, lower), cuts_at(many$scale, upper, beyond = TRUE))
      counts_between(many, ends)
    })
    value <- to_log10(counts$value, counts$scale)
    n <- counts$n_h1 + counts$n_h2
    c(below = sum(n[value < lower]), above = sum(n[value > upper]))
  }
  found <- mapply(count, systems_of(bound$x), bound$bounds$lower, bound$bounds$upper)
  list(below = whole_numbers(found["below", ]), above = whole_numbers(found["above", ]))
}

bound_title <- function(bound) {
  how <- if (bound$method %in% c("elub", "iv")) {
    if (is.null(bound$step)) ", exact" else paste(", on a grid of", format_number(bound$step, 7))
  }
  paste0(bound_method_names[[bound$method]], how)
}

#' @rdname predict.lr_bound
#' @export
print.lr_bound <- \(x, ...) printed(x, {
  check_intact_bound(x)
  cat("<lr_bound> ", bound_title(x), "\n", sep = "")
  if (!is.null(x$calibration)) {
    known <- !is.null(x$calibration$transforms)
    formulas <- if (known) paste0("  ", calibration_formulas(x$calibration))
    writeLines(c("after a calibration", formulas))
  }
  cat("\n")
  print(bound_table(x), row.names = FALSE)
  cat("\npredict(x, newdata) applies the bounds: LRs beyond are moved to them, \"at the bound\".\n")
})

# Table of bounds as shown: a row per system.
bound_table <- function(x) {
  beyond <- trials_beyond(x)
  table <- new_frame(
    system = x$bounds$system,
    lower = format_number(x$bounds$lower),
    upper = format_number(x$bounds$upper),
    lr = paste(format_lr(x$bounds$lower), "to", format_lr(x$bounds$upper)),
    below = plain_count(beyond$below),
    above = plain_count(beyond$above)
  )
  names(table) <- c("system", "log10 lower", "log10 upper", "LR", "trials below", "above")
  if (is.null(x$x)) table <- table[1:4]
  if (is.null(levels(x$x)) && nrow(table) == 1) table[-1] else table
}

# The curves behind bounds, near the bounds: LRs of 10^-800 would push them into a corner.
#' @rdname autoplot.lr_bound
#' @export
tippett_curve.lr_bound <- function(x, style = "greater", ...) {
  check_intact_bound(x)
  check_dots(...)
  if (is.null(x$x)) refuse("no_trials")
  curve <- with_window(tippett_curve(x$x, style = style), x$x, bound_window(x))
  attr(curve, "bounds") <- x$bounds
  curve
}

bound_window <- function(bound) {
  ends <- range(0, bound$bounds$lower, bound$bounds$upper, finite = TRUE)
  value <- unlist(each_system(bound$x, \(s) to_log10(finite_range_of(s), s$scale)))
  value <- range(value[is.finite(value)], ends)
  reach <- 2 + diff(ends)
  c(max(ends[1] - reach, value[1]), min(ends[2] + reach, value[2]))
}
