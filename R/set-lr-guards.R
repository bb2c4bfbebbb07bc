# Slips that leave a legal set behind: the wrong scale, posteriors, the labels the wrong way round.
# The numbers cannot prove them, so that what is noticed is a warning, and `sure = TRUE` confirms.

look_for_slips <- function(x, is_h1, scale, range, call) {
  look_for_scale_slips(x, is_h1, scale, range, call)
  warn_reversed(x, is_h1, scale, call)
}

# Ratios that are never above 1 support H1 nowhere; probabilities are never above 1. A system all of
# whose LRs are at least 1 never supports H2, not even where it is true. On the scale of logarithms
# that is what plain ratios look like.
look_for_scale_slips <- function(x, is_h1, scale, range, call) {
  like_posteriors <- scale == "lr" && range[2] <= 1 && range[1] < 1
  like_ratios <- scale %in% c("log10", "ln", "log2") && range[1] >= 0
  if (!like_posteriors && !like_ratios || sum(is_h1) < 3 || sum(!is_h1) < 3) {
    return()
  }
  if (like_posteriors) {
    warn_slip(
      "These look like probabilities, and {.arg scale} says {.val lr}.",
      x = "All are between 0 and 1, so that none would support H1.",
      i = "Posterior probabilities go in with {.code scale = \"prob\"} and the {.arg prior} they
           were made with.",
      class = "calibrant_warning_scale", call = call
    )
  } else if (max(x[!is_h1]) > 0) {
    largest <- format_number(max(x[is.finite(x)]))
    warn_slip(
      "These look like likelihood ratios, and {.arg scale} says {.val {scale}}.",
      x = "No {scale} LR is negative, so that none would support H2, and the largest is {largest}.",
      i = "Plain ratios go in with {.code scale = \"lr\"}.",
      class = "calibrant_warning_scale", call = call
    )
  }
}

# Worse than chance, by more than chance explains (one in a thousand).
warn_reversed <- function(x, is_h1, scale, call) {
  # Nearly every system is seen to be the right way round at a glance.
  if (.Call(ffi_auc_bound, x, is_h1) < 0.5) {
    found <- thinned_auc(x, is_h1)
    if (is_worse_than_chance(found)) tell_reversed(found$area, scale, call)
  }
}

# Of systems that are counted already: groups of trials, ascending, for each. One that is reversed
# is enough.
look_for_reversal <- function(systems, scale, call = NULL) {
  for (groups in systems) {
    n1 <- min(sum(groups$n_h1), 1000)
    n2 <- min(sum(groups$n_h2), 1000)
    area <- coarse_auc(groups)[1]
    found <- list(area = area, z = (area - 0.5) / sqrt((n1 + n2 + 1) / 12 / n1 / n2))
    if (is_worse_than_chance(found)) {
      return(tell_reversed(found$area, scale, call))
    }
  }
}

is_worse_than_chance <- function(found) {
  !is.na(found$z) && (found$z <= -3.1 || found$area < 0.1 && found$z < -2.3)
}

tell_reversed <- function(area, scale, call) {
  what <- if (scale == "score") "scores" else "LRs"
  remedy <- if (scale == "score") {
    "Is {.arg h1} the right level of {.arg truth}? Distances must be given a minus sign."
  } else {
    "Is {.arg h1} the right level of {.arg truth}, and are the LRs those of H1 against H2?"
  }
  area <- format_number(area, 2)
  warn_slip(
    "The trials under H1 have the smaller {what}: the system is worse than chance.",
    x = "The area under its ROC curve is about {area}, where a useless system has 0.5.",
    i = remedy,
    class = "calibrant_warning_reversed", call = call
  )
}

warn_slip <- function(..., class, call, .envir = parent.frame()) {
  if (isTRUE(getOption("calibrant.sure"))) {
    return(invisible())
  }
  warn_calibrant(
    ...,
    i = "If all is as it should be, say {.code sure = TRUE}, or
         {.code options(calibrant.sure = TRUE)} for the session.",
    class = c(class, "calibrant_warning_slip"), call = call, .envir = .envir
  )
}

# The share of pairs in the right order, and how far it is from one half in standard errors. A
# thousand trials of each hypothesis tell as well as millions.
thinned_auc <- function(x, is_h1) {
  h1 <- thinned(which(is_h1))
  h2 <- thinned(which(!is_h1))
  n1 <- length(h1)
  n2 <- length(h2)
  ranks <- rank(x[c(h1, h2)])
  area <- (sum(ranks[seq_len(n1)]) - n1 * (n1 + 1) / 2) / n1 / n2
  ties <- tabulate(match(ranks, unique(ranks)))
  n <- n1 + n2
  variance <- (n + 1 - sum(ties^3 - ties) / n / (n - 1)) / 12 / n1 / n2
  list(area = area, z = if (variance > 0) (area - 0.5) / sqrt(variance) else NA)
}

# Steps of no small period, as rows may repeat a pattern.
thinned <- function(at, most = 1000) {
  n <- length(at)
  if (n <= most) at else at[1 + floor(((seq_len(most) * 0.6180339887498949) %% 1) * n)]
}
