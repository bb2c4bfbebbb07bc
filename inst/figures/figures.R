# The figures of five papers that show data or a function, each by a call or two. The numbers in
# them are simulated or those that come with the package; the data of the papers are not public, but
# for what they say of them.
#
#   library(calibrant)
#   source(system.file("figures/figures.R", package = "calibrant"))
#   figures[["Ramos 2013, figure 7"]]()
#   for (draw in figures) print(draw())
#
# Left out, as they show neither data nor a function: Ramos 2018, figure 1; Ramos 2008, figures 1
# and 3; Brümmer 2010, figures 2.3, 2.4 and C.1.

source(system.file("figures", "tornetta.R", package = "calibrant"), local = TRUE)
set.seed(2013)

# Forecasts of rain in tenths: one forecaster keeps his word, one does not, one says nothing but the
# climate, and one who knows everything is too shy to say so (Ramos 2013, section 2).
days <- 1000
forecast <- sample(1:9, days, replace = TRUE) / 10
as_rain <- function(p, rain) {
  x <- loglik_set(cbind(rain = p, dry = 1 - p), ifelse(rain, "rain", "dry"), scale = "prob")
  as_lr_set(x, "rain")
}
honest <- as_rain(forecast, runif(days) < forecast)
boastful <- as_rain(forecast, runif(days) < 0.3 + 0.4 * forecast)
climate <- as_rain(rep(0.5, days), rep(c(TRUE, FALSE), days / 2))
shy <- as_rain(rep(c(0.6, 0.4), days / 2), rep(c(TRUE, FALSE), days / 2))

# Two systems that tell sources apart and what logistic regression makes of them together.
truth <- rep(c(TRUE, FALSE), c(200, 800))
scores <- data.frame(
  truth, svm = rnorm(1000, ifelse(truth, 2.5, -2.5), 2.2), gmm = rnorm(1000, ifelse(truth, 1, -0.6))
)
svm <- lr_set(2.5 * scores$svm - 1, truth, scale = "ln", system = rep("SVM", 1000))
gmm <- lr_set(0.6 * scores$gmm, truth, scale = "ln", system = rep("GMM", 1000))
fused <- predict(fuse(truth ~ svm + gmm, data = scores), type = "ln", system = "fused")
systems <- c(svm, gmm, fused)

# S1 to S2u of Ramos 2013, section 5; the factors of the last two are our choice.
sets <- c(
  simulate_lr(600, 600, s = 2.005, system = "S1"), simulate_lr(600, 600, s = 0.585, system = "S2"),
  simulate_lr(600, 600, s = 2.005, stretch = 0.3, system = "S1u"),
  simulate_lr(600, 600, s = 0.585, stretch = 5, system = "S2u")
)

# Documents of three classes whose sizes are as 2 : 5 : 10, for naive Bayes.
words <- matrix(rgamma(3 * 150, 0.4), 3)
write <- function(n) {
  class <- factor(rep(c("christian", "graphics", "med"), n))
  list(class = class, words = matrix(rpois(sum(n) * 150, 0.15 * words[class, ]), sum(n)))
}
unseen <- write(c(100, 100, 100))
learn <- function(shares, steps = c(2, 5, 15)) {
  trainings <- lapply(steps, \(k) write(k * shares))
  models <- c(Binomial = "bernoulli", Multinomial = "multinomial", Complement = "complement")
  lapply(models, \(model) {
    lapply(trainings, \(train) predict(naive_bayes(train$words, train$class, model), unseen$words))
  })
}
balanced <- learn(c(5, 5, 5))
unbalanced <- learn(c(2, 5, 10))

# Eight classes of very different size, of which only those with enough documents are kept: the
# higher the threshold, the fewer classes.
genres <- matrix(rgamma(8 * 150, 0.4), 8)
sizes <- c(200, 120, 80, 50, 30, 20, 12, 8)
keep_genres <- function(threshold) {
  kept <- which(sizes >= threshold)
  pages <- \(n) {
    class <- factor(rep(kept, n))
    rate <- genres[as.integer(as.character(class)), ]
    list(class = class, words = matrix(rpois(sum(n) * 150, 0.15 * rate), sum(n)))
  }
  train <- pages(sizes[kept])
  test <- pages(rep(40, length(kept)))
  models <- c(Binomial = "bernoulli", Multinomial = "multinomial", Complement = "complement")
  p <- lapply(models, \(model) predict(naive_bayes(train$words, train$class, model), test$words))
  list(truth = test$class, p = p)
}
thresholds <- lapply(c("8" = 8, "30" = 30, "80" = 80), keep_genres)
shrinking <- lapply(names(balanced), \(model) lapply(thresholds, \(step) step$p[[model]]))
names(shrinking) <- names(balanced)
kept_classes <- lapply(thresholds, `[[`, "truth")

