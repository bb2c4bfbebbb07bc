file_of <- function(..., frame = parent.frame(), ext = "") {
  path <- withr::local_tempfile(fileext = ext, .local_envir = frame)
  writeLines(c(...), path)
  path
}
bytes_file <- function(..., frame = parent.frame()) {
  path <- withr::local_tempfile(.local_envir = frame)
  writeBin(c(...), path)
  path
}
expected <- data.frame(
  score = c(2.1, -0.7, 1.2), truth = c(TRUE, FALSE, TRUE), source1 = c("m1", "m1", "m2"),
  source2 = c("s1", "s2", "s2")
)
expect_read <- function(...) {
  expect_equal(as.data.frame(read_scores(...))[names(expected)], expected)
}

test_that("reads scores and keys as BOSARIS, SIDEKIT and Kaldi write them", {
  scores <- file_of("m2 s2 1.2", "m1 s2 -0.7", "m1 s1 2.1", "m2 s1 -1.9", "m3 s1 4")
  key <- file_of("m1 s1 target", "m1 s2 nontarget", "m2 s2 target")
  expect_message(x <- read_scores(scores, key, system = "A"), "2 scores of trials.* are left out",
    class = "calibrant_message_dropped")
  expect_identical(levels(x), "A")
  expect_equal(as.data.frame(x)[names(expected)], expected)
  one <- file_of("m2 s2 1.2", "m1 s2 -0.7", "m1 s1 2.1", "m2 s1 -1.9")
  expect_message(read_scores(one, key), "1 score of trials.* is left out")
})

test_that("reads scores and keys of the NIST evaluations", {
  scores <- file_of("modelid\tsegmentid\tside\tLLR", "m1\ts1\ta\t2.1", "m1\ts2\ta\t-0.7",
    "m2\ts2\ta\t1.2")
  key <- file_of("modelid\tsegmentid\tside\ttargettype\tgender", "m1\ts1\ta\ttarget\tf",
    "m1\ts2\ta\tnontarget\tf", "m2\ts2\ta\ttarget\tf")
  expect_read(scores, key)
})

test_that("reads lists of VoxCeleb, SpeechBrain and WeSpeaker", {
  vox <- file_of("1 m1 s1", "0 m1 s2", "1 m2 s2")
  expect_read(file_of("m2 s2 1.2", "m1 s1 2.1", "m1 s2 -0.7"), vox)
  expect_read(file_of("2.1 m1 s1", "-0.7 m1 s2", "1.2 m2 s2"), vox)
  expect_read(file_of("1 m1 s1 2.1", "0 m1 s2 -0.7", "1 m2 s2 1.2"))
  expect_read(file_of("m1 s1 1 2.1", "m1 s2 0 -0.7", "m2 s2 1 1.2"))
  expect_read(file_of("m1 s1 1.0 2.1", "m1 s2 0.0 -0.7", "m2 s2 1.0 1.2"))
  expect_read(file_of("m1 s1 2.1 target", "m1 s2 -.7 nontarget", "m2 s2 1.2 target"))
  numbered <- read_scores(file_of("101 201 1 0.9", "101 202 0 0.1"))
  expect_identical(numbered$source1, c("101", "101"))
  expect_identical(numbered$value, c(0.9, 0.1))
  plain <- read_scores(file_of("2.1 1", "-0.7 0"))
  expect_null(plain$source1)
  expect_identical(plain$value, c(2.1, -0.7))
})

