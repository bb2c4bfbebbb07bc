# What explain() says of two hundred situations: kept as it was read, and true of its own numbers.

test_that("two hundred paragraphs read as they did", {
  skip_on_cran()
  told <- told_paragraphs(told_sets())
  expect_gte(nrow(told), 190)
  lines <- sprintf("[%s, prior %s]\n%s\n", told$set, told$prior, told$text)
  expect_snapshot_output(cat(lines, sep = "\n"))
})

# The verdict that the words give.
verdict_of <- function(text) {
  words <- c(
    help = "The LRs help:", harm = "The LRs do harm at this prior", infinite = "is infinite",
    open = "not settle|not settled", none = "leave it unchanged"
  )
  found <- names(words)[vapply(words, grepl, NA, x = text)]
  # What holds at this prior is said before what holds at others.
  found[which.min(vapply(words[found], \(w) regexpr(w, text)[1], 1))]
}

# The one that the intervals give, found by another road: the costs of the trials at this prior.
verdict_of_costs <- function(x, prior) {
  trials <- as.data.frame(x)
  odds <- stats::qlogis(prior)
  llr <- trials[[1]] * (if (x$scale == "ln") 1 else log(10))
  cost <- log2(1 + exp(ifelse(trials$truth, -1, 1) * (llr + odds)))
  none <- -prior * log2(prior) - (1 - prior) * log2(1 - prior)
  each <- split(cost, trials$truth)
  ece <- sum(c(1 - prior, prior) * vapply(each, mean, 0))
  error <- sqrt(sum(c(1 - prior, prior)^2 * vapply(each, \(part) var(part) / length(part), 0)))
  if (ece == Inf) "infinite" else c(distance = (none - ece) / error)
}

test_that("the verdict of every paragraph is that of its interval", {
  sets <- told_sets()
  simple <- sets[setdiff(names(sets), c("weighted", "excluded", "by_item", "worded"))]
  told <- told_paragraphs(simple)
  for (i in seq_len(nrow(told))) {
    verdict <- verdict_of(told$text[i])
    found <- verdict_of_costs(simple[[told$set[i]]], told$prior[i])
    where <- paste(told$set[i], told$prior[i], verdict)
    if (identical(found, "infinite")) {
      expect_identical(verdict, "infinite", label = where)
    } else if (verdict == "help") {
      expect_gt(found, 1.5, label = where)
    } else if (verdict == "harm") {
      expect_lt(found, -1, label = where)
    } else if (verdict == "open" && grepl("^many", told$set[i]) && told$prior[i] %in% c(0.3, 0.5)) {
      # Nearer to certainty intervals allow for costs that so few trials may lack.
      expect_lt(abs(found), 4, label = where)
    }
  }
  expect_setequal(vapply(told$text, verdict_of, ""), c("help", "harm", "infinite", "open", "none"))
})

test_that("no paragraph has a function, a plural of one, or a range without width", {
  told <- told_paragraphs(told_sets())$text
  expect_no_match(told, "[a-z_]+\\(\\)")
  expect_no_match(told, "\\b1 comparisons|\\b1 trials")
  expect_no_match(told, "between ([0-9.]+ %) and \\1[^0-9]")
  expect_no_match(told, "NA|NULL|NaN|  ")
})
