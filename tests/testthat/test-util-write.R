expect_file_error <- function(code) expect_error(code, class = "calibrant_error_file")

bytes_of <- function(file) readBin(file, raw(), file.size(file))

left_beside <- function(folder) {
  list.files(folder, "^[.]calibrant-", all.files = TRUE, no.. = TRUE)
}

# File permissions do not bind root.
skip_if_root <- function() {
  skip_if(identical(Sys.info()[["effective_user"]], "root"), "root may write everywhere")
}

test_that("texts are written byte by byte, and into folders that exist", {
  file <- withr::local_tempfile()
  text <- "Pr\u00fcfplan\nline 2"
  expect_identical(withVisible(write_text(text, file)), list(value = file, visible = FALSE))
  expect_identical(bytes_of(file), charToRaw(enc2utf8(text)))
  write_text("", file)
  expect_identical(file.size(file), 0)
  expect_file_error(write_text(text, file.path(file, "none", "a")))
  expect_file_error(write_text(text, 1))
  expect_file_error(write_text(text, dirname(file)))
  expect_file_error(write_text(text))
})

test_that("the list of what writes files is complete", {
  writers <- file_writers()
  known <- c(names(writers), "write_calibrant", "validation_report", "qualify")
  methods <- sub("^write_calibrant[.]", "", grep("^write_calibrant[.]",
    ls(asNamespace("calibrant")), value = TRUE))
  expect_identical(setdiff(c(exported_writers(), methods), c(known, "default")), character())
  # Options of the program that name an output file are those that these verbs write.
  options <- command_book()$options
  expect_setequal(rownames(options)[options[, "Type"] %in% c("output", "plots")],
    c("plot", "output", "provenance"))
})

test_that("no writer reports success on a full disk, or leaves anything there", {
  skip_on_os(c("windows", "mac"))
  skip_if_not(file.exists("/dev/full"))
  writers <- file_writers()
  for (name in names(writers)) {
    folder <- withr::local_tempdir()
    file <- file.path(folder, paste0("full", writers[[name]]$end))
    file.symlink("/dev/full", file)
    for (write in writers[[name]]$write) {
      expect_error(write(file), "cannot be written", class = "calibrant_error_file", info = name)
    }
    expect_identical(left_beside(folder), character(), info = name)
    expect_identical(Sys.readlink(file), "/dev/full")
  }
})

test_that("a report on a full disk is no report", {
  skip_on_os(c("windows", "mac"))
  skip_if_not(file.exists("/dev/full"))
  file <- withr::local_tempfile(fileext = ".html")
  file.symlink("/dev/full", file)
  local_replaced(
    check_report_tools = \(...) NULL, run_qualification = \(...) "found",
    made_report = \(report, type, folder) {
      withr::local_dir(folder)
      writeLines("report", "made")
      file.path(folder, "made")
    }
  )
  x <- simulate_lr(20, 20, s = 1)
  expect_file_error(suppressMessages(validation_report(x, file, replicates = 20)))
  expect_file_error(suppressMessages(qualify(file)))
})

test_that("the program says so too, with a status of 3", {
  skip_on_os(c("windows", "mac"))
  skip_if_not(file.exists("/dev/full"))
  skip_if_not_installed("jsonlite")
  full <- \(end) {
    file <- tempfile(fileext = end)
    file.symlink("/dev/full", file)
    file
  }
  x <- as.data.frame(withr::with_seed(1, simulate_lr(40, 40, s = 1)))
  trials <- withr::local_tempfile(fileext = ".csv")
  utils::write.csv(data.frame(score = x$log10_lr, truth = x$truth), trials, row.names = FALSE)
  ask <- c(trials, "--scale", "log10")
  calls <- list(
    c("judge", ask, "--replicates", "0", "--plot", paste0("det=", full(".png"))),
    c("calibrate", ask, "--output", full(".json")), c("tally", ask, "--output", full(".json")),
    c("plan", "--accuracy", "cllr < 0.5", "--output", full(".json"))
  )
  for (call in calls) {
    status <- NULL
    said <- capture.output(out <- capture.output(status <- run_command(call)), type = "message")
    expect_identical(status, 3L, info = call[1])
    expect_match(paste(said, collapse = " "), "cannot be written", info = call[1])
    expect_identical(out, character(), info = call[1])
  }
})

test_that("a failed write leaves the old content", {
  skip_on_os("windows")
  skip_if_root()
  writers <- file_writers()
  for (name in names(writers)) {
    folder <- withr::local_tempdir()
    file <- file.path(folder, paste0("old", writers[[name]]$end))
    writers[[name]]$write[[1]](file)
    old <- lapply(list.files(folder, full.names = TRUE), bytes_of)
    Sys.chmod(folder, "0555")
    expect_file_error(writers[[name]]$write[[2]](file))
    Sys.chmod(folder, "0755")
    expect_identical(lapply(list.files(folder, full.names = TRUE), bytes_of), old, info = name)
  }
})

