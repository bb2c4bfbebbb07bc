test_that("German comes in the locale C too, which stays, and other languages are refused", {
  skip_if_not(nzchar(suppressWarnings(withr::with_locale(c(LC_MESSAGES = "C.UTF-8"), "x"))))
  withr::local_envvar(LC_ALL = "C", LANGUAGE = NA)
  script <- withr::local_tempfile(lines = c(
    "words_of <- getFromNamespace('with_words_of', 'calibrant')",
    "said <- words_of('de', enc2utf8(gettext('Misses', domain = 'R-calibrant')))",
    "cat(said, Sys.getlocale('LC_MESSAGES'), Sys.getlocale('LC_CTYPE'), sep = '|')"
  ), fileext = ".R")
  said <- system2(file.path(R.home("bin"), "Rscript"), script, stdout = TRUE, stderr = FALSE)
  expect_identical(said, "Verfehlte Treffer|C|C")
  for (wrong in list("fr", "german", "DE", "", NA, 1, c("en", "de"))) {
    expect_error(with_words_of(wrong, 1), "\"en\" or \"de\"", class = "calibrant_error_input")
  }
  expect_silent(with_words_of("en", 1))
})
