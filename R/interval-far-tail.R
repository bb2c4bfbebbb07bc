# Rates of misleading LRs beyond those observed, from the trials of the other hypothesis, if the LRs
# are calibrated.

# Fewer trials do not determine a rate.
fewest_in_tail <- 10

far_tail <- function(x, beyond, level) {
  check_finite(beyond)
  check_each(beyond > 1, "be above 1.", beyond)
  check_level(level)
  check_plain_trials(x, "beyond")
  bounded <- length(notes_of(x, "bounded")) > 0
  rows <- bind_systems(systems_of(x), \(system) {
    do.call(rbind, lapply(c("h1", "h2"), tail_rows, system, beyond, level, bounded))
  })
  new_object("far_tail", rows, level = level)
}

tail_rows <- function(wrong, system, beyond, level, bounded) {
  counts <- mirrored_counts(training_counts(system)[count_fields], wrong)
  points <- list(llr = counts$value, n_h1 = counts$n_h1, n_h2 = counts$n_h2,
    totals = c(sum(counts$n_h1), sum(counts$n_h2)))
  lines <- lines_of_region(system, level) * c(1, if (wrong == "h2") 1 else -1)
  found <- .Call(ffi_far_tail, points, log(beyond), lines, fewest_in_tail)
  p_value <- 2 * stats::pnorm(-abs(found$z))
  reasons <- c(found$n_certain > 0, found$from <= 0, p_value < 0.05, TRUE)
  refused <- c("certain", "unchecked", "contradicted", NA)[which(reasons)[1]]
  note <- ifelse(bounded & log(beyond) > max(points$llr), "bounded", refused)
  few <- found$n_strong < fewest_in_tail
  shown <- \(x, also = TRUE) ifelse(is.na(note) & also, x, NA)
  most <- 1 / (points$totals[1] * beyond)
  lower <- suppressWarnings(gamma_limit((1 - level) / 2, found$rate, found$square))
  upper <- gamma_limit((1 + level) / 2, found$rate + most, found$square + most^2)
  data.frame(
    hypothesis = wrong, lr = beyond, n = points$totals[2], found[c("n_misleading", "n_strong")],
    rate = shown(found$rate, !few), lower = shown(lower, !few),
    upper = shown(pmin(upper, 1 / beyond)), lowest = shown(found$lowest, !few),
    highest = shown(found$highest, !few), checked_to = if (found$from > 0) exp(found$from) else NA,
    p_value = p_value, note = ifelse(is.na(note) & few, "few", note)
  )
}

# The same trials with H1 and H2 exchanged, for misleading H1 trials.
mirrored_counts <- function(counts, wrong) {
  if (wrong == "h2") return(counts)
  list(value = -rev(counts$value), n_h1 = rev(counts$n_h2), n_h2 = rev(counts$n_h1))
}

# A quantile of the gamma distribution with the mean and the variance of a weighted sum of Poisson
# numbers (Fay and Feuer 1997).
gamma_limit <- function(p, sum, square) stats::qgamma(p, sum^2 / square, sum / square)

# Slopes and offsets on the border of the region of the logistic fit; NA where there is none.
lines_of_region <- function(system, level) {
  recipe <- list(prior = 0.5, settings = list(penalty = 0))
  line <- tryCatch(fit_affine(system, recipe, ""), calibrant_error = \(cnd) NULL)
  if (is.null(line)) return(matrix(NA_real_, 2, 1))
  angle <- 2 * pi * seq_len(256) / 256
  radius <- sqrt(stats::qchisq(level, 2))
  line$coefficients + radius * t(chol(line$vcov_sandwich)) %*% rbind(cos(angle), sin(angle))
}
