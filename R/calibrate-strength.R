# Strength of LRs that a number of trials can support. A calibrated LR of k or more comes up at most
# once in k trials under H2 (Turing; see turing_bounds()), so N2 of them cannot tell whether it
# deserves to be more than N2 + 1; nor N1 under H1 whether it deserves less than 1 / (N1 + 1). These
# are also the limits of PAV with one more misleading trial at each end than was seen, the rule of
# succession. Beyond them an LR rests on the shape of the curve alone.

# Natural logs of the smallest and the largest LR.
bearable <- function(sizes) c(-1, 1) * log1p(sizes[c("h1", "h2")])

# Do calibrated ln LRs of finite inputs go beyond these limits? Asked trial by trial.
goes_beyond <- function(llr, value, sizes, factor = 1) {
  limits <- bearable(sizes) + c(-1, 1) * log(factor)
  is.finite(value) & (llr < limits[1] - 1e-9 | llr > limits[2] + 1e-9)
}

warn_extrapolation <- function(llr, value, fit, system, factor = 1) {
  used <- if (length(fit$sizes) == 1) 1 else match(unique(as.character(system)), names(fit$sizes))
  most <- Reduce(pmax, fit$sizes[used])
  beyond <- goes_beyond(llr, value, most, factor)
  if (!any(beyond)) return(invisible())
  warn_calibrant(
    "{sum(beyond)} LR{?s} {?is/are} stronger than so few trials can support.",
    x = "The calibration was trained on {plain_count(most[['h1']])} H1 and
         {plain_count(most[['h2']])} H2 trials, which cannot support log10 LRs beyond
         {format_number(from_ln(bearable(most)[1], 'log10'))} and
         {format_number(from_ln(bearable(most)[2], 'log10'))}.",
    i = "{.fn bound_lr} finds how strong LRs may be, and keeps them within these limits.",
    class = "calibrant_warning_extrapolation"
  )
}

# A set goes on to measures that punish LRs which are too strong, so it may have LRs a little
# beyond. Kernel densities know nothing of the tails, and are soon thousands of times beyond.
warn_far_tails <- function(method, ..., factor = 1000) {
  if (method == "kde") warn_extrapolation(..., factor = factor)
}

# Drops the warning where bounds follow, which are the answer to it.
without_extrapolation <- function(expr) {
  suppressWarnings(expr, classes = "calibrant_warning_extrapolation")
}

# Line of print(), where LRs of the training range go beyond.
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
