test_that("text is read in chunks, with or without the columns that no one needs", {
  file <- withr::local_tempfile(fileext = ".csv")
  data <- data.frame(
    note = "a, b", same = rep(c(TRUE, FALSE), c(40, 60)), llr = c(seq(-1, 3, length.out = 39), Inf,
      seq(-3, 1, length.out = 60)),
    kind = rep(c("x", "y"), 50)
  )
  x <- lr_set(same ~ llr | kind, data = data, scale = "ln")
  for (write in list(utils::write.csv, utils::write.csv2)) {
    if (identical(write, utils::write.csv2)) data$llr <- round(data$llr)
    x <- lr_set(same ~ llr | kind, data = data, scale = "ln")
    write(data, file, row.names = FALSE)
    for (columns in list(NULL, c("same", "llr", "kind"))) {
      reader <- lr_chunks(file, columns = columns, chunk_rows = 7)
      far <- lr_set(reader, same ~ llr | kind, scale = "ln")
      expect_identical(levels(far), c("x", "y"))
      expect_identical(cllr_min(far), cllr_min(x))
      expect_equal(counts_of(systems_of(far)$y), counts_of(systems_of(x)$y))
    }
  }
  expect_output(print(reader), basename(file), fixed = TRUE)
  expect_error(lr_chunks("no such file"), class = "calibrant_error_input")
  expect_error(lr_chunks(file, columns = "other"), class = "calibrant_error_input")
  zipped <- withr::local_tempfile(fileext = ".csv.gz")
  connection <- gzfile(zipped, "wt")
  utils::write.csv(data, connection, row.names = FALSE)
  close(connection)
  expect_identical(
    cllr_min(lr_set(lr_chunks(zipped, chunk_rows = 9), same ~ llr | kind, scale = "ln")),
    cllr_min(x)
  )
})

test_that("reads row names of write.csv(), quoted numbers and Latin-1", {
  file <- withr::local_tempfile(fileext = ".csv")
  data <- data.frame(same = c(TRUE, FALSE), llr = c(1.5, -2), kind = "caf\u00e9")
  far <- \(...) lr_set(lr_chunks(file, ...), same ~ llr | kind, scale = "ln")
  near <- lr_set(same ~ llr | kind, data = data, scale = "ln")
  utils::write.csv(data, file)
  expect_identical(cllr(far()), cllr(near))
  utils::write.csv(transform(data, llr = as.character(llr)), file)
  expect_identical(cllr(far()), cllr(near))
  connection <- file(file, "w", encoding = "latin1")
  utils::write.csv(data, connection)
  close(connection)
  expect_identical(cllr(far()), cllr(near))
  writeBin(as.raw(c(utf8ToInt("same,llr,kind\nTRUE,1.5,caf"), 0xe9, 10,
    utf8ToInt("FALSE,-2,caf"), 0xe9, 10)), file)
  expect_identical(levels(far()), "caf\u00e9")
  expect_identical(unname(cllr(far())), unname(cllr(near)))
})

test_that("reads decimal commas and UTF-16 as spreadsheets write them", {
  file <- withr::local_tempfile(fileext = ".csv")
  data <- data.frame(same = rep(c(TRUE, FALSE), 5), llr = c(2.5, -1.25, 1, -3, 0:5 / 8), kind = "a")
  near <- lr_set(same ~ llr, data = data, scale = "ln")
  far <- \() lr_set(lr_chunks(file), same ~ llr, scale = "ln")
  utils::write.csv2(data, file)
  expect_identical(cllr(far()), cllr(near))
  utils::write.csv2(transform(data, llr = chartr(".", ",", llr)), file)
  expect_identical(cllr(far()), cllr(near))
  # A date is not a number, and a comma in another column does not change the decimal mark.
  utils::write.csv2(cbind(data, day = "01.02.2020"), file)
  expect_identical(cllr(far()), cllr(near))
  utils::write.table(cbind(data, note = "1,5"), file, sep = ";", row.names = FALSE)
  expect_identical(cllr(far()), cllr(near))
  text <- paste(c("same,llr", paste(data$same, data$llr, sep = ",")), collapse = "\r\n")
  for (to in c("UTF-16LE", "UTF-16BE")) {
    bytes <- iconv(paste0("\ufeff", text, "\r\n"), "UTF-8", to, toRaw = TRUE)[[1]]
    writeBin(bytes, file)
    expect_identical(cllr(far()), cllr(near))
  }
})

