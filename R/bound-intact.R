# Checks that bounds are unchanged.

check_intact_bound <- function(bound) {
  stop_unless_intact(is.list(bound) && is_intact_bound(unclass(bound)), "lr_bound", "bound_lr")
  invisible(bound)
}

is_intact_bound <- function(bound) {
  table <- if (is.list(bound$bounds)) bound$bounds
  n <- length(table$system)
  bounds <- \(x) is.numeric(x) && length(x) == n && !anyNA(x)
  is.data.frame(table) && n > 0 && nrow(table) == n && is.factor(table$system) &&
    bounds(table$lower) && bounds(table$upper) && all(table$lower <= 0 & table$upper >= 0) &&
    rlang::is_string(bound$method) &&
    bound$method %in% names(bound_method_names) &&
    (inherits(bound$x, "lr_set") || is.null(bound$x) && are_recorded_limits(bound)) &&
    (is.null(bound$step) || are_numbers(bound$step, 1)) &&
    (is.null(bound$calibration) || inherits(bound$calibration, "lr_calibration"))
}

# Limits at each level, for each system and end, which enclose the bounds and LR = 1.
are_recorded_limits <- function(bound) {
  known <- bound$limits
  own <- bound$bounds[match(known$system, bound$bounds$system), ]
  low <- known$of == "lower"
  inherits(bound$calibration, "lr_calibration") && bound$by %in% c("trial", "source") &&
    !anyNA(known) && all(known$lower <= 0 & 0 <= known$upper) &&
    all(table(known$system, known$level, factor(known$of, c("lower", "upper"))) == 1) &&
    all(ifelse(low, known$lower, own$lower) <= ifelse(low, own$lower, known$lower)) &&
    all(ifelse(low, known$upper, own$upper) <= ifelse(low, own$upper, known$upper))
}

bound_method_names <- c(
  elub = "ELUB (Vergeer et al. 2016)",
  iv = "invariance verification (Alberink et al. 2025)",
  limits = "limits set by the user",
  n_source = "number of sources or trials"
)
