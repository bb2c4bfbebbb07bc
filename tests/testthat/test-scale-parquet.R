parquet_file <- function(data, ..., row_groups = c(1, 300, 700), env = parent.frame()) {
  skip_if_not_installed("nanoparquet")
  file <- withr::local_tempfile(fileext = ".parquet", .local_envir = env)
  nanoparquet::write_parquet(data, file, row_groups = as.integer(row_groups), ...)
  file
}

some_trials <- function(n = 1000) {
  withr::with_seed(1, data.frame(
    llr = rnorm(n), same = rep(c(TRUE, FALSE), n / 2), kind = sample(c("a", "b\u00e4"), n, TRUE),
    level = factor(sample(c("x", "y"), n, TRUE)), place = seq_len(n), w = rexp(n)
  ))
}

all_chunks <- function(reader) {
  reader$rewind()
  chunks <- list()
  while (!is.null(chunk <- reader$next_chunk())) chunks <- c(chunks, list(as.data.frame(chunk)))
  chunks
}

test_that("a file is one chunk, and has the rows of the file", {
  data <- some_trials()
  data$llr[5] <- NA
  for (compression in c("snappy", "uncompressed", "gzip", "zstd")) {
    file <- parquet_file(data, compression = compression)
    for (columns in list(NULL, c("same", "llr"), "kind", c("place", "level"))) {
      chunks <- all_chunks(lr_chunks(file, columns = columns))
      expect_length(chunks, 1)
      expected <- if (is.null(columns)) data else data[columns]
      expect_identical(chunks[[1]], expected)
    }
  }
  expect_equal(lr_chunks(file)$rows, 1000)
})

test_that("trials of Parquet files are judged as vectors are", {
  data <- some_trials()
  expected <- lr_set(same ~ llr | kind, data, scale = "ln")
  file <- parquet_file(data)
  x <- lr_set(lr_chunks(file, columns = c("same", "llr", "kind")), same ~ llr | kind, scale = "ln")
  for (name in levels(expected)) {
    expect_identical(blocks_of(systems_of(x)[[name]]), blocks_of(systems_of(expected)[[name]]))
  }
  expect_equal(cllr(x)[levels(expected)], cllr(expected), tolerance = 1e-14)
  heavy <- lr_set(lr_chunks(file), same ~ llr, scale = "ln", weight = "w")
  expected <- lr_set(same ~ llr, data, scale = "ln", weight = "w")
  expect_equal(cllr_min(heavy), cllr_min(expected), tolerance = 1e-13)
})

test_that("the files of a folder are read in the order of their names", {
  skip_if_not_installed("nanoparquet")
  folder <- withr::local_tempdir()
  data <- some_trials()
  for (part in 1:3) {
    file <- file.path(folder, sprintf("part-%d.parquet", part))
    nanoparquet::write_parquet(data[data$place %% 3 == part - 1, ], file)
  }
  writeLines("", file.path(folder, "_SUCCESS"))
  chunks <- all_chunks(lr_chunks(folder))
  expect_length(chunks, 3)
  expect_identical(do.call(rbind, chunks)$place, data$place[order(data$place %% 3)])
  expect_output(print(lr_chunks(folder)), "3 files in .*, 1 000 rows")
  files <- list.files(folder, "parquet", full.names = TRUE)
  expect_equal(lr_chunks(files[2:3])$rows, 667)
  empty <- withr::local_tempdir()
  expect_error(lr_chunks(empty), class = "calibrant_error_file")
})

test_that("what is not a Parquet file is refused, however it is damaged", {
  file <- parquet_file(some_trials())
  bytes <- readBin(file, "raw", file.size(file))
  damaged <- withr::local_tempfile()
  try_bytes <- function(bytes) {
    writeBin(bytes, damaged)
    reader <- lr_chunks(damaged, format = "parquet")
    lr_set(reader, same ~ llr, scale = "ln")
  }
  expect_error(try_bytes(raw()), class = "calibrant_error_file")
  expect_error(try_bytes(charToRaw("some text that is no table")), class = "calibrant_error_file")
  expect_error(try_bytes(head(bytes, -1)), class = "calibrant_error_file")
  expect_error(try_bytes(bytes[-(1:2000)]), class = "calibrant_error_input")
  expect_error(lr_chunks("no such file"), class = "calibrant_error_file")
  expect_error(lr_chunks(1), class = "calibrant_error_input")
  expect_error(lr_chunks(file, columns = "other"), "no column", class = "calibrant_error_input")
  expect_error(lr_chunks(file, columns = 1), class = "calibrant_error_input")
})

test_that("folders named for a column and its value are that column", {
  skip_if_not_installed("nanoparquet")
  folder <- withr::local_tempdir()
  data <- data.frame(
    llr = c(2, 1, -1, -2, 3, 0.5, -3, 1), same = rep(c(TRUE, TRUE, FALSE, FALSE), 2)
  )
  for (k in 1:2) {
    place <- file.path(folder, "run=3", c("system=a%20b", "system=c")[k])
    dir.create(file.path(place, "_temporary"), recursive = TRUE)
    nanoparquet::write_parquet(data[4 * k - 3:0, ], file.path(place, "part-0.parquet"))
    writeLines("no data", file.path(place, "_temporary", "half.parquet"))
  }
  wanted <- lr_set(same ~ llr | system, scale = "ln",
    data = cbind(data, system = rep(c("a b", "c"), each = 4)))
  for (columns in list(NULL, c("llr", "same", "system"))) {
    far <- lr_set(lr_chunks(folder, columns = columns), same ~ llr | system, scale = "ln")
    expect_identical(levels(far), c("a b", "c"))
    expect_identical(cllr(far), cllr(wanted))
  }
  expect_identical(partition_columns(c("x/run=1/a.parquet", "x/run=2/b.parquet")), list(run = 1:2))
  # Numbers written in two ways are names.
  expect_identical(
    partition_columns(sprintf("x/run=%s/%s.parquet", c("1", "01", "1"), letters[1:3])),
    list(run = c("1", "01", "1"))
  )
  gap <- sprintf("x/run=%s/a.parquet", c("T", "TRUE", "__HIVE_DEFAULT_PARTITION__"))
  expect_identical(partition_columns(gap), list(run = c("T", "TRUE", NA)))
  expect_length(partition_columns(c("x/run=1/a.parquet", "x/b.parquet")), 0)
})

test_that("a large file is handed out in parts", {
  place <- rlang::new_environment(list(rows = list(a = 1:7, b = letters[1:7]), n = 7, seen = 0))
  parts <- lapply(1:3, \(i) part_of_file(place, most = 3))
  expect_identical(lapply(parts, `[[`, "a"), list(1:3, 4:6, 7L))
  expect_gte(place$seen, place$n)
  small <- rlang::new_environment(list(rows = list(a = double()), n = 0, seen = 0))
  expect_identical(part_of_file(small), list(a = double()))
})
