x <- random_set(5)

test_that("a row has the costs of the verbs, and their difference", {
  table <- dcf_table(x, "SRE 2016")
  points <- nist_operating_points("SRE 2016")
  expect_identical(table$name, points$name)
  expect_equal(table$dcf, unname(dcf(x, points, normalised = TRUE)))
  expect_equal(table$dcf_min, unname(dcf_min(x, points, normalised = TRUE)))
  expect_equal(table$calibration_loss, table$dcf - table$dcf_min)
  expect_equal(table$p_miss, error_rates(x, bayes_threshold(points, scale = x$scale))$p_miss)
  plain <- dcf_table(x, c(0.1, 0.5), c_miss = 10, normalised = FALSE)
  expect_equal(plain$dcf, unname(dcf(x, c(0.1, 0.5), c_miss = 10)))
  expect_equal(plain$effective_prior, effective_prior(c(0.1, 0.5), 10))
})

test_that("there is a row per system, and scores have minimum costs", {
  both <- c(a = x, b = random_set(6))
  expect_identical(as.character(dcf_table(both, 0.1)$system), c("a", "b"))
  scores <- dcf_table(lr_set(x$value, x$truth, "score"), 0.1)
  expect_true(is.na(scores$dcf) && is.na(scores$p_fa))
  expect_equal(scores$dcf_min, dcf_table(x, 0.1)$dcf_min)
  expect_error(dcf_table(x, "SRE 1066"), class = "calibrant_error_input")
  expect_error(dcf_table(x, 2), class = "calibrant_error_input")
})

test_that("decisions may be made at a threshold of one's own", {
  at <- error_rates(x, c(-0.5, 1))
  expect_equal(dcf(x, c(0.1, 0.4), threshold = c(-0.5, 1)),
    c(0.1, 0.4) * at$p_miss + c(0.9, 0.6) * at$p_fa)
  scores <- lr_set(x$value, x$truth, "score")
  rates <- error_rates(scores, 0.3)
  expect_equal(dcf(scores, 0.2, threshold = 0.3), 0.2 * rates$p_miss + 0.8 * rates$p_fa)
  expect_error(dcf(x, c(0.1, 0.2), threshold = 1:3), class = "calibrant_error_input")
  expect_error(dcf(scores, 0.2), class = "calibrant_error_score")
})
