# The language of reports, and of the program for the shell: code is run with the words of another.

with_words_of <- function(language, code) {
  if (is.null(language)) return(code)
  check_choice(language, c("en", "de"))
  old <- Sys.getenv("LANGUAGE", NA)
  locale <- leave_c_locale()
  on.exit({
    if (is.na(old)) Sys.unsetenv("LANGUAGE") else Sys.setenv(LANGUAGE = old)
    for (category in names(locale)) Sys.setlocale(category, locale[[category]])
  })
  Sys.setenv(LANGUAGE = language)
  if (language == "de" && label("bits") != "Bit") tell_of("no_german")
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