glass <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
glass_classes <- loglik_set(glass_type, truth = "type", system = "recogniser")
three <- droplevels(subset(glass_type, recogniser == "lda" & type %in% c("WinF", "WinNF", "Veh")))
three <- loglik_set(three, truth = "type")

eta <- function(...) scoring_rule("mixture", eta = c(...))
beta <- function(gamma) scoring_rule("beta", gamma = gamma)

# The weight of error rates over the prior log odds of three classes (Brümmer 2010, appendix D).
plot_prior_weight <- function(limit = 6, by = 0.1) {
  odds <- seq(-limit, limit, by = by)
  surface <- expand.grid(x1 = odds, x2 = odds)
  surface$weight <- prior_weight(as.matrix(surface))
  ggplot2::ggplot(surface, ggplot2::aes(.data$x1, .data$x2, z = .data$weight)) +
    ggplot2::geom_contour_filled(breaks = seq(0, 1 / 9, length.out = 10) + c(rep(0, 9), 1e-9)) +
    ggplot2::scale_fill_grey(start = 0.98, end = 0.2, name = "Weight") +
    ggplot2::coord_equal(expand = FALSE) +
    ggplot2::labs(
      x = "ln prior odds of class 1 and 3", y = "ln prior odds of class 2 and 3",
      alt = "Weight of error rates over the prior odds of three classes: greatest at even odds"
    )
}