test_that("four systems of VoxCeleb lists are one call", {
  key <- file_of(sprintf("%d id%d/a.wav id%d/b.wav", rep(1:0, 4), 1:8, rep(1:4, each = 2)))
  lines <- sprintf("id%d/a.wav id%d/b.wav", 1:8, rep(1:4, each = 2))
  at <- c(3, 1, 2, 8, 7, 5, 4, 6)
  files <- vapply(1:4, \(k) file_of(paste(lines, 1:8 + k)[at], frame = rlang::env_parent()), "")
  files <- c(A = files[1], B = files[2], C = files[3], D = files[4])
  x <- read_scores(files, key)
  expect_identical(levels(x), c("A", "B", "C", "D"))
  expect_equal(x$value, as.vector(outer(1:8, 1:4, `+`)))
  expect_equal(x$truth, rep(rep(c(TRUE, FALSE), 4), 4))
  expect_message(eer(x), NA)
  expect_error(read_scores(c(A = files[[1]], A = files[[2]]), key), "different names")
  expect_error(read_scores(character(), key), "There are no files", class = "calibrant_error_input")
  own <- vapply(1:2, \(k) file_of("a b 1 0.9", "a c 0 0.1", frame = rlang::env_parent()), "")
  expect_identical(levels(read_scores(c(one = own[1], two = own[2]))), c("one", "two"))
  expect_length(levels(read_scores(own)), 2)
})

test_that("several columns of scores beside a key are several systems", {
  scores <- file_of("model segment A B", "m1 s1 1 3", "m1 s2 2 4.5")
  key <- file_of("m1 s1 target", "m1 s2 nontarget")
  x <- suppressWarnings(read_scores(scores, key, columns = c(score = "A", score = "B")))
  expect_identical(levels(x), c("A", "B"))
  expect_identical(as.data.frame(x)$score, c(1, 2, 3, 4.5))
})

test_that("trials of labels that are left out need no score", {
  scores <- file_of("m1 s1 1", "m2 s2 2.5")
  key <- file_of("m1 s1 target", "m2 s2 nontarget", "m2 s1 spoof")
  x <- suppressWarnings(read_scores(scores, key, h1 = "target", h2 = "nontarget", others = "drop"))
  expect_identical(as.data.frame(x)$score, c(1, 2.5))
})

test_that("reads pipes and compressed files", {
  lines <- c("m1 s1 2.1 target", "m1 s2 -.7 nontarget", "m2 s2 1.2 target")
  for (write in list(gzfile, bzfile, xzfile)) {
    path <- withr::local_tempfile()
    connection <- write(path, "wt")
    writeLines(lines, connection)
    close(connection)
    expect_read(path)
    expect_read(gzfile(path))
  }
  skip_on_os("windows")
  expect_read(pipe(paste("cat", shQuote(file_of(lines)))))
  expect_read(textConnection(lines))
})

test_that("reads an export of Excel with one call", {
  rows <- c(
    "Fall-Nr.;Spur;Wahrheit;LLR", "1;a;same;2,1", "2;b;Different;-0,7", "3;c;Same ;1,2",
    "4;d;different; NA", "5;e;same;#NV"
  )
  expect_message(x <- read_scores(file_of(rows), scale = "log10", na = "drop"), "2 of 5")
  expect_equal(x$value, expected$score)
  expect_equal(x$truth, expected$truth)
  # The error without `na` names that argument.
  expect_error(read_scores(file_of(rows)), "na = \"drop\"", class = "calibrant_error_input")
  strange <- sub("-0,7", "<0,01", rows, fixed = TRUE)
  expect_error(read_scores(file_of(strange)), "Line 3 .*<0,01", class = "calibrant_error_file")
  other <- file_of("Nr;Ergebnis;Herkunft", "1;2,1;gelijk", "2;-0,7;anders", "3;1,2;gelijk")
  expect_error(read_scores(other), "which column is which.*columns", class = "calibrant_error_file")
  columns <- c(score = "Ergebnis", truth = "Herkunft")
  expect_error(read_scores(other, columns = columns), "h1 = \"gelijk\"")
  x <- read_scores(other, columns = columns, h1 = "gelijk")
  expect_equal(x$value, expected$score)
  expect_equal(x$truth, expected$truth)
  expect_error(read_scores(other, columns = c(what = "Ergebnis")), "score.*truth")
})

