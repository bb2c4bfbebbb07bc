# The figures of Ramos, Gonzalez-Rodriguez (2008), Cross-entropy analysis of the information in
# forensic speaker recognition. The parts that do not begin with "figure" make the data; figures.R
# says how the parts are read.

# ---- speakers ----
set.seed(2008)
draw <- function(n_same, n_different) {
  same <- rep(c(TRUE, FALSE), c(n_same, n_different))
  n <- length(same)
  common <- rnorm(n)
  data.frame(
    same,
    svm = 4.5 * same - 2.5 + 2.2 * (0.6 * common + 0.8 * rnorm(n)),
    gmm = 1.6 * same - 0.6 + 0.6 * common + 0.8 * rnorm(n)
  )
}
training <- draw(300, 3000)
trials <- draw(300, 3000)
fit <- fuse(same ~ svm + gmm, data = training)
svm <- lr_set(2.5 * trials$svm - 1, trials$same, scale = "ln")
gmm <- lr_set(0.6 * trials$gmm, trials$same, scale = "ln")
fused <- lr_set(predict(fit, newdata = trials, type = "ln"), trials$same, scale = "ln")
systems <- c(SVM = svm, GMM = gmm, fused = fused)

# ---- figure-2 ----
plot_cost(systems[c("SVM", "fused")], prior = c(0.1, 0.5, 0.9), c_miss = 1, c_fa = 1)

# ---- figure-4 ----
autoplot(information(systems["SVM"], prior = 0.1))

# ---- figure-5a ----
plot_ece(systems["SVM"], x_axis = "probability")

# ---- figure-5b ----
plot_ape(systems["SVM"])

# ---- figure-6 ----
plot_ece(systems, x_axis = "probability")
