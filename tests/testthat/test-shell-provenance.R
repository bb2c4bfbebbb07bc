trials <- withr::local_tempfile(fileext = ".csv", .local_envir = teardown_env())
utils::write.csv(
  data.frame(llr = c(2, 1.5, 1, -0.5, 0.5, -1, -1.5, -2), same = rep(c("yes", "no"), each = 4)),
  trials, row.names = FALSE
)
record_of <- function(file) jsonlite::read_json(file)
hash_of <- function(file) cli::hash_file_sha256(file)

test_that("a record has the call, the versions, and hashes of input and answer", {
  skip_if_not_installed("jsonlite")
  file <- withr::local_tempfile(fileext = ".json")
  ask <- c("judge", trials, "--scale", "log10", "--which", "cllr,eer", "--replicates", "0")
  said <- run(ask, "--provenance", file)
  expect_identical(said$status, 0L)
  expect_identical(said$out, run(ask)$out)
  record <- record_of(file)
  expect_identical(record$call, paste(c("calibrant", ask, "--provenance", file), collapse = " "))
  expect_identical(record$calibrant, as.character(packageVersion("calibrant")))
  expect_identical(record$R, as.character(getRversion()))
  expect_identical(record$inputs, list(list(file = trials, sha256 = hash_of(trials))))
  expect_length(record$outputs, 0)
  expect_identical(record$answer, cli::hash_sha256(paste0(said$out, "\n", collapse = "")))
  # It replaces an older record, but no other file.
  expect_identical(run(ask, "--provenance", file)$status, 0L)
  other <- withr::local_tempfile(lines = "{\"mine\": 1}", fileext = ".json")
  expect_identical(run(ask, "--provenance", other)$status, 2L)
  expect_identical(readLines(other), "{\"mine\": 1}")
})

test_that("files that a call changes are its outputs", {
  skip_if_not_installed("jsonlite")
  folder <- withr::local_tempdir()
  at <- \(name) file.path(folder, name)
  run("calibrate", trials, "--output", at("a fit.json"), "--provenance", at("p.json"))
  record <- record_of(at("p.json"))
  expect_identical(record$outputs[[1]]$sha256, hash_of(at("a fit.json")))
  expect_match(record$call, shQuote(at("a fit.json")), fixed = TRUE)
  run("monitor", at("state.json"), "--new")
  before <- hash_of(at("state.json"))
  run("monitor", at("state.json"), trials, "--scale", "log10", "--provenance", at("p.json"))
  record <- record_of(at("p.json"))
  expect_identical(record$inputs[[1]]$sha256, before)
  expect_identical(record$outputs, list(
    list(file = at("state.json"), sha256 = hash_of(at("state.json")))
  ))
  expect_false(before == hash_of(at("state.json")))
})

test_that("records need files, a name of their own, and a call that succeeds", {
  ask <- c("judge", trials, "--scale", "log10", "--replicates", "0", "--provenance")
  expect_identical(run(ask, trials)$status, 2L)
  expect_identical(run(ask, "record.txt")$status, 2L)
  expect_match(run("judge", "-", "--provenance", "p.json")$errors, "must be files")
  file <- withr::local_tempfile(fileext = ".json")
  expect_identical(run("judge", "nowhere.csv", "--provenance", file)$status, 2L)
  expect_false(file.exists(file))
})

test_that("every command takes it", {
  for (command in command_book()$commands) {
    expect_true("provenance" %in% command$options$Option, label = command$name)
  }
})
