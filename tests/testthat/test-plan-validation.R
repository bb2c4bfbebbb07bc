test_that("a plan read from its file is the plan, and its fingerprint that of the file", {
  skip_if_not_installed("jsonlite")
  file <- withr::local_tempfile(fileext = ".json")
  plans <- list(glass_plan(), validation_plan(
    accuracy = "cllr < 1", declared = as.Date("2026-01-01"),
    data = list(baseline = simulate_lr(5, 7, s = 1), unseen = "later"),
    generalisation = "cllr <= baseline"
  ))
  for (plan in plans) {
    write_calibrant(plan, file)
    expect_identical(read_calibrant(file), plan)
    expect_identical(data_hash(plan), cli::hash_file_sha256(file))
    expect_false(any(readBin(file, "raw", 1e5) == as.raw(13)))
  }
  expect_identical(plans[[2]]$data$n_h2, c(7, NA))
  # This value never changes for this plan.
  expect_match(data_hash(glass_plan()), "^017ad107681819fd")
})

test_that("everything that is declared is in the fingerprint", {
  base <- list(accuracy = "cllr < 0.9", declared = "2026-03-01")
  changes <- list(
    list(), list(method = "m"), list(accuracy = "cllr < 0.8"), list(level = 0.9), list(seed = 2),
    list(replicates = 10), list(by = "trial"), list(decide_by = "estimate"), list(note = "n"),
    list(declared = "2026-03-02"), list(hypotheses = c(h1 = "a", h2 = "b")),
    list(data = list(baseline = "b")), list(calibration = "cllr_cal < 0.1")
  )
  hashes <- vapply(changes, \(change) {
    data_hash(do.call(validation_plan, utils::modifyList(base, change)))
  }, "")
  expect_identical(anyDuplicated(hashes), 0L)
})

test_that("plans that do not hold together are refused", {
  refused <- \(...) expect_error(validation_plan(...), class = "calibrant_error_plan")
  refused()
  refused(accuracy = 0.5)
  refused(accuracy = c("cllr < 1", "cllr < 1"))
  refused(accuracy = "cllr < 1", data = "glass")
  refused(accuracy = "cllr < 1", data = list(base = "glass"))
  refused(accuracy = "cllr < 1", data = list(unseen = "glass"))
  refused(accuracy = "cllr < 1", data = list(baseline = c("a", "b")))
  refused(accuracy = "cllr < 1", data = list(baseline = "a", unseen = "b"))
  refused(accuracy = "cllr < 1", data = list(baseline = 1))
  refused(robustness = "cllr < 1")
  refused(robustness = "cllr < 1", data = list(baseline = "a", robustness = "a"))
  refused(coherence = "cllr <= previous", data = list(baseline = "a", quality = "b"))
  refused(accuracy = "cllr < reference")
  refused(accuracy = "cllr < 1", declared = "soon")
  refused(accuracy = "cllr < 1", method = 3)
  expect_error(validation_plan("cllr < 1"), class = "calibrant_error_dots")
  expect_error(validation_plan(accuracy = "cllr < 1", seed = 0.5), class = "calibrant_error_input")
})

test_that("files that are no plans are refused", {
  skip_if_not_installed("jsonlite")
  file <- withr::local_tempfile(fileext = ".json")
  refused <- \(...) expect_error(read_calibrant(...), class = "calibrant_error_file")
  refused(file)
  writeLines("{", file)
  refused(file)
  for (text in c("3", "[1, 2]", "null", "{\"format\": \"another\"}")) {
    writeLines(text, file)
    refused(file)
  }
  writeLines(sub("cllr < 0.9", "cllr < baseline", unsealed(plan_text(glass_plan()))), file)
  refused(file)
  expect_error(write_calibrant(1, file), class = "calibrant_error_input")
  expect_error(write_calibrant(glass_plan(), 1), class = "calibrant_error_file")
})

test_that("a file that says more than was read is told", {
  skip_if_not_installed("jsonlite")
  file <- withr::local_tempfile(fileext = ".json")
  plan <- glass_plan()
  write_calibrant(plan, file)
  lines <- readLines(file, encoding = "UTF-8")
  plain <- strsplit(unsealed(plan_text(plan)), "\n")[[1]]
  write <- function(lines, end = "\n") {
    writeBin(charToRaw(enc2utf8(paste0(lines, end, collapse = ""))), file)
  }
  write(lines, "\r\n")
  expect_no_warning(read_calibrant(file))
  at <- grep("\"declared\"", lines)
  write(append(lines, "  \"declared\": \"2020-01-01\",", at))
  expect_error(read_calibrant(file), "declared", class = "calibrant_error_file")
  write(append(lines, "  \"level_of_proof\": 0.99,", 1))
  expect_error(read_calibrant(file), class = "calibrant_error_changed")
  write(append(plain, "  \"level_of_proof\": 0.99,", 1))
  expect_warning(found <- read_calibrant(file), class = "calibrant_warning_plan")
  expect_identical(found, plan)
})

