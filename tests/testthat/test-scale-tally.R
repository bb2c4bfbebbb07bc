tallied <- function() {
  set.seed(1)
  list(a = simulate_lr(300, 900, s = 2), b = simulate_lr(200, 800, s = 2))
}

trials_on_ln <- \(x) lr_set(x$value * log(10), x$truth, scale = "ln")

test_that("tallies add in any order and judge as vectors do", {
  sets <- tallied()
  all <- c(sets$a, sets$b, pool = TRUE)
  a <- lr_tally(sets$a)
  b <- lr_tally(sets$b)
  expect_identical(c(a, b)$cells, lr_tally(all)$cells)
  expect_identical(c(a, b)$cells, c(b, a)$cells)
  both <- c(a, b)
  x <- lr_set(both)
  expect_equal(cllr(x), cllr(all), tolerance = 1e-14)
  expect_equal(cross_entropy(x, 0.01), cross_entropy(all, 0.01), tolerance = 1e-13)
  bracket <- cllr_min(x, exact = FALSE)
  expect_true(bracket$lower <= cllr_min(all) && cllr_min(all) <= bracket$upper)
  expect_error(cllr_min(x), class = "calibrant_error_no_counts")
  expect_identical(
    error_rates(x, threshold = 0)[c("p_miss", "p_fa")],
    error_rates(all, threshold = 0)[c("p_miss", "p_fa")]
  )
})

test_that("values of the cells that are wanted make blocks exact to the bit", {
  sets <- tallied()
  all <- c(sets$a, sets$b, pool = TRUE)
  both <- c(lr_tally(sets$a), lr_tally(sets$b))
  wanted <- cells_wanted(both)
  expect_lt(nrow(wanted), nrow(both$cells))
  values <- rbind(cells_wanted(both, sets$b), cells_wanted(both, sets$a))
  x <- lr_set(both, values = values)
  expect_identical(cllr_min(x), cllr_min(all))
  expect_identical(eer(x), eer(all))
  expect_identical(as.data.frame(pav(x)), as.data.frame(pav(all)))
  expect_error(
    lr_set(both, values = cells_wanted(both, sets$a)), class = "calibrant_error_changed"
  )
})

test_that("rows that are counted already are as good as the trials", {
  withr::local_seed(8)
  trials <- simulate_lr(2000, 8000, s = 2)
  score <- round(trials$value * log(10), 2)
  rows <- aggregate(list(n = rep(1, 1e4)), list(score = score, truth = trials$truth), sum)
  rows <- with(rows, data.frame(value = score, n_h1 = n * truth, n_h2 = n * !truth))
  all <- lr_set(score, trials$truth, scale = "ln")
  half <- seq_len(nrow(rows)) %% 2 == 0
  both <- c(lr_tally(rows[half, ]), lr_tally(rows[!half, ]))
  expect_identical(both$cells, lr_tally(all)$cells)
  x <- lr_set(both)
  for (verb in list(cllr_min, eer, auc, \(x) as.data.frame(pav(x)))) {
    expect_identical(verb(x), verb(all))
  }
  expect_equal(cllr(x), cllr(all), tolerance = 1e-15)
  file <- withr::local_tempfile(fileext = ".json")
  write_calibrant(both, file)
  expect_identical(read_calibrant(file), both)
  expect_output(print(both), "with all values")
  expect_null(c(both, lr_tally(trials_on_ln(trials)))$values)
})

