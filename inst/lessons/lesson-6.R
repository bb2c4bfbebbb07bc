## ---- solution-6-1 ----
verbal_scale(c(365, 1 / 50), scale = "lr")

## ---- voice ----
product <- subset(voice_lr, evidence == "all ten")
voice <- lr_set(same_speaker ~ log10_lr, data = product, scale = "log10",
  source1 = product$speaker1, source2 = product$speaker2)
calibrated <- cross_calibrate(voice, folds = "source")
n_h1 <- sum(product$same_speaker)
n_h2 <- sum(!product$same_speaker)

## ---- solution-6-2 ----
bound <- bound_lr(calibrated)
10^coef(bound)

## ---- solution-6-3 ----
vapply(c(1 / 10, 1 / 1000, 1 / 1000000), \(prior) posterior(365, prior = prior, scale = "lr"), 1)

## ---- solution-6-4 ----
ranges <- rbind(raw = useful_range(voice), calibrated = useful_range(calibrated))
ranges

## ---- solution-6-5 ----
explain(calibrated, prior = 1 / 11)

## ---- solution-6-6 ----
strongest <- rbind(
  raw = c(max(augment(voice)$.log10_lr), coef(bound_lr(voice))[["upper"]]),
  calibrated = c(max(augment(calibrated)$.log10_lr), coef(bound_lr(calibrated))[["upper"]])
)
colnames(strongest) <- c("largest", "bound")
strongest

## ---- solution-6-7 ----
set.seed(1)
bounds <- function(n_h1, n_h2) {
  x <- lr_set(list(h1 = rnorm(n_h1, 15, 0.5), h2 = rnorm(n_h2, -15, 0.5)), scale = "ln")
  bound <- coef(bound_lr(x))
  c(n_h1 = n_h1, n_h2 = n_h2, one_in = 10^-bound[["lower"]], upper = 10^bound[["upper"]])
}
supported <- rbind(bounds(76, 2850), bounds(760, 2850), bounds(76, 28500))
supported

## ---- solution-6-8 ----
set.seed(1)
sure <- as.data.frame(simulate_lr(300, 1000, s = 2))
sure$log10_lr[1] <- -Inf
sure <- lr_set(truth ~ log10_lr, data = sure, scale = "log10")
c(cllr = suppressWarnings(cllr(sure)), cllr_min = cllr_min(sure))
