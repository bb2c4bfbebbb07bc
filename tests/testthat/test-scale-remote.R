test_that("what needs no trial gives what it gives for trials", {
  both <- c(one = random_set(3, 300, 800), other = random_set(4, 200, 500))
  weighted <- random_set(5, 300, 400, weights = TRUE)
  verbs <- list(
    cllr, cllr_min, cllr_cal, cllr_h1, eer, auc, bayes_error, dcf, ece_curve, useful_range, pav,
    det_curve, tippett_curve, lr_histogram, \(x) misleading(x, level = 0.95), \(x) dcf_min(x),
    summary,
    \(x) coef(calibrate(x)),
    \(x) coef(calibrate(x, method = "gaussian")), levels, length
  )
  for (x in list(both, weighted, both["one"])) {
    far <- hidden_set(x)
    for (verb in verbs) {
      expect_equal(
        withr::with_seed(1, verb(far)), withr::with_seed(1, verb(x)),
        tolerance = 1e-12
      )
    }
    draws <- \(set) withr::with_seed(1, measures(set, replicates = 30))
    sentences <- \(set) unlist(strsplit(unclass(explain(set)), "(?<=[.]) ", perl = TRUE))
    expect_true(all(sentences(far) %in% sentences(x)))
    if (is.null(x$weight)) {
      expect_identical(sentences(far), sentences(x))
      expect_equal(bound_lr(far)$bounds, bound_lr(x)$bounds, tolerance = 1e-12)
      expect_equal(as.data.frame(draws(far)), as.data.frame(draws(x)), tolerance = 1e-12)
    } else {
      # Weights are not numbers of trials, and no pass keeps their squares.
      expect_error(bound_lr(far), class = "calibrant_error_no_trials")
      expect_error(draws(far), class = "calibrant_error_no_trials")
    }
  }
})

test_that("what needs trials refuses with a class", {
  x <- random_set(6, 40, 50)
  far <- hidden_set(c(one = x, other = x))
  verbs <- list(
    as.data.frame, head, augment, pav_lr, posterior, bayes_decision, sort, rev, \(x) x[1:3],
    \(x) cross_calibrate(x), \(x) x$value, \(x) x[["truth"]], \(x) x$weight,
    \(x) predict(calibrate(x)),
    \(x) measures(x, "cllr", by = "source", replicates = 5)
  )
  for (verb in verbs) expect_error(verb(far), class = "calibrant_error_input")
  for (verb in verbs[1:13]) expect_error(verb(far), class = "calibrant_error_no_trials")
})

test_that("systems are chosen, renamed and joined, and shards add up", {
  withr::local_seed(7)
  x <- random_set(7, 400, 900)
  y <- random_set(8, 300, 700)
  both <- c(one = hidden_set(x), other = hidden_set(y))
  expect_identical(levels(both), c("one", "other"))
  expect_length(both, 2300)
  expect_identical(cllr_min(both), cllr_min(c(one = x, other = y)))
  expect_identical(cllr_min(both["other"]), cllr_min(c(other = y)))
  expect_identical(cllr_min(both$other), cllr_min(c(other = y)))
  levels(both) <- c("a", "b")
  expect_identical(levels(both), c("a", "b"))
  expect_error(both["one"], class = "calibrant_error_input")
  expect_error(c(hidden_set(x), hidden_set(y)), class = "calibrant_error_pool")
  expect_error(c(hidden_set(x), both), "Either all sets or none", class = "calibrant_error_input")
  expect_error(
    c(a = hidden_set(x), b = hidden_set(lr_set(x$value, x$truth, scale = "log10"))),
    class = "calibrant_error_input"
  )
  whole <- c(x, y, pool = TRUE)
  questions <- c(
    "ranges", "finite_range", "sizes", "totals", "infinite", "class_ranges", "counts", "blocks"
  )
  near <- c(x, hidden_set(y), pool = TRUE)
  for (shards in list(c(hidden_set(x), hidden_set(y), pool = TRUE), near)) {
    for (question in questions) {
      expect_equal(
        calibrant:::once(only_system(shards), question),
        calibrant:::once(only_system(whole), question),
        label = question
      )
    }
    expect_identical(blocks_of(only_system(shards)), blocks_of(only_system(whole)))
    expect_equal(cllr(shards), cllr(whole), tolerance = 1e-14)
    expect_equal(cross_entropy(shards, 0.1), cross_entropy(whole, 0.1), tolerance = 1e-14)
  }
})

test_that("a set says where its trials are, and is saved without what is known of it", {
  x <- hidden_set(random_set(9, 30, 40))
  expect_output(print(x), "stay in a drawer, which is looked up")
  cllr_min(x)
  file <- withr::local_tempfile()
  saveRDS(x, file)
  y <- readRDS(file)
  expect_null(only_system(y)$blocks)
  expect_identical(cllr_min(y), cllr_min(x))
  damaged <- unclass(x)
  damaged$scale <- "none"
  class(damaged) <- class(x)
  expect_error(cllr(damaged), class = "calibrant_error_damaged")
})
