# Strength of LRs that a number of trials can support. A calibrated LR of k or more occurs at most
# once in k trials under H2 (Turing; see turing_bounds()). So N2 trials under H2 cannot support an
# LR above N2 + 1, and N1 trials under H1 cannot support one below 1 / (N1 + 1). These are also the
# limits of PAV with one misleading trial added at each end, the rule of succession. Beyond them an
# LR rests on the shape of the curve alone.

# Natural logs of the smallest and the largest LR.
bearable <- function(sizes) c(-1, 1) * log1p(sizes[c("h1", "h2")])

# Do calibrated ln LRs of finite inputs exceed these limits? One answer per trial.
goes_beyond <- function(llr, value, sizes, factor = 1) {
  limits <- bearable(sizes) + c(-1, 1) * log(factor)
  is.finite(value) & (llr < limits[1] - 1e-9 | llr > limits[2] + 1e-9)
}

warn_extrapolation <- function(llr, value, fit, system, factor = 1) {
  used <- if (length(fit$sizes) == 1) 1 else match(unique(source_names(system)), names(fit$sizes))
  most <- Reduce(pmax, fit$sizes[used])
  beyond <- goes_beyond(llr, value, most, factor)
  if (!any(beyond)) return(invisible())
  warn_of("extrapolation")
}

# The measures of a set penalise LRs that are too strong, so slightly stronger LRs are tolerated.
# Kernel densities have no information about the tails, and soon exceed the limits a thousandfold.
warn_far_tails <- function(method, ..., factor = 1000) {
  if (isTRUE(calibration_methods[[method]]$fragile_tails)) warn_extrapolation(..., factor = factor)
}

# Drops the warning if bounds follow, which are its remedy.
without_extrapolation <- function(expr) {
  suppressWarnings(expr, classes = "calibrant_warning_extrapolation")
}

# Line of print(), if LRs of the training range exceed the limits.
strength_note <- function(fit) {
  if (inherits(fit, "lr_fusion")) return(NULL)
  method <- calibration_methods[[fit$method]]
  beyond <- Map(\(transform, range, sizes) {
    value <- to_ln(range, fit$scale)
    any(goes_beyond(method$apply(transform, value), value, sizes))
  }, fit$transforms, fit$range, fit$sizes)
  if (any(unlist(beyond))) {
    "Its strongest LRs are beyond what so many trials can support: see bound_lr().\n"
  }
}
