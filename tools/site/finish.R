# Makes the pages in site/ stand alone: nothing is loaded from elsewhere. Formulas become MathML,
# the contents of each page are written into it, and search works on a file beside the pages, so
# that the site can be opened from a disc.
pages <- list.files("site", "[.]html$", recursive = TRUE)
stopifnot("build the site first" = length(pages) > 0)
read_page <- function(page) {
  paste(readLines(file.path("site", page), warn = FALSE, encoding = "UTF-8"), collapse = "\n")
}
to_root <- function(page) strrep("../", lengths(regmatches(page, gregexpr("/", page))))

# What is loaded from another host or from a folder of this machine, and the scripts that need it
without_hosts <- function(html) {
  html <- gsub("<script[^>]*src=\"(https?:/)?/[^>]*></script>", "", html, perl = TRUE)
  html <- gsub("<link[^>]*href=\"(https?:/)?/[^>]*>", "", html, perl = TRUE)
  html <- gsub("<script[^>]*src=\"[^\"]*pkgdown[.]js\"[^>]*></script>", "", html, perl = TRUE)
  html <- gsub("<link rel=\"(icon|apple-touch-icon)\"[^>]*>", "", html, perl = TRUE)
  left <- "(?s)<!-- (mathjax|bootstrap-toc|headroom|clipboard|search|Font Awesome)[^>]*-->"
  gsub(left, "", html, perl = TRUE)
}

with_our_own <- function(html, page) {
  root <- to_root(page)
  ours <- paste0(
    "<link rel=\"icon\" href=\"", root, "favicon.svg\" type=\"image/svg+xml\">",
    "<link rel=\"stylesheet\" href=\"", root, "site.css\">",
    "<script src=\"", root, "search-index.js\" defer></script>",
    "<script src=\"", root, "site.js\" data-root=\"", root, "\" defer></script></head>"
  )
  sub("</head>", ours, html, fixed = TRUE)
}

# Formulas: \( \) and \[ \], or $$ $$ as reference pages have them, outside of code
code_pattern <- "(?s)<(pre|code|script|style|head)\\b.*?</\\1>"
formula_pattern <- "(?s)\\\\\\((.+?)\\\\\\)|\\\\\\[(.+?)\\\\\\]|[$][$](.+?)[$][$]"
outside_code <- function(html, change) {
  at <- gregexpr(code_pattern, html, perl = TRUE)
  kept <- regmatches(html, at)[[1]]
  parts <- regmatches(html, at, invert = TRUE)[[1]]
  parts <- change(parts)
  paste0(parts, c(kept, ""), collapse = "")
}
formulas_in <- function(html) {
  found <- character()
  outside_code(html, \(parts) {
    found <<- unlist(regmatches(parts, gregexpr(formula_pattern, parts, perl = TRUE)))
    parts
  })
  found
}
to_mathml <- function(formulas) {
  if (length(formulas) == 0) return(character())
  tex <- gsub("&lt;", "<", gsub("&gt;", ">", gsub("&amp;", "&", formulas)))
  display <- !startsWith(tex, "\\(")
  tex <- gsub("\n", " ", trimws(substr(tex, 3, nchar(tex) - 2)))
  tex <- gsub("\\mbox", "\\text", tex, fixed = TRUE)
  mark <- ifelse(display, "$$", "$")
  source <- tempfile(fileext = ".md")
  writeLines(paste0("FORMULA ", mark, tex, mark, "\n"), source, useBytes = TRUE)
  how <- c("--mathml", "--wrap=none", "-f", "markdown", "-t", "html5")
  out <- system2("pandoc", c(how, source), stdout = TRUE)
  out <- strsplit(paste(out, collapse = "\n"), "<p>FORMULA ", fixed = TRUE)[[1]][-1]
  out <- sub("\\s*</p>\\s*$", "", out)
  stopifnot(length(out) == length(formulas))
  left <- !grepl("<math", out, fixed = TRUE)
  if (any(left)) stop("pandoc cannot read: ", paste(formulas[left], collapse = "\n"))
  gsub("<annotation .*?</annotation>", "", out, perl = TRUE)
}
with_mathml <- function(html, table) {
  outside_code(html, \(parts) {
    at <- gregexpr(formula_pattern, parts, perl = TRUE)
    regmatches(parts, at) <- lapply(regmatches(parts, at), \(found) unname(table[found]))
    parts
  })
}

