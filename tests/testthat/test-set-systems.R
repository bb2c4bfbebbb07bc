test_that("counts each system by itself", {
  x <- lr_set(c(1, 1, 2, 1), rep(c(TRUE, FALSE), 2), scale = "ln", system = c("b", "b", "a", "a"))
  expect_named(each_system(x, counts_of), c("b", "a"))
  expect_equal(counts_of(systems_of(x)$b)$value, 1)
  expect_equal(counts_of(systems_of(x)$a)$value, c(1, 2))
})

three <- function() {
  c(
    set_of(c(1, 2), c(-1, 1.5), system = rep("first", 4)),
    set_of(c(1, -2), c(-1, 1.5), system = rep("second one", 4)),
    set_of(1, c(-1, 0), system = rep("third", 3))
  )
}

test_that("judges every system as if it were alone", {
  x <- three()
  measures <- list(cllr, cllr_min, cllr_cal, cllr_h1, cllr_h2, cross_entropy, cross_entropy_min,
    effective_information)
  for (f in measures) {
    alone <- vapply(levels(x), \(name) unname(f(x[name])), 0)
    expect_equal(f(x), alone)
  }
})

test_that("does not mind how the trials of systems are mixed", {
  x <- three()
  withr::local_seed(1)
  mixed <- x[sample(length(x))]
  expect_equal(cllr(mixed)[levels(x)], cllr(x))
  expect_equal(cllr_min(mixed)[levels(x)], cllr_min(x))
})

test_that("binds curves of all systems with the system in front", {
  x <- three()
  rates <- \(x) misleading(x, level = 0.95)
  for (f in list(ece_curve, tippett_curve, pav, lr_histogram, rates, useful_range)) {
    curve <- f(x)
    expect_equal(names(curve)[1], "system")
    expect_equal(levels(curve$system), levels(x))
    expect_false(is.unsorted(as.integer(curve$system)))
    expect_equal(levels(f(set_of(1, -1))$system), "system")
  }
})

test_that("frames of systems are those of base R", {
  columns <- list(a = factor(c("x", "y")), b = c(0.5, -Inf), c = list(1, "z"))
  of_one <- \(rows) bind_systems(list(one = NULL), \(system) list2DF(columns)[rows, ])
  expect_identical(of_one(1:2), list2DF(c(list(system = factor(c("one", "one"))), columns)))
  expect_identical(nrow(of_one(0)), 0L)
})

test_that("a call with three arguments makes the set of one that gives the defaults as well", {
  value <- c(2, 0.5, -1, 1)
  truth <- c(TRUE, TRUE, FALSE, FALSE)
  expect_identical(
    lr_set(value, truth, "ln"), lr_set(value, truth, "ln", h1 = NULL, weight = NULL, sure = FALSE)
  )
})
