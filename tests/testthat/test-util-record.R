skip_if_not_installed("jsonlite")

test_that("whatever was written comes back, and is written the same", {
  objects <- written_objects()
  for (class in names(objects)) {
    for (x in objects[[class]]) {
      file <- withr::local_tempfile(fileext = ".json")
      expect_identical(withVisible(write_calibrant(x, file)), list(value = file, visible = FALSE))
      back <- expect_no_message(read_calibrant(file))
      expect_s3_class(back, class)
      again <- withr::local_tempfile(fileext = ".json")
      write_calibrant(back, again)
      if (class == "lr_tally") {
        expect_identical(back, x)
      } else {
        expect_identical(readLines(again), readLines(file), info = class)
        expect_identical(paste0(readLines(file), collapse = "\n"),
          sub("\n$", "", write_calibrant(x, NULL)), info = class)
      }
      if (!grepl("calibration|bound", class)) expect_equal(back, x, info = class)
    }
  }
})

# Edits of the file: one letter or digit of each number and word is changed.
changed_in <- function(text, n) {
  bytes <- charToRaw(text)
  # A seal under another name does not count.
  places <- setdiff(grep("[0-9a-z]", strsplit(text, "")[[1]]), nchar(text) - 80:70)
  lapply(sample(places, n), \(at) {
    new <- bytes
    new[at] <- if (bytes[at] == charToRaw("3")) charToRaw("4") else charToRaw("3")
    rawToChar(new)
  })
}

test_that("a letter or a digit that is changed is told, wherever it stands", {
  withr::local_seed(6)
  objects <- written_objects()
  for (class in setdiff(names(objects), "lr_tally")) {
    text <- write_calibrant(objects[[class]][[1]], NULL)
    for (changed in changed_in(text, if (is_extended()) 200 else 15)) {
      file <- withr::local_tempfile(fileext = ".json")
      write_text(changed, file)
      expect_error(suppressMessages(suppressWarnings(read_calibrant(file))),
        class = "calibrant_error_file", info = paste(class, changed))
    }
  }
})

test_that("a seal is of the content, not of its layout", {
  fit <- calibrate(withr::with_seed(1, simulate_lr(20, 20, s = 1)))
  text <- write_calibrant(fit, NULL)
  bare <- bare_json(text)
  sum <- sub(".*\"sha256\":\"([0-9a-f]{64})\"}$", "\\1", bare)
  expect_identical(sum, hash_text(sub(",\"sha256\".*$", "}", bare)))
  file <- withr::local_tempfile(fileext = ".json")
  tabs <- gsub("\n *", "\n\t", text)
  for (layout in list(bare, gsub("\n", "\r\n", text), tabs, paste0("\n", text))) {
    write_text(layout, file)
    expect_identical(coef(read_calibrant(file)), coef(fit))
  }
  write_text(unsealed(text), file)
  expect_message(read_calibrant(file), "sha256", class = "calibrant_message_unsealed")
  for (seal in c("null", "3", "\"\"", "[]", "true", "{}", "[\"a\", \"b\"]")) {
    write_text(sub("\"[0-9a-f]{64}\"\n}\n$", paste0(seal, "\n}\n"), text), file)
    if (seal != "null") expect_error(read_calibrant(file), class = "calibrant_error_changed")
  }
  # A tool that sorts members does not keep the seal.
  first <- sub("^[{]", paste0("{\n\"sha256\": \"", sum, "\","), unsealed(text))
  write_text(first, file)
  expect_error(read_calibrant(file), class = "calibrant_error_changed")
})

test_that("white space in strings is content", {
  expect_identical(bare_json("{ \"a b\" : \" \\\" c \\\\\" ,\n\"d\":[ 1 , 2 ] }"),
    "{\"a b\":\" \\\" c \\\\\",\"d\":[1,2]}")
})

test_that("a file of another kind is not replaced", {
  objects <- written_objects()
  for (old in names(objects)) {
    file <- withr::local_tempfile(fileext = ".json")
    write_calibrant(objects[[old]][[1]], file)
    before <- readLines(file)
    for (new in setdiff(names(objects), old)) {
      if (all(grepl("calibration|bound", c(old, new)))) next
      expect_error(write_calibrant(objects[[new]][[1]], file), "is not overwritten",
        class = "calibrant_error_file")
    }
    expect_identical(readLines(file), before)
  }
  # A file that is not ours is not overwritten either, but an empty file is.
  fit <- objects$lr_calibration[[1]]
  file <- withr::local_tempfile(lines = "{}", fileext = ".json")
  expect_error(write_calibrant(fit, file), class = "calibrant_error_file")
  file <- withr::local_tempfile(lines = character(), fileext = ".json")
  write_calibrant(fit, file)
  expect_s3_class(read_calibrant(file), "lr_calibration")
})

test_that("what is no object of ours is refused, by reading and by writing", {
  file <- withr::local_tempfile(fileext = ".json")
  for (x in list(1, list(), "a", NULL, data.frame(), simulate_lr(10, 10))) {
    expect_error(write_calibrant(x, file), class = "calibrant_error_input")
  }
  expect_error(write_calibrant(), class = "calibrant_error_input")
  formats <- c("\"calibrant\"", "\"calibrant default\"", "\"calibrant \"", "3", "null", "[\"a\"]",
    "\"calibrant monitor plan\"", "\"other monitor\"", "{\"calibrant\": 1}")
  for (format in formats) {
    write_text(sprintf("{\"format\": %s, \"version\": 1}", format), file)
    expect_error(read_calibrant(file), class = "calibrant_error_file", info = format)
  }
  for (x in written_objects()[c("validation_plan", "lr_monitor", "system_record")]) {
    expect_error(write_calibrant(x[[1]], file, counts = TRUE), class = "calibrant_error_dots")
  }
})

test_that("a record of another version is refused with its format", {
  file <- withr::local_tempfile(fileext = ".json")
  writeLines('{"format": "calibrant calibration", "version": 2}', file)
  expect_error(
    read_calibrant(file), "calibration\" and \"2\".*newer", class = "calibrant_error_file"
  )
  for (text in c('{"a": 1}', "3", "[1, 2]")) {
    writeLines(text, file)
    expect_error(read_calibrant(file), "in version 1", class = "calibrant_error_file")
  }
})