test_that("infinite LRs, values beside 0 and streams are counted alike", {
  set.seed(2)
  value <- c(rnorm(400, 1), rnorm(400, -1), -1e-300, 1e-300, Inf, -Inf, -Inf, 3e5, Inf)
  truth <- c(rep(c(TRUE, FALSE), each = 400), FALSE, TRUE, TRUE, FALSE, FALSE, TRUE, FALSE)
  all <- lr_set(value, truth, scale = "ln", sure = TRUE)
  tally <- lr_tally(all, 2^-6)
  expect_true(all(c(-Inf, -1, 0, Inf) %in% tally$cells$cell))
  withr::local_options(calibrant.stream_limits = list(values = 100))
  trials <- data.frame(value, truth)
  k <- 0
  reader <- lr_chunks(
    \() {
      k <<- k + 1
      if (k <= 3) trials[(seq_along(value) - 1) %/% 300 == k - 1, ]
    },
    \() k <<- 0
  )
  stream <- lr_set(reader, truth ~ value, scale = "ln", sure = TRUE)
  expect_identical(lr_tally(stream, 2^-6)$cells, tally$cells)
  x <- lr_set(tally, values = cells_wanted(tally, all))
  expect_identical(cllr_min(x), cllr_min(all))
  expect_identical(suppressWarnings(cllr(x)), suppressWarnings(cllr(all)))
})

test_that("a table of a database is tallied there", {
  skip_if_not_installed("RSQLite")
  withr::local_seed(3)
  odd <- c(-1e-300, 1e-300, 5e-324, -5e-324, 1e12, -2^70, Inf, -Inf)
  value <- c(rnorm(3e4, 1), rnorm(3e4, -1), odd)
  h1 <- c(rep(1:0, each = 3e4), rep(0:1, 2), 1, 0, 1, 0)
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  withr::defer(DBI::dbDisconnect(con))
  trials <- data.frame(value, h1, who = rep(c("a", "b"), length.out = length(h1)))
  DBI::dbWriteTable(con, "trials", trials)
  table <- lr_set(
    dplyr::tbl(con, "trials"), h1 ~ value | who, scale = "ln", way = "push", sure = TRUE
  )
  vectors <- lr_set(trials, h1 ~ value | who, scale = "ln", sure = TRUE)
  for (width in 2^c(-10, 0, 3, -25)) {
    expect_identical(lr_tally(table["b"], width)$cells, lr_tally(vectors["b"], width)$cells)
  }
})

shipped <- function(name) system.file("tally", name, package = "calibrant", mustWork = TRUE)

test_that("SQL, Python and C make the tally of the shipped trials", {
  right <- readLines(shipped("trials-cells.csv"))
  trials <- read.csv(shipped("trials.csv"))
  x <- lr_set(trials$value, trials$h1, scale = "ln", sure = TRUE)
  shipped_file <- shipped("trials.json")
  expect_message(read <- read_calibrant(shipped_file), class = "calibrant_message_unsealed")
  expect_identical(read$cells, lr_tally(x)$cells)
  file <- withr::local_tempfile(fileext = ".json")
  write_calibrant(lr_tally(x), file)
  part <- jsonlite::fromJSON(file)$cells
  expect_match(part, paste0("^", sub("[.]json", "", basename(file)), "-cells-[0-9a-f]{12}[.]csv$"))
  expect_identical(readLines(file.path(dirname(file), part)), right)
  back <- read_calibrant(file)
  expect_identical(back, lr_tally(x))
  run <- \(command, ...) suppressWarnings(
    system2(command, ..., stdin = shipped("trials.csv"), stdout = TRUE, stderr = FALSE)
  )
  python <- Sys.which("python3")
  if (nzchar(python)) expect_identical(run(python, c(shipped("tally.py"), "0.0009765625")), right)
  if (nzchar(Sys.which("cc"))) {
    program <- withr::local_tempfile()
    system2("cc", c("-std=c99", "-O2", shipped("tally.c"), "-lm", "-o", program))
    expect_identical(run(program, c("0.0009765625", "-20000", "40000")), right)
  }
})

test_that("counts in Parquet files are those in CSV", {
  skip_if_not_installed("nanoparquet")
  dir <- withr::local_tempdir()
  cells <- read.csv(shipped("trials-cells.csv"))
  nanoparquet::write_parquet(cells, file.path(dir, "trials-cells.parquet"))
  header <- gsub("[.]csv", ".parquet", readLines(shipped("trials.json")))
  writeLines(header, file.path(dir, "trials.json"))
  expect_identical(
    read_quietly(file.path(dir, "trials.json")), read_quietly(shipped("trials.json"))
  )
})

