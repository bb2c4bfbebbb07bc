## ---- check-2-1 ----
hint("Misleading is an LR below 1 where H1 is true, and above 1 where H2 is.")
right(0.2, 0.4)
wrong(0.3, "Keep the hypotheses apart: a rate of both depends on how many of each were tested.")
wrong(0.8, "This is the share of H1 comparisons that point the right way.")

## ---- check-2-2 ----
hint("Count the LRs that are greater than 10, of five in either class.")
right(0.4, 0.2)
wrong(0.6, "The curve counts LRs that are greater than 10, and one is 10.")

## ---- check-2-3 ----
hint("Compare `.log10_lr` of `augment(x)` with `log10(c(2, 10, 100))` where `!x$truth`.")
right(pnorm(-(log(2) + 2) / 2), pnorm(-(log(10) + 2) / 2), within = 0.15)
wrong(
  pnorm((2 - log(10)) / 2),
  "These are the H1 comparisons. The bound is about H2.",
  within = 0.05
)

## ---- check-2-4 ----
hint("As before, with `stretch = 2`. Only one of the three shares is above 1/k.")
right(pnorm(-(log(10) / 2 + 2) / 2), pnorm(-(log(100) / 2 + 2) / 2), within = 0.15)
wrong(pnorm(-(log(2) + 2) / 2), "These LRs are not stretched.", within = 0.04)

## ---- check-2-5 ----
hint("`augment(voice, worst_first = TRUE)` begins with those that cost most.")
right(10.515, within = 1e-3)
wrong(21.992, "The largest LR of all is right. Look for what costs most.", within = 1e-3)

## ---- check-2-6 ----
hint("`simulate_lr(300, 1000, s = 2, shift = 0.5)` after `set.seed(1)`, then `misleading()`.")
misleading_h2 <- function(shift) {
  set.seed(1)
  misleading(simulate_lr(300, 1000, s = 2, shift = shift))[["h2"]]
}
right(misleading_h2(0.5))
wrong(misleading_h2(-0.5), "This shift goes towards H2.")
wrong(misleading_h2(0), "These LRs are not shifted.")
