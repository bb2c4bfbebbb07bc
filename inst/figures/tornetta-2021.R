# The figures of Tornetta (2021), Entropy methods for the confidence assessment of probabilistic
# classification models, on documents that are simulated; tornetta.R makes them of any texts. The
# parts that do not begin with "figure" make the data; figures.R says how the parts are read.

# ---- tools ----
source(system.file("figures", "tornetta.R", package = "calibrant"), local = TRUE)

# ---- newsgroups ----
set.seed(2021)
newsgroups <- c("graphics", "med", "christian")
habits <- matrix(rgamma(3 * 150, 0.4), 3, dimnames = list(newsgroups, NULL))
write <- function(n, habits) {
  class <- factor(rep(rownames(habits), n), rownames(habits))
  rate <- 0.15 * habits[class, ]
  list(class = class, words = matrix(rpois(length(rate), rate), nrow(rate)))
}
unseen <- write(c(100, 100, 100), habits)
learn <- function(sizes) {
  by_model(lapply(c("10%" = 0.1, "40%" = 0.4, "70%" = 0.7, "100%" = 1), \(share) {
    train <- write(share * sizes, habits)
    classify(train$words, train$class, unseen$words)
  }))
}
balanced <- learn(c(70, 70, 70))
unbalanced <- learn(c(20, 50, 100))

# ---- film-plots ----
set.seed(2021)
sizes <- rep(c(1000, 500, 200, 100), c(4, 5, 12, 8)) / 20
genres <- matrix(rgamma(29 * 150, 0.4), 29, dimnames = list(1:29, NULL))
keep_genres <- function(threshold) {
  kept <- genres[sizes >= threshold / 20, ]
  train <- write(sizes[sizes >= threshold / 20], kept)
  test <- write(rep(40, nrow(kept)), kept)
  list(truth = test$class, p = classify(train$words, train$class, test$words))
}
steps <- lapply(c("100" = 100, "200" = 200, "500" = 500, "1000" = 1000), keep_genres)
shrinking <- by_model(lapply(steps, `[[`, "p"))
kept_classes <- lapply(steps, `[[`, "truth")

# ---- figure-1 ----
plot_complement()

# ---- figure-2 ----
plot_confidence(confidence_path(balanced, unseen$class))

# ---- figure-3 ----
plot_confidence(confidence_path(unbalanced, unseen$class))

# ---- figure-4 ----
plot_confidence(confidence_path(shrinking, kept_classes))

# ---- figure-5 ----
plot_confidence(confidence_path(balanced, unseen$class), against = "purity")

# ---- figure-6 ----
plot_confidence(confidence_path(unbalanced, unseen$class), against = "purity")

# ---- figure-7 ----
plot_confidence(confidence_path(shrinking, kept_classes), against = "purity")
