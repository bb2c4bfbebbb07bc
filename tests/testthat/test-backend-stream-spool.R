# A reader that tells how often it was asked from the beginning.
counted_reader <- function(data, size = 700) {
  reader <- chunks_of(data, size)
  asked <- new.env()
  asked$times <- 0
  reader$rewind <- local({
    rewind <- reader$rewind
    \() {
      asked$times <- asked$times + 1
      rewind()
    }
  })
  list(reader = reader, asked = asked)
}

normal_trials <- function(n = 4000, systems = 1) {
  truth <- stats::runif(n) < 0.3
  value <- stats::rnorm(n, ifelse(truth, 2, -2), 2)
  name <- if (systems > 1) letters[sample.int(systems, n, replace = TRUE)]
  lr_set(value, truth, scale = "ln", system = name)
}

spool_of <- function(x) first_pass_of(systems_of(x)[[1]])$spool

test_that("later passes do not ask the reader again", {
  withr::local_seed(1)
  tight(spooled = 1e6)
  for (systems in 1:3) {
    x <- normal_trials(systems = systems)
    counted <- counted_reader(table_of(x))
    formula <- if (systems > 1) truth ~ value | system else truth ~ value
    far <- lr_set(counted$reader, formula, scale = "ln")
    if (systems > 1) x <- x[levels(far)]
    expect_identical(cllr_min(far), cllr_min(x))
    expect_identical(dcf(far, 0.1), dcf(x, 0.1))
    expect_equal(coef(calibrate(far)), coef(calibrate(x)), tolerance = 1e-9)
    expect_identical(sort(sample_trials(far, 1e6)$value), sort(x$value))
    expect_identical(counted$asked$times, 1)
  }
})

test_that("the file is gone with the set", {
  withr::local_seed(2)
  tight(spooled = 1e6)
  far <- streamed(normal_trials(), 700)
  path <- spool_of(far)$path
  expect_identical(file.size(path), 4000 * 12)
  rm(far)
  gc()
  expect_false(file.exists(path))
})

test_that("few distinct values leave no file", {
  withr::local_seed(3)
  before <- list.files(tempdir(), "^calibrant-trials-")
  tight(values = 1e4, spooled = 1e6)
  far <- streamed(normal_trials(), 700)
  expect_null(spool_of(far))
  expect_identical(list.files(tempdir(), "^calibrant-trials-"), before)
})

test_that("what does not fit, is cut short or gone is asked of the reader", {
  withr::local_seed(4)
  x <- normal_trials(systems = 2)
  asked_for <- function(spooled, spoil = \(far) NULL) {
    tight(spooled = spooled)
    counted <- counted_reader(table_of(x))
    far <- lr_set(counted$reader, truth ~ value | system, scale = "ln")
    spoil(far)
    expect_identical(cllr_min(far), cllr_min(x)[levels(far)])
    counted$asked$times
  }
  always <- asked_for(0)
  expect_gt(always, 2)
  expect_identical(asked_for(4000), 1)
  # The other system has its trials still.
  for (one_gone in c(asked_for(3999), asked_for(4000, \(far) unlink(spool_of(far)$path)))) {
    expect_gt(one_gone, 1)
    expect_lt(one_gone, always)
  }
})

test_that("a file that cannot be written, or not in full, is done without", {
  trials <- list(value = c(1, 2, 3), truth = c(TRUE, FALSE, TRUE))
  spool <- new_spool(shared_limits(NULL))
  spool$path <- file.path(tempdir(), "no", "such", "folder")
  expect_silent(spool_chunk(spool, trials))
  expect_silent(spool_chunk(spool, trials))
  expect_null(end_spool(spool))

  spool <- new_spool(shared_limits(NULL))
  spool_chunk(spool, trials)
  expect_identical(end_spool(spool), spool)
  writeBin(1, spool$path)
  expect_null(end_spool(spool))
  expect_false(file.exists(spool$path))
})
