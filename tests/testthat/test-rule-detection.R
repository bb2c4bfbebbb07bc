test_that("each class against the rest, literally", {
  set.seed(4)
  q <- matrix(rexp(12), 4)
  q <- q / rowSums(q)
  for (part in list("brier", "boost", "log", scoring_rule("cost", eta = 0.2))) {
    rule <- detection_rule(part)
    truth <- c(1, 3, 2, 3)
    literal <- vapply(1:4, \(t) {
      own <- truth[t]
      (score(part, q[t, own], TRUE) + sum(score(part, q[t, -own], FALSE))) / 3
    }, 0)
    expect_equal(score(rule, q, truth), literal, tolerance = 1e-12)
  }
  expect_equal(score(detection_rule("brier"), q, 1), 2 / 3 * score("brier", q, 1),
    tolerance = 1e-12)
})

test_that("it is proper, and the cost of detection is one of them", {
  p <- rbind(c(0.6, 0.3, 0.1))
  rule <- detection_rule("boost")
  set.seed(5)
  q <- matrix(rexp(300), 100)
  q <- q / rowSums(q)
  expect_true(all(expected_score(rule, q, p) >= entropy(rule, p)))
  x <- example_set()
  cavg_rule <- detection_rule(scoring_rule("cost", eta = 1 / 4))
  expect_equal(risk(x, cavg_rule), 2 * cavg(x), tolerance = 1e-12)
  expect_equal(
    risk(x, combined_rule(cavg_rule, "log", weight = c(1, 2))),
    risk(x, cavg_rule) + 2 * risk(x, "log"), tolerance = 1e-12
  )
})

test_that("it says what it is, and for how many classes", {
  expect_output(print(detection_rule("boost")), "each class against the rest: boost")
  expect_output(print(detection_rule("boost")), "Strictly proper")
  expect_output(print(detection_rule("zero_one")), "Range: 0 to 1")
  expect_error(detection_rule(diag(3)), class = "calibrant_error_input")
  expect_error(score(detection_rule("boost"), 0.5, TRUE), class = "calibrant_error_input")
  expect_error(risk(simulate_lr(5, 5, s = 1), combined_rule(detection_rule("brier"), "log")),
    class = "calibrant_error_input")
})
