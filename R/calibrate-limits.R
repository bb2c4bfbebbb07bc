# Confidence limits of calibrated LRs, as limits of the ln LR of each value. Some methods have their
# own limits (PAV: calibrate-limits-pav.R, kernel densities: calibrate-limits-window.R, the spline:
# calibrate-spline.R). Otherwise the covariance of the coefficients of a transform, if
# known, gives the limits at every value (calibrate-limits-line.R), or the method is trained again
# on draws of the training trials (calibrate-limits-refit.R).

# Vectors `lower` and `upper` of ln LRs, one for each value, or for each row of a matrix of inputs.
# `llr` are the calibrated values.
llr_limits <- function(fit, llr, value, system, level, by) {
  check_level(level)
  by <- limits_by(fit, by)
  with_ends <- isTRUE(calibration_methods[[fit$method]]$limits_at_ends)
  found <- each_transform(fit, value, system, cbind(lower = llr, upper = llr), \(k, part) {
    limits <- system_limits(fit, k, part, level, by)
    cbind(limits$lower, limits$upper)
  }, at = if (with_ends) Negate(is.na) else is.finite)
  for (end in if (!with_ends) 1:2) {
    found <- each_transform(fit, value, system, found, \(k, part) {
      rep(limits_at_infinity(fit, k, end, level, by), each = NROW(part))
    }, at = \(x) is.infinite(x) & (x > 0) == (end == 2))
  }
  list(lower = pmin(found[, "lower"], llr), upper = pmax(found[, "upper"], llr), level = level)
}

noted_limits <- function(set, fit, level, by) {
  if (is.null(level) || !inherits(set, "lr_set")) return(set)
  set <- with_note(set, "limited", list(level = level, by = limits_by(fit, by)), levels(set))
  refuted <- refuted_forms(fit)
  of <- if (length(fit$transforms) > 1) names(refuted) else levels(set)
  for (p in unname(refuted)) set <- with_note(set, "refuted", p, of)
  set
}

# Natural logs of the limits at LR = 0 or, as end 2, at LR = Inf: the ratio of the shares of the
# training trials there. Each share is within the limits of Clopper and Pearson with half of the
# error, so that both are. Nothing limits an LR where no trial was.
limits_at_infinity <- function(fit, k, end, level, by) {
  n <- fit$infinite[[k]][end + c(0, 2)]
  if (sum(n) == 0 || fit$is_weighted && !has_training(fit)) return(c(-Inf, Inf))
  sizes <- fit$totals[[k]]
  if (fit$is_weighted) sizes <- with(training_part(fit, k)$set, effective_numbers(weight, truth))
  sizes <- sizes / effect_of_items(fit, k, by)
  share <- binomial_interval(n / fit$totals[[k]] * sizes, sizes, (1 + level) / 2)
  log(c(share$lower[1] / share$upper[2], share$upper[1] / share$lower[2]))
}

# Replaces the rows of `out` for finite values, or for those at another place, by the results of
# `compute` for the values of each transform. One infinite input makes a trial infinite.
each_transform <- function(fit, value, system, out, compute, at = is.finite) {
  known <- at(if (is.matrix(value)) rowSums(value) else value)
  places <- transform_places(fit, system, NROW(value))
  for (k in seq_along(places)) {
    i <- places[[k]][known[places[[k]]]]
    if (length(i) > 0) {
      out[i, ] <- compute(k, if (is.matrix(value)) value[i, , drop = FALSE] else value[i])
    }
  }
  out
}

# Positions of the values of each transform.
transform_places <- function(fit, system, n) {
  if (length(fit$transforms) == 1) return(list(seq_len(n)))
  system <- rep_len(source_names(system), n)
  lapply(names(fit$transforms), \(name) which(system == name))
}

# Limits are by item if the training trials name items, even if these trials are no longer
# available.
limits_by <- function(fit, by) {
  if (is.null(by)) return(if (fit$items) "source" else "trial")
  check_choice(by, c("trial", "source"))
  refuse_if(by == "source" && !fit$items, "no_training_items")
  by
}

# The ends of the training trials come first, since their limits bound those beyond.
system_limits <- function(fit, k, value, level, by) {
  method <- calibration_methods[[fit$method]]
  ends <- if (!is.matrix(value)) to_ln(fit$range[[k]], fit$scale)
  if (!all(is.finite(ends))) ends <- NULL
  at <- if (is.matrix(value)) value else c(ends, value)
  found <- if (!is.null(method$limits)) {
    # No method needs all of these, and some disappear with the trials.
    method$limits(fit$transforms[[k]], drawable_part(fit, k, "trial")$set, at, level,
      effect_of_items(fit, k, by))
  } else {
    find <- if (has_covariance(fit, k, by)) limits_by_covariance else limits_by_refits
    find(fit, k, at, level, by)
  }
  if (!is.null(ends)) found <- open_beyond(found, value, ends, isTRUE(method$constant_beyond))
  most <- bearable(fit$sizes[[k]])
  list(lower = pmin(found$lower, most[2]), upper = pmax(found$upper, most[1]))
}

effect_of_items <- function(fit, k, by) {
  if (by == "trial") return(1)
  fit$transforms[[k]]$design_effect %||% source_effect(training_part(fit, k)$set)
}

# The shape of the curve beyond the training trials is unknown: an LR there may equal that of the
# nearest trial, or follow the extended curve. A constant curve leaves the outer side open.
open_beyond <- function(found, value, ends, is_constant) {
  own <- lapply(found, `[`, -(1:2))
  below <- value < ends[1]
  above <- value > ends[2]
  own$lower[above] <- pmin(own$lower[above], found$lower[2])
  own$upper[above] <- if (is_constant) Inf else pmax(own$upper[above], found$upper[2])
  own$lower[below] <- if (is_constant) -Inf else pmin(own$lower[below], found$lower[1])
  own$upper[below] <- pmax(own$upper[below], found$upper[1])
  own
}
