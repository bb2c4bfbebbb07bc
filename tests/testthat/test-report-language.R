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

test_that("German sentences have clauses of users after a colon, and our own without", {
  own <- c(h1 = "die Splitter stammen von einer Scheibe", h2 = "sie stammen von zwei Scheiben")
  sets <- list(withr::with_seed(1, simulate_lr(30, 60, s = 2)), examined())
  said_of <- function(x) {
    with_words_of("de", c(explain(x), report_sentence_hypotheses(x), if (inherits(x, "lr_set")) {
      rates <- misleading(x, level = 0.95)
      c(report_sentence_mislead(rates, hypotheses_of(x)), verbal_scale(x)$sentence)
    }))
  }
  for (x in sets) {
    said <- suppressWarnings(said_of(x))
    expect_no_match(said, "gilt: H[12]")
    expect_match(said, "(in denen|wenn) H[12] (wahr ist|zutrifft)", all = FALSE)
    said <- suppressWarnings(said_of(with_fields(x, list(labels = put_hypotheses(x$labels, own)))))
    expect_no_match(said, "(wenn|denen|dass) (die Splitter|sie stammen)")
    expect_match(said, "in denen gilt: die Splitter stammen", all = FALSE)
    expect_match(said, "^H1: Die Splitter stammen", all = FALSE)
  }
})

test_that("no name that we give a system or a method stands in a report", {
  x <- withr::with_seed(1, simulate_lr(30, 60, s = 2))
  plan <- validation_plan(accuracy = "cllr < 0.9", replicates = 10, data = list(baseline = x))
  matrix <- suppressWarnings(validation_run(plan, x))
  expect_length(report_head(list(), matrix)$method, 0)
  watched <- monitor(x, date = "2026-01-05")
  expect_match(explain(watched), "^No trials of the system have been watched since 2026-01-05[.]$")
  said <- with_words_of("de", c(explain(watched), ggplot2::get_alt_text(autoplot(matrix))))
  expect_match(said[1], "noch keine Vergleiche \u00fcberwacht (das System)", fixed = TRUE)
  expect_match(said[2], "^Validierungsmatrix[.] [01] erf\u00fcllt, ")
  named <- with_words_of("de", explain(monitor(x, date = "2026-01-05", method = "Kabine 3")))
  expect_match(named, "(Kabine 3)", fixed = TRUE)
})

test_that("classes have their priors said, equal or not", {
  x <- loglik_set(subset(glass_type, recogniser == "lda"), truth = "type", system = "recogniser")
  said <- \(...) suppressWarnings(explain(x, ..., replicates = 20))
  expect_match(said(), "If all classes are equally probable, .* is 2.58 bits before")
  prior <- c(0.5, 0.1, 0.1, 0.1, 0.1, 0.1)
  expect_match(said(prior), "At prior probabilities of 50 % (WinF), 10 % (WinNF), ", fixed = TRUE)
  expect_match(with_words_of("de", said(rev(prior))), "10 % (Tabl), 50 % (Head)", fixed = TRUE)
})