test_that("reads UTF-16, Latin-1 and the row names of write.csv()", {
  text <- "enrol;test;same;llr\r\nm1;s\u00fc;1;2,1\r\nm1;s2;0;-0,7\r\nm2;\u20ac;1;1,2\r\n"
  encoded <- \(to) iconv(text, "UTF-8", to, toRaw = TRUE)[[1]]
  bom <- \(...) as.raw(c(...))
  files <- list(
    bytes_file(bom(0xff, 0xfe), encoded("UTF-16LE")), bytes_file(encoded("UTF-16LE")),
    bytes_file(bom(0xfe, 0xff), encoded("UTF-16BE")), bytes_file(encoded("UTF-16BE")),
    bytes_file(bom(0xef, 0xbb, 0xbf), encoded("UTF-8")), bytes_file(encoded("CP1252"))
  )
  for (file in files) {
    x <- read_scores(file)
    expect_identical(x$source2, c("s\u00fc", "s2", "\u20ac"))
    expect_equal(x$value, expected$score)
  }
  path <- withr::local_tempfile()
  data <- data.frame(enrol = expected$source1, test = expected$source2, expected[1:2])
  utils::write.csv(data, path)
  expect_read(path)
  utils::write.table(data, path)
  expect_read(path)
})

test_that("refuses files that do not fit, by their line", {
  refuses <- \(scores, key, text, class = "calibrant_error_input") {
    expect_error(read_scores(scores, key), text, class = class)
  }
  file <- "calibrant_error_file"
  scores <- file_of("m1 s1 1", "m1 s2 2")
  both <- file_of("m1 s1 target", "m1 s2 nontarget")
  refuses(scores, file_of("m1 s1 target", "m1 s9 nontarget"), "\"s9\" has no score")
  refuses(scores, file_of("x s1 target", "x s2 nontarget"), "No model name")
  refuses(scores, file_of("m1 s1 target", "m1 s2 perhaps"), "perhaps")
  refuses(scores, file_of("m1 s1 target", "m1 s1 non", "m1 s2 non"), "both as a target")
  expect_length(read_scores(scores, file_of("m1 s1 target", "m1 s1 Target", "m1 s2 non")), 3)
  refuses(scores, file_of("m1 s1 target", "m1 s1 tar", "m1 s2 non"), "They have 3")
  refuses(file_of("m1 s1 1", "m1 s1 2"), file_of("m1 s1 target"), "two different scores")
  refuses(file_of("m1 s1 one", "m1 s2 2"), both, "Line 1 .*one", file)
  refuses(file_of("m1 1"), both, "one truth")
  refuses(file_of("m1 s1 1", "m1 s2 2 and more"), both, "Line 2 .*and more", file)
  refuses(tempfile(), scores, "cannot be read", file)
  refuses(tempdir(), scores, "cannot be read", file)
  refuses(12, scores, "cannot be read", file)
  refuses(bytes_file(as.raw(0)), scores, "cannot be read", file)
  refuses(scores, NULL, "Without `key`", file)
  quote <- c(rep("m1 s1 target", 499), "m1 \"s2 nontarget", "m1 s2 nontarget")
  refuses(scores, file_of(quote), "Line 500", file)
  refuses(file_of("m1 \"s1 1", "m1 s2 2"), both, "Line 1 ", file)
  refuses(file_of("{\"a\": 1"), NULL, "a", file)
  wide <- file_of("source_id,llr", "a,1,2,3", "b,1,2,3")
  expect_error(read_scores(genuine = wide, impostor = wide), class = "calibrant_error_input")
  expect_error(lr_chunks(wide), "header", class = "calibrant_error_input")
})

test_that("reads tables of lir", {
  h1 <- file_of("26.8012746144977", "-0.48")
  h2 <- file_of("-1.5", "0.2", "-inf")
  read_lrs <- \(h1, h2) read_scores(genuine = h1, impostor = h2, scale = "log10")
  x <- read_lrs(h1, h2)
  expect_equal(x$value, c(26.8012746144977, -0.48, -1.5, 0.2, -Inf))
  expect_equal(x$truth, rep(c(TRUE, FALSE), 2:3))
  h1 <- file_of("source_id,llr", "a,1.5", "b,-0.2")
  h2 <- file_of("source_id,llr,llr_interval_low,llr_interval_high", "c,-2,-3,-1")
  expect_identical(as.data.frame(read_lrs(h1, h2))$id, c("a", "b", "c"))
  expect_error(read_lrs(file_of("case,value", "a,b"), h2), "value", class = "calibrant_error_input")
})

