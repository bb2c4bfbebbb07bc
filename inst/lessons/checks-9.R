## ---- check-9-1 ----
hint("`predict(fit, 2, type = \"lr\", level = 0.95)`")
right(26, 13.6, 49.7)
wrong(1.415, "This is log10 of the LR. Ask for `type = \"lr\"`.")
wrong(100, "This is what the model gave. It is overstated: calibrate it.", within = 1e-6)

## ---- check-9-2 ----
hint("Calibrate `speakers(seq(4, 76, by = 4))`, and take the square root of upper over lower.")
right(1.91, 2.58)
wrong(1.91^2, "This is from limit to limit. Half the way is the square root.")

## ---- check-9-3 ----
hint("`predict(calibrate(simulate_lr(100, 1000, s = 2.5)), c(2, -2), level = 0.95)`")
right(0.743, 0.697, within = 0.35)
wrong(0, "The limits are the LRs; take upper minus lower.")

## ---- check-9-4 ----
hint("`calibrate(speakers(1:76), method = \"pav\")`, then `predict()` with a `level`.")
right(6, 46.1)
wrong(26, "This is the line of logistic calibration. Ask for `method = \"pav\"`.")

## ---- check-9-5 ----
hint("`predict()` has an argument `integrated`.")
right(13.07)
wrong(14.404, "This is the LR of the best line alone. Ask for `integrated = TRUE`.", within = 1e-3)

## ---- check-9-6 ----
hint("`verbal_scale()` takes what `predict()` gave with a `level`, and clauses `h1` and `h2`.")
right("support LRs between")
wrong("probability that H1 is true is", "That needs a prior. What does an LR say?")