test_that("names the line of a quote that does not close", {
  file <- withr::local_tempfile(fileext = ".csv")
  rows <- paste0(rep(c("TRUE,1.", "FALSE,-1."), 1500), 1:3000, ",a")
  rows[2499] <- "TRUE,2,\"a"
  writeLines(c("same,llr,kind", rows), file)
  read <- \() lr_set(lr_chunks(file), same ~ llr | kind, scale = "ln")
  expect_error(read(), "Line 2 500 of", class = "calibrant_error_file")
  # An error is reported once, whether in the first lines or later, and without a warning of base R.
  for (at in c(500, 2499)) {
    writeLines(c("same,llr,kind", replace(sub("\"", "", rows), at, "TRUE,2,\"a")), file)
    expect_no_warning(error <- tryCatch(read(), error = identity))
    expect_length(gregexpr("must open and close", conditionMessage(error))[[1]], 1)
  }
  expect_error(lr_chunks(withr::local_tempdir()), class = "calibrant_error_file")
})

test_that("a file that is gone is told by what the system says of it", {
  file <- withr::local_tempfile(fileext = ".csv")
  writeLines(c("same,llr", "1,2.5", "0,-1"), file)
  reader <- lr_chunks(file)
  unlink(file)
  expect_no_warning(
    expect_error(lr_set(reader, same ~ llr, scale = "ln"), "No such file|cannot find",
      class = "calibrant_error_reader")
  )
})

test_that("several files are read one after the other", {
  folder <- withr::local_tempdir()
  files <- file.path(folder, c("a.csv", "b.csv", "c.csv"))
  data <- data.frame(same = rep(0:1, 10), llr = rnorm(20))
  utils::write.csv(data[1:8, ], files[1], row.names = FALSE)
  writeLines("\"same\",\"llr\"\n1,2.5", files[2])
  utils::write.csv(data[9:20, 2:1], files[3], row.names = FALSE)
  wanted <- lr_set(same ~ llr, data = rbind(data, c(1, 2.5)), scale = "ln")
  for (rows in c(3, 100)) {
    far <- lr_set(lr_chunks(files, chunk_rows = rows), same ~ llr, scale = "ln")
    expect_equal(cllr(far), cllr(wanted))
    expect_identical(cllr_min(far), cllr_min(wanted))
  }
  expect_output(print(lr_chunks(files)), "3 files in")
  writeLines("same,score\n1,2.5", files[2])
  expect_error(lr_chunks(files), "same columns", class = "calibrant_error_input")
})

test_that("a file that breaks off is refused", {
  withr::local_seed(1)
  data <- data.frame(same = rep(0:1, 5000), llr = rnorm(10000))
  whole <- withr::local_tempfile(fileext = ".csv.gz")
  connection <- gzfile(whole, "wb")
  utils::write.csv(data, connection, row.names = FALSE)
  close(connection)
  far <- \(file) lr_set(lr_chunks(file, chunk_rows = 3000), same ~ llr, scale = "ln")
  expect_identical(unname(cllr_min(far(whole))), cllr_min(lr_set(same ~ llr, data, scale = "ln")))
  bytes <- readBin(whole, "raw", file.size(whole))
  cut <- withr::local_tempfile(fileext = ".csv.gz")
  writeBin(bytes[seq_len(length(bytes) %/% 2)], cut)
  plain <- withr::local_tempfile(fileext = ".csv")
  cat("same,llr\n", rep(c("1,2\n", "0,-1\n"), 1000), "0", file = plain, sep = "")
  expect_no_warning(expect_error(far(cut), "truncated", class = "calibrant_error_file"))
  expect_error(far(plain), "truncated", class = "calibrant_error_file")
})