figures <- list(
  # Ramos, Franco-Pedroso, Lozano-Diez, Gonzalez-Rodriguez 2018, Deconstructing cross-entropy
  "Ramos 2018, figure 2" = \() plot_cost(c(svm, fused), prior = 0.5, c_fa = 10),
  "Ramos 2018, figure 3" = \() autoplot(
    rule_curve(scoring_rule("log", unit = "bits")), show = "cost"
  ),
  "Ramos 2018, figure 4a" = \() plot_lr_histogram(systems),
  "Ramos 2018, figure 4b" = \() plot_roc(systems),
  "Ramos 2018, figure 5" = \() plot_reliability(systems),
  "Ramos 2018, figure 6" = \() autoplot(information(svm, prior = 0.5)),
  "Ramos 2018, figure 7" = \() plot_ece(systems),
  "Ramos 2018, figure 8a" = \() plot_lr_histogram(c(svm, fused)),
  "Ramos 2018, figure 8b" = \() plot_reliability(c(svm, fused)),
  "Ramos 2018, figure 8c" = \() plot_roc(c(svm, fused)),
  "Ramos 2018, figure 8d" = \() plot_ece(c(svm, fused)),
  "Ramos 2018, figure 9a" = \() plot_lr_histogram(glass),
  "Ramos 2018, figure 9b" = \() plot_reliability(glass),
  "Ramos 2018, figure 9c" = \() plot_roc(glass),
  "Ramos 2018, figure 9d" = \() plot_ece(glass),

  # Ramos, Gonzalez-Rodriguez 2008, Cross-entropy analysis of the information
  "Ramos 2008, figure 2" = \() plot_cost(c(svm, fused), prior = 0.5),
  "Ramos 2008, figure 4" = \() autoplot(information(systems, prior = 0.1)),
  "Ramos 2008, figure 5a" = \() plot_ece(svm, x_axis = "probability"),
  "Ramos 2008, figure 5b" = \() plot_ape(svm),
  "Ramos 2008, figure 6" = \() plot_ece(systems, x_axis = "probability"),

  # Ramos, Gonzalez-Rodriguez 2013, Reliable support
  "Ramos 2013, figure 1" = \() autoplot(
    rule_curve(scoring_rule("log", unit = "bits")), show = "cost"
  ),
  "Ramos 2013, figure 2a" = \() autoplot(posterior_histogram(honest, bins = 10)),
  "Ramos 2013, figure 2b" = \() plot_reliability(honest),
  "Ramos 2013, figure 3a" = \() autoplot(posterior_histogram(boastful, bins = 10)),
  "Ramos 2013, figure 3b" = \() plot_reliability(boastful),
  "Ramos 2013, figure 4a" = \() autoplot(posterior_histogram(climate, bins = 10)),
  "Ramos 2013, figure 4b" = \() plot_reliability(climate),
  "Ramos 2013, figure 5a" = \() autoplot(posterior_histogram(shy, bins = 10)),
  "Ramos 2013, figure 5b" = \() plot_reliability(shy),
  "Ramos 2013, figure 6" = \() plot_ece(svm, curves = "ece"),
  "Ramos 2013, figure 7" = \() plot_ece(svm),
  "Ramos 2013, figure 8, ECE" = \() plot_ece(sets[c("S1", "S2")]),
  "Ramos 2013, figure 8, Tippett" = \() plot_tippett(sets[c("S1", "S2")]),
  "Ramos 2013, figure 9, ECE" = \() plot_ece(sets[c("S1u", "S2u")]),
  "Ramos 2013, figure 9, Tippett" = \() plot_tippett(sets[c("S1u", "S2u")]),

  # Tornetta 2021, Entropy methods for the confidence assessment
  "Tornetta 2021, figure 1" = \() plot_complement(),
  "Tornetta 2021, figure 2" = \() plot_confidence(confidence_path(balanced, unseen$class)),
  "Tornetta 2021, figure 3" = \() plot_confidence(confidence_path(unbalanced, unseen$class)),
  "Tornetta 2021, figure 4" = \() plot_confidence(confidence_path(shrinking, kept_classes)),
  "Tornetta 2021, figure 5" = \() {
    plot_confidence(confidence_path(balanced, unseen$class), against = "purity")
  },
  "Tornetta 2021, figure 6" = \() {
    plot_confidence(confidence_path(unbalanced, unseen$class), against = "purity")
  },
  "Tornetta 2021, figure 7" = \() {
    plot_confidence(confidence_path(shrinking, kept_classes), against = "purity")
  },

  # Brümmer 2010, Measuring, refining and calibrating
  "Brümmer 2010, figure 2.1" = \() autoplot(rule_curve("log", "zero_one")),
  "Brümmer 2010, figure 2.2" = \() autoplot(rule_curve("log", "zero_one"), show = "entropy"),
  "Brümmer 2010, figure 3.1, left" = \() autoplot(rule_curve(eta(0.5)), show = "minimisers"),
  "Brümmer 2010, figure 3.1, right" = \() autoplot(rule_curve(eta(0.5, 0.55)), show = "minimisers"),
  "Brümmer 2010, figure 7.1" = \() plot_bayes_error(systems, parts = FALSE),
  "Brümmer 2010, figure 7.2" = \() {
    plot_roc(c(
      lr_set(list(h1 = 2, h2 = 1), scale = "score", system = rep("tar above non", 2)),
      lr_set(list(h1 = 1, h2 = 2), scale = "score", system = rep("non above tar", 2)),
      lr_set(list(h1 = c(1, 3), h2 = 2), scale = "score", system = rep("tar, non, tar", 3)),
      lr_set(list(h1 = 2, h2 = c(1, 3)), scale = "score", system = rep("non, tar, non", 3)),
      lr_set(c(svm$value, fused$value), c(truth, truth), scale = "score",
        system = rep(c("SVM", "fused"), each = 1000))
    ), corners = TRUE)
  },
  "Brümmer 2010, figure 7.3" = \() plot_det(systems),
  "Brümmer 2010, figure 7.4" = \() autoplot(
    rule_curve(beta(1), beta(10), beta(100)), hypothesis = "h2"
  ),
  "Brümmer 2010, figure 7.5" = \() {
    autoplot(rule_curve(beta(-0.5), beta(0), beta(1), beta(10)), show = "weight", top = 4)
  },
  "Brümmer 2010, figure 7.6" = \() autoplot(
    rule_curve(beta(-0.5), beta(0), beta(1)), hypothesis = "h2"
  ),
  "Brümmer 2010, figure 7.7" = \() autoplot(
    rule_curve("log", q = plogis(seq(-8, 8, by = 0.02)), prior = plogis(1)), show = "llr"
  ),
  "Brümmer 2010, figure 7.8" = \() plot_bayes_error(fused),
  "Brümmer 2010, figure 7.9" = \() plot_bayes_error(svm),
  "Brümmer 2010, figure 8.1, left" = \() autoplot(ternary(c("1", "2", "3"), rule = "lre")),
  "Brümmer 2010, figure 8.1, right" = \() {
    autoplot(ternary(c("1", "2", "3"), rule = "cost", eta = c(0.5, 0.3, 0.2)))
  },
  "Brümmer 2010, figure 8.2" = \() plot_det(systems),
  "Brümmer 2010, figure 8.3" = \() autoplot(prior_sweep(glass_classes["lda"])),
  "Brümmer 2010, figure 8.4" = \() {
    detectors <- predict(calibrate(glass_classes, "one_vs_rest"), glass_classes)
    autoplot(class_losses(detectors, measure = "cavg"))
  },
  "Brümmer 2010, figure D.1" = plot_prior_weight
)
