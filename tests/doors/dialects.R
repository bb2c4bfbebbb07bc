# Dialects: files of random trials, each in a different spelling. A dialect describes its spelling,
# so plain.R can read it without guessing, even if damaged.

one_of <- function(...) {
  choices <- list(...)
  choices[[sample.int(length(choices), 1)]]
}
chance <- function(p) stats::runif(1) < p

# Words for H1 and H2. If `told`, the reader receives them as arguments.
label_pairs <- list(
  c("target", "nontarget"), c("tgt", "imp"), c("same", "different"), c("genuine", "impostor"),
  c("bonafide", "spoof"), c("1", "0"), c("1", "-1"), c("TRUE", "FALSE"), c("mated", "nonmated"),
  c("H1", "H2"), c("Hp", "Hd"), c("yes", "no"), c("T", "F"), c("Target", "Non-target")
)
told_pairs <- list(
  c("gleich", "verschieden"), c("alpha", "beta"), c("2", "1"), c("trace A", "trace B")
)

number_styles <- c("plain", "three", "whole", "exponent", "long", "big", "infinite", "small")

# Numbers as a program prints them, with a point.
draw_numbers <- function(n, style) {
  x <- stats::rnorm(n, sd = 3)
  switch(style,
    plain = format_each(signif(x, 3)), three = sprintf("%.3f", x),
    whole = sprintf("%d", as.integer(round(x * 10))), exponent = sprintf("%.3e", x),
    long = sprintf("%.17g", x), big = sprintf("%.2f", x * 10^sample(2:6, n, TRUE)),
    infinite = ifelse(seq_len(n) %% 3 == 1, ifelse(x > 0, "inf", "-inf"), sprintf("%.2f", x)),
    small = sub("^(-?)0[.]", "\\1.", sprintf("%.4f", x / 10))
  )
}

format_each <- function(x) vapply(x, format, "", digits = 15)

# Marks of thousands and decimals.
respell <- function(numbers, decimal, thousands) {
  parts <- strsplit(numbers, ".", fixed = TRUE)
  vapply(parts, \(part) {
    whole <- if (nzchar(thousands)) group_digits(part[1], thousands) else part[1]
    paste(c(whole, part[-1]), collapse = decimal)
  }, "")
}

group_digits <- function(digits, mark) {
  while (grepl("[0-9]{4}", digits) && !grepl("e", digits)) {
    digits <- sub("([0-9])([0-9]{3})($|[^0-9])", paste0("\\1", mark, "\\2\\3"), digits)
  }
  digits
}

draw_layout <- function() {
  separator <- one_of(",", ",", ";", ";", "\t", "\t", " ", " ", "  ", ", ")
  decimal <- if (separator %in% c(";", "\t")) one_of(".", ",") else if (chance(0.08)) "," else "."
  list(
    separator = separator, decimal = decimal,
    thousands = if (decimal == ",") one_of(".", "\u00a0", "") else one_of(",", "'", "", ""),
    quote = one_of("none", "none", "text", "all", "needed"),
    end = one_of("\n", "\n", "\r\n", "\r", "mixed"), last_end = chance(0.8),
    encoding = one_of("UTF-8", "UTF-8", "UTF-8", "BOM", "UTF-16LE", "UTF-16BE", "latin1"),
    comments = if (chance(0.12)) one_of("head", "middle") else "none", blank_lines = chance(0.1),
    pack = one_of("none", "none", "none", "none", "gzip", "bzip2", "xz")
  )
}

# A column of a file: its names, its role and its cells. Some names are known words.
column_of <- function(role, known, odd, cells, is_text = TRUE) {
  list(role = role, known = known, odd = odd, cells = cells, is_text = is_text)
}

draw_columns <- function(n, numbers, words, items, extra) {
  columns <- list(
    column_of("score", one_of("score", "llr", "LLR", "similarity"), "Wert", numbers, FALSE),
    column_of("truth", one_of("label", "truth", "key", "target"), "Herkunft", words)
  )
  name <- \(letter) paste0(letter, sample.int(9, n, TRUE), sample(c("", "\u00e9", ".wav"), 1))
  if (items > 0) {
    columns <- c(columns, list(column_of("source1", one_of("enrol", "modelid"), "Spur", name("m"))))
  }
  if (items > 1) {
    ids <- if (chance(0.15)) as.character(sample(100:999, n)) else paste0("s", seq_len(n))
    columns <- c(columns, list(column_of("source2", one_of("test", "segmentid"), "Probe", ids)))
  }
  if (extra %in% c("number", "both")) {
    seconds <- as.character(sample(2:60, n, TRUE))
    columns <- c(columns, list(column_of("none", "seconds", "Dauer", seconds, FALSE)))
  }
  if (extra %in% c("note", "both")) {
    notes <- sample(c("first, then", "said \"no\"", "", "a;b", "plain", "two words"), n, TRUE)
    columns <- c(columns, list(column_of("none", "note", "Notiz", notes)))
  }
  columns[sample.int(length(columns))]
}

