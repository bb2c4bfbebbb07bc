answer_of <- \(found) attr(found, "facts")$answer

test_that("no size makes an interval of an infinite cost narrow", {
  llr <- withr::with_seed(1, c(stats::rnorm(40, 1), -Inf, stats::rnorm(40, -1)))
  wrong <- lr_set(llr, rep(c(TRUE, FALSE), c(41, 40)), scale = "ln")
  found <- withr::with_seed(2, plan_size(wrong, "cllr",
    half_width = 0.1, studies = 10, replicates = 40
  ))
  expect_false(any(found$answer))
  expect_identical(unique(found$half_width), Inf)
  expect_match(explain(found), "no size was found")
  right <- lr_set(replace(llr, 41, Inf), wrong$truth, scale = "ln")
  found <- withr::with_seed(2, plan_size(right, "cllr",
    half_width = 0.1, studies = 10, replicates = 40
  ))
  expect_true(any(found$answer))
})

test_that("the half-width of Cllr is little more than the textbook's where studies are large", {
  found <- plan_size(gaussian_system(2), "cllr", half_width = 0.005)
  llr <- seq(-40, 40, by = 0.001)
  variance <- vapply(c(2, -2), \(mean) {
    share <- dnorm(llr, mean, 2) / sum(dnorm(llr, mean, 2))
    cost <- log2(1 + exp(-sign(mean) * llr))
    sum(share * cost^2) - sum(share * cost)^2
  }, 0)
  textbook <- qnorm(0.975)^2 * sum(variance) / 4 / 0.005^2
  expect_gt(answer_of(found), textbook)
  expect_lt(answer_of(found), 1.05 * textbook)
  expect_lte(found$half_width[found$answer], 0.005)
})

test_that("half of the studies have a narrower interval than the middle one", {
  at <- \(half_width) plan_size(
    gaussian_system(2), "cllr", half_width = half_width, assurance = 0.9, sizes = 400
  )
  expect_equal(at(at(0.1)$half_width)$assurance, 0.5, tolerance = 0.01)
})

test_that("models of a pilot find a spread though most trials are equal", {
  expect_identical(middle_spread(c(1, 2, 4, 9)), stats::mad(c(1, 2, 4, 9)))
  expect_identical(middle_spread(c(0, 0, 0, 0, 1)), stats::sd(c(0, 0, 0, 0, 1)))
})

test_that("rates are exact", {
  found <- plan_size(gaussian_system(1.5), "misleading_h2", half_width = 0.06, sizes = c(50, 80))
  rate <- pnorm(-0.75)
  expect_equal(found$half_width[1], sum(dbinom(0:50, 50, rate) * vapply(0:50, \(k) {
    diff(binom.test(k, 50)$conf.int) / 2
  }, 0)))
  met <- plan_size(gaussian_system(1.5), "misleading_h1 < 0.3", sizes = 60)
  k <- 0:60
  upper <- vapply(k, \(k) binom.test(k, 60)$conf.int[2], 0)
  lower <- vapply(k, \(k) binom.test(k, 60)$conf.int[1], 0)
  expect_equal(met$assurance, sum(dbinom(k, 60, rate)[upper < 0.3]))
  expect_equal(met$failed, sum(dbinom(k, 60, rate)[lower >= 0.3]))
})

test_that("the answer is the least size that is enough", {
  found <- plan_size(gaussian_system(2), "cllr < 0.6", assurance = 0.9, ratio = 5)
  n <- answer_of(found)
  around <- plan_size(gaussian_system(2), "cllr < 0.6", assurance = 0.9, ratio = 5, sizes = n - 1:0)
  expect_equal(around$assurance >= 0.9, c(FALSE, TRUE))
  expect_equal(around$n_h2, 5 * around$n)
  expect_equal(found$n[found$answer], n)
})

test_that("formulas and studies say the same", {
  set.seed(1)
  settings <- read_size_settings(0.95, 200, 40, 1)
  model <- size_model(gaussian_system(2), "independent", 1, NULL, 1, 0)
  goal <- read_goal("cllr < 0.6", NULL, NULL, settings)
  exact <- formula_curve(goal, model, settings)
  drawn <- run_at(model, goal, settings, 300, 150)
  expect_equal(mean(drawn$half_width), exact$half_width(300), tolerance = 0.03)
  expect_equal(mean(drawn$reached), exact$assurance(300), tolerance = 0.15)
})

test_that("a criterion that is not met is never passed, and the sentence says so", {
  found <- plan_size(gaussian_system(2), "cllr < 0.4")
  expect_true(is.na(answer_of(found)))
  expect_false(any(found$answer))
  expect_match(explain(found), "no size was found")
  expect_gt(max(found$failed), 0.99)
})

test_that("spoilt LRs are seen, and the stronger the fault the earlier", {
  set.seed(2)
  size <- \(shift) answer_of(plan_size(
    gaussian_system(1.5), "calibration_test", shift = shift, studies = 20, replicates = 50
  ))
  expect_lt(size(0.5), size(0.25))
})

test_that("ten times the comparisons bear out ten times the LR", {
  set.seed(3)
  size <- \(reach) answer_of(plan_size(gaussian_system(4), "bound_lr", reach = reach, studies = 20))
  expect_equal(size(100) / size(10), 10, tolerance = 0.4)
  expect_equal(size(1 / 100) / size(100), 1, tolerance = 0.4)
})

test_that("LRs are proven right from more comparisons for a smaller factor", {
  set.seed(4)
  size <- \(target) answer_of(plan_size(gaussian_system(2), target, reach = 3, studies = 10))
  expect_lt(size("calibration_range(5)"), size("calibration_range(3)"))
})

