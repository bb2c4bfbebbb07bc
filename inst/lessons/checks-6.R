## ---- check-6-1 ----
hint("`verbal_scale(c(365, 1 / 50), scale = \"lr\")`")
right("moderately strong support", "moderate support for H2")
wrong(
  "moderate support for H1",
  "Say for the second LR which hypothesis it supports: 1/50 is for H2."
)

## ---- check-6-2 ----
hint("`bound_lr(calibrated)`; its `coef()` are log10 LRs.")
right(10^coef(bound_lr(calibrated))[["upper"]])
right(coef(bound_lr(calibrated))[["upper"]])
wrong(10^coef(bound_lr(voice))[["upper"]], "This is the bound of the LRs before calibration.")

## ---- check-6-3 ----
hint("Prior odds times 365 are the posterior odds, of each court.")
right(365 / (365 + 9), 365 / (365 + 999), 365 / (365 + 999999))
wrong(365 / 1000, "This multiplies the probability. The LR multiplies the odds.")
wrong(1 - 1 / 365, "This forgets the prior.", within = 1e-4)

## ---- check-6-4 ----
hint("`useful_range(voice)`, and `useful_range(calibrated)`.")
right(useful_range(voice)$prior_min, 0)
right(useful_range(voice)$log10_prior_odds_min, -Inf)
wrong(useful_range(voice)$prior_min, "This is of the raw LRs. And of the calibrated ones?")

## ---- check-6-5 ----
hint("`explain(calibrated, prior = 1 / 11)`")
right("odds of 1 to 10")
wrong("odds of 1 to 9", "One in eleven is a prior of 1/11, and odds of 1 to 10.")
wrong("odds of 1 to 1", "Give the prior of the court.")

## ---- check-6-6 ----
hint("`augment()` has the LRs, `coef(bound_lr())` the bounds, of `voice` and of `calibrated`.")
right(
  max(augment(voice)$.log10_lr), max(augment(calibrated)$.log10_lr),
  coef(bound_lr(voice))[["upper"]], coef(bound_lr(calibrated))[["upper"]]
)
wrong(
  -coef(bound_lr(calibrated))[["lower"]],
  "This is the bound on the side of H2. The question is about large LRs."
)

## ---- check-6-7 ----
hint("`bound_lr()` of sets with 760 and 2850, and with 76 and 28 500 comparisons.")
right(761, 28131, within = 0.02)
wrong(
  28131,
  "That is with ten times the different-source comparisons. And the others?",
  within = 0.02
)
wrong(761, "That is with ten times the same-source comparisons. And the others?", within = 0.02)

## ---- check-6-8 ----
hint("Set one log10 LR of the H1 comparisons to `-Inf`.")
right(Inf)
wrong(0.5050, "This is Cllr before the change.")
wrong(0.4823, "This is Cllr_min before the change.")
