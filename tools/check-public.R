# Fails if a function that a public header declares is not registered in callables.c, or has no
# wrapper in calibrant.h: another package would not link.
read_c <- function(file) {
  text <- paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
  gsub("//[^\n]*", "", text)
}

captures <- function(pattern, text) {
  found <- unlist(regmatches(text, gregexpr(pattern, text, perl = TRUE)))
  unique(sub(pattern, "\\1", found, perl = TRUE))
}

headers <- list.files("inst/include/calibrant", "[.]h$", recursive = TRUE, full.names = TRUE)
# A prototype: no brace before the semicolon, which excludes inline functions.
declared <- unlist(lapply(headers, \(file) {
  captures("\\b(cal_\\w+)\\s*\\([^;{}()]*\\)\\s*;", gsub("\\{[^{}]*\\}", "{}", read_c(file)))
}))
registered <- captures("CALLABLE\\((cal_\\w+)\\)", read_c("src/callables.c"))
offered <- captures('calibrant_find\\("(cal_\\w+)"\\)', read_c("inst/include/calibrant.h"))
stopifnot("no public function was found" = length(declared) > 0 && length(registered) > 0)

own <- "cal_api_version"
problems <- list(
  "in a public header, but not registered in src/callables.c" = setdiff(declared, registered),
  "in a public header, but not offered by calibrant.h" = setdiff(declared, offered),
  "registered, but in no public header" = setdiff(registered, c(declared, own)),
  "offered by calibrant.h, but not registered" = setdiff(offered, registered)
)
writeLines(sprintf("%s is %s", unlist(problems), rep(names(problems), lengths(problems))))
quit(status = as.integer(any(lengths(problems) > 0)))
