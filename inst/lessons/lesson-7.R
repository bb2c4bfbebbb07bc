## ---- tables ----
prints <- conclusion_set("
  conclusion         mated  nonmated
  Exclusion            450     3 622
  Inconclusive       1 856       455
  Individualization  3 663         6
", conclusions = c("Exclusion", "Inconclusive", "Individualization"))
afte <- c("Elimination", "Inconclusive-C", "Inconclusive-B", "Inconclusive-A", "ID")
bullets <- conclusion_set(truth ~ conclusion, data = subset(black_box, study == "bullets"),
  count = "n", h1 = "same", conclusions = afte, no_value = "Other")
# A study in which no identification was wrong
never <- conclusion_set(cbind(
  same = c(Exclusion = 5, Inconclusive = 15, Identification = 80),
  different = c(60, 40, 0)
))

## ---- solution-7-1 ----
worth <- conclusion_lr(prints, prior_counts = 0)
c(by_hand = (3663 / 5969) / (6 / 4083), package = 10^worth$log10_lr[3])

## ---- solution-7-2 ----
worth_bullets <- conclusion_lr(bullets)
10^worth_bullets$log10_lr

## ---- solution-7-3 ----
rates <- error_rates(bullets)
rates

## ---- solution-7-4 ----
priors <- c(0.5, 1, 2)
certain <- vapply(priors, \(a) {
  unlist(10^conclusion_lr(never, prior_counts = a)[3, c("log10_lr", "lower", "upper")])
}, numeric(3))
colnames(certain) <- priors
certain

## ---- solution-7-5 ----
merged <- conclusion_merges(bullets, into = list(Inconclusive = afte[2:4]))
told <- measures(bullets, "information")
c(lost = merged$loss, told = told$estimate)

## ---- solution-7-6 ----
said <- explain(conclusion_lr(prints), "Individualization")
said
