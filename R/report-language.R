# The language of reports, and of the program for the shell: code is run with the words of another.

with_words_of <- function(language, code) {
  if (is.null(language)) return(code)
  check_choice(language, c("en", "de"))
  before <- list(spoken$language, Sys.getlocale("LC_CTYPE"))
  on.exit({
    spoken$language <- before[[1]]
    Sys.setlocale("LC_CTYPE", before[[2]])
  })
  spoken$language <- language
  if (before[[2]] %in% c("C", "POSIX")) leave_c_locale()
  code
}

# The locale C has no umlauts.
leave_c_locale <- function() {
  for (locale in c("C.UTF-8", "C.utf8", "en_US.UTF-8", "de_DE.UTF-8")) {
    if (nzchar(suppressWarnings(Sys.setlocale("LC_CTYPE", locale)))) break
  }
}
