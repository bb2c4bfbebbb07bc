# The figures of Brümmer (2010), Measuring, refining and calibrating speaker and language
# information extracted from speech. The parts that do not begin with "figure" make the data;
# figures.R says how the parts are read.

# ---- rules ----
eta <- function(...) scoring_rule("mixture", eta = c(...))
beta <- function(gamma) scoring_rule("beta", gamma = gamma)

# ---- uncalibrated ----
set.seed(7)
detector <- simulate_lr(2000, 20000, s = 2.5, stretch = 1.8, shift = 0.8)
five_below_to_five_above <- seq(-5, 5, by = 0.02) / log(10)

# ---- few-trials ----
tiny <- function(h1, h2, name) {
  lr_set(list(h1 = h1, h2 = h2), scale = "score", system = name, sure = TRUE)
}
set.seed(7)
small <- c(
  tiny(2, 1, "tar above non"), tiny(1, 2, "non above tar"),
  tiny(c(1, 3), 2, "tar, non, tar"), tiny(2, c(1, 3), "non, tar, non"),
  tiny(rnorm(30, 1.5), rnorm(40), "many"), tiny(rnorm(300, 1), rnorm(400), "more")
)
few <- c(tiny(rnorm(15, 2), rnorm(60), "first"), tiny(rnorm(40, 1.2), rnorm(90), "second"))

# ---- dev-and-eval ----
set.seed(78)
collect <- function(shift) simulate_lr(2000, 2e5, s = 3.4, stretch = 0.4, shift = shift)
dev <- collect(0.5)
calibration <- calibrate(dev, prior = 0.001)
# No trial of dev is calibrated by itself.
on_dev <- cross_calibrate(dev, prior = 0.001)
good <- c(dev = on_dev, eval = predict(calibration, collect(0.5)))
bad <- c(dev = on_dev, eval = predict(calibration, collect(1)))
new_point <- c("new operating point" = 0.001)
eight_below_to_even <- seq(-8, 0, by = 0.02) / log(10)

# ---- subsystems ----
set.seed(82)
draw <- function(n_tar, n_non) {
  tar <- rep(c(TRUE, FALSE), c(n_tar, n_non))
  own <- \(power) power * tar + 0.5 * common + rnorm(length(tar))
  common <- rnorm(length(tar))
  data.frame(tar, a = own(1.2), b = own(1.6), c = own(2), d = own(2.3))
}
trials <- draw(1000, 10000)
trials$fusion <- predict(fuse(tar ~ a + b + c + d, data = draw(1000, 10000)), trials)
subsystems <- do.call(c, lapply(trials[-1], \(x) lr_set(x, trials$tar, scale = "score")))

# ---- languages ----
set.seed(83)
languages <- sprintf("language %02d", 1:14)
sharpness <- c(A = 2.2, B = 2.8, C = 3.4, D = 4)
lean <- matrix(rnorm(4 * 14), 4)
record <- function(n) {
  class <- rep(languages, each = n)
  common <- rnorm(14 * length(class))
  systems <- lapply(1:4, \(i) {
    w <- sharpness[i] * outer(class, languages, `==`) + common + 0.7 * rnorm(length(common))
    w <- sweep(w, 2, lean[i, ], `+`)
    colnames(w) <- languages
    loglik_set(w, class, scale = "ln")
  })
  do.call(c, setNames(systems, names(sharpness)))
}
training <- record(60)
evaluation <- record(60)
joint <- predict(calibrate(training), evaluation)
separate <- predict(calibrate(training, "one_vs_rest"), evaluation)
fusion <- predict(fuse(training), evaluation)

# ---- prior-weight ----
# The weight of error rates over the prior log odds of three classes.
plot_prior_weight <- function(limit = 6, by = 0.1) {
  odds <- seq(-limit, limit, by = by)
  surface <- expand.grid(x1 = odds, x2 = odds)
  surface$weight <- prior_weight(as.matrix(surface))
  ggplot2::ggplot(surface, ggplot2::aes(.data$x1, .data$x2, z = .data$weight)) +
    ggplot2::geom_contour_filled(breaks = c(seq(0, 0.1, by = 0.02), 0.12)) +
    ggplot2::scale_fill_grey(
      start = 0.98, end = 0.2, name = "Weight",
      labels = \(range) sub(", ", " to ", gsub("[()]|\\]", "", range))
    ) +
    ggplot2::coord_equal(expand = FALSE) +
    ggplot2::labs(
      x = "ln prior odds of class 1 and 3", y = "ln prior odds of class 2 and 3",
      alt = "Weight of error rates over the prior odds of three classes: greatest at even odds"
    )
}

# ---- figure-2-1 ----
autoplot(rule_curve("log", "zero_one"))

# ---- figure-2-2 ----
autoplot(rule_curve("log", "zero_one"), show = "entropy")

# ---- figure-3-1-left ----
autoplot(rule_curve(eta(0.5)), show = "minimisers")

# ---- figure-3-1-right ----
autoplot(rule_curve(eta(0.5, 0.55)), show = "minimisers")

# ---- figure-7-1 ----
plot_bayes_error(detector,
  curves = c("bayes_error", "bayes_error_null"), parts = FALSE, x_axis = "ln_odds",
  log10_prior_odds = five_below_to_five_above
)

# ---- figure-7-2 ----
plot_roc(small, corners = TRUE)

# ---- figure-7-3 ----
plot_det(few, hull = TRUE, systems = "facet")

# ---- figure-7-4 ----
autoplot(rule_curve(beta(1), beta(10), beta(100)), hypothesis = "h2")

# ---- figure-7-5 ----
autoplot(rule_curve(beta(-0.5), beta(0), beta(1), beta(10)), show = "weight", top = 4)

# ---- figure-7-6 ----
autoplot(rule_curve(beta(-0.5), beta(0), beta(1)), hypothesis = "h2")

# ---- figure-7-7 ----
autoplot(rule_curve("log", q = plogis(seq(-7, 9, by = 0.02)), prior = plogis(1)), show = "llr")

# ---- figure-7-8 ----
plot_bayes_error(good,
  x_axis = "ln_odds", log10_prior_odds = eight_below_to_even, operating_points = new_point
)

# ---- figure-7-9 ----
plot_bayes_error(bad,
  x_axis = "ln_odds", log10_prior_odds = eight_below_to_even, operating_points = new_point
)

# ---- figure-8-1-left ----
autoplot(ternary(c("1", "2", "3"), rule = "lre"))

# ---- figure-8-1-right ----
autoplot(ternary(c("1", "2", "3"), rule = "cost", eta = c(0.5, 0.3, 0.2)))

# ---- figure-8-2 ----
plot_det(subsystems)

# ---- figure-8-3 ----
autoplot(prior_sweep(fusion))

# ---- figure-8-4 ----
autoplot(class_losses(separate, measure = "cavg", after = joint))

# ---- figure-d-1 ----
plot_prior_weight()
