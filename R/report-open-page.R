#' LRs in a browser
#'
#' `open_page()` opens a page that judges likelihood ratios without R, with the same C code, and
#' returns the name of its file. The page has a verdict in one line, the table of
#' [summary()][summary.lr_set], pictures with their R code, calibration, sliders for learning, and a
#' report. It needs no network, sends nothing, and may be copied to any machine. Tables are pasted
#' from a spreadsheet or dropped anywhere. The numbers agree with those of R to 12 digits, with
#' random draws as after `set.seed(1)`.
#'
#' @param x An [lr_set()] for a copy of the page, or its first argument; `NULL` for none.
#' @param ... Further arguments of [lr_set()].
#' @param file The name of the copy.
#' @param browse Whether to open the page in a browser.
#' @return The name of the file, invisibly.
#' @seealso [explain()][explain.lr_set] for the same in R
#' @concept browser
#' @concept offline page
#' @concept no R needed
#' @export
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' file <- open_page(x, browse = FALSE)
#' file.size(file)
#' unlink(file)
open_page <- function(x = NULL, ..., file = tempfile("calibrant-", fileext = ".html"),
                      browse = interactive()) {
  check_flag(browse)
  file_type(file, "html")
  page <- paste(readLines(page_source(), encoding = "UTF-8"), collapse = "\n")
  if (!is.null(x)) page <- put_set(page, lr_set(x, ...))
  write_text(paste0(page, "\n"), file)
  if (browse) utils::browseURL(file)
  invisible(file)
}

page_source <- function() system.file("page", "calibrant.html", package = "calibrant")

# Slot of the page for a set.
page_slot <- c("<script type=\"application/json\" id=\"set-from-r\">", "null", "</script>")

put_set <- function(page, x) {
  parts <- strsplit(page, paste(page_slot, collapse = ""), fixed = TRUE)[[1]]
  paste0(parts[1], page_slot[1], set_json(x), page_slot[3], parts[2])
}

# JSON of a set. It must not end its element: a name may be "</script>".
set_json <- function(x) {
  hypotheses <- hypotheses_of(x)
  items <- page_items(x)
  fields <- list(
    version = as.character(utils::packageVersion("calibrant")),
    language = if (label("bits") == "Bit") "de" else "en",
    code = "# x is the set that was given to open_page()",
    scale = x$scale,
    named = !is.null(levels(x)),
    labels = as.list(x$labels[c("h1", "h2")]),
    hypotheses = if (!is.null(hypotheses)) as.list(hypotheses),
    strata = if (!is.null(items$strata)) I(lengths(items$strata)),
    systems = unname(Map(\(name, i) page_system(name, x, items, i),
      system_names(x), split_by_system(x)))
  )
  json_in_script(fields)
}

# JSON for a script element of HTML. Without "<", no text in it can close the element.
json_in_script <- function(fields) gsub("<", "\\u003c", canonical_json(fields), fixed = TRUE)

page_system <- function(name, x, items, i) {
  of <- \(column) if (!is.null(column)) I(column[i])
  list(
    name = name, value = of(x$value), truth = of(as.integer(x$truth)), weight = of(x$weight),
    source1 = of(items$source1), source2 = of(items$source2)
  )
}

# Items by number from 0; resampled items are in the order of their strata.
page_items <- function(x) {
  if (!has_items(x)) return(list())
  strata <- source_strata(x)
  items <- lapply(item_names(x), \(names) match(names, unlist(strata)) - 1L)
  list(source1 = items$first, source2 = items$second, strata = strata)
}
