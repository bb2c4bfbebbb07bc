readme <- function() {
  file <- test_path("..", "..", "README.Rmd")
  skip_if_not(file.exists(file), "README.Rmd is not here")
  readLines(file, encoding = "UTF-8")
}

# The code of all blocks that readers see, by language.
code_blocks <- function(lines) {
  fences <- grep("^```", lines)
  starts <- fences[c(TRUE, FALSE)]
  ends <- fences[c(FALSE, TRUE)]
  shown <- !grepl("include = FALSE", lines[starts], fixed = TRUE)
  code <- Map(\(a, b) lines[a + seq_len(b - a - 1)], starts[shown], ends[shown])
  split(code, gsub("[^a-z].*", "", sub("^``` *[{]?", "", lines[starts[shown]])))
}

# Calls in running text that name only what README made before.
inline_calls <- function(lines) {
  spans <- unlist(regmatches(lines, gregexpr("`[^`]+`", lines)))
  spans <- grep("^`([a-z_]+ <- )?[a-z_.]+[(][a-z]", spans, value = TRUE)
  gsub("`", "", grep("learnr|vignette", spans, value = TRUE, invert = TRUE))
}

test_that("all R code of README runs in its order, from an empty folder", {
  lines <- readme()
  code <- code_blocks(lines)$r
  expect_gt(length(code), 8)
  code <- lapply(code, \(block) grep("^install[.]packages[(]", block, value = TRUE, invert = TRUE))
  calls <- inline_calls(lines)
  expect_identical(sub("[(].*", "", calls),
    c("error_rates", "explain", "predict", "fit <- calibrate", "predict"))
  withr::local_dir(withr::local_tempdir())
  withr::local_pdf(NULL)
  here <- new.env(parent = globalenv())
  # A user sees the value of each top-level call, which must print.
  run <- \(text) {
    for (call in as.list(parse(text = text))) {
      seen <- withVisible(eval(call, here))
      if (seen$visible) utils::capture.output(print(seen$value))
    }
  }
  suppressMessages(suppressWarnings(utils::capture.output(for (text in code) run(text))))
  expect_identical(dir(), "fusion.json")
  for (call in calls) expect_no_error(suppressWarnings(run(call)))
  expect_equal(predict(read_calibrant("fusion.json"), here$both), predict(here$fusion, here$both))
})

test_that("README names only commands, files and packages that exist", {
  lines <- readme()
  root <- dirname(test_path("..", "..", "README.Rmd"))
  shell <- unlist(code_blocks(lines)$sh)
  targets <- sub("^make ([a-z-]+).*", "\\1", grep("^make ", shell, value = TRUE))
  expect_setequal(targets, c("demo", "test"))
  made <- readLines(file.path(root, "Makefile"))
  for (target in targets) expect_length(grep(paste0("^", target, ":"), made), 1)
  links <- unlist(regmatches(lines, gregexpr("(?<=\\]\\()[^)h][^)]*", lines, perl = TRUE)))
  expect_true(all(file.exists(file.path(root, links))), info = toString(links))
  asked <- grep("^install.packages\\(c", lines, value = TRUE)
  imports <- read.dcf(file.path(root, "DESCRIPTION"), "Imports")
  imports <- gsub("[(][^)]*[)]|\\s", "", strsplit(imports, ",")[[1]])
  base <- rownames(utils::installed.packages(priority = "base"))
  expect_setequal(eval(parse(text = sub("^install.packages\\(", "identity(", asked))),
    setdiff(imports, base))
})

test_that("README is read in a few minutes", {
  readme()
  words <- scan(test_path("..", "..", "README.md"), "", quote = "", quiet = TRUE)
  expect_lte(length(words), 1400)
})