test_that("members of a plan are checked by its schema, and named", {
  skip_if_not_installed("jsonlite")
  file <- withr::local_tempfile(fileext = ".json")
  plan <- validation_plan(
    method = "m", accuracy = "misleading_h2 < 0.2", data = list(baseline = c(n_h1 = 9, n_h2 = 20)),
    expected = gaussian_system(2), studies = 3, hypotheses = c(h1 = "a", h2 = "b"), family = TRUE
  )
  text <- plan_text(plan)
  write_text(text, file)
  expect_identical(read_calibrant(file), plan)
  classes <- validation_plan(accuracy = "cllr < 1", classes = c("a", "b", "c"))
  write_calibrant(classes, file)
  expect_identical(read_calibrant(file), classes)
  log_lik <- matrix(-(1:9 %% 4), 3, dimnames = list(NULL, c("a", "b", "c")))
  set <- loglik_set(log_lik, c("a", "b", "c"), "ln")
  of_set <- validation_plan(accuracy = "cllr < 1", data = list(baseline = set))
  expect_identical(of_set$classes, classes$classes)
  edits <- c(
    "\"n_h1\": 9" = "\"n_h1\": -9", "\"n_h2\": 20" = "\"n_h2\": \"many\"",
    "\"sha256\": null" = "\"sha256\": \"abc\"", "\"family\": true" = "\"family\": 1",
    "\"studies\": 3" = "\"studies\": 0", "\"fail\": [0-9.]+" = "\"fail\": 7",
    "\"level\": 0.95" = "\"level\": 95", "\"role\": \"baseline\"" = "\"role\": \"base\"",
    "\"seed\": 1" = "\"seed\": \"1\"", "\"h1\": \"a\"" = "\"h1\": 1",
    "\"condition\": \"baseline\"" = "\"condition\": 1"
  )
  for (i in seq_along(edits)) {
    edited <- sub(names(edits)[i], edits[[i]], unsealed(text))
    expect_false(edited == unsealed(text), info = edits[[i]])
    write_text(edited, file)
    member <- sub("^\"(\\w+)\".*", "\\1", edits[[i]])
    expect_error(read_calibrant(file), member, class = "calibrant_error_file", info = edits[[i]])
  }
})

test_that("a plan prints as it stands", {
  expect_snapshot_output(print(glass_plan()))
})

test_that("a plan says how often it errs as a whole, and its level may be for all decisions", {
  plan <- \(...) {
    validation_plan(
      accuracy = c("cllr < 0.8", "eer < 0.2"), robustness = "cllr < 0.9",
      data = list(baseline = "a", robustness = c("b", "c")), ...
    )
  }
  expect_equal(n_decisions(plan()), 4)
  expect_match(plan_errors(plan()), "all in at most 2.5 %.*one in at most 10 %")
  family <- plan(family = TRUE)
  expect_equal(decision_level(family), 1 - 0.05 / 4)
  expect_match(plan_errors(family), "all in at most 0.625 %.*one in at most 2.5 %")
  expect_match(plan_errors(plan(decide_by = "estimate")), "up to half")
  proven <- validation_plan(calibration = c("calibration_range(2) >= 1", "cllr_cal < 0.1"))
  expect_match(plan_errors(proven), "all in at most 5 %.*one in at most 2.5 %")
  expect_false(data_hash(family) == data_hash(plan()))
})

test_that("a plan that was altered by hand is damaged", {
  plan <- validation_plan(accuracy = "cllr < 0.5", family = TRUE, note = "a")
  x <- withr::with_seed(1, simulate_lr(30, 30, s = 1))
  damaged <- \(code) expect_error(code, class = "calibrant_error_damaged")
  for (field in setdiff(names(plan), c("note", "hypotheses", "classes"))) {
    broken <- plan
    broken[[field]] <- NULL
    damaged(print(broken))
    damaged(validation_run(broken, x))
    damaged(data_hash(broken))
  }
  plan$criteria$offset <- 0.9
  damaged(validation_run(plan, x))
})

test_that("no criterion of devPAV is decided by an interval", {
  refused <- "no interval for a decision"
  expect_error(validation_plan(calibration = "dev_pav < 0.1"), refused)
  expect_error(validation_plan(calibration = "dev_pav < 0.1"), "dev_pav < 0.1 by estimate")
  plan <- validation_plan(calibration = "dev_pav < 0.1 by estimate")
  expect_identical(plan$criteria$decide_by, "estimate")
})

test_that("a plan states how likely its criteria are to be decided, and without it is as before", {
  plan <- \(...) validation_plan(
    accuracy = "misleading_h2 < 0.2", robustness = "cllr <= 1.5 * baseline",
    data = list(
      baseline = c(n_h1 = 60, n_h2 = 300), robustness = list(wet = c(n_h2 = 90, n_h1 = 40))
    ),
    declared = "2026-03-01", replicates = 50, ...
  )
  before <- plan()
  expect_null(plan_record(before)$expected)
  set.seed(1)
  state <- .Random.seed
  after <- plan(expected = gaussian_system(2), studies = 20)
  expect_identical(.Random.seed, state)
  expect_identical(after, plan(expected = gaussian_system(2), studies = 20))
  expect_equal(after$expected$criterion, before$criteria$criterion)
  expect_equal(after$expected$decided, after$expected$pass + after$expected$fail)
  k <- 0:300
  passes <- sum(dbinom(k, 300, pnorm(-1))[vapply(k, \(k) binom.test(k, 300)$conf.int[2], 0) < 0.2])
  expect_equal(after$expected$pass[1], passes, tolerance = 0.35)
  expect_false(data_hash(after) == data_hash(before))
  file <- withr::local_tempfile(fileext = ".json")
  write_calibrant(after, file)
  expect_identical(read_calibrant(file), after)
  expect_match(paste(format(after), collapse = " "), "decided with a probability")
  expect_match(paste(format(before), collapse = " "), "60 H1 and 300 H2 trials, not yet seen")
})

test_that("what is expected must be known of all conditions", {
  refused <- \(...) expect_error(
    validation_plan(accuracy = "cllr < 0.5", ..., studies = 10), class = "calibrant_error_input"
  )
  refused(expected = gaussian_system(2))
  refused(
    expected = list(other = gaussian_system(2)), data = list(baseline = c(n_h1 = 9, n_h2 = 9))
  )
  refused(expected = 1, data = list(baseline = c(n_h1 = 9, n_h2 = 9)))
  refused(data = list(baseline = c(n_h1 = 0, n_h2 = 9)))
})
