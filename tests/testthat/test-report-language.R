test_that("German comes in every locale, which stays, and other languages are refused", {
  script <- withr::local_tempfile(lines = c(
    "words_of <- getFromNamespace('with_words_of', 'calibrant')",
    "said <- words_of('de', calibrant:::label('Misses'))",
    "cat(said, Sys.getlocale('LC_MESSAGES'), Sys.getlocale('LC_CTYPE'), sep = '|')"
  ), fileext = ".R")
  locales <- c("C", "C.UTF-8", "en_US.UTF-8", "de_DE.ISO-8859-1")
  said <- vapply(locales, FUN.VALUE = "", \(locale) withr::with_envvar(
    c(LC_ALL = locale, LANGUAGE = NA),
    system2(file.path(R.home("bin"), "Rscript"), script, stdout = TRUE, stderr = FALSE)
  ))
  there <- ifelse(endsWith(said, locales), locales, "C")
  expect_identical(unname(said), paste("Verfehlte Treffer", there, there, sep = "|"))
  for (wrong in list("fr", "german", "DE", "", NA, 1, c("en", "de"))) {
    expect_error(with_words_of(wrong, 1), "\"en\" or \"de\"", class = "calibrant_error_input")
  }
  expect_silent(with_words_of("en", 1))
})

test_that("the language of the session is the first of a list that is known", {
  skip_if(Sys.getlocale("LC_CTYPE") %in% c("C", "POSIX"), "this locale has no umlauts")
  german <- \(languages) withr::with_envvar(c(LANGUAGE = languages), label("bits") == "Bit")
  for (languages in c("de", "de_AT", "de:en", "fr:de", "fr:de_CH:en", "german")) {
    expect_true(german(languages), info = languages)
  }
  for (languages in c("en", "en:de", "en_GB:de", "fr", "fr:en:de", "nl", "C")) {
    expect_false(german(languages), info = languages)
  }
  expect_false(with_words_of("en", german("de")))
  expect_true(with_words_of("de", german("en")))
})
