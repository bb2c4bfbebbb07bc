## ---- case ----
head_vowel <- subset(voice_lr, evidence == "head")
speakers <- function(numbers) {
  trials <- subset(head_vowel, speaker1 %in% numbers & speaker2 %in% numbers)
  lr_set(trials$log10_lr, trials$same_speaker,
    scale = "log10", source1 = trials$speaker1, source2 = trials$speaker2
  )
}
fit <- calibrate(speakers(1:76))

## ---- solution-9-1 ----
known <- predict(fit, 2, type = "lr", level = 0.95)
known

## ---- solution-9-2 ----
fewer <- predict(calibrate(speakers(seq(4, 76, by = 4))), 2, type = "lr", level = 0.95)
factors <- c(
  all = known$upper / known$lower, few = fewer$upper / fewer$lower
)
sqrt(factors)

## ---- solution-9-3 ----
width <- function(n_h1, n_h2) {
  set.seed(1)
  trained <- calibrate(simulate_lr(n_h1, n_h2, s = 2.5))
  limits <- predict(trained, c(2, -2), level = 0.95)
  limits$upper - limits$lower
}
widths <- rbind(
  `100 H1, 100 H2` = width(100, 100), `1000 H1, 100 H2` = width(1000, 100),
  `100 H1, 1000 H2` = width(100, 1000)
)
colnames(widths) <- c("log10 LR 2", "log10 LR -2")
widths

## ---- solution-9-4 ----
stairs <- calibrate(speakers(1:76), method = "pav")
far <- predict(stairs, c(1, 8), type = "lr", level = 0.95)
far

## ---- solution-9-5 ----
small <- calibrate(speakers(seq(4, 76, by = 4)))
plain <- predict(small, 2, type = "lr")
integrated <- predict(small, 2, type = "lr", integrated = TRUE)
c(plain = plain, integrated = integrated)

## ---- solution-9-6 ----
sentence <- verbal_scale(
  predict(fit, 2, type = "lr", level = 0.95),
  h1 = "both recordings are of the suspect", h2 = "the second one is of somebody else"
)$sentence
sentence