test_that("a file that is read only is not replaced", {
  skip_on_os("windows")
  skip_if_root()
  file <- withr::local_tempfile(lines = "old")
  Sys.chmod(file, "0444")
  expect_file_error(write_text("new", file))
  expect_identical(readLines(file), "old")
})

test_that("rights and links stay", {
  skip_on_os("windows")
  folder <- withr::local_tempdir()
  file <- file.path(folder, "a")
  write_text("one", file)
  expect_identical(file.mode(file), as.octmode("0666") & !as.octmode(Sys.umask()))
  for (mode in c("0600", "0640", "0664")) {
    Sys.chmod(file, mode, use_umask = FALSE)
    write_text(mode, file)
    expect_identical(file.mode(file), as.octmode(mode))
  }
  dir.create(file.path(folder, "sub"))
  links <- file.path(folder, c("absolute", "sub/relative", "chain", "dangling"))
  file.symlink(c(file, "../a", "sub/relative", "later"), links)
  for (link in links) {
    write_text(link, link)
    expect_true(nzchar(Sys.readlink(link)))
    expect_identical(readLines(link, warn = FALSE), link)
  }
  expect_identical(readLines(file, warn = FALSE), links[3])
  expect_true(file.exists(file.path(folder, "later")))
  loop <- file.path(folder, c("x", "y"))
  file.symlink(rev(loop), loop)
  expect_file_error(write_text("z", loop[1]))
  expect_identical(left_beside(folder), character())
})

test_that("a pipe is written to, and one that nobody reads is told of", {
  skip_on_os("windows")
  skip_if(!nzchar(Sys.which("mkfifo")), "mkfifo is not there")
  pipe <- withr::local_tempfile()
  found <- withr::local_tempfile()
  system2("mkfifo", pipe)
  system2("cat", pipe, stdout = found, wait = FALSE)
  long <- strrep("0123456789", 1e5)
  write_text(long, pipe)
  for (wait in 1:100) if (identical(file.size(found), 1e6)) break else Sys.sleep(0.02)
  expect_identical(readLines(found, warn = FALSE), long)
  system2("head", c("-c", "10", pipe), stdout = found, wait = FALSE)
  expect_error(write_text(long, pipe), "reader of this pipe", class = "calibrant_error_file")
  # The session survives SIGPIPE.
  expect_identical(1 + 1, 2)
})

test_that("a lock is held by one, and is given back whatever happens", {
  file <- withr::local_tempfile()
  expect_identical(with_lock(file, .Call(ffi_lock_file, file)), -1L)
  link <- withr::local_tempfile()
  file.symlink(file, link)
  expect_identical(with_lock(file, .Call(ffi_lock_file, link)), -1L)
  expect_error(with_lock(file, stop("no")), "no")
  expect_identical(with_lock(file, 2), 2)
  expect_length(left_beside(dirname(file)), 0)
})

test_that("what is printed is all on the standard output, or said to be not", {
  expect_identical(capture.output(write_output("a\nb\n")), c("a", "b"))
  skip_on_os(c("windows", "mac"))
  skip_if_not(file.exists("/dev/full"))
  program <- c("cat(is.null(calibrant:::write_output('12345')), file = stderr())")
  script <- withr::local_tempfile(lines = program, fileext = ".R")
  out <- withr::local_tempfile()
  rscript <- file.path(R.home("bin"), "Rscript")
  errors <- withr::local_tempfile()
  on <- \(to) {
    withr::with_envvar(c(R_LIBS = paste(.libPaths(), collapse = .Platform$path.sep)),
      system2(rscript, script, stdout = to, stderr = errors))
    readLines(errors, warn = FALSE)
  }
  expect_identical(on(out), "TRUE")
  expect_identical(readLines(out, warn = FALSE), "12345")
  expect_identical(on("/dev/full"), "FALSE")
})

test_that("what a killed writer left is removed when the file is next written, and nothing else", {
  skip_on_os("windows")
  folder <- withr::local_tempdir()
  file <- file.path(folder, "x")
  bytes <- as.raw(rep(1, 2e7))
  for (i in 1:50) {
    child <- parallel::mcparallel(repeat write_bytes(bytes, file), silent = TRUE)
    for (wait in 1:1000) if (length(left_beside(folder)) == 0) Sys.sleep(0.01)
    tools::pskill(child$pid, tools::SIGKILL)
    suppressWarnings(parallel::mccollect(child))
    if (length(left_beside(folder)) > 0) break
  }
  expect_length(left_beside(folder), 1)
  others <- file.path(folder, c(".calibrant-00000000-1-0", ".calibrant-x.lock"))
  file.create(others)
  write_bytes(as.raw(2), file)
  expect_identical(file.path(folder, left_beside(folder)), others)
  expect_identical(bytes_of(file), as.raw(2))
  # The file of a running write is not removed.
  child <- parallel::mcparallel({
    for (i in 1:100) write_bytes(as.raw(rep(3, 1e5)), file)
    "written"
  })
  for (i in 1:100) write_bytes(as.raw(4), file.path(folder, "y"))
  expect_identical(parallel::mccollect(child)[[1]], "written")
})
