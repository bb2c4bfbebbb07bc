## ---- wide ----
words <- setdiff(levels(voice_lr$evidence), c("F0", "all ten"))
parts <- split(voice_lr, voice_lr$evidence)
trials <- parts[["all ten"]][c("speaker1", "speaker2", "same_speaker")]
each <- vapply(parts[words], \(part) part$log10_lr, numeric(nrow(trials)))

## ---- solution-5-1 ----
as_voice <- function(log10_lr) {
  lr_set(log10_lr, trials$same_speaker, scale = "log10",
    source1 = trials$speaker1, source2 = trials$speaker2)
}
product <- as_voice(rowSums(each))
single <- vapply(words, \(word) cllr(as_voice(each[, word])), 1)
sort(single)
of_product <- c(cllr = cllr(product), cllr_min = cllr_min(product))
of_product

## ---- solution-5-2 ----
slopes <- vapply(words, \(word) coef(calibrate(as_voice(each[, word])))[["slope"]], 1)
range(slopes)
fit <- calibrate(product)
coef(fit)

## ---- solution-5-3 ----
calibrated <- c(
  raw = cllr(product), in_sample = cllr(predict(fit)),
  other_speakers = cllr(cross_calibrate(product, folds = "source"))
)
calibrated

## ---- solution-5-4 ----
training <- trials$speaker1 %% 2 == 1 & trials$speaker2 %% 2 == 1
test <- trials$speaker1 %% 2 == 0 & trials$speaker2 %% 2 == 0
learn <- function(words, penalty = 0) {
  fit <- fuse(each[training, words], trials$same_speaker[training], penalty = penalty)
  judge <- function(rows) {
    log10_lr <- predict(fit, each[rows, words])
    cllr(lr_set(log10_lr, trials$same_speaker[rows], scale = "log10"))
  }
  c(same_speakers = judge(training), other_speakers = judge(test))
}
three <- learn(c("heed", "hod", "hud"))
three

## ---- solution-5-5 ----
all_ten <- rbind(free = learn(words), penalised = learn(words, penalty = 10))
all_ten

## ---- solution-5-6 ----
set.seed(1)
of_perfect <- function(n) range(replicate(50, cllr_cal(simulate_lr(n, n, s = 2))))
rbind(of_20 = of_perfect(20), of_1000 = of_perfect(1000))