test_that("items that matter more make a larger study", {
  set.seed(5)
  size <- \(share) answer_of(plan_size(gaussian_system(2), "auc", half_width = 0.02,
    design = "reference_probe", item_share = share, studies = 20, replicates = 50))
  expect_gt(size(0.8), 1.2 * size(0.2))
})

test_that("a pilot leaves more open than the system that it comes from", {
  set.seed(6)
  pilot <- simulate_lr(40, 40, s = 2)
  found <- plan_size(pilot, "cllr < 0.65", studies = 10, replicates = 40, assurance = 0.9)
  expect_s3_class(found, "planned_size")
  expect_match(explain(found), "pilot")
  scores <- lr_set(pilot$value, pilot$truth, scale = "score")
  wide <- plan_size(scores, "eer", half_width = 0.05, studies = 10, replicates = 40)
  expect_gt(answer_of(wide), 40)
  expect_error(plan_size(scores, "cllr < 0.6"), class = "calibrant_error_input")
  expect_error(plan_size(scores, "eer < 0.3", shift = 1), class = "calibrant_error_input")
})

test_that("values of a pilot keep mean, variance and infinite shares when they are smoothed", {
  set.seed(7)
  value <- c(-Inf, rexp(99), Inf, Inf)
  draw <- smooth_quantiles(value)(qnorm(ppoints(1e5)))
  expect_equal(mean(draw == -Inf), 1 / 102, tolerance = 0.01)
  expect_equal(mean(draw == Inf), 2 / 102, tolerance = 0.01)
  inner <- draw[is.finite(draw)]
  expect_equal(mean(asinh(inner / 2)), mean(asinh(value[2:100] / 2)), tolerance = 0.01)
  expect_equal(sd(asinh(inner / 2)), sd(asinh(value[2:100] / 2)), tolerance = 0.02)
  expect_equal(smooth_quantiles(rep(1, 9))(c(-2, 2)), c(1, 1))
  # Agreement to four digits, also in the far tails.
  value <- withr::with_seed(3, rnorm(60, 3, 4))
  draw <- asinh(smooth_quantiles(value)(qnorm(ppoints(1e5))) / 2)
  expect_lt(abs(mean(draw) - mean(asinh(value / 2))), 2e-5)
})

test_that("scores may be in any unit when they are smoothed", {
  score <- c(rnorm(40), 9)
  z <- qnorm(ppoints(20))
  moved <- smooth_quantiles(1000 + 0.01 * score, TRUE)(z)
  expect_equal(moved, 1000 + 0.01 * smooth_quantiles(score, TRUE)(z))
})

test_that("strong LLRs that are right do not add to the cost when they are smoothed", {
  value <- c(qnorm(ppoints(300), -2, 2), -20 * seq_len(100))
  draw <- smooth_quantiles(value)(qnorm(ppoints(1e4)))
  expect_lt(mean(log1p(exp(draw))), 1.3 * mean(log1p(exp(value))))
})

test_that("a pilot of items tells how much they matter", {
  set.seed(8)
  margin <- list(h1 = \(z) 2 + 2 * z, h2 = \(z) 2 * z - 2)
  draw <- \(n) draw_items_of(margin, n, "all_pairs", list(each = 0.3, own = -0.8), "ln")
  found <- rowMeans(replicate(20, unlist(item_effects(draw(60), NULL))))
  expect_equal(found[["each"]], 0.3, tolerance = 0.1)
  expect_equal(found[["own"]], -0.8, tolerance = 0.1)
  set <- draw(20)
  expect_equal(c(sum(set$truth), sum(!set$truth)), c(20, 190))
  found <- plan_size(set, "auc", half_width = 0.05, design = "all_pairs", studies = 10,
    replicates = 40)
  size <- "[0-9]+ items [(][0-9 ]+ comparisons under H1 and [0-9 ]+ under H2[)]"
  expect_match(explain(found), size)
  independent <- plan_size(gaussian_system(2), "cllr < 0.7", sizes = 400)
  expect_no_match(explain(independent), "items")
})

test_that("what cannot be planned is refused", {
  refused <- \(...) {
    expect_error(plan_size(gaussian_system(2), ...), class = "calibrant_error_input")
  }
  refused("cllr")
  refused("nothing", half_width = 1)
  refused("cllr < 0.5", half_width = 0.1)
  refused("cllr < reference")
  refused("bound_lr")
  refused("bound_lr", reach = 1)
  refused("cllr", half_width = 0.1, reach = 3)
  refused("dev_pav", half_width = 0.1)
  refused("cllr", half_width = 0.1, design = "all_pairs")
  refused("cllr", half_width = 0.1, item_share = 0.5)
  refused("cllr", half_width = 0.1, design = "all_pairs", item_share = 0.5, ratio = 2)
  refused("cllr", half_width = 0.1, sizes = 1.5)
  expect_error(plan_size(1:3, "eer", half_width = 0.1), class = "calibrant_error_input")
  expect_error(plan_size(gaussian_system(1:2), "eer", half_width = 0.1),
    class = "calibrant_error_input")
})

test_that("it is printed, and said in German", {
  found <- plan_size(gaussian_system(2), "cllr", half_width = 0.05)
  expect_output(print(found), "half_width")
  expect_output(print(found), "comparisons under H1")
  german <- withr::with_language("de", explain(found))
  expect_match(german, "Quadratur")
  expect_match(german, "Vergleichen unter H1")
})
