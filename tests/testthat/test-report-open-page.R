set_in <- function(file) {
  page <- paste(readLines(file, encoding = "UTF-8", warn = FALSE), collapse = "\n")
  sub("</script>.*", "", sub(".*id=\"set-from-r\">", "", page))
}

open_quietly <- function(...) {
  file <- withr::local_tempfile(fileext = ".html", .local_envir = parent.frame())
  open_page(..., file = file, browse = FALSE)
}

test_that("the page is of this version of the package", {
  page <- paste(readLines(page_source(), encoding = "UTF-8"), collapse = "\n")
  version <- as.character(utils::packageVersion("calibrant"))
  expect_match(page, paste0("data-version=\"", version, "\""), fixed = TRUE)
  expect_lt(file.size(page_source()), 600e3)
})

test_that("a page without a set is the page", {
  file <- open_quietly()
  expect_identical(readLines(file), readLines(page_source()))
})

test_that("a set comes back from the page to the last bit", {
  skip_if_not_installed("jsonlite")
  value <- c(1 / 3, -Inf, 2e-17, Inf, -4)
  x <- lr_set(value, c(TRUE, FALSE, TRUE, TRUE, FALSE), "ln",
    system = c("a", "b", "a", "b", "a"), sure = TRUE)
  given <- jsonlite::fromJSON(set_in(open_quietly(x)), simplifyDataFrame = FALSE)
  expect_identical(given$scale, "ln")
  expect_true(given$named)
  expect_identical(vapply(given$systems, `[[`, "", "name"), c("a", "b"))
  expect_identical(as.double(given$systems[[1]]$value), value[c(1, 3, 5)])
  expect_identical(given$systems[[1]]$truth, c(1L, 1L, 0L))
  expect_identical(as.double(given$systems[[2]]$value), c(-Inf, Inf))
})

test_that("nothing in a set can leave its place in the page", {
  evil <- "</script><script>alert(1)</script><!--\"\\"
  x <- lr_set(c(1, -1), c(TRUE, FALSE), "log10", system = evil, sure = TRUE)
  file <- open_quietly(x)
  inside <- set_in(file)
  expect_no_match(inside, "<", fixed = TRUE)
  skip_if_not_installed("jsonlite")
  expect_identical(jsonlite::fromJSON(inside, simplifyDataFrame = FALSE)$systems[[1]]$name, evil)
})

test_that("weights and items go with the trials", {
  skip_if_not_installed("jsonlite")
  weight <- c(1 / 3, 2, 1, 1)
  x <- lr_set(c(1, -1, 2, -2), c(TRUE, FALSE, TRUE, FALSE), "log10",
    weight = weight, source1 = c("a", "z", "c", "a"), source2 = c("a", "c", "c", "z")
  )
  given <- jsonlite::fromJSON(set_in(open_quietly(x)), simplifyDataFrame = FALSE)
  expect_identical(given$systems[[1]]$weight, weight)
  # a and c take part in H1 comparisons, z does not.
  expect_identical(given$strata, c(2L, 1L))
  expect_identical(given$systems[[1]]$source1, c(0L, 2L, 1L, 0L))
  expect_identical(given$systems[[1]]$source2, c(0L, 1L, 1L, 2L))
})

test_that("what cannot be written is refused", {
  nowhere <- file.path(tempdir(), "no", "such", "folder", "page.html")
  expect_error(open_page(file = nowhere, browse = FALSE), class = "calibrant_error_input")
})
