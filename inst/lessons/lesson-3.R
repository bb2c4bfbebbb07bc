## ---- six ----
six <- lr_set(list(h1 = c(8, 4, 1 / 2), h2 = c(2, 1 / 4, 1 / 8)), scale = "lr")

## ---- solution-3-1 ----
table <- augment(six)
table[c("lr", "truth", ".posterior", ".cost")]

## ---- solution-3-2 ----
c(
  h1 = mean(log2(1 + 1 / c(8, 4, 1 / 2))), h2 = mean(log2(1 + c(2, 1 / 4, 1 / 8))),
  cllr_h1 = cllr_h1(six), cllr_h2 = cllr_h2(six), cllr = cllr(six)
)

## ---- solution-3-3 ----
as.data.frame(pav(six))

## ---- solution-3-4 ----
c(cllr = cllr(six), min = cllr_min(six), cal = cllr_cal(six))

## ---- solution-3-5 ----
table <- augment(six, prior = 0.2)
ece <- 0.2 * mean(table$.cost[table$truth]) + 0.8 * mean(table$.cost[!table$truth])
c(
  by_hand = ece, ece = cross_entropy(six, 0.2), min = cross_entropy_min(six, 0.2),
  null = cross_entropy_null(0.2)
)

## ---- solution-3-6 ----
twice <- lr_set(list(h1 = c(8, 4, 1 / 2)^2, h2 = c(2, 1 / 4, 1 / 8)^2), scale = "lr")
squared <- c(cllr = cllr(twice), min = cllr_min(twice), cal = cllr_cal(twice))
squared

## ---- solution-3-7 ----
tied <- lr_set(list(h1 = c(8, 4, 1), h2 = c(1, 1 / 4, 1 / 8)), scale = "lr")
c(cllr = cllr(tied), min = cllr_min(tied), cal = cllr_cal(tied))

## ---- solution-3-8 ----
stretched <- function(stretch) {
  set.seed(1)
  x <- simulate_lr(300, 1000, s = 2, stretch = stretch)
  useful <- useful_range(x)
  c(cllr = cllr(x), min = cllr_min(x), from = useful$prior_min, to = useful$prior_max)
}
rbind(underconfident = stretched(0.5), overconfident = stretched(2))

## ---- solution-3-9 ----
answers <- function(yes, no) {
  lr_set(list(h1 = rep(yes, 3), h2 = rep(no, 3)), scale = "lr")
}
animals <- list(
  frog = answers(1 / 8, 1 / 8), fish = answers(8, 8), turtle = answers(1, 1),
  crocodile = answers(1 / 8, 8), reversed = answers(8, 1 / 8)
)
vapply(animals, \(x) c(cllr = cllr(x), min = cllr_min(x), auc = auc(x)), numeric(3))
