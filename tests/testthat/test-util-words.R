# All that an object says in print, in summaries, in sentences and in its picture.
said_by <- function(x) {
  withr::local_seed(1)
  tried <- \(code) suppressMessages(suppressWarnings(tryCatch(code, error = \(cnd) class(cnd))))
  picture <- tried(ggplot2::autoplot(x))
  c(
    tried(utils::capture.output(print(x))), tried(utils::capture.output(print(summary(x)))),
    tried(unclass(explain(x))),
    if (inherits(picture, "ggplot")) unlist(lapply(picture$labels, deparse))
  )
}

test_that("an object that has spoken German speaks English when it is asked in English", {
  withr::local_envvar(LANGUAGE = "en")
  is_text <- \(object) inherits(object, c("lr_explanation", "verbal_scale"))
  objects <- Filter(Negate(is_text), one_of_each_kind())
  english <- lapply(objects, said_by)
  Sys.setenv(LANGUAGE = "de")
  objects <- Filter(Negate(is_text), one_of_each_kind())
  german <- lapply(objects, said_by)
  Sys.setenv(LANGUAGE = "en")
  expect_identical(lapply(objects, said_by), english)
  x <- objects[[1]]
  with_words_of("de", explain(x))
  expect_identical(said_by(x), english[[1]])
  Sys.setenv(LANGUAGE = "de")
  expect_identical(lapply(objects, said_by), german)
})