# Contents of a page, in the place that pkgdown leaves for a script to fill
plain <- function(html) trimws(gsub("\\s+", " ", gsub("<[^>]+>", "", html)))
headings_of <- function(html) {
  found <- regmatches(html, gregexpr("(?s)<h([23])[^>]*>.*?</h\\1>", html, perl = TRUE))[[1]]
  found <- found[grepl("class=\"anchor\"", found)]
  data.frame(
    level = substr(found, 3, 3),
    anchor = sub("(?s).*href=\"(#[^\"]*)\".*", "\\1", found, perl = TRUE),
    title = plain(found)
  )
}
with_contents <- function(html) {
  headings <- headings_of(html)
  links <- sprintf(
    "<li class=\"level-%s\"><a href=\"%s\">%s</a></li>",
    headings$level, headings$anchor, headings$title
  )
  list <- paste0("<h2>On this page</h2><ul>", paste(links, collapse = ""), "</ul></nav>")
  if (nrow(headings) == 0) list <- "</nav>"
  sub("(?s)(<nav id=\"toc\"[^>]*>).*?</nav>", paste0("\\1", list), html, perl = TRUE)
}

# Every picture says what it shows
with_alt <- function(html, page) {
  at <- gregexpr("<img[^>]*>", html, perl = TRUE)
  pictures <- regmatches(html, at)[[1]]
  topic <- sub("[.]html$", "", basename(page))
  words <- if (startsWith(page, "reference/")) {
    sprintf("Picture made by the example of %s.", topic)
  } else {
    "Picture made by the code above it."
  }
  has_none <- !grepl("\\balt=\"[^\"]+\"", pictures) | grepl("alt=\"plot of chunk", pictures)
  bare <- gsub("\\s+alt=\"[^\"]*\"", "", pictures[has_none])
  pictures[has_none] <- sub("<img", sprintf("<img alt=\"%s\"", words), bare, fixed = TRUE)
  regmatches(html, at) <- list(pictures)
  html
}

search_entry <- function(html, page) {
  main <- sub("(?s).*<main[^>]*>(.*)</main>.*", "\\1", html, perl = TRUE)
  title <- plain(sub("(?s).*<title>(.*?)</title>.*", "\\1", html, perl = TRUE))
  text <- plain(gsub("(?s)<(script|style|math)\\b.*?</\\1>", " ", main, perl = TRUE))
  headings <- headings_of(main)
  list(
    page = page, title = sub(" • calibrant$", "", title), headings = headings$title,
    anchors = headings$anchor, text = substr(text, 1, 6000)
  )
}
quoted <- function(x) {
  x <- gsub("&lt;", "<", gsub("&gt;", ">", gsub("&quot;", "\"", gsub("&amp;", "&", x))))
  x <- gsub("\"", "\\\"", gsub("\\", "\\\\", x, fixed = TRUE), fixed = TRUE)
  x <- gsub("[[:cntrl:]]", " ", x)
  sprintf("\"%s\"", gsub("</", "<\\/", x, fixed = TRUE))
}
as_script <- function(entry) {
  fields <- vapply(entry, \(x) if (length(x) == 1) quoted(x) else "", "")
  list_of <- function(x) paste0("[", paste(quoted(x), collapse = ","), "]")
  sprintf(
    "{page:%s,title:%s,headings:%s,anchors:%s,text:%s}", fields[["page"]], fields[["title"]],
    if (length(entry$headings)) list_of(entry$headings) else "[]",
    if (length(entry$anchors)) list_of(entry$anchors) else "[]", fields[["text"]]
  )
}

html <- vapply(pages, read_page, "")
is_finished <- vapply(html, \(page) grepl("search-index.js", page, fixed = TRUE), NA)
html <- vapply(html, without_hosts, "")
formulas <- unique(unlist(lapply(html, formulas_in)))
table <- stats::setNames(to_mathml(formulas), formulas)
for (page in pages) {
  html[[page]] <- with_alt(with_contents(with_mathml(html[[page]], table)), page)
  if (!is_finished[[page]]) html[[page]] <- with_our_own(html[[page]], page)
  writeLines(html[[page]], file.path("site", page), useBytes = TRUE)
}
entries <- lapply(setdiff(pages, "404.html"), \(page) search_entry(html[[page]], page))
rows <- paste(vapply(entries, as_script, ""), collapse = ",\n")
script <- paste0("window.siteIndex=[\n", rows, "\n];")
writeLines(script, "site/search-index.js", useBytes = TRUE)
ours <- c("tools/site/site.js", "tools/site/site.css", "pkgdown/favicon/favicon.svg")
invisible(file.copy(ours, "site", overwrite = TRUE))
unlink(c("site/search.json", "site/sitemap.xml", "site/pkgdown.js"))
cat(length(pages), "pages,", length(formulas), "formulas\n")
