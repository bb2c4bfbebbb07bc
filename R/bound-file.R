# Bounded calibrations in files: see ?calibration_file.

#' @exportS3Method
calibration_record.lr_bound <- function(fit, counts) {
  check_intact_bound(fit)
  refuse_if(is.null(fit$calibration), "bounds_alone")
  by <- fit$by %||% drawn_by(fit$x)
  limits <- lapply(recorded_levels, \(level) new_frame(level = level, bound_limits(fit, level, by)))
  c(calibration_record(fit$calibration, counts), list(bounds = list(
    method = fit$method, step = fit$step, by = by, systems = json_rows(fit$bounds),
    limits = json_rows(do.call(rbind, limits))
  )))
}

recorded_levels <- c(0.5, 0.8, 0.9, 0.95, 0.99)

#' @exportS3Method
calibration_of_record.bounded_record <- function(record) {
  from <- record[["bounds"]]
  numbers <- c("lower", "upper", "level")
  bounds <- frame_of_json(from$systems, c("system", "lower", "upper"), numbers)
  stop_problem(if (anyDuplicated(bounds$system)) "`systems` of `bounds` must have different names")
  bounds$system <- factor(bounds$system, bounds$system)
  limits <- frame_of_json(from[["limits"]], c("level", "system", "of", "lower", "upper"), numbers)
  limits$system <- factor(limits$system, levels(bounds$system))
  bound <- new_lr_bound(bounds, from$method, from$step, NULL)
  bound[c("calibration", "by", "limits")] <- list(NextMethod(), from[["by"]], limits)
  stop_problem(if (!is_intact_bound(unclass(bound))) "The `bounds` do not fit together")
  bound
}
