## ---- six ----
six <- lr_set(list(h1 = c(8, 4, 1 / 2), h2 = c(2, 1 / 4, 1 / 8)), scale = "lr")

## ---- solution-4-1 ----
c(
  threshold = bayes_threshold(0.01, c_miss = 10, c_fa = 1, scale = "lr"),
  effective_prior = effective_prior(0.01, c_miss = 10, c_fa = 1)
)

## ---- solution-4-2 ----
rates <- error_rates(six, threshold = 4)
c(
  threshold = bayes_threshold(0.2, scale = "lr"), by_hand = 0.2 * 1 / 3 + 0.8 * 0,
  from_rates = 0.2 * rates$p_miss + 0.8 * rates$p_fa, dcf = dcf(six, prior = 0.2)
)

## ---- solution-4-3 ----
shifted <- lr_set(list(h1 = c(80, 40, 5), h2 = c(20, 2.5, 1.25)), scale = "lr")
c(
  dcf = dcf(shifted, prior = 0.5), dcf_min = dcf_min(shifted, prior = 0.5), eer = eer(shifted),
  eer_six = eer(six)
)

## ---- solution-4-4 ----
c(
  hull = eer(six), steps = eer(six, method = "steps"),
  worst_prior = max(bayes_error_min(six, prior = seq(0.01, 0.99, by = 0.01)))
)

## ---- solution-4-5 ----
cost <- rbind("report H1" = c(0, 50), "report H2" = c(10, 0), "inconclusive" = c(1, 1))
q <- c(0.99, 0.97, 0.5, 0.08)
data.frame(q, action = bayes_decision(cbind(q, 1 - q), cost))

## ---- solution-4-6 ----
glass <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
prior <- c(0.01, 0.5)
glass_errors <- bayes_error(glass, prior = prior, normalised = TRUE)
glass_errors

## ---- solution-4-7 ----
s <- c(0.5, 1, 1.5, 2, 3, 4)
theory <- rbind(s = s, cllr = vapply(s, \(s) cllr(gaussian_system(s)), 1), eer = pnorm(-s / 2))
theory
set.seed(1)
sample <- simulate_lr(300, 1000, s = 2)
sampled <- c(cllr = cllr(sample), eer = eer(sample))
sampled