test_that("what was taken of a file without a header has no name", {
  lines <- c("a 2.5 target", "b -1 nontarget", "c 3 target", "d 0 nontarget")
  file <- withr::local_tempfile(lines = lines)
  expect_message(read_scores(file), "score: column 2; truth: column 3; id: column 1[.]")
})

test_that("one source makes clusters, and an identifier may stand beside it", {
  set.seed(7)
  data <- data.frame(
    risk = round(rnorm(400, rep(0:1, each = 200)) + 2 * rnorm(40)[rep(1:40, 10)], 2),
    event = rep(0:1, each = 200), centre = paste0("C", rep(1:40, 10)), trial = 1:400
  )
  file <- withr::local_tempfile(fileext = ".csv")
  utils::write.csv(data, file, row.names = FALSE)
  for (role in c("source1", "source2")) {
    columns <- c(score = "risk", truth = "event", rlang::set_names("centre", role), id = "trial")
    suppressMessages(x <- read_scores(file, columns = columns))
    known <- rlang::exec(lr_set, event ~ risk, data, scale = "score", id = "trial",
      !!role := "centre")
    expect_identical(x[[role]], known[[role]])
    expect_identical(x$id, as.character(data$trial))
    ask <- \(set) {
      set.seed(1)
      measures(set, "auc", replicates = 100)
    }
    expect_equal(ask(x), ask(known), ignore_attr = TRUE)
  }
  for (header in c("source1", "source_ids.0")) {
    names(data)[3] <- header
    utils::write.csv(data, file, row.names = FALSE)
    expect_message(x <- read_scores(file, columns = c(score = "risk", truth = "event")),
      "source1: column 3")
    expect_identical(drawn_by(x, NULL), "source")
  }
})

test_that("columns that are a time are refused in our words", {
  file <- withr::local_tempfile(lines = c("m1 s1 2.1 1", "m1 s2 -0.7 0"))
  time <- as.POSIXlt("2020-01-01", tz = "UTC")
  expect_error(read_scores(file, columns = time, scale = "ln"), "which column is which",
    class = "calibrant_error_input")
})

test_that("a refusal names the only column of a file, or all columns", {
  file <- withr::local_tempfile(fileext = ".csv")
  writeLines(c("score", "1.5", "-2", "0.5"), file)
  expect_error(read_scores(file), "The only column of .* is \"score\"")
  writeLines(c("score,note", "1.5,x", "-2,y", "0.5,z"), file)
  expect_error(read_scores(file), "The columns of .* are \"score\" and \"note\"")
})

test_that("an argument that the file decides is refused in our words", {
  file <- file_of("score,truth,w", "2,target,1", "1,target,2", "-1,non,1", "-2,non,1")
  columns <- c(score = "score", truth = "truth", weight = "w")
  read <- \(...) suppressMessages(read_scores(file, ..., sure = TRUE))
  expect_error(read(truth = "truth"), "`truth` must come from the file", class = "calibrant_error")
  expect_error(read(truth = "truth", weight = 1:4), "where they are", class = "calibrant_error")
  expect_error(read(columns = columns, weight = 1:4), "`weight`", class = "calibrant_error")
  expect_error(read(x = 1), class = "calibrant_error")
})

test_that("- beside + is a label, and stays a missing truth beside others", {
  signs <- file_of("score,truth", "2,+", "1,+", "-1,-", "-2,-")
  read <- \(file, h1) suppressMessages(read_scores(file, h1 = h1))
  expect_identical(as.data.frame(read(signs, "+"))$truth, c(TRUE, TRUE, FALSE, FALSE))
  others <- file_of("score,truth", "2,A", "1,A", "-1,-", "-2,-")
  expect_error(read(others, "A"), class = "calibrant_error")
})

