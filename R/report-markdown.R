# Lines of Markdown that pandoc turns into any type of report, and their parts.

# Plain text on one line: characters that could be markup are written as codes.
plain_text <- function(text) {
  text <- gsub("#", "&num;", gsub("&", "&amp;", one_line_text(text), fixed = TRUE), fixed = TRUE)
  for (mark in strsplit("[]\\`*_{}<>|$~^@!=\"'", "")[[1]]) {
    text <- gsub(mark, as_entities(mark), text, fixed = TRUE)
  }
  text
}

# XML, and so Word, holds no control characters and neither of the two noncharacters.
one_line_text <- function(text) {
  gsub("[[:cntrl:][:space:]\ufffe\uffff]+", " ", undirected(enc2utf8(as.character(text))))
}

# Letters and digits unchanged, other characters as codes: plain text in Markdown and YAML.
as_entities <- function(text) {
  letters <- strsplit(one_line_text(text), "")[[1]]
  others <- !letters %in% c(base::letters, LETTERS, 0:9, " ")
  letters[others] <- sprintf("&#%d;", vapply(letters[others], utf8ToInt, 1L))
  paste(letters, collapse = "")
}

# Text at the start of a block, which never becomes a list or a definition.
plain_start <- function(text) {
  text <- plain_text(text)
  for (mark in c("-", "+", ":", ".", ")", "(", "%")) {
    text <- sub(paste0("^([[:alnum:]]*)[", mark, "]"), paste0("\\1", as_entities(mark)), text)
  }
  text
}

plain_paragraph <- function(text) c("", plain_start(text), "")

# Numbers stay on one line with their signs, thousands and units.
keep_together <- function(lines, type) {
  lines <- gsub("(?<=[0-9]) (?=%|[0-9]{3}(?![0-9]))", "\u00a0", lines, perl = TRUE)
  # pdfLaTeX has no character for a minus.
  minus <- if (type == "pdf") "\\\\textminus{}" else "\u2212"
  gsub("(^|[ (])-([0-9])", paste0("\\1", minus, "\\2"), lines)
}

# A table whose columns share the width of the page in the proportions of `widths`; `caption` is the
# name of its sentence, and tables are numbered in the order of the report.
markdown_table <- function(table, widths, caption = NULL, report = NULL) {
  cells <- lapply(table, \(column) gsub("\n", " ", plain_text(as.character(column))))
  dashes <- strrep("-", pmax(3, round(100 * widths / sum(widths))))
  # On a phone, a wide table scrolls, also by the keyboard.
  wide <- length(cells) > 3
  c(
    "", if (wide) c("::: {.wide tabindex=\"0\"}", ""),
    paste0("| ", paste(plain_text(names(table)), collapse = " | "), " |"),
    paste0("|", paste(dashes, collapse = "|"), "|"),
    paste0("| ", do.call(paste, c(unname(cells), sep = " | ")), " |"), "",
    if (!is.null(caption)) c(paste(":", plain_text(numbered_title(report, caption))), ""),
    if (wide) c(":::", "")
  )
}

numbered_title <- function(report, caption) {
  report$count$tables <- report$count$tables + 1
  paste(label("Table %s.", report$count$tables), say(paste0("table.", caption)))
}

# Cross-reference to a figure.
figure_reference <- function(report, name) {
  at <- match(name, names(report$pictures))
  ifelse(is.na(at), "", label("Figure %s", at))
}

# Sentences that also appear in the console, without advice that only a user of R can follow.
without_calls <- function(text) gsub("\\s*\\([^()]*[a-z_]+\\(\\)\\)", "", text)

markdown_items <- function(text) c("", paste0("* ", plain_start(text)), "")

# Columns are named by their headings; a single system needs no column.
with_headings <- function(table, several = TRUE, group = "heading") {
  if (!several) table$system <- NULL
  rlang::set_names(table, words_for(group)[names(table)])
}

is_several <- function(report) length(systems_of(report$x)) > 1

# Headings of columns of numbers, one per system.
number_headings <- function(report) {
  if (is_several(report)) system_names(report$x) else say("heading.number")
}

rows_of_system <- function(table, k) table[table$system == unique(table$system)[k], ]

prior_words <- function(prior) {
  vapply(prior, \(one) if (is.na(one)) "" else label(", prior %s", share_text(one)), "")
}
