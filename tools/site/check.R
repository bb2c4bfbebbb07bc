# Fails on a link in site/ that leads nowhere, on anything that is loaded from another host, on a
# picture without words, and on a formula that was left as TeX.
pages <- list.files("site", "[.]html$", recursive = TRUE)
stopifnot("build the site first" = length(pages) > 0)
read_page <- function(page) {
  paste(readLines(file.path("site", page), warn = FALSE, encoding = "UTF-8"), collapse = "\n")
}
html <- vapply(pages, read_page, "")
found <- function(text, pattern) regmatches(text, gregexpr(pattern, text, perl = TRUE))[[1]]
ids <- lapply(html, \(text) gsub("^ (id|name)=\"|\"$", "", found(text, " (id|name)=\"[^\"]*\"")))

leads_nowhere <- function(page, link) {
  path <- sub("[#?].*", "", link)
  anchor <- if (grepl("#", link, fixed = TRUE)) utils::URLdecode(sub("[^#]*#", "", link)) else ""
  parts <- strsplit(if (nzchar(path)) file.path(dirname(page), path) else page, "/")[[1]]
  at <- character()
  for (part in parts) {
    at <- if (part == "..") at[-length(at)] else if (part %in% c(".", "")) at else c(at, part)
  }
  target <- utils::URLdecode(paste(at, collapse = "/"))
  if (nzchar(path) && endsWith(path, "/")) target <- file.path(target, "index.html")
  if (!nzchar(target) || dir.exists(file.path("site", target))) {
    target <- file.path(target, "index.html")
  }
  target <- sub("^/", "", target)
  if (!file.exists(file.path("site", target))) return(TRUE)
  nzchar(anchor) && anchor != "main" && target %in% pages && !anchor %in% ids[[target]]
}

problems <- unlist(lapply(pages, \(page) {
  text <- gsub("(?s)<(pre|code)\\b[^>]*>(.*?)</\\1>", "\\2", html[[page]], perl = TRUE)
  links <- gsub("^(href|src)=\"|\"$", "", found(text, "\\b(href|src)=\"[^\"]*\""))
  inside <- links[!grepl("^([a-z]+:|//)", links)]
  broken <- inside[vapply(inside, \(link) leads_nowhere(page, link), NA)]
  loaded <- c(
    found(html[[page]], "<(script|img|iframe)[^>]*src=\"(https?:)?//[^\"]*\""),
    found(html[[page]], "<link[^>]*href=\"(https?:)?//[^\"]*\"")
  )
  pictures <- found(html[[page]], "<img[^>]*>")
  wordless <- pictures[!grepl("alt=\"[^\"]+\"", pictures)]
  prose <- gsub("(?s)<(pre|code|script|style|head)\\b.*?</\\1>", "", html[[page]], perl = TRUE)
  tex <- found(prose, "\\\\\\(.{1,40}|\\\\(frac|sum|log)\\b")
  c(
    sprintf("%s: link to %s", page, broken), sprintf("%s: loads %s", page, loaded),
    sprintf("%s: no words for %s", page, wordless), sprintf("%s: formula %s", page, tex)
  )
}))
writeLines(unique(problems))
cat(length(pages), "pages,", length(unique(problems)), "problems\n")
quit(status = as.integer(length(problems) > 0))