test_that("lines above a header are named, in every kind of table", {
  trials <- c("score,truth", "2.1,same", "-0.7,different", "1.2,same")
  titles <- list(
    "Report of the lab 2024", c("Report of the lab", ""), c("\"Report of the lab\"", "2024-01-02"),
    c("Report, 2024", "Case; 12", ""), c("Report,", ","), c("a", "b c", "d, e", "f")
  )
  says <- \(lines) {
    file <- file_of(lines)
    cnd <- expect_error(read_scores(file), class = "calibrant_error_file")
    cli::ansi_strip(conditionMessage(cnd))
  }
  for (separator in c(",", ";", "\t")) {
    for (title in titles) {
      header <- sprintf("Line %d is the header.*delete what is above", length(title) + 1)
      said <- says(c(title, chartr(",", separator, trials)))
      expect_match(gsub("\\s+", " ", said), header, info = title[1])
      expect_no_match(said, "Only trials may follow|call the column")
    }
  }
  # As Excel writes it.
  expect_match(says(c("sep=;", "Report;", ";", chartr(",.", ";,", trials))), "Line 4 is the header")
  text <- iconv(paste(c("Report", "", chartr(",", "\t", trials)), collapse = "\r\n"), "UTF-8",
    "UTF-16LE", toRaw = TRUE)[[1]]
  expect_error(read_scores(bytes_file(as.raw(c(0xff, 0xfe)), text)), "Line 3 is the header",
    class = "calibrant_error_file")
  # Faults below a header, or without one, have no title.
  faults <- list(c(trials, "sum 3"), c(trials[1:3], "x,same"), c("2.1,same", "x,different"))
  for (lines in faults) {
    expect_no_match(says(lines), "is the header")
  }
})

test_that("a column for each hypothesis is told how to go in", {
  for (heads in c("H1,H2", "impostor,genuine", "same source,different source")) {
    for (separator in c(",", ";", "\t")) {
      lines <- chartr(",", separator, c(heads, "2.1,-0.7", "1.2,0.3", "0.7,-1.2"))
      said <- expect_error(read_scores(file_of(lines)), class = "calibrant_error_file")
      expect_match(conditionMessage(said), "list\\(h1 = , h2 = \\)", info = heads)
    }
  }
  # Text of a file is never run as code.
  lines <- c("h1 {stop('run')},h2", "2.1,-0.7", "1.2,0.3")
  expect_error(read_scores(file_of(lines)), "must hold", class = "calibrant_error_file")
})

test_that("exchanged hypotheses are told, by columns, labels or files", {
  score <- c(seq(0.5, 3, length.out = 20), seq(-3, 0.9, length.out = 20))
  truth <- rep(c("different", "same"), each = 20)
  withr::local_options(calibrant.sure = FALSE)
  told <- "Are the hypotheses exchanged.*two columns or files"
  for (separator in c(",", ";", "\t")) {
    file <- file_of(paste("score", "truth", sep = separator), paste(score, truth, sep = separator))
    for (scale in c("ln", "score")) {
      said <- capture_warnings(suppressMessages(cllr_min(read_scores(file, scale = scale))))
      expect_match(gsub("\\s+", " ", said), told, all = FALSE)
    }
  }
  frame <- environment()
  files <- lapply(split(score, truth), \(x) file_of(paste(x), frame = frame))
  said <- capture_warnings(suppressMessages(
    read_scores(genuine = files$same, impostor = files$different, scale = "ln")
  ))
  expect_match(gsub("\\s+", " ", said), told, all = FALSE)
})

test_that("a last line that is no trial, such as a total, is named", {
  file <- withr::local_tempfile()
  trials <- c("id,truth,score", "1,same,2.5", "2,different,-1", "3,same,1", "4,different,0.5")
  for (last in c("Total,,3", "Summe,Summe,3", "5,Mittelwert,0.75", "end of list,-,0")) {
    writeLines(c(trials, last), file)
    expect_error(read_scores(file), last, fixed = TRUE)
    cat(trials, last, sep = "\n", file = file)
    expect_error(read_scores(file), "All lines but the last", fixed = TRUE)
  }
  # Other lines with a third label are not at the end.
  writeLines(c(trials, "Total,,3", "5,same,2"), file)
  found <- expect_error(read_scores(file), class = "calibrant_error_input")
  expect_no_match(conditionMessage(found), "the last")
})
