## ---- ten ----
ten <- lr_set(
  list(h1 = c(100, 40, 10, 5, 0.5), h2 = c(20, 2, 0.3, 0.05, 0.01)),
  scale = "lr"
)

## ---- solution-2-1 ----
misleading(ten)

## ---- solution-2-2 ----
curve <- as.data.frame(tippett_curve(ten))
at_10 <- curve[round(curve$log10_lr, 6) == 1, c("h1", "h2")]
at_10

## ---- solution-2-3 ----
set.seed(23)
calibrated <- simulate_lr(2000, 20000, s = 2)
log10_lr <- augment(calibrated)$.log10_lr[!calibrated$truth]
k <- c(2, 10, 100)
rbind(share = vapply(log10(k), \(x) mean(log10_lr >= x), 1), bound = 1 / k)

## ---- solution-2-4 ----
overconfident <- simulate_lr(2000, 20000, s = 2, stretch = 2)
log10_lr <- augment(overconfident)$.log10_lr[!overconfident$truth]
doubled <- rbind(share = vapply(log10(k), \(x) mean(log10_lr >= x), 1), bound = 1 / k)
doubled

## ---- solution-2-5 ----
product <- subset(voice_lr, evidence == "all ten")
voice <- lr_set(same_speaker ~ log10_lr,
  data = product, scale = "log10", id = seq_len(nrow(product))
)
worst <- head(augment(voice, worst_first = TRUE), 3)
cbind(
  product[worst$id, c("speaker1", "speaker2", "group1", "group2", "same_speaker")],
  log10_lr = worst$.log10_lr, bits = worst$.cost
)

## ---- solution-2-6 ----
shifted <- function(shift) {
  set.seed(1)
  x <- simulate_lr(300, 1000, s = 2, shift = shift)
  c(misleading(x), cllr_min = cllr_min(x), cllr_cal = cllr_cal(x))
}
shifts <- rbind(as_it_is = shifted(0), shifted = shifted(0.5))
shifts
