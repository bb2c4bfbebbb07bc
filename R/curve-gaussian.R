# The curves of a gaussian_system(), in the same columns as those of an lr_set().

#' @export
ece_curve.gaussian_system <- function(x, log10_prior_odds = default_log10_odds(), ...) {
  check_dots(...)
  log10_prior_odds <- check_points(log10_prior_odds)
  log_odds <- to_ln(log10_prior_odds, "log10")
  data <- bind_systems(gaussians_of(x), \(system) {
    ece_along_prior(
      log_odds, log10_prior_odds, gaussian_ece(system, log_odds),
      gaussian_ece(as_calibrated(system), log_odds)
    )
  })
  new_curve(data, "ece_curve", scale = "log10_lr")
}

#' @export
tippett_curve.gaussian_system <- function(x, style = "greater", log10_lr = NULL, ...) {
  check_dots(...)
  check_choice(style, c("greater", "cumulative"))
  if (!is.null(log10_lr)) log10_lr <- check_points(log10_lr)
  data <- bind_systems(gaussians_of(x), \(system) {
    llr <- if (is.null(log10_lr)) gaussian_grid(system) else to_ln(log10_lr, "log10")
    rates <- gaussian_rates(system, llr)
    h1 <- if (style == "cumulative") rates$p_miss else 1 - rates$p_miss
    tippett_rows(llr / log(10), h1, rates$p_fa, style)
  })
  nothing <- bind_systems(gaussians_of(x), \(system) {
    new_frame(end = character(), border = double(), n_h1 = double(), n_h2 = double())
  })
  new_curve(data, "tippett_curve", scale = "log10_lr",
    style = style, misleading = theory_misleading(x),
    window = range(data$log10_lr), beyond = nothing
  )
}

theory_misleading <- function(x) {
  bind_systems(gaussians_of(x), \(system) {
    rates <- gaussian_rates(system, 0)
    new_frame(hypothesis = c("h1", "h2"), rate = c(rates$p_miss, rates$p_fa))
  })
}

# The range in which nearly all trials lie.
gaussian_grid <- function(system) {
  ends <- range(system$h1, system$h2) + c(-4, 4) * system$sd
  seq(ends[1], ends[2], length.out = 401)
}

#' @export
det_curve.gaussian_system <- function(x, ...) {
  check_dots(...)
  data <- bind_systems(gaussians_of(x), \(system) {
    threshold <- c(-Inf, gaussian_grid(system), Inf)
    rates <- gaussian_rates(system, threshold)
    new_frame(
      threshold = threshold / log(10), p_fa = rates$p_fa, p_miss = rates$p_miss, hull = TRUE
    )
  })
  new_curve(data, "det_curve", scale = "log10_lr",
    eer = system_table(x,
      eer = eer(x), eer_steps = eer(x),
      threshold = per_system(gaussians_of(x), \(system) system$shift / log(10))
    ),
    auc = system_table(x, auc = auc(x), auc_hull = auc(x))
  )
}

#' @export
bayes_error_curve.gaussian_system <- function(x, log10_prior_odds = fine_log10_odds(), ...) {
  check_dots(...)
  log10_prior_odds <- check_points(log10_prior_odds)
  log_odds <- to_ln(log10_prior_odds, "log10")
  data <- bind_systems(gaussians_of(x), \(system) {
    best <- gaussian_rates(as_calibrated(system), -log_odds)
    error_columns(log10_prior_odds, log_odds, gaussian_rates(system, -log_odds), best)
  })
  new_curve(data, "bayes_error_curve", scale = "log10_lr",
    cllr = system_table(x, cllr = cllr(x), cllr_min = cllr_min(x), cllr_cal = cllr_cal(x))
  )
}
