m <- cbind(c(3, 0, 20, 40), c(1, 1, 5, 9))
n <- cbind(c(50, 7, 10, 0), c(9, 2, 1, 3))

# The definitions, on trials.
trials <- function(counts) rep(seq_along(counts), counts)

test_that("costs of counts are those of the trials", {
  llr <- conclusion_llr(m, n, 0.5)
  for (j in 1:2) for (log_odds in c(0, -2)) {
    x <- lr_set(h1 = llr[trials(m[, j]), j], h2 = llr[trials(n[, j]), j], scale = "ln", sure = TRUE)
    expect_equal(conclusion_costs(m, n, llr, log_odds)[j], cross_entropy(x, plogis(log_odds)))
    expect_equal(conclusion_misleading(m, n, llr, TRUE)[j], misleading(x)[["h1"]])
    expect_equal(conclusion_misleading(m, n, llr, FALSE)[j], misleading(x)[["h2"]])
  }
})

test_that("the least costs and the AUC are those of ranks", {
  for (j in 1:2) {
    x <- lr_set(h1 = trials(m[, j]), h2 = trials(n[, j]), scale = "score", sure = TRUE)
    expect_equal(least_conclusion_costs(m, n, TRUE)[j], cllr_min(x))
    expect_equal(least_conclusion_costs(m, n, TRUE, -1)[j], cross_entropy_min(x, plogis(-1)))
    expect_equal(conclusion_auc(m, n)[j], auc(x))
  }
  expect_true(all(least_conclusion_costs(m, n, FALSE) <= least_conclusion_costs(m, n, TRUE)))
})

test_that("every verb for LRs takes conclusions", {
  x <- conclusion_set(cbind(same = m[, 1], different = n[, 1]) |> `rownames<-`(letters[1:4]),
    conclusions = letters[1:4])
  expect_equal(cllr(x), cllr(lr_set(x)))
  expect_equal(cllr(x, prior_counts = 2), cllr(lr_set(x, prior_counts = 2)))
  expect_equal(ece_curve(x)$ece, ece_curve(lr_set(x))$ece)
  expect_s3_class(plot_tippett(x), "ggplot")
  expect_equal(information(x, prior_counts = 0)$information, 1 - cllr(x, prior_counts = 0))
})

test_that("no counts at all have no LRs, instead of what lies in memory", {
  counts <- cbind(c(0, 0, 0), c(1, 2, 3), c(0, 0, 0))
  for (i in 1:20) {
    filled <- as.list(stats::runif(1000))
    rm(filled)
    for (monotone in c(FALSE, TRUE)) {
      expect_silent(llr <- conclusion_llr(counts, counts, 0, monotone))
      expect_identical(is.nan(llr), counts == 0)
    }
  }
})
