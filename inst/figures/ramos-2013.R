# The figures of Ramos, Gonzalez-Rodriguez (2013), Reliable support: measuring calibration of
# likelihood ratios. The parts that do not begin with "figure" make the data; figures.R says how the
# parts are read.

# ---- forecasters ----
set.seed(2013)
days <- 1000
as_rain <- function(p, rain) {
  x <- loglik_set(cbind(rain = p, dry = 1 - p), ifelse(rain, "rain", "dry"), scale = "prob")
  as_lr_set(x, "rain")
}
forecast <- sample(1:9, days, replace = TRUE) / 10
calibrated <- as_rain(forecast, runif(days) < forecast)

# ---- overconfident ----
overconfident <- as_rain(forecast, runif(days) < 0.3 + 0.4 * forecast)

# ---- climate ----
climate <- as_rain(rep(0.5, days), rep(c(TRUE, FALSE), days / 2))

# ---- underconfident ----
underconfident <- as_rain(rep(c(0.6, 0.4), days / 2), rep(c(TRUE, FALSE), days / 2))

# ---- validation-set ----
x <- simulate_lr(300, 1000, s = 2, stretch = 1.6, system = "S")

# ---- s1-and-s2 ----
set.seed(2013)
sets <- c(
  simulate_lr(1e5, 1e5, s = 2.005, stretch = c(S1 = 1, S1u = 0.3)),
  simulate_lr(1e5, 1e5, s = 0.585, stretch = c(S2 = 1, S2u = 2))
)

# ---- figure-1 ----
autoplot(rule_curve(scoring_rule("log", unit = "bits")), show = "cost")

# ---- figure-2a ----
autoplot(posterior_histogram(calibrated, bins = 10))

# ---- figure-2b ----
plot_reliability(calibrated, prior = 0.5, bins = 10)

# ---- figure-3a ----
autoplot(posterior_histogram(overconfident, bins = 10))

# ---- figure-3b ----
plot_reliability(overconfident, prior = 0.5, bins = 10)

# ---- figure-4a ----
autoplot(posterior_histogram(climate, bins = 10))

# ---- figure-4b ----
plot_reliability(climate, prior = 0.5, bins = 10)

# ---- figure-5a ----
autoplot(posterior_histogram(underconfident, bins = 10))

# ---- figure-5b ----
plot_reliability(underconfident, prior = 0.5, bins = 10)

# ---- figure-6 ----
plot_ece(x, curves = "ece")

# ---- figure-7 ----
plot_ece(x)

# ---- figure-8-ece ----
plot_ece(sets[c("S1", "S2")])

# ---- figure-8-tippett ----
plot_tippett(sets[c("S1", "S2")])

# ---- figure-9-ece ----
plot_ece(sets[c("S1u", "S2u")])

# ---- figure-9-tippett ----
plot_tippett(sets[c("S1u", "S2u")])
