
test_that("counts in a data frame may have their thousands apart", {
  d <- data.frame(conclusion = c("no", "yes"), same = c("1 200", "3"), different = c(1, 20))
  x <- conclusion_set(d, h1 = "same")
  expect_equal(conclusion_lr(x)$n_h1, c(1200, 3))
  expect_error(
    conclusion_set(data.frame(conclusion = c("no", "yes"), same = c("1 20", "3"), other = 1:2)),
    class = "calibrant_error_input"
  )
})

test_that("labels of a file name the hypotheses", {
  file <- withr::local_tempfile(
    lines = c("Wahrheit;Urteil;PR\u00dcFER", "gleich;A;a", "verschieden;B;b")
  )
  x <- suppressMessages(conclusion_set(file))
  expect_identical(x$labels, c(h1 = "gleich", h2 = "verschieden"))
  expect_identical(as.character(x$examiner), c("a", "b"))
})

test_that("conclusions in two spellings, and a title above the table, are named", {
  lines <- c("truth;conclusion", "same;ID", "different;Id", "same;Out", "different;Out")
  file <- withr::local_tempfile(lines = lines)
  expect_error(suppressMessages(conclusion_set(file)), "\"I[Dd]\" and \"I[Dd]\"",
    class = "calibrant_error_input")
  titled <- withr::local_tempfile(lines = c("Test 2025;;", ";;", paste0("a;", lines)))
  expect_error(conclusion_set(titled), "Line 3 is the header", class = "calibrant_error_file")
})

# Tables of conclusions in three languages, with columns of other numbers.
conclusion_tables <- function(n = 40) {
  same <- rep(c(TRUE, FALSE), c(15, 25))
  step <- rep_len(1:3, n)
  table <- function(names, truth, steps, others) {
    numbers <- list(
      step / 2 + 0.25 * same, 20 + step * 7 + same, 4 + step, 31000 + (n:1) * 17, 2020 + step
    )
    words <- list(truth[2 - same], steps[step], sprintf("P%d", step + 2 * same),
      sprintf("W%02d", rep_len(c(3, 1, 2, 5), n)))
    stats::setNames(as.data.frame(c(words, numbers)), c(names, others))
  }
  list(
    en = table(c("truth", "conclusion", "examiner", "item"), c("same gun", "different gun"),
      c("Elimination", "Inconclusive", "Identification"),
      c("Duration (h)", "age", "minutiae", "case number", "year")),
    de = table(c("Wahrheit", "Schlussfolgerung", "Pr\u00fcfer", "St\u00fcck"),
      c("gleiche Waffe", "verschiedene Waffe"),
      c("Ausschluss", "Unentschieden A", "Identifizierung"),
      c("Dauer (h)", "Alter", "Anzahl Minutien", "Fallnummer", "Jahr")),
    fr = table(c("v\u00e9rit\u00e9", "d\u00e9cision", "examinateur", "pi\u00e8ce"),
      c("m\u00eame source", "sources diff\u00e9rentes"),
      c("Exclusion", "Inconclusif", "Identification"),
      c("dur\u00e9e [h]", "\u00e2ge", "minuties", "num\u00e9ro de dossier", "ann\u00e9e")),
    # Cells are known words, the header is not.
    other = table(c("key", "level", "examiner", "item"), c("same", "different"),
      c("Exclusion", "undecided", "Identification"), c("time", "date", "month", "no", "quality"))
  )
}

test_that("a table of conclusions is never read as scores, in any order of its columns", {
  writers <- list(
    \(d, file) utils::write.csv(d, file, row.names = FALSE, fileEncoding = "UTF-8"),
    \(d, file) utils::write.csv2(d, file, row.names = FALSE, fileEncoding = "latin1"),
    \(d, file) utils::write.table(d, file, sep = "\t", row.names = FALSE, quote = FALSE,
      fileEncoding = "UTF-8")
  )
  file <- withr::local_tempfile(fileext = ".csv")
  withr::local_seed(8)
  for (table in conclusion_tables()) {
    for (turn in 1:12) {
      kept <- c(1:2, if (turn %% 2) 3:4, sample(5:9, 1 + turn %% 4))
      d <- table[kept[sample(length(kept))]]
      writers[[1 + turn %% 3]](d, file)
      expect_error(read_scores(file), "`conclusion_set\\(\"", class = "calibrant_error_file",
        info = names(d))
      x <- suppressMessages(conclusion_set(file))
      expect_identical(as.character(x$conclusion), table[[2]])
      expect_equal(sum(x$truth), 15)
    }
  }
  number <- intersect(names(d), names(table)[5:9])[1]
  x <- suppressMessages(read_scores(file, columns = c(score = number)))
  expect_s3_class(x, "lr_set")
})

test_that("words and whole numbers in unknown columns are not guessed to be conclusions", {
  lines <- c("same;A;5", "different;B;1", "same;B;3", "different;A;5", "same;B;1", "different;B;3")
  lines <- c("key;office;mark", lines)
  file <- withr::local_tempfile(lines = lines)
  expect_error(conclusion_set(file), "column 2 \\(office\\) or 3 \\(mark\\)",
    class = "calibrant_error_file")
  x <- suppressMessages(conclusion_set(file, columns = c(conclusion = "mark")))
  expect_setequal(as.character(x$conclusion), c("1", "3", "5"))
})
