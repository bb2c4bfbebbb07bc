# The figures of Ramos, Franco-Pedroso, Lozano-Diez, Gonzalez-Rodriguez (2018), Deconstructing
# cross-entropy for probabilistic binary classifiers. The parts that do not begin with "figure" make
# the data; figures.R says how the parts are read.

# ---- two-systems ----
set.seed(2018)
training <- simulate_lr(400, 1600, s = 2.4, stretch = 2.2, shift = 1.2)
raw <- simulate_lr(400, 1600, s = 2.4, stretch = 2.2, shift = 1.2)
two <- c(raw = raw, calibrated = predict(calibrate(training), raw))

# ---- three-sets ----
set.seed(2018)
distorted <- simulate_lr(500, 500,
  s = 2.5, stretch = c(good = 1, "badly calibrated" = 2), shift = c(0, 1.5)
)
weaker <- simulate_lr(500, 500, s = 1.2, system = "less discriminating")
sets <- c(distorted["good"], weaker, distorted["badly calibrated"])

# ---- speakers ----
product <- subset(voice_lr, evidence == "all ten")
as_speakers <- function(data) lr_set(same_speaker ~ log10_lr, data = data, scale = "log10")
of_half <- function(rest) product$speaker1 %% 2 == rest & product$speaker2 %% 2 == rest
before <- as_speakers(product[of_half(0), ])
after <- predict(calibrate(as_speakers(product[of_half(1), ])), before)
both <- c(before = before, after = after)

# ---- glass ----
glass <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")

# ---- figure-2 ----
plot_cost(two, prior = c(0.1, 0.5, 0.9), c_miss = 1, c_fa = 1)

# ---- figure-3 ----
autoplot(rule_curve(scoring_rule("log", unit = "bits")), show = "cost")

# ---- figure-4a ----
plot_lr_histogram(sets)

# ---- figure-4b ----
plot_roc(sets)

# ---- figure-5 ----
plot_reliability(sets, prior = 0.5)

# ---- figure-6 ----
autoplot(information(sets["badly calibrated"], prior = 0.5))

# ---- figure-7 ----
plot_ece(sets)

# ---- figure-8a ----
plot_lr_histogram(both)

# ---- figure-8b ----
plot_reliability(both, prior = "data")

# ---- figure-8c ----
plot_roc(both)

# ---- figure-8d ----
plot_ece(both)

# ---- figure-9a ----
plot_lr_histogram(glass)

# ---- figure-9b ----
plot_reliability(glass, prior = 1 / 3)

# ---- figure-9c ----
plot_roc(glass)

# ---- figure-9d ----
plot_ece(glass)
