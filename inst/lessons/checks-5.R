## ---- check-5-1 ----
hint("`as_voice(rowSums(each))` is the product. `cllr()` judges it, `cllr_min()` its order.")
set_of <- function(log10_lr) lr_set(log10_lr, trials$same_speaker, scale = "log10")
right(cllr(set_of(rowSums(each))), cllr_min(set_of(rowSums(each))))
wrong(
  cllr(set_of(rowMeans(each))),
  "This is the mean of the logarithms. A product is their sum."
)

## ---- check-5-2 ----
hint("`calibrate(product)`, then `coef()`.")
right(coef(calibrate(product))[["slope"]])
wrong(1 / coef(calibrate(product))[["slope"]], "The slope is the factor of the reported log LR.")

## ---- check-5-3 ----
hint("`cllr(predict(fit))`, and `cllr(cross_calibrate(product, folds = \"source\"))`.")
right(cllr(predict(fit)), cllr(cross_calibrate(product, folds = "source")), within = 1e-3)
wrong(cllr(product), "This is the Cllr of the product as it is.", within = 1e-3)

## ---- check-5-4 ----
hint("Take the rows in which both speakers have odd numbers, and those with even ones.")
right(0.3213, 0.2749)
wrong(
  cllr(predict(fuse(each[, c("heed", "hod", "hud")], trials$same_speaker))),
  "This judges the fusion on all comparisons, which trained it."
)

## ---- check-5-5 ----
hint("`learn(words)`, and `learn(words, penalty = 10)`.")
right(learn(words)[["other_speakers"]], learn(words, penalty = 10)[["other_speakers"]])
wrong(
  learn(words)[["same_speakers"]],
  "This is on the speakers that trained it. What of the others, and with a penalty?"
)

## ---- check-5-6 ----
hint("`replicate(50, cllr_cal(simulate_lr(20, 20, s = 2)))`, and the same with 1000.")
right(0.02127, 0.07620, within = 0.5)
wrong(0, "The population value is 0. What do samples of 20 show?")