test_that("SQL of SQLite makes the tally of the shipped trials", {
  skip_if_not_installed("RSQLite")
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  withr::defer(DBI::dbDisconnect(con))
  trials <- read.csv(shipped("trials.csv"))
  DBI::dbWriteTable(con, "trials", trials)
  sql <- readLines(shipped("tally.sql"))
  ends <- grep("^-- (SQLite|Spark)", sql)
  rows <- DBI::dbGetQuery(con, paste(sql[ends[1]:(ends[2] - 1)], collapse = "\n"))
  tally <- lr_tally(rows)
  expect_identical(tally$cells, read_quietly(shipped("trials.json"))$cells)
  DBI::dbWriteTable(con, "wanted", cells_wanted(tally))
  second <- grep("^-- Second round", sql)
  rest <- sql[-seq_len(second)]
  statement <- paste(rest[seq_len(grep(";$", rest)[1])], collapse = "\n")
  values <- DBI::dbGetQuery(con, statement)
  x <- lr_set(trials$value, trials$h1, scale = "ln", sure = TRUE)
  expect_identical(cllr_min(lr_set(tally, values = values)), cllr_min(x))
})

test_that("moments of bins have the costs of the trials", {
  x <- tallied()$a
  llr <- x$value * if (x$scale == "log10") log(10) else 1
  bin <- floor(16 * llr)
  p <- 16 * llr - bin - 0.5
  moments <- data.frame(bin, h1 = as.numeric(x$truth), n = 1, outer(p, 1:7, `^`))
  names(moments)[4:10] <- paste0("s", 1:7)
  cells <- data.frame(cell = floor(llr * 1024), n_h1 = x$truth + 0, n_h2 = !x$truth + 0)
  cells$n_h2 <- 1 - cells$n_h1
  tally <- lr_tally(cells, moments = moments)
  expect_equal(cllr(lr_set(tally)), cllr(x), tolerance = 1e-13)
  moments$n <- 1L
  expect_identical(lr_tally(cells, moments = moments), tally)
  expect_equal(coef(calibrate(lr_set(tally))), coef(calibrate(x)), tolerance = 1e-9)
  expect_error(lr_tally(cells, moments = moments[-1, ]), class = "calibrant_error_input")
  expect_error(cllr(lr_set(lr_tally(cells))), class = "calibrant_error_no_counts")
})

test_that("what is no tally is refused", {
  x <- tallied()$a
  for (width in list(0.1, Inf, 0, NA, c(1, 2), matrix(0.5), factor(1))) {
    expect_error(lr_tally(x, width = width), class = "calibrant_error_input")
  }
  for (cells in list(
    data.frame(cell = 1.5, n_h1 = 1, n_h2 = 1), data.frame(cell = 1, n_h1 = -1, n_h2 = 1)
  )) {
    expect_error(lr_tally(cells), class = "calibrant_error_input")
  }
  expect_error(c(lr_tally(x), lr_tally(x, 2^-8)), class = "calibrant_error_input")
  expect_error(lr_set(lr_tally(data.frame(cell = 1, n_h1 = 0, n_h2 = 2))),
    class = "calibrant_error_one_class"
  )
})

test_that("narrow cells of the first round make the second one small and leave the result alone", {
  x <- with_seed(3, simulate_lr(20000, 200000, s = 2))
  rounds <- vapply(2^-c(6, 8, 10), \(width) {
    tally <- lr_tally(x, width)
    values <- cells_wanted(tally, x)
    expect_identical(cllr_min(lr_set(tally, values = values)), cllr_min(x))
    c(cells = nrow(tally$cells), values = nrow(values))
  }, double(2))
  expect_true(all(diff(rounds["cells", ]) > 0))
  expect_true(all(diff(rounds["values", ]) < 0))
})

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
