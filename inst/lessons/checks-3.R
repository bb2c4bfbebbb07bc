## ---- check-3-1 ----
hint("The cost is log2(1 + 1/LR) if H1 is true, and log2(1 + LR) if H2 is.")
right(log2(9 / 8), log2(5 / 4), log2(3))
wrong(log2(9), "This would be the cost if the other hypothesis were true.")
wrong(log(9 / 8), "Bits are logarithms to base 2.")

## ---- check-3-2 ----
hint("Average the three costs of H1, those of H2, and the two means.")
right(log2(9 / 8 * 5 / 4 * 3) / 3)
wrong(2 * log2(9 / 8 * 5 / 4 * 3) / 3, "This adds the two means. Cllr is their average.")
wrong(2 * log2(9 / 8 * 5 / 4 * 3), "This is the sum of all costs.")

## ---- check-3-3 ----
hint("Only trials 3 and 4 of the sorted row are in the wrong order. Pool them.")
right(-Inf, 0, Inf)
right(0, 1, Inf)
wrong(c(1 / 2), "An H1 trial with LR 1/2 stands below an H2 trial with LR 2: pool the two.")

## ---- check-3-4 ----
hint("After PAV, only the two pooled trials cost anything: 1 bit each.")
right(1 / 3, log2(9 / 8 * 5 / 4 * 3) / 3 - 1 / 3)
wrong(2 / 3, "Average over three trials in each class, and then over the two classes.")
wrong(1, "The other four trials cost nothing, but they count in the mean.")

## ---- check-3-5 ----
hint("Multiply each LR by 1/4, find the costs, and weight the two means by .2 and .8.")
right(cross_entropy(six, 0.2), cross_entropy_min(six, 0.2))
wrong(cllr(six), "This is the cost at even odds. First multiply each LR by 1/4.")
wrong(
  mean(c(log2(3 / 2), 1, log2(9), log2(3 / 2), log2(17 / 16), log2(33 / 32))),
  "Weight the mean of H1 by .2, and the mean of H2 by .8."
)

## ---- check-3-6 ----
hint("Square the LRs and find the costs anew. Which of the three numbers knows of the order only?")
right(log2(65 / 64 * 17 / 16 * 5) / 3, 1 / 3)
wrong(2 * cllr(six), "The logarithms double, the costs do not: find them anew.")

## ---- check-3-7 ----
hint("An LR of 1 costs 1 bit.")
right(log2(9 / 8 * 5 / 4 * 2) / 3, 1 / 3)
wrong(log2(9 / 8 * 5 / 4) / 3, "An LR of 1 is not free. It costs 1 bit, as no evidence does.")

## ---- check-3-8 ----
hint("`useful_range(simulate_lr(300, 1000, s = 2, stretch = 2))` after `set.seed(1)`; then 0.5.")
useful <- function(stretch) {
  set.seed(1)
  useful_range(simulate_lr(300, 1000, s = 2, stretch = stretch))$prior_min
}
right(useful(2))
wrong(useful(1), "These LRs are not stretched.")

## ---- check-3-9 ----
hint("An answer costs log2(9) if it is wrong, log2(9/8) if it is right, and 1 if there is none.")
right((log2(9) + log2(9 / 8)) / 2, log2(9), 1)
wrong(2 * log2(9), "Cllr is the average of the two means, not their sum.")
wrong(log2(9 / 8), "This is what right answers cost. Who gives only these?")
