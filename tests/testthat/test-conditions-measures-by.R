easy <- random_set(1)
hard <- lr_set(h1 = c(1, -0.5, 2, 0.1), h2 = c(-1, 0.4, 0.2), scale = "ln")
x <- c(easy, hard, pool = TRUE)
channel <- rep(c("phone", "room"), c(length(easy), length(hard)))

test_that("conditions have the measures of their trials", {
  table <- measures_by(x, channel, c("cllr", "eer"))
  of <- \(one, measure) table$estimate[table$condition == one & table$measure == measure]
  expect_equal(of("phone", "cllr"), cllr(easy))
  expect_equal(of("room", "eer"), eer(hard))
  expect_equal(of("all", "cllr"), cllr(x))
  expect_equal(table$n_h1[table$condition == "room"], c(4, 4))
})

test_that("equalised error rates and costs are means over conditions", {
  equal <- equal_weights(x, channel)
  expect_equal(cllr(equal), (cllr(easy) + cllr(hard)) / 2)
  rates <- \(set) unlist(error_rates(set, 0.1)[c("p_miss", "p_fa")])
  expect_equal(rates(equal), (rates(easy) + rates(hard)) / 2)
  expect_equal(sum(equal$weight[equal$truth]), sum(x$truth))
  table <- measures_by(x, channel, "cllr")
  expect_equal(table$estimate[table$condition == "equalised"], cllr(equal))
})

test_that("given weights stay in proportion, and systems are apart", {
  weighted <- lr_set(c(1, 2, -1, -2), c(TRUE, TRUE, FALSE, FALSE), "ln", weight = c(1, 3, 2, 2))
  equal <- equal_weights(weighted, c("a", "a", "a", "a"))
  expect_equal(equal$weight, weighted$weight)
  both <- c(a = easy, b = hard)
  half <- rep_len(c("u", "v"), length(both))
  equal <- equal_weights(both, half)
  expect_equal(tapply(equal$weight, list(half, equal$truth, equal$system), sum)["u", "TRUE", "b"],
    2)
})

test_that("what lacks a hypothesis has numbers and no measure", {
  lone <- replace(channel, 1, "car")
  table <- measures_by(x, lone, "cllr")
  expect_true(is.na(table$estimate[table$condition == "car"]))
  expect_equal(unlist(table[table$condition == "car", c("n_h1", "n_h2")], use.names = FALSE),
    as.integer(c(easy$truth[1], !easy$truth[1])))
  expect_true(is.na(table$estimate[table$condition == "equalised"]))
  expect_error(equal_weights(x, lone), class = "calibrant_error_one_class")
  expect_error(measures_by(x, "a"), class = "calibrant_error_input")
  expect_error(measures_by(x, replace(channel, 1, NA)), class = "calibrant_error_input")
})

test_that("what names no condition and no cost is refused", {
  x <- simulate_lr(20, 20)
  condition <- rep(c("a", "b"), 20)
  expect_error(measures_by(x, data.frame()), class = "calibrant_error_input")
  expect_error(equal_weights(x, data.frame()), class = "calibrant_error_input")
  nested <- data.frame(condition = I(as.list(condition)))
  expect_error(measures_by(x, nested), class = "calibrant_error_input")
  expect_error(measures_by(x, condition, c_miss = quote(a + b)), class = "calibrant_error_input")
  expect_error(measures_by(x, condition, which = quote(a)), class = "calibrant_error_input")
})

test_that("a family of intervals shares the error among the conditions that have trials", {
  set.seed(1)
  x <- simulate_lr(90, 90, s = 1.5)
  condition <- c(rep_len(c("a", "b", "c"), 179), "lone")
  by <- \(...) measures_by(x, condition, "cllr", replicates = 50, ...)
  apart <- by(level = 0.9)
  together <- by(level = 0.9, family = TRUE)
  expect_equal(together$level, c(rep(1 - 0.1 / 3, 3), NA, 0.9, NA))
  expect_equal(apart$level, c(rep(0.9, 3), NA, 0.9, NA))
  expect_equal(together$estimate, apart$estimate)
  own <- measures(x[condition == "b"], "cllr", level = 1 - 0.1 / 3, replicates = 50)
  expect_named(own, setdiff(names(together), c("condition", "n_h1", "n_h2", "level")))
  expect_false("level" %in% names(measures_by(x, condition, "cllr")))
  expect_error(by(family = NA), class = "calibrant_error_input")
  expect_error(by(level = 95), class = "calibrant_error_input")
})

test_that("random effects refuse replicates that are no number", {
  x <- lr_set(c(2, 1, -1, 3, 0, -2), rep(c(TRUE, FALSE), 3), scale = "ln")
  for (replicates in list(mean, list(mean), "many")) {
    expect_error(
      measures_by(x, rep(1:3, each = 2), "cllr", replicates = replicates, random = TRUE),
      class = "calibrant_error_input"
    )
  }
})

test_that("conditions keep their names apart from those of joint rows and of each other", {
  x <- random_set(3, 40, 40)
  for (name in c("all", "equalised")) {
    expect_error(measures_by(x, rep(c(name, "near"), 40), "cllr"), class = "calibrant_error_input")
  }
  for (name in c("mean", "new", "between")) {
    groups <- rep(c(name, "b", "c", "d"), 20)
    expect_s3_class(measures_by(x, groups, "cllr"), "measures_by")
    expect_error(
      measures_by(x, groups, "cllr", random = TRUE, replicates = 20),
      class = "calibrant_error_input"
    )
  }
  alike <- data.frame(a = rep(c("a b", "a"), 40), b = rep(c("c", "b c"), 40))
  expect_error(measures_by(x, alike, "cllr"), class = "calibrant_error_input")
})
