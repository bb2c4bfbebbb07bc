# Random sets for sentences: few and many trials; LRs that help, harm or do neither; tied, certain,
# separated and reversed ones; one outlier; weights; comparisons that share items; two systems.
sentence_set <- function() {
  n <- sample(c(2, 3, 5, 8, 14, 15, 20, 40, 100, 300), 2, replace = TRUE)
  kind <- sample(c("plain", "weights", "items", "systems"), 1, prob = c(0.6, 0.1, 0.15, 0.15))
  if (kind == "items") n <- pmax(n, 14)
  truth <- rep(c(TRUE, FALSE), n)
  weight <- if (kind == "weights") sample(3, sum(n), replace = TRUE)
  if (kind != "items") {
    x <- lr_set(sentence_llr(truth), truth, scale = "ln", weight = weight, sure = TRUE)
    if (kind != "systems") return(x)
    return(c(first = x, second = lr_set(sentence_llr(truth), truth, scale = "ln", sure = TRUE)))
  }
  items <- rep_len(letters[1:9], sum(n))
  lr_set(sentence_llr(truth), truth, scale = "ln", sure = TRUE, source1 = items,
    source2 = ifelse(truth, items, c(items[-1], "z")))
}

sentence_llr <- function(truth) {
  n <- length(truth)
  s <- sample(c(0.2, 0.7, 1.5, 3, 6), 1)
  llr <- rnorm(n, ifelse(truth, 1, -1) * s^2 / 2, s)
  llr <- sample(c(1, 1, 0.4, 2.5), 1) * llr + sample(c(0, 0, 0, 3, -2), 1)
  switch(sample(11, 1), round(llr), ifelse(runif(n) < 0.7, 0, llr), 0 * llr, -llr,
    replace(llr, 1, Inf), replace(llr, n, -Inf), replace(llr, 1, -Inf), replace(llr, 1, -25),
    replace(llr, n, 25), ifelse(truth, 1, -1) * (abs(llr) + 0.1) + sample(c(0, 30), 1), llr)
}

# The phrases of each verdict, in both languages.
verdict_phrases <- list(
  en = c(
    infinite = "the uncertainty is infinite", same = "they make no difference",
    helps = "The LRs help: they reduce", harms = "The LRs do harm at this prior",
    scarce = "that are rare may not have been seen",
    open = "The interval includes the value", unknown = "it is not settled whether the LRs help",
    apart = "the LRs separate the hypotheses", elsewhere = "a threshold separates the hypotheses",
    few = "With fewer than 15 comparisons", no_interval = "so this is not settled",
    nowhere = "settle this at no prior", no_lr = "support no LR other than 1"
  ),
  de = c(
    infinite = "die Ungewissheit unendlich, weil", same = "machen sie keinen Unterschied",
    helps = "Die LR helfen: Sie verringern", harms = "Die LR schaden bei dieser",
    scarce = "sind seltene irreführende LR aber vielleicht nicht aufgetreten",
    open = "Das Intervall enthält den Wert", unknown = "es ist also nicht geklärt, ob die LR bei",
    apart = "trennen die LR die Hypothesen", elsewhere = "trennt eine Schwelle die Hypothesen",
    few = "Mit weniger als 15 Vergleichen", no_interval = "dies ist also nicht geklärt",
    nowhere = "klären dies bei keiner A-priori", no_lr = "keinen anderen LR als 1"
  )
)

verdicts_in <- function(text, language) {
  phrases <- verdict_phrases[[language]]
  names(phrases)[vapply(phrases, grepl, NA, text, fixed = TRUE)]
}

# The intervals behind a paragraph, at the prior and at the odds of its conclusions.
intervals_of <- function(x, prior) {
  all <- suppressWarnings(suppressMessages(withr::with_seed(1, measures(
    x, "cross_entropy", c(prior, plogis(verdict_odds * log(10))),
    replicates = 20
  ))))
  if (!is.null(x$weight)) all[c("lower", "upper")] <- NA
  all
}

# The verdicts that the numbers justify, from the trials and from `all` intervals.
verdicts_of <- function(x, prior, all) {
  llr <- split(x$value, ifelse(x$truth, "h1", "h2"))
  cost <- cross_entropy(x, prior)[[1]]
  none <- -sum(c(prior, 1 - prior) * log2(c(prior, 1 - prior)))
  interval <- all[1, ]
  reversed <- auc(x)[[1]] < 0.5
  same <- isTRUE(abs(cost - none) < 1e-12)
  settled <- if (is.finite(cost)) settled_of(x, same, all[-1, ])
  c(
    if (is.infinite(cost)) {
      "infinite"
    } else if (same) {
      "same"
    } else if (is.na(interval$lower)) {
      "unknown"
    } else if (interval$upper < none) {
      if (min(table(x$truth)) < fewest_for_verdict) "scarce" else "helps"
    } else if (interval$lower > none) {
      "harms"
    } else {
      "open"
    },
    if (!reversed && max(llr$h2) < min(llr$h1)) {
      if (max(llr$h2) <= 0 && min(llr$h1) >= 0) "apart" else "elsewhere"
    },
    settled,
    if (all(abs(coef(bound_lr(x))) < 1e-12)) "no_lr"
  )
}

# LRs that change nothing have no intervals, and leave nothing to settle.
settled_of <- function(x, same, all) {
  if (all(is.na(all$lower))) return(if (!same) "no_interval")
  if (min(table(x$truth)) < fewest_for_verdict) return("few")
  wider <- \(end) all$estimate + verdict_widening * (all[[end]] - all$estimate)
  none <- ece_null(verdict_odds * log(10))
  if (!any(wider("upper") < none | wider("lower") > none, na.rm = TRUE)) "nowhere"
}

# The numbers of a paragraph, whatever the language.
numbers_in <- function(text, language) {
  text <- gsub("(?<=[0-9]) (?=[0-9]{3}(?![0-9]))", "", text, perl = TRUE)
  if (language == "de") text <- gsub("(?<=[0-9]),(?=[0-9])", ".", text, perl = TRUE)
  found <- gregexpr("(?<![A-Za-z0-9.])[0-9]+([.][0-9]+)?", text, perl = TRUE)
  as.numeric(regmatches(text, found)[[1]])
}

# Does a printed number, without its sign, round this value?
rounds <- function(text, value) {
  decimals <- nchar(sub("^[^.]*[.]?", "", text))
  abs(as.numeric(text) - value) <= 0.5 * 10^-decimals + 1e-9
}
