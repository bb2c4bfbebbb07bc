# Three rounds: cells, narrower cells in those that matter, and the values in those that still do.

# Ten kinds of sets, as values and truth.
kinds_of_trials <- function(n = 3000) {
  h1 <- rep(c(TRUE, FALSE, FALSE), length.out = n)
  gauss <- rnorm(n, ifelse(h1, 2, -2), 2)
  odd <- c(Inf, -Inf, 0, -0, 5e-324, -5e-324, 1e300, -1e12, 2^-1022, 3e5)
  list(
    gauss = list(gauss, h1), heavy = list(2 * h1 + rt(n, 1.5), h1),
    rounded = list(round(gauss, 1), h1),
    mixed = list(ifelse(runif(n) < 0.1, round(gauss), gauss), h1),
    odd = list(c(odd, gauss), c(rep_len(c(TRUE, FALSE, FALSE), 10), h1)),
    infinite = list(ifelse(runif(n) < 0.1, sign(gauss) * Inf, gauss), h1),
    reversed = list(-gauss, h1), apart = list(gauss + 40 * h1, h1),
    tiny = list(gauss * 2^-30, h1),
    rare = list(c(gauss, 1.5, 2.5, -3), c(rep(FALSE, n), TRUE, TRUE, TRUE))
  )
}

# The same trials, by each way that counts.
ways_to_count <- function(trials, scale) {
  rows <- data.frame(value = trials[[1]], h1 = as.integer(trials[[2]]))
  set <- \(trials) lr_set(trials[[1]], trials[[2]], scale = scale, sure = TRUE)
  stream <- \(rows) {
    k <- 0
    parts <- split(rows, (seq_len(nrow(rows)) - 1) %/% 700)
    lr_set(lr_chunks(\() {
      k <<- k + 1
      if (k <= length(parts)) parts[[k]]
    }, \() k <<- 0), h1 ~ value, scale = scale, sure = TRUE)
  }
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  withr::defer(DBI::dbDisconnect(con), parent.frame())
  DBI::dbWriteTable(con, "trials", rows)
  table <- lr_set(dplyr::tbl(con, "trials"), h1 ~ value, scale = scale, way = "push", sure = TRUE)
  part <- seq_len(nrow(rows)) %% 2 == 1
  known <- with(rows, data.frame(value, n_h1 = h1, n_h2 = 1 - h1))
  list(
    vectors = set(trials), stream = stream(rows), table = table,
    shards = c(stream(rows[part, ]), set(lapply(trials, `[`, !part)), pool = TRUE),
    tally = lr_set(lr_tally(known, scale = scale))
  )
}

test_that("three rounds give the results of two and of the trials, to the bit", {
  skip_if_not_installed("RSQLite")
  skip_if_not_installed("dbplyr")
  withr::local_options(
    calibrant.stream_limits = list(values = 800), calibrant.most_few = 100, calibrant.sure = TRUE
  )
  withr::local_seed(11)
  kinds <- kinds_of_trials()
  for (kind in of_turn(names(kinds), 10)) {
    for (scale in c("ln", "log10", "log2", "score")) {
      trials <- kinds[[kind]]
      all <- lr_set(trials[[1]], trials[[2]], scale = scale, sure = TRUE)
      width <- if (kind == "tiny") 2^-31 else 2^-3
      tally <- lr_tally(all, width)
      two <- lr_set(tally, values = cells_wanted(tally, all))
      ways <- ways_to_count(trials, scale)
      right <- cells_wanted(tally, all, width = width / 2^5)
      for (way in names(ways)) {
        finer <- cells_wanted(tally, ways[[way]], width = width / 2^5)
        expect_identical(finer, right, info = paste(kind, scale, way))
      }
      wanted <- cells_wanted(tally, finer = finer)
      expect_true(all(wanted$width == width / 2^5))
      values <- cells_wanted(tally, ways[[1]], finer = finer)
      expect_lte(nrow(values), nrow(cells_wanted(tally, all)))
      three <- lr_set(tally, values = values, finer = finer)
      for (verb in list(cllr_min, eer, \(x) as.data.frame(pav(x)), \(x) auc(x, "hull"))) {
        if (scale == "score" && identical(verb, cllr_min)) next
        info <- paste(kind, scale)
        expect_identical(verb(three), verb(all), info = info)
        expect_identical(verb(three), verb(two), info = info)
      }
    }
  }
})

a_round <- function() {
  x <- with_seed(5, simulate_lr(2000, 8000, s = 2))
  tally <- lr_tally(x, 2^-4)
  list(x = x, tally = tally, finer = cells_wanted(tally, x, width = 2^-8))
}

