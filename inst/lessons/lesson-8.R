## ---- voices ----
head_vowel <- subset(voice_lr, evidence == "head")
as_set <- function(trials) {
  lr_set(trials$log10_lr, trials$same_speaker,
    scale = "log10", source1 = trials$speaker1, source2 = trials$speaker2,
    id = paste(trials$speaker1, trials$speaker2)
  )
}
voices <- cross_calibrate(as_set(head_vowel), folds = "source")

## ---- solution-8-1 ----
set.seed(1)
by_item <- measures(voices, "cllr")
by_trial <- measures(voices, "cllr", by = "trial")
widths <- c(by_item = by_item$upper - by_item$lower, by_trial = by_trial$upper - by_trial$lower)
widths

## ---- solution-8-2 ----
few <- subset(head_vowel, speaker1 %% 4 == 0 & speaker2 %% 4 == 0)
few_voices <- cross_calibrate(as_set(few), folds = "source")
set.seed(1)
of_few <- measures(few_voices, "cllr")
c(few = of_few$upper - of_few$lower, all = by_item$upper - by_item$lower)

## ---- solution-8-3 ----
n <- 50
upper <- 1 - 0.05^(1 / n)
upper

## ---- solution-8-4 ----
set.seed(1)
accused <- function(n, stretch) {
  p <- replicate(50, calibration_test(simulate_lr(n, n, s = 2, stretch = stretch))$p.value)
  mean(p < 0.05)
}
power <- c(
  calibrated = accused(30, 1), overstated_30 = accused(30, 1.5), overstated_200 = accused(200, 1.5)
)
power

## ---- solution-8-5 ----
enough <- plan_size(gaussian_system(2), "cllr", half_width = 0.05)
twice <- plan_size(gaussian_system(2), "cllr", half_width = 0.025)
sizes <- c(half_width_.05 = enough$n[enough$answer], half_width_.025 = twice$n[twice$answer])
sizes

## ---- solution-8-6 ----
hud <- subset(voice_lr, evidence == "hud")
two <- c(head = voices, hud = cross_calibrate(as_set(hud), folds = "source"))
set.seed(1)
difference <- compare_systems(two, "cllr")
difference