# A dialect of trials in one file. Ambiguous files are included: the answer must be a refusal or, by
# luck, the trials.
draw_dialect <- function() {
  n <- sample(4:12, 1)
  layout <- draw_layout()
  told <- chance(0.15)
  pair <- sample(if (told) told_pairs else label_pairs, 1)[[1]]
  truth <- c(TRUE, FALSE, sample(c(TRUE, FALSE), n - 2, TRUE))[sample.int(n)]
  style <- sample(number_styles, 1)
  if (style != "big") layout$thousands <- ""
  numbers <- draw_numbers(n, style)
  spelled <- respell(numbers, layout$decimal, layout$thousands)
  columns <- draw_columns(n, spelled, ifelse(truth, pair[1], pair[2]), sample(0:2, 1),
    one_of("no", "no", "no", "number", "note", "both"))
  header <- one_of("words", "words", "words", "none", "none", "odd", "numbers", "short")
  values <- list(h1 = as.numeric(numbers[truth]), h2 = as.numeric(numbers[!truth]))
  c(layout, list(
    columns = columns, header = header, pair = pair, told = told,
    trials = stats::setNames(list(values), "")
  ))
}

# Arguments that a reader needs in addition to the file.
dialect_arguments <- function(dialect) {
  roles <- vapply(dialect$columns, `[[`, "", "role")
  asked <- list()
  if (dialect$header %in% c("odd", "numbers")) {
    at <- which(roles != "none")
    odd <- vapply(dialect$columns, `[[`, "", "odd")
    asked$columns <- if (dialect$header == "odd") odd[at] else as.character(at)
    names(asked$columns) <- roles[at]
  }
  if (dialect$told) asked$h1 <- dialect$pair[1]
  asked
}

# The cells of the header, if there is one; write.table() leaves out the name of the row names.
header_cells <- function(dialect) {
  switch(dialect$header,
    words = , short = vapply(dialect$columns, `[[`, "", "known"),
    odd = vapply(dialect$columns, `[[`, "", "odd")
  )
}

write_cell <- function(text, dialect, is_text) {
  mark <- trimws(dialect$separator, whitespace = " ")
  by_blanks <- mark == ""
  parts <- if (by_blanks) grepl("[[:blank:]]", text) else grepl(mark, text, fixed = TRUE)
  breaks <- parts | grepl("\"", text, fixed = TRUE) | by_blanks & text == ""
  quoted <- dialect$quote == "all" | dialect$quote == "text" & is_text | breaks
  ifelse(quoted, paste0("\"", gsub("\"", "\"\"", text, fixed = TRUE), "\""), text)
}

# Lines of the file, without their ends.
dialect_lines <- function(dialect) {
  cells <- lapply(dialect$columns, \(column) write_cell(column$cells, dialect, column$is_text))
  head <- header_cells(dialect)
  if (dialect$header == "short") cells <- c(list(paste0("\"", seq_along(cells[[1]]), "\"")), cells)
  lines <- do.call(paste, c(unname(cells), sep = dialect$separator))
  if (!is.null(head)) {
    lines <- c(paste(write_cell(head, dialect, TRUE), collapse = dialect$separator), lines)
  }
  lines
}

# `lines` may have been damaged.
dialect_bytes <- function(dialect, lines) {
  comment <- "# written by a program"
  if (dialect$comments == "head") lines <- c(comment, lines)
  if (dialect$comments == "middle") lines <- append(lines, comment, 2)
  if (dialect$blank_lines) lines <- append(lines, "", 3)
  ends <- if (dialect$end == "mixed") sample(c("\n", "\r\n"), length(lines), TRUE) else dialect$end
  ends <- rep_len(ends, length(lines))
  if (!dialect$last_end) ends[length(ends)] <- ""
  text <- enc2utf8(paste0(lines, ends, collapse = ""))
  switch(dialect$encoding,
    "UTF-8" = charToRaw(text), BOM = c(as.raw(c(0xef, 0xbb, 0xbf)), charToRaw(text)),
    latin1 = iconv(text, "UTF-8", "latin1", toRaw = TRUE)[[1]],
    "UTF-16LE" = c(as.raw(c(0xff, 0xfe)), iconv(text, "UTF-8", "UTF-16LE", toRaw = TRUE)[[1]]),
    "UTF-16BE" = c(as.raw(c(0xfe, 0xff)), iconv(text, "UTF-8", "UTF-16BE", toRaw = TRUE)[[1]])
  )
}

packed <- function(bytes, pack) {
  if (pack == "none") bytes else if (pack == "gzip") gzip_bytes(bytes) else memCompress(bytes, pack)
}

# memCompress() makes a zlib stream, not a gzip file.
gzip_bytes <- function(bytes) {
  file <- tempfile()
  on.exit(unlink(file))
  connection <- gzfile(file, "wb")
  writeBin(bytes, connection)
  close(connection)
  readBin(file, "raw", file.size(file))
}
