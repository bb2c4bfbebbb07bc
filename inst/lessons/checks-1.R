## ---- check-1-1 ----
hint("Turn the prior into odds, multiply them by the LR, and turn the product into a probability.")
right(1000 / 1999)
wrong(
  1000 * 0.001,
  "This multiplies the probability. The LR multiplies the odds, 1/999.",
  within = 1e-4
)
wrong(
  1000 / 999,
  "These are the posterior odds. The probability is odds / (1 + odds).",
  within = 1e-4
)

## ---- check-1-2 ----
hint("Multiply the two LRs, then the prior odds by the product.")
right(1 / 3)
wrong(0.5, "These are the posterior odds, 10 to 20. The probability is odds / (1 + odds).")
wrong(
  50.2 / 70.2,
  "This adds the LRs. Independent LRs multiply; their logarithms add up.",
  within = 1e-4
)
wrong(50 / 70, "This leaves out the second finding, which speaks for H2.", within = 1e-4)
wrong(10 / 29, "Odds of 1 to 20 are a probability of 1/21, not of 1/20.")

## ---- check-1-3 ----
hint("The LR is the posterior odds over the prior odds.")
right(990000)
wrong(10000 / 99, "Both steps go the same way: 10 000 up to even odds, and another 99.")
wrong(10000, "This leads to even odds only.")
wrong(1 / 990000, "This is the prior odds over the posterior odds.")

## ---- check-1-4 ----
hint("The LR is `dnorm(d, 0, 1) / dnorm(d, 0, 3)`, and 1 where d^2 (1/2 - 1/18) = ln 3.")
right(3, 3 * exp(-4), sqrt(log(3) * 9 / 4))
wrong(1 / 3, "H1, one window, goes above the line.")
wrong(sqrt(3), "3 is the standard deviation, not the variance.")

## ---- check-1-5 ----
hint("Before the finding there are 100 000 people, and each could have done it.")
right(1000 / 100999)
wrong(0.999, "This is the sentence that was said: it forgets the prior.", within = 1e-4)
wrong(1e-5, "This is the prior. The finding multiplies its odds by 1000.")
wrong(1000, "This is the LR. It still needs the prior.")

## ---- check-1-6 ----
hint("`simulate_lr(300, 1000, s = 2, stretch = 1.5)` after `set.seed(1)`, then `useful_range()`.")
useful <- function(stretch) {
  set.seed(1)
  useful_range(simulate_lr(300, 1000, s = 2, stretch = stretch))$prior_min
}
right(useful(1.5))
wrong(useful(1), "This system is calibrated. Overconfident is `stretch = 1.5`.")
