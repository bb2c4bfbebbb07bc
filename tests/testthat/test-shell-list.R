file_of <- function(..., ext = ".csv", env = parent.frame()) {
  withr::local_tempfile(lines = c(...), fileext = ext, .local_envir = env)
}

test_that("list tells the columns of a table with their roles and values", {
  skip_if_not_installed("jsonlite")
  file <- file_of(
    "system,llr,same,note", sprintf("%s,%s,%s,%s", c("A", "B"), c(-1.5, 2, 0.25, 3),
      c("yes", "no"), c("x", "", "NA", "y"))
  )
  found <- run_json("list", file)
  expect_identical(found$file, file)
  columns <- found$columns[[1]]
  expect_identical(columns$name, c("system", "llr", "same", "note"))
  expect_identical(columns$role, c("system", "score", "truth", ""))
  expect_identical(columns$content, c(
    "A (2), B (2)", "numbers from -1.5 to 3", "yes (2), no (2)", "x (1), y (1); 2 missing"
  ))
  said <- run("list", file)$out
  expect_match(said, ": 4 rows", all = FALSE)
  expect_match(said, "^ 2 +llr +score +numbers from -1.5 to 3", all = FALSE)
})

test_that("list shows files that other commands need to be told about", {
  skip_if_not_installed("jsonlite")
  roles <- \(...) run_json("list", file_of(...))$columns[[1]]$role
  # Two columns may have the scores.
  expect_identical(roles("id;a;b;same", "x;1,5;2;yes", "y;2,5;3;no"), c("id", "", "", "truth"))
  expect_identical(roles("m s 1.5", "m t 2"), c("source1", "source2", "score"))
  expect_identical(
    roles("examiner,conclusion,truth", "e1,ID,same", "e2,Exclusion,different"),
    c("examiner", "conclusion", "truth")
  )
  # More values than are shown, and a header that is one field short.
  many <- run_json("list", file_of("note,llr", paste0(letters, ",1.5")))$columns[[1]]
  expect_identical(many$content[1], "a (1), b (1), c (1), d (1), 22 more")
  short <- run_json("list", file_of("score,truth", "1,0.5,yes", "2,0.7,no"))$columns[[1]]
  expect_identical(short$name, c("", "score", "truth"))
})

test_that("list names the format of files of calibrant, and refuses others", {
  skip_if_not_installed("jsonlite")
  fit <- withr::local_tempfile(fileext = ".json")
  write_calibrant(calibrate(simulate_lr(30, 30)), fit)
  expect_match(run("list", fit)$out, "a calibrant calibration$")
  expect_identical(run_json("list", fit)$format, "calibrant calibration")
  for (bad in list("{}", "{\"format\": \"other\"}")) {
    expect_identical(run("list", file_of(bad, ext = ".json"))$status, 2L)
  }
  expect_identical(run("list", file_of("score,truth", "1,\"yes"))$status, 2L)
  expect_identical(run("list")$status, 2L)
})
