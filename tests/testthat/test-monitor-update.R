trials <- withr::with_seed(1, {
  truth <- rep(c(TRUE, FALSE), 50)
  data.frame(llr = stats::rnorm(100, ifelse(truth, 2, -2), 2), truth = truth)
})

test_that("trials come as sets, numbers, labels, or one by one", {
  date <- "2026-01-05"
  whole <- update(monitor(date = date), trials$llr, trials$truth, "ln", date = date)
  set <- lr_set(trials$llr, trials$truth, scale = "ln")
  expect_identical(whole$state, update(monitor(date = date), set, date = date)$state)
  labels <- ifelse(trials$truth, "same", "other")
  named <- update(monitor(date = date), trials$llr, labels, "ln", h1 = "same", date = date)
  expect_identical(whole$state, named$state)
  one <- monitor(date = date)
  # The state after updates in pairs equals the state after one update with all trials.
  for (i in seq(1, 100, 2)) {
    one <- update(one, trials$llr[i + 0:1], trials$truth[i + 0:1], "ln", date = date)
  }
  expect_equal(one$state, whole$state)
  expect_identical(update(monitor(), 1, 1, "ln")$entries[[2]]$n_h1, 1)
  expect_error(update(monitor(), 1, scale = "ln"), class = "calibrant_error_input")
  expect_error(update(monitor(), 1, "a", "ln"), class = "calibrant_error_input")
})

test_that("any batches give the same e-values after each trial, in any order of the truths", {
  date <- "2026-01-05"
  in_batches <- \(truth, size) {
    m <- monitor(date = date)
    for (i in split(1:60, (seq_len(60) - 1) %/% size)) {
      m <- update(m, trials$llr[i], truth[i], "ln", date = date)
    }
    m$state
  }
  orders <- withr::with_seed(4, list(sample(rep(c(TRUE, FALSE), c(12, 48))), 1:60 <= 30, 1:60 > 50))
  for (truth in orders) {
    whole <- in_batches(truth, 60)
    for (size in c(1, 5, 20)) expect_identical(in_batches(truth, size), whole)
  }
})

test_that("monitors of earlier versions, without runs, go on", {
  m <- update(monitor(), trials$llr[1:50], trials$truth[1:50], "ln")
  old <- utils::modifyList(m$state$all, list(seen = m$state$all$seen[1:2]))
  m$state$all <- old
  found <- run_monitor(m, list(llr = trials$llr[51:100], truth = trials$truth[51:100]), NULL)
  expect_true(all(is.finite(found$log_e$total)))
  expect_length(found$state$all$seen, 6)
})

test_that("waiting trials are few, whatever the share", {
  truth <- withr::with_seed(2, stats::runif(3000) < 0.05)
  m <- update(monitor(), ifelse(truth, 1, -1), truth, "ln")
  expect_lt(length(m$state$all$h1) + length(m$state$all$h2), 200)
})

test_that("discrimination has a bet of its own", {
  m <- monitor(auc = 0.9)
  m <- update(m, rep(c(-1, 1), 30), rep(c(TRUE, FALSE), 30), "ln")
  stakes <- c(0.02, 0.05, 0.1, 0.2, 0.4)
  e <- mean((1 + stakes * 0.9 / 0.1)^30)
  expect_equal(m$entries[[2]]$log_e$discrimination, log(e))
  tie <- update(monitor(auc = 0.9), c(1, 1), c(TRUE, FALSE), "ln")
  expect_equal(tie$entries[[2]]$log_e$discrimination, log(mean(1 + stakes * 0.4 / 0.1)))
})

test_that("groups have their own e-process, and the mean counts", {
  m <- monitor(groups = c("a", "b"))
  m <- update(m, trials$llr, trials$truth, "ln", group = rep(c("a", "b"), each = 50))
  m <- update(m, c(1, -1), c(TRUE, FALSE), "ln", group = "b")
  a <- update(monitor(), trials$llr[1:50], trials$truth[1:50], "ln")
  last <- m$entries[[3]]$log_e
  expect_equal(last[["group a"]], a$entries[[2]]$log_e$total)
  expect_equal(last$groups, log(mean(exp(unlist(last[c("group a", "group b")])))))
  expect_equal(last$total, log(mean(exp(unlist(last[c("calibration", "groups")])))))
  expect_error(update(m, 1, TRUE, "ln"), class = "calibrant_error_input")
  expect_error(update(m, 1, TRUE, "ln", group = "c"), class = "calibrant_error_input")
  expect_error(update(monitor(), 1, TRUE, "ln", group = "c"), class = "calibrant_error_input")
  for (odd in list(globalenv(), as.name("truth"), sum)) {
    expect_error(update(monitor(), 1, odd, "ln"), class = "calibrant_error_input")
  }
})

test_that("comparisons that share items are told", {
  x <- lr_set(c(1, -1, 2), c(TRUE, FALSE, TRUE), scale = "ln", source1 = c("a", "a", "b"),
    source2 = c("a", "c", "b"))
  expect_warning(update(monitor(), x), class = "calibrant_warning_dependent")
  apart <- lr_set(c(1, -1), c(TRUE, FALSE), scale = "ln", source1 = c("a", "b"),
    source2 = c("a", "c"), sure = TRUE)
  expect_no_warning(update(monitor(), apart))
})

test_that("a long path is thinned, but not at the alarm", {
  m <- update(monitor(), rep(c(3, 3), 500), rep(c(TRUE, FALSE), 500), "ln")
  expect_lte(length(m$entries[[2]]$path$trial), most_path + 1)
  expect_true(m$entries[[2]]$alarm %in% m$entries[[2]]$path$trial)
})
