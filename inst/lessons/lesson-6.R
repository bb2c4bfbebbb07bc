## ---- solution-6-1 ----
verbal_scale(c(366, 1 / 50), scale = "lr")

## ---- voice ----
product <- subset(voice_lr, evidence == "all ten")
voice <- lr_set(same_speaker ~ log10_lr, data = product, scale = "log10",
  source1 = product$speaker1, source2 = product$speaker2)
calibrated <- cross_calibrate(voice, folds = "source")

## ---- solution-6-2 ----
bound <- bound_lr(calibrated)
10^coef(bound)

## ---- solution-6-3 ----
vapply(c(1 / 10, 1 / 1000, 1 / 1000000), \(prior) posterior(366, prior = prior, scale = "lr"), 1)

## ---- solution-6-4 ----
rbind(raw = useful_range(voice), calibrated = useful_range(calibrated))

## ---- solution-6-5 ----
explain(calibrated, prior = 1 / 11)

## ---- solution-6-6 ----
c(
  said = max(augment(voice)$.log10_lr), bound = coef(bound_lr(voice))[[2]],
  after_calibration = max(augment(calibrated)$.log10_lr)
)

## ---- solution-6-7 ----
set.seed(1)
sure <- as.data.frame(simulate_lr(300, 1000, s = 2))
sure$log10_lr[1] <- -Inf
sure <- lr_set(truth ~ log10_lr, data = sure, scale = "log10")
c(cllr = suppressWarnings(cllr(sure)), cllr_min = cllr_min(sure))
