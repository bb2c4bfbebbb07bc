## ---- check-7-1 ----
hint("Divide the share of individualizations among the mated by that among the nonmated.")
right((3663 / 5969) / (6 / 4083))
wrong(3663 / 6, "This divides the counts. There are not as many nonmated as mated pairs.")
wrong(1 - 6 / 4083, "This is the share of nonmated pairs that were not individualized.", 1e-4)

## ---- check-7-2 ----
hint("`conclusion_lr(bullets)`; its `log10_lr` are powers of ten.")
right(10^conclusion_lr(bullets)$log10_lr[2], 10^conclusion_lr(bullets)$log10_lr[4], within = 0.02)
wrong(1, "It is worth 1 only if it is as frequent under both hypotheses.", within = 1e-9)

## ---- check-7-3 ----
hint("`error_rates(bullets)` has them by all three conventions.")
right(20 / 2842, 20 / 981, 1881 / 2842)
wrong(20 / 4247, "The rate of false positives is among the different-source comparisons.")

## ---- check-7-4 ----
hint("`conclusion_lr(never, prior_counts = 1)`, and with other prior counts.")
right(10^conclusion_lr(never)$log10_lr[3], 10^conclusion_lr(never, prior_counts = 2)$log10_lr[3])
wrong(Inf, "The number of comparisons is finite. Give it prior counts.")

## ---- check-7-5 ----
hint("`conclusion_merges(bullets, into = list(Inconclusive = afte[2:4]))`")
right(conclusion_merges(bullets, into = list(Inconclusive = afte[2:4]))$loss, within = 0.03)
wrong(
  conclusion_merges(bullets)$loss[1],
  "This merges the first two conclusions alone.",
  within = 1e-6
)

## ---- check-7-6 ----
hint("`explain(conclusion_lr(prints), \"Individualization\")`")
right("of 1000")
wrong("probability that H1 is true is", "That needs a prior. How probable is the conclusion?")
