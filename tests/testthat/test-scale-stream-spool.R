# A reader that counts how often it was restarted.
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

test_that("only the user can read the file", {
  skip_on_os("windows")
  withr::local_seed(2)
  tight(spooled = 1e6)
  mask <- Sys.umask()
  far <- streamed(normal_trials(), 700)
  expect_identical(format(file.mode(spool_of(far)$path)), "600")
  expect_identical(Sys.umask(), mask)
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
  # The other system still has its trials.
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

# Reader of the chunks of `data()`, which is called again at each rewind.
reader_of <- function(data) {
  reader <- chunks_of(data(), 700)
  lr_chunks(\() reader$next_chunk(), \() {
    reader <<- chunks_of(data(), 700)
    reader$rewind()
  })
}

verbs_of_streams <- list(
  error_rates = \(x) error_rates(x, 0.1), cllr = cllr, cllr_min = cllr_min, eer = eer,
  auc = \(x) auc(x, exact = FALSE),
  dcf = \(x) dcf(x, 0.1), det = \(x) as.data.frame(det_curve(x)),
  ece = \(x) as.data.frame(ece_curve(x)),
  pav = \(x) pav(x)$blocks, sample = \(x) sort(sample_trials(x, 1e6)$value),
  calibrate = \(x) coef(calibrate(x))
)

# If the first pass of a set saw other trials than the next one, functions give the first answer or
# refuse.
expect_first_or_refused <- function(make, known) {
  for (verb in names(verbs_of_streams)) {
    found <- tryCatch(verbs_of_streams[[verb]](make()),
      calibrant_error_changed = \(cnd) "changed"
    )
    expect_true(identical(found, "changed") || identical(found, known[[verb]]), label = verb)
  }
}

test_that("other trials behind the first pass are noticed by their content", {
  skip_unless_extended()
  withr::local_seed(6)
  tight(spooled = 0)
  data <- table_of(normal_trials())
  known <- lapply(verbs_of_streams, \(verb) {
    verb(lr_set(chunks_of(data, 700), truth ~ value, scale = "ln"))
  })
  changes <- list(
    redrawn = transform(data, value = rnorm(4000, ifelse(truth, 2, -2), 2)),
    one = transform(data, value = replace(value, 9, value[9] + 1e-9)),
    exchanged = transform(data, value = replace(value, truth, rev(value[truth]) + 0.01))
  )
  for (changed in changes) {
    expect_first_or_refused(known = known, make = \() {
      now <- data
      x <- lr_set(reader_of(\() now), truth ~ value, scale = "ln")
      now <- changed
      x
    })
    found <- tryCatch(
      {
        now <- data
        x <- lr_set(reader_of(\() now), truth ~ value, scale = "ln")
        now <- changed
        error_rates(x, 0.1)
      },
      calibrant_error_changed = \(cnd) "changed"
    )
    expect_identical(found, "changed")
  }
  # The same trials in another order are the same trials.
  now <- data
  x <- lr_set(reader_of(\() now), truth ~ value, scale = "ln")
  now <- data[rev(seq_len(4000)), ]
  expect_equal(error_rates(x, 0.1), known$error_rates)
})

test_that("a file of trials that was altered, spoiled or cut is noticed", {
  skip_unless_extended()
  withr::local_seed(7)
  tight(spooled = 1e6)
  data <- normal_trials()
  known <- lapply(verbs_of_streams, \(verb) verb(streamed(data, 700)))
  spoil <- list(
    values = \(bytes) replace(bytes, 1:5600, writeBin(rnorm(700), raw())),
    missing = \(bytes) replace(bytes, 1:8, writeBin(NaN, raw())),
    truth = \(bytes) replace(bytes, 5601:5604, writeBin(7L, raw())),
    half = \(bytes) utils::head(bytes, 24000), none = \(bytes) raw()
  )
  for (change in spoil) {
    expect_first_or_refused(known = known, make = \() {
      x <- streamed(data, 700)
      path <- spool_of(x)$path
      bytes <- readBin(path, "raw", 1e6)
      writeBin(change(bytes), path)
      x
    })
  }
})
