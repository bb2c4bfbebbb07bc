validated <- function() {
  withr::with_seed(1, simulate_lr(100, 100, s = 2))
}

# Trials of both hypotheses, in turn.
in_turn <- function(n, seed, ...) {
  x <- withr::with_seed(seed, simulate_lr(n, n, ...))
  x[c(rbind(seq_len(n), n + seq_len(n)))]
}

test_that("a monitor begins with nothing against the system", {
  m <- monitor(validated(), method = "voices", date = "2026-01-05")
  rows <- as.data.frame(m)
  expect_identical(as.character(rows$part), c("total", "calibration", "discrimination"))
  expect_identical(rows$log10_e, c(0, 0, 0))
  expect_lt(m$settings$auc, auc(validated()))
  expect_identical(m$settings$reference$sha256, data_hash(validated()))
  expect_null(monitor(validated(), auc = FALSE)$settings$auc)
})

test_that("the e-process of a known share is the mean of likelihood ratios", {
  llr <- c(1.2, -0.3, 0.8, -2, 0)
  truth <- c(TRUE, FALSE, FALSE, TRUE, TRUE)
  m <- update(monitor(prior = 0.3), llr, truth, "ln")
  shifts <- c(-1.5, -0.75, 0.75, 1.5)
  slopes <- c(0.4, 0.55, 0.7, 1.4, 1.8, 2.4)
  sign <- ifelse(truth, 1, -1)
  chance <- Vectorize(\(a, b) prod(plogis(sign * (a * llr + b + qlogis(0.3)))))
  kinds <- c(
    mean(chance(1, shifts)), mean(chance(slopes, 0)), mean(outer(slopes, shifts, chance))
  )
  e <- sum(c(0.3, 0.6, 0.1) * kinds) / chance(1, 0)
  rows <- as.data.frame(m)
  expect_equal(utils::tail(rows$log10_e[rows$part == "total"], 1), log10(e))
})

test_that("the first pair is bet on as the help says", {
  l1 <- 0.7
  l2 <- -0.4
  m <- update(monitor(), c(l1, l2), c(TRUE, FALSE), "ln")
  stakes <- c(-0.8, -0.4, -0.15, 0.15, 0.4, 0.8)
  bets <- \(z, low) ifelse(stakes > 0, 1 + stakes * z / low, 1 + stakes * z)
  cuts <- -3:3
  level <- unlist(lapply(cuts, \(k) {
    bets(plogis(k - l1) - plogis(k - l2) * exp(l2), exp(k))
  }))
  tail <- unlist(lapply(cuts, \(k) c(
    bets((l1 <= k) - (l2 <= k) * exp(l2), exp(k)), bets((l2 > k) - (l1 > k) * exp(-l1), exp(-k))
  )))
  line <- Vectorize(\(a, b) {
    plogis(a * l1 + b) * plogis(-a * l2 - b) / plogis(l1) / plogis(-l2)
  })
  shifts <- c(-1.5, -0.75, 0.75, 1.5)
  slopes <- c(0.4, 0.55, 0.7, 1.4, 1.8, 2.4)
  lines <- 0.3 * mean(line(1, shifts)) + 0.6 * mean(line(slopes, 0)) +
    0.1 * mean(outer(slopes, shifts, line))
  e <- 0.3 * mean(level) + 0.1 * mean(tail) + 0.6 * lines
  expect_equal(m$entries[[2]]$log_e$total, log(e))
})

test_that("a change is found, and stays found until a new period begins", {
  m <- monitor(validated(), date = "2026-01-05")
  m <- update(m, in_turn(40, 2, s = 2), date = "2026-02-01")
  expect_null(monitor_facts(m)$alarm)
  m <- update(m, in_turn(60, 3, s = 2, shift = 0.7), date = "2026-03-01")
  fact <- monitor_facts(m)
  expect_gt(fact$alarm, 80)
  expect_identical(fact$alarm_date, "2026-03-01")
  expect_gte(fact$highest, log(20))
  m <- update(m, in_turn(10, 4, s = 2), date = "2026-03-02")
  expect_identical(monitor_facts(m)$alarm, fact$alarm)
  m <- monitor(m, note = "recalibrated", date = "2026-03-03")
  expect_null(monitor_facts(m)$alarm)
  expect_identical(monitor_facts(m)$period, 2L)
  rows <- as.data.frame(m)
  expect_identical(unique(rows$period), 1:2)
  expect_identical(utils::tail(rows$log10_e, 1), 0)
  expect_output(print(m), "period 2 since 2026-03-03")
})

test_that("calibrated systems raise few alarms, of whatever share", {
  alarms <- withr::with_seed(5, vapply(1:60, \(i) {
    n <- 200
    truth <- stats::runif(n) < seq(0.1, 0.9, length.out = n)
    llr <- stats::rnorm(n, ifelse(truth, 2, -2), 2)
    !is.null(monitor_facts(update(monitor(), llr, truth, "ln"))$alarm)
  }, NA))
  expect_lte(sum(alarms), 7)
})

test_that("a wrong infinite LR refutes, and a right one is no matter", {
  m <- update(monitor(prior = 0.5), c(Inf, -Inf), c(TRUE, FALSE), "ln")
  expect_equal(m$entries[[2]]$log_e$total, 0)
  m <- update(monitor(), c(Inf, -Inf, 1, -1), c(TRUE, FALSE, FALSE, TRUE), "ln")
  expect_true(is.finite(m$entries[[2]]$log_e$total))
  m <- update(m, 0, TRUE, "lr")
  expect_identical(m$entries[[3]]$log_e$total, Inf)
  expect_identical(monitor_facts(m)$alarm, 5)
  expect_output(print(m), "ALARM at trial 5")
})

test_that("what cannot be watched is refused", {
  expect_error(monitor(lr_set(1:4, c(FALSE, FALSE, TRUE, TRUE), scale = "score")),
    class = "calibrant_error_score")
  expect_error(monitor(c(validated(), other = validated())), class = "calibrant_error_input")
  weighted <- lr_set(c(1, -1), c(TRUE, FALSE), scale = "ln", weight = c(1, 2), sure = TRUE)
  expect_error(update(monitor(), weighted), class = "calibrant_error_input")
  expect_error(monitor(prior = 1), class = "calibrant_error_input")
  expect_error(monitor(auc = 1), class = "calibrant_error_input")
  expect_error(monitor(groups = c("a", "a")), class = "calibrant_error_input")
  expect_error(monitor(date = "soon"), class = "calibrant_error_input")
  expect_error(update(monitor()), class = "calibrant_error_not_given")
  expect_error(update(monitor_scores(1:40)), class = "calibrant_error_not_given")
  m <- monitor(date = "2026-01-05")
  expect_error(update(m, 1, TRUE, "ln", date = "2026-01-04"), class = "calibrant_error_input")
  m$state$all$capital[1] <- 1
  expect_error(print(m), class = "calibrant_error_damaged")
})

test_that("print() tells of which e there is an alarm", {
  expect_output(print(monitor()), "alarm at 20")
  expect_output(print(monitor(level = 0.99)), "alarm at 100")
})

test_that("a monitor takes days of the calendar, and groups that are text", {
  far <- structure(1e300, class = "Date")
  for (day in list(Inf, -Inf, NaN, NA, "", 1e9, far, "2026-02-30", Sys.Date() + 0:1)) {
    expect_error(monitor(date = day), class = "calibrant_error_input", info = deparse1(day))
    expect_error(
      update(monitor(), 1, TRUE, scale = "ln", date = day), class = "calibrant_error_input"
    )
  }
  expect_error(monitor(groups = "\xff"), class = "calibrant_error_input")
})
