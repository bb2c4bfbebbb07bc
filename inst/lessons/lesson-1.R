## ---- solution-1-1 ----
odds <- 1 / 999 * 1000
c(odds = odds, by_hand = odds / (1 + odds), package = posterior(1000, prior = 0.001, scale = "lr"))

## ---- solution-1-2 ----
lr <- 50 * 0.2
c(log10_lr = log10(50) + log10(0.2), posterior = posterior(lr, prior = 1 / 21, scale = "lr"))

## ---- solution-1-3 ----
99 / (1 / 10000)

## ---- solution-1-4 ----
lr_of <- function(d) dnorm(d, 0, 1) / dnorm(d, 0, 3)
neutral <- sqrt(2 * log(3) / (1 - 1 / 9))
c(at_0 = lr_of(0), at_3 = lr_of(3), neutral_at = neutral, lr_there = lr_of(neutral))

## ---- solution-1-5 ----
others <- 99999
c(
  said_in_court = 1 - 1 / 1000,
  by_bayes = posterior(1000, prior = 1 / (1 + others), scale = "lr"),
  people_who_match = others / 1000
)

## ---- solution-1-6 ----
set.seed(1)
overconfident <- simulate_lr(300, 1000, s = 2, stretch = 1.5)
useful_range(overconfident)[c("prior_min", "prior_max")]