test_that("blocks of any size give the same rows", {
  withr::local_seed(2)
  data <- data.frame(
    same = sample(0:1, 500, TRUE), llr = c(Inf, -Inf, rnorm(498)), kind = c(" a", "b "),
    note = sample(c("x", "y\"z", NA, ""), 500, TRUE)
  )
  file <- withr::local_tempfile(fileext = ".csv")
  read <- \(...) {
    reader <- lr_chunks(file, ...)
    reader$rewind()
    chunks <- list()
    while (!is.null(chunk <- reader$next_chunk())) chunks <- c(chunks, list(chunk))
    do.call(Map, c(c, chunks))
  }
  for (end in c("\n", "\r\n", "\r")) {
    utils::write.table(data, file, sep = ",", qmethod = "double", row.names = FALSE, eol = end)
    for (rows in c(2, 37, 1e6)) {
      all <- read(chunk_rows = rows)
      expect_identical(all$kind, trimws(data$kind))
      expect_identical(all$note, ifelse(data$note %in% "", NA, data$note))
      expect_equal(all$llr, data$llr, tolerance = 1e-14)
      expect_identical(read(columns = c("llr", "kind"), chunk_rows = rows), all[c("llr", "kind")])
    }
  }
})

test_that("line ends of any mixture lose no row", {
  withr::local_seed(3)
  rows <- paste0(rep(0:1, 60), ",", 1:120 / 8)
  file <- withr::local_tempfile(fileext = ".csv")
  for (k in of_turn(1:5, 2)) {
    ends <- sample(c("\n", "\r\n", "\r"), 121, TRUE)
    writeBin(charToRaw(paste0(c("same,llr", rows), ends, collapse = "")), file)
    for (size in c(3, 50, 1e6)) {
      x <- lr_set(lr_chunks(file, chunk_rows = size), same ~ llr, scale = "ln")
      expect_equal(unlist(system_sizes(x)), c(h1 = 60, h2 = 60))
    }
    expect_length(suppressMessages(read_scores(file)), 120)
  }
})

test_that("the end of the last line is sought among new bytes, and may begin before them", {
  bytes <- charToRaw("a\nbb\r\ncc")
  expect_equal(last_line_end(bytes, 8), 6)
  expect_equal(last_line_end(bytes, 3), 6)
  expect_equal(last_line_end(bytes, 2), 6)
  # Far behind a line end.
  expect_equal(last_line_end(c(bytes, raw(1e5)), 10), 0)
})

# A column means the same in every row, for every reader and any division into chunks.
mixed_trials <- function() {
  n <- 120
  data.frame(
    s = ((seq_len(n) * 37) %% 101 - 50) / 20, t = rep(c(1, 0), n / 2),
    system = rep(c("a", "b"), each = n / 2), w = 1
  )
}

# One odd value in row 90 of a column; the others are unchanged.
mixtures <- list(
  t = list("yes", "TRUE", 2, 0.5, NA, "x"), s = list("abc", "", NA, "1 2"),
  w = list("abc", NA, -1, 0, "1;2"), system = list(NA, "")
)

doors_to <- function(data) {
  csv <- withr::local_tempfile(fileext = ".csv", .local_envir = parent.frame())
  utils::write.csv(data, csv, row.names = FALSE)
  ask <- \(...) lr_set(lr_chunks(...), t ~ s | system, scale = "ln", weight = "w")
  doors <- list(
    text = \() ask(csv), pieces = \() ask(csv, chunk_rows = 40),
    frame = \() lr_set(t ~ s | system, data = data, scale = "ln", weight = "w")
  )
  if (rlang::is_installed("nanoparquet")) {
    parquet <- withr::local_tempfile(fileext = ".parquet", .local_envir = parent.frame())
    nanoparquet::write_parquet(data, parquet)
    doors$parquet <- \() ask(parquet)
  }
  doors
}

