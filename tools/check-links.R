# Fails on a link in site/ to a missing file or anchor, and on resources from another host or from
# this disk.
pages <- list.files("site", "[.]html$", recursive = TRUE)
stopifnot("build the site first" = length(pages) > 0)
html <- lapply(stats::setNames(file.path("site", pages), pages), xml2::read_html, encoding = "UTF-8")
found <- function(page, what) xml2::xml_text(xml2::xml_find_all(html[[page]], what))

leads_nowhere <- function(page, link) {
  path <- utils::URLdecode(sub("[#?].*", "", link))
  anchor <- if (grepl("#", link, fixed = TRUE)) utils::URLdecode(sub("[^#]*#", "", link)) else ""
  target <- if (nzchar(path)) file.path("site", dirname(page), path) else file.path("site", page)
  if (dir.exists(target)) target <- file.path(target, "index.html")
  if (!file.exists(target)) return(TRUE)
  target <- sub(paste0(normalizePath("site"), "/"), "", normalizePath(target), fixed = TRUE)
  nzchar(anchor) && target %in% pages && !anchor %in% found(target, "//@id | //@name")
}

problems <- unlist(lapply(pages, \(page) {
  links <- found(page, "//a/@href | //img/@src | //script/@src | //link/@href")
  inside <- links[!grepl("^([a-z]+:|//)", links)]
  loaded <- found(page, "//*/@src | //link[@rel='stylesheet' or @rel='icon']/@href")
  outside <- grep("^(https?:|file:|/)", loaded, value = TRUE)
  c(
    sprintf("%s: link to %s", page, inside[vapply(inside, \(link) leads_nowhere(page, link), NA)]),
    sprintf("%s: loads %s", page, outside)
  )
}))
writeLines(problems)
cat(length(pages), "pages,", length(problems), "problems\n")
quit(status = as.integer(length(problems) > 0))