test_that("the rounds of two places add, in any order", {
  given <- a_round()
  x <- given$x
  half <- seq_along(x$value) %% 2 == 0
  places <- list(x[half], x[!half])
  tally <- do.call(c, lapply(places, lr_tally, 2^-4))
  finer <- do.call(rbind, lapply(rev(places), \(part) cells_wanted(tally, part, width = 2^-8)))
  expect_identical(cells_wanted(tally, finer = finer), cells_wanted(tally, finer = given$finer))
  finer <- rbind(finer, cells_wanted(tally, x, width = 2^-12, finer = finer))
  values <- do.call(rbind, lapply(places, \(part) cells_wanted(tally, part, finer = finer)))
  all <- lr_set(tally, values = values, finer = finer)
  expect_identical(cllr_min(all), cllr_min(x))
  expect_identical(eer(all), eer(x))
  expect_equal(cllr(all), cllr(x), tolerance = 1e-14)
  expect_lt(nrow(values), nrow(cells_wanted(tally, x)) / 10)
})

test_that("narrower cells alone narrow the interval around the value", {
  given <- a_round()
  wide <- cllr_min(lr_set(given$tally), exact = FALSE)
  narrow <- cllr_min(lr_set(given$tally, finer = given$finer), exact = FALSE)
  expect_true(wide$lower <= narrow$lower && narrow$upper <= wide$upper)
  expect_true(narrow$lower <= cllr_min(given$x) && cllr_min(given$x) <= narrow$upper)
  expect_lt(narrow$width, wide$width / 10)
  expect_error(cllr_min(lr_set(given$tally, finer = given$finer)),
    class = "calibrant_error_no_counts"
  )
})

test_that("the cells that a verb looks into are named among narrower cells too", {
  given <- a_round()
  verb <- \(x) error_rates(x, threshold = log10(3))
  finer <- cells_wanted(given$tally, given$x, verb, width = 2^-8)
  values <- cells_wanted(given$tally, given$x, verb, finer = finer)
  all <- lr_set(given$tally, values = values, finer = finer)
  expect_identical(verb(all), verb(given$x))
})

test_that("cells that were altered, are lost, or have another width are refused", {
  given <- a_round()
  join <- \(finer) lr_set(given$tally, finer = finer)
  altered <- \(column, change) {
    finer <- given$finer
    finer[[column]][3] <- finer[[column]][3] + change
    finer
  }
  for (finer in list(
    altered("n_h1", 1), altered("n_h2", 1), altered("cell", 1e6),
    given$finer[-which.max(given$finer$n_h2), ], rbind(given$finer, given$finer[1, ]),
    transform(given$finer, width = 2^-9), transform(given$finer, width = 2^-3)
  )) {
    expect_error(join(finer), class = "calibrant_error_changed")
    expect_error(cells_wanted(given$tally, finer = finer), class = "calibrant_error_changed")
  }
  for (finer in list(
    given$finer[-2], transform(given$finer, width = 0.1), altered("cell", 0.5), 1, "finer",
    altered("n_h1", -1e6), altered("width", NA)
  )) {
    expect_error(join(finer), class = "calibrant_error_input")
  }
  wanted <- \(...) cells_wanted(given$tally, ...)
  for (width in list(2^-4, 1, 0.01, NA, "a", 2^-50)) {
    expect_error(wanted(given$x, width = width), class = "calibrant_error_input")
  }
  expect_error(wanted(width = 2^-8), class = "calibrant_error_input")
  expect_error(wanted(given$x, width = 2^-8, finer = given$finer), class = "calibrant_error_input")
  expect_identical(lr_set(given$tally, finer = given$finer[0, ])$scale, "log10")
})

test_that("SQL of the rounds gives the rows of cells_wanted()", {
  skip_if_not_installed("RSQLite")
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  withr::defer(DBI::dbDisconnect(con))
  x <- with_seed(6, simulate_lr(4000, 16000, s = 2))
  x <- lr_set(x$value, x$truth, scale = "ln", sure = TRUE)
  DBI::dbWriteTable(con, "trials", data.frame(value = x$value, h1 = as.integer(x$truth)))
  sql <- readLines(system.file("tally", "tally.sql", package = "calibrant", mustWork = TRUE))
  ask <- \(heading) {
    rest <- sql[-seq_len(grep(heading, sql))]
    DBI::dbGetQuery(con, paste(rest[seq_len(grep(";$", rest)[1])], collapse = "\n"))
  }
  tally <- lr_tally(x)
  DBI::dbWriteTable(con, "wanted", cells_wanted(tally))
  finer <- ask("^-- A round between")
  finer <- as.data.frame(lapply(finer[order(finer$cell), ], as.double), row.names = NULL)
  expect_identical(finer, cells_wanted(tally, x, width = 2^-16))
  DBI::dbWriteTable(con, "wanted", cells_wanted(tally, finer = finer), overwrite = TRUE)
  values <- ask("^-- Values of the narrower cells")
  values <- as.data.frame(lapply(values[order(values$value), ], as.double), row.names = NULL)
  expect_identical(values, cells_wanted(tally, x, finer = finer))
  expect_identical(cllr_min(lr_set(tally, values = values, finer = finer)), cllr_min(x))
})