test_that("one value of another kind in a column is refused by every door", {
  for (door in doors_to(mixed_trials())) expect_equal(as.vector(n_systems(door())), 2)
  for (column in names(mixtures)) {
    for (odd in of_turn(mixtures[[column]], 2)) {
      data <- mixed_trials()
      data[[column]][90] <- odd
      doors <- doors_to(data)
      for (name in names(doors)) {
        expect_error(doors[[name]](), class = "calibrant_error",
          info = paste(column, format(odd), name))
      }
    }
  }
})

test_that("files of scores with one value of another kind are refused", {
  for (column in c("t", "s", "system")) {
    for (odd in mixtures[[column]]) {
      data <- mixed_trials()[c("s", "t", "system")]
      data[[column]][90] <- odd
      file <- withr::local_tempfile(fileext = ".csv")
      utils::write.csv(data, file, row.names = FALSE)
      expect_error(
        read_scores(file, columns = c(score = "s", truth = "t", system = "system"), scale = "ln"),
        class = "calibrant_error", info = paste(column, format(odd))
      )
    }
  }
})

test_that("systems of a text are names, as written, wherever the chunks end", {
  file <- withr::local_tempfile(fileext = ".csv")
  written <- c("1", "01", "1.0", "+1", "1e0", "12345678901234567", "12345678901234568")
  cells <- rep(written, each = 4)
  lines <- sprintf("%s,%d,%s", c(2, -1, 1, -2), rep(1:0, 14), cells)
  writeLines(c("s,t,system", lines), file)
  for (rows in c(1, 3, 1e6)) {
    for (formula in list(t ~ s | system, t ~ s | factor(system))) {
      x <- lr_set(lr_chunks(file, chunk_rows = rows), formula, scale = "ln", sure = TRUE)
      expect_setequal(levels(x), written)
      expect_equal(unname(system_sizes(x)$h1), rep(2, 7))
    }
  }
  columns <- c(score = "s", truth = "t", system = "system")
  read <- suppressMessages(read_scores(file, scale = "ln", columns = columns, sure = TRUE))
  expect_identical(levels(read), written)
  # Expressions that compute get numbers.
  computed <- lr_set(lr_chunks(file), t ~ s | (system > 2), scale = "ln", sure = TRUE)
  expect_identical(levels(computed), c("FALSE", "TRUE"))
  two <- c(file, withr::local_tempfile(fileext = ".csv"))
  writeLines(c("system,t,s", "1,1,2", "01,0,-2", "x,1,1", "x,0,-1"), two[2])
  x <- lr_set(lr_chunks(two), t ~ s | system, scale = "ln", sure = TRUE)
  expect_identical(levels(x), c(written, "x"))
})

test_that("long lines are refused with a short message", {
  file <- withr::local_tempfile(fileext = ".csv")
  long <- strrep("x", 3e5)
  contents <- list(
    c(paste0("score,", long), "1,1"), c("score,truth", paste0("1,", long)),
    c("score,truth", "1,1", paste0(long, ",0")), c("score,truth", paste0("1,\"", long))
  )
  for (lines in contents) {
    writeLines(lines, file)
    for (read in list(\() read_scores(file), \() {
      lr_set(lr_chunks(file), truth ~ score, scale = "ln")
    })) {
      said <- expect_error(suppressMessages(read()), class = "calibrant_error_input")
      expect_lt(nchar(conditionMessage(said)), 1000)
    }
  }
})

test_that("a packed text is read, and a workbook or a damaged one is called so", {
  zip <- withr::local_tempfile(fileext = ".zip")
  folder <- withr::local_tempdir()
  withr::with_dir(folder, {
    writeLines(c("truth,llr", "same,1", "different,-1", "same,2", "different,0.5"), "trials.csv")
    skip_if(utils::zip(zip, "trials.csv", flags = "-q") != 0, "there is no zip")
  })
  x <- lr_set(lr_chunks(zip), truth ~ llr, scale = "ln", h1 = "same")
  expect_identical(cllr(x), cllr(lr_set(c(1, -1, 2, 0.5), c(1, 0, 1, 0), scale = "ln")))
  bytes <- readBin(zip, "raw", 1e5)
  writeBin(utils::head(bytes, 60), zip)
  expect_error(lr_chunks(zip), "truncated or damaged", class = "calibrant_error_file")
})
