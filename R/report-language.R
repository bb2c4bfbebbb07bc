# The language of reports, and of the program for the shell: code is run with the words of another.

with_words_of <- function(language, code) {
  if (is.null(language)) return(code)
  two <- rlang::is_string(language) && grepl("^[a-z]{2}", language)
  check_that(two, "be two letters.", language)
  old <- Sys.getenv("LANGUAGE", NA)
  locale <- leave_c_locale()
  on.exit({
    if (is.na(old)) Sys.unsetenv("LANGUAGE") else Sys.setenv(LANGUAGE = old)
    for (category in names(locale)) Sys.setlocale(category, locale[[category]])
    forget_translations()
  })
  Sys.setenv(LANGUAGE = language)
  forget_translations()
  tell_untranslated(language)
  code
}

# The locale C translates nothing and has no umlauts. Returns the old values of the changed
# categories.
leave_c_locale <- function() {
  old <- c(LC_CTYPE = Sys.getlocale("LC_CTYPE"), LC_MESSAGES = Sys.getlocale("LC_MESSAGES"))
  old <- old[old %in% c("C", "POSIX")]
  for (locale in c("C.UTF-8", "C.utf8", "en_US.UTF-8", "de_DE.UTF-8")) {
    set <- vapply(names(old), \(one) suppressWarnings(Sys.setlocale(one, locale)), "")
    if (all(nzchar(set))) break
  }
  old
}

tell_untranslated <- function(language) {
  german <- startsWith(language, "de")
  if (!startsWith(language, "en") && !(german && gettext("bits") == "Bit")) {
    inform_calibrant(
      "There is no translation into {.val {language}}: words stay in the language of R.",
      i = if (german) {
        "German needs a locale other than C: {.code Sys.setlocale(\"LC_ALL\", \"C.UTF-8\")}."
      } else {
        "German is available: {.code language = \"de\"}."
      },
      class = "calibrant_message_language"
    )
  }
}

# The C library caches translations until a domain is bound to another place.
forget_translations <- function() bindtextdomain("calibrant-reset", tempfile("nowhere"))
