## ---- check-4-1 ----
hint("The costs multiply the odds: (1 x 0.99) / (10 x 0.01).")
right(9.9, 1 / 10.9)
wrong(99, "This leaves out the costs.")
wrong(990, "The cost of a false alarm goes above the line.")
wrong(1 / 9.9, "These are the prior odds. The question asks for the prior.")

## ---- check-4-2 ----
hint("The threshold is 0.8/0.2 = 4. Which LRs reach it?")
right(1 / 15)
wrong(0.8 / 3, "Misses are weighted by the prior of H1, which is 0.2.")
wrong(1 / 6, "The prior is 0.2, not 0.5.")

## ---- check-4-3 ----
hint("All LRs exceed 1: no misses, and every H2 trial is a false alarm.")
right(0.5, 1 / 6)
wrong(1, "The false alarm rate is 1, and it is weighted by the prior of H2.")
wrong(0, "There are no misses, but every H2 trial is a false alarm.")

## ---- check-4-4 ----
hint("Join (0, 1/3) and (1/3, 0) by a line. Where do both rates agree on it?")
right(1 / 6)
wrong(1 / 3, "This is where the steps meet. Deciding by lot between two thresholds does better.")

## ---- check-4-5 ----
hint("Report H1 where its expected cost, 50 (1 - q), is at most that of \"inconclusive\", 1.")
right(0.98, 0.1)
right("report H1", "inconclusive", "report H2")
wrong(0.02, "At most this may be the probability of H2, so that of H1 must be at least 1 - 0.02.")
wrong(0.9, "A wrong report of H2 happens where H1 is true: 10 q at most 1.")

## ---- check-4-6 ----
hint("`bayes_error(glass, prior = c(0.01, 0.5), normalised = TRUE)`")
glass_errors <- function(...) {
  glass <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  bayes_error(glass, prior = c(0.01, 0.5), ...)
}
right(glass_errors(normalised = TRUE)[1, 1], glass_errors(normalised = TRUE)[2, 2])
wrong(
  glass_errors()[1, 1],
  "These are error rates. `normalised = TRUE` divides them by those without evidence."
)

## ---- check-4-7 ----
hint("`cllr(gaussian_system(s))` gives Cllr for each s, and `pnorm(-s / 2)` the EER.")
right(cllr(gaussian_system(2)), pnorm(-1), within = 0.1)
wrong(pnorm(-2), "The means are s^2 apart with standard deviation s: the EER is at s / 2.")
wrong(cllr(gaussian_system(1)), "At s = 1, Cllr is still far above 0.5.")
