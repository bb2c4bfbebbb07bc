# Makes the pages in site/ self-contained: formulas of help pages become MathML, the search index
# becomes a script, pictures of examples get alternative text, the picture of the first page is made
# by its code, and the page for browsers is added.
pages <- list.files("site", "[.]html$", recursive = TRUE, full.names = TRUE)
stopifnot("build the site first" = length(pages) > 0)
read_text <- \(file) paste(readLines(file, warn = FALSE, encoding = "UTF-8"), collapse = "\n")
code <- "(?s)<(pre|code|script|style|head)\\b.*?</\\1>"
formula <- "(?s)\\\\\\((.+?)\\\\\\)|\\\\\\[(.+?)\\\\\\]|[$][$](.+?)[$][$]"

# Applies `change` to all text except code.
outside_code <- function(html, change) {
  at <- gregexpr(code, html, perl = TRUE)
  parts <- change(regmatches(html, at, invert = TRUE)[[1]])
  paste0(parts, c(regmatches(html, at)[[1]], ""), collapse = "")
}

formulas_in <- function(html) {
  parts <- regmatches(html, gregexpr(code, html, perl = TRUE), invert = TRUE)[[1]]
  unlist(regmatches(parts, gregexpr(formula, parts, perl = TRUE)))
}

to_mathml <- function(formulas) {
  tex <- gsub("&lt;", "<", gsub("&gt;", ">", gsub("&amp;", "&", formulas)))
  mark <- ifelse(startsWith(tex, "\\("), "$", "$$")
  tex <- trimws(gsub("\n", " ", substr(tex, 3, nchar(tex) - 2)))
  tex <- gsub("\\mbox", "\\text", tex, fixed = TRUE)
  source <- tempfile(fileext = ".md")
  writeLines(paste0("FORMULA ", mark, tex, mark, "\n"), source, useBytes = TRUE)
  options <- c("--mathml", "--wrap=none", "-f", "markdown", "-t", "html5", source)
  out <- system2("pandoc", options, stdout = TRUE)
  out <- strsplit(paste(out, collapse = "\n"), "<p>FORMULA ", fixed = TRUE)[[1]][-1]
  out <- gsub("<annotation .*?</annotation>", "", sub("\\s*</p>\\s*$", "", out), perl = TRUE)
  stopifnot(length(out) == length(formulas), grepl("<math", out, fixed = TRUE))
  stats::setNames(out, formulas)
}

with_words <- function(html, page) {
  at <- gregexpr("<img[^>]*>", html, perl = TRUE)
  pictures <- regmatches(html, at)[[1]]
  bare <- !grepl("\\balt=\"[^\"]+\"", pictures)
  words <- sprintf("<img alt=\"Picture made by the example of %s\"", sub(".html", "", page))
  pictures[bare] <- sub("<img", words, gsub("\\s+alt=\"\"", "", pictures[bare]), fixed = TRUE)
  regmatches(html, at) <- list(pictures)
  html
}

html <- stats::setNames(lapply(pages, read_text), pages)
table <- to_mathml(unique(unlist(lapply(html, formulas_in))))
for (page in pages) {
  text <- outside_code(html[[page]], \(parts) {
    at <- gregexpr(formula, parts, perl = TRUE)
    regmatches(parts, at) <- lapply(regmatches(parts, at), \(found) unname(table[found]))
    parts
  })
  writeLines(with_words(text, basename(page)), page, useBytes = TRUE)
}
index <- paste0("window.sitePages = ", read_text("site/search.json"), ";")
writeLines(index, "site/pages.js", useBytes = TRUE)
unlink(c("site/search.json", "site/pkgdown.js"))
copied <- c("pkgdown/favicon/favicon.svg", dir("inst/page", full.names = TRUE))
invisible(file.copy(copied, "site", overwrite = TRUE))
home <- sub("(?s).*?```r\n(.*?)```.*", "\\1", read_text("pkgdown/index.md"), perl = TRUE)
ggplot2::ggsave("site/home.png", eval(parse(text = home)), width = 9, height = 4, dpi = 160)
