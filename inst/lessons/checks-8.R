## ---- check-8-1 ----
hint("`measures(voices, \"cllr\")` and the same with `by = \"trial\"`: upper minus lower.")
right(0.303, 0.278, within = 0.06)
wrong(0.303 / 2, "This is half the width. The question is from limit to limit.", within = 0.06)

## ---- check-8-2 ----
hint("`subset(head_vowel, speaker1 %% 4 == 0 & speaker2 %% 4 == 0)`, and calibrate it anew.")
right(1.12, within = 0.1)
right(1.12 / 0.303, within = 0.1)
wrong(0.303, "This is the width with all speakers.", within = 0.06)

## ---- check-8-3 ----
hint("Take the 50th root of 0.05.")
right(1 - 0.05^(1 / 50))
right(100 * (1 - 0.05^(1 / 50)))
wrong(0, "That none was seen does not show that there are none.")
wrong(0.05, "This is what is left of the confidence, and not the rate.", within = 1e-3)

## ---- check-8-4 ----
hint("`mean(replicate(50, calibration_test(simulate_lr(30, 30, s = 2))$p.value) < 0.05)`")
right(0.94, within = 0.12)
wrong(0.06, "This is the share of sets that pass. How often are they accused?", within = 0.8)

## ---- check-8-5 ----
hint("`plan_size(gaussian_system(2), \"cllr\", half_width = 0.05)`; the answer has a mark.")
right(541, 2119)
wrong(2 * 541, "Half the width takes four times the comparisons, not twice.", within = 1e-3)

## ---- check-8-6 ----
hint("`compare_systems(c(head = voices, hud = ...), \"cllr\")`")
right(0.0417, within = 0.02)
wrong(
  cllr(voices),
  "This is one Cllr. Its difference from the other has an interval of its own.",
  within = 1e-6
)
