# Damage to a file on its way to a reader. Each function takes a dialect and returns it with changed
# cells, changed lines (`lines`) or changed bytes (`cut`).

row_of <- function(dialect) sample.int(length(dialect$columns[[1]]$cells), 1)

change_cell <- function(dialect, role, cell, row = row_of(dialect)) {
  at <- match(role, vapply(dialect$columns, `[[`, "", "role"))
  dialect$columns[[at]]$cells[row] <- cell
  dialect
}

number_words <- c(
  "low", "Exclusion", "<1E-10", "5%", "too high", "inconclusive", "#DIV/0!", "> 1000", "(0.5)",
  "\u00b1 1", "***", "n/d", "ERROR"
)

change_line <- function(dialect, change) {
  lines <- dialect_lines(dialect)
  at <- sample.int(length(lines), 1)
  dialect$lines <- change(lines, at)
  dialect
}

without_last <- function(line, dialect) {
  mark <- if (trimws(dialect$separator) == "") "[ \t]" else trimws(dialect$separator)
  sub(paste0(mark, "+[^", mark, "]*$"), "", line)
}

# Damage to one of two files only.
side_damages <- c("number_cut", "number_word", "cut_text", "first_word", "first_lost")

damages <- list(
  none = \(dialect) dialect,
  cut_text = \(dialect) c(dialect, cut = stats::runif(1)),
  cut_pack = \(dialect) c(dialect, list(cut_pack = stats::runif(1))),
  number_cut = \(dialect) {
    change_cell(dialect, "score", one_of("9.5e-", "3e", "1.2.3", "--5", "12a", "0x", "+", "1e5.5"))
  },
  number_word = \(dialect) {
    change_cell(dialect, "score", sample(number_words, 1))
  },
  # A row without a header above it must not become one.
  first_word = \(dialect) change_cell(dialect, "score", sample(number_words, 1), 1),
  first_lost = \(dialect) {
    dialect$lines <- dialect_lines(dialect)
    at <- 1 + !is.null(header_cells(dialect))
    dialect$lines[at] <- without_last(dialect$lines[at], dialect)
    dialect
  },
  number_missing = \(dialect) change_cell(dialect, "score", one_of("NA", "nan", "", "#NV", "-")),
  # Whole numbers read the same with either decimal mark.
  other_mark = \(dialect) {
    at <- match("score", vapply(dialect$columns, `[[`, "", "role"))
    marked <- grepl(dialect$decimal, dialect$columns[[at]]$cells, fixed = TRUE)
    if (sum(marked) < 2) {
      return(dialect)
    }
    change_cell(dialect, "score", if (dialect$decimal == ".") "2,75" else "2.75")
  },
  # The only label beside a named one would be its opposite.
  third_label = \(dialect) {
    truth <- match("truth", vapply(dialect$columns, `[[`, "", "role"))
    if (min(table(dialect$columns[[truth]]$cells)) == 1) {
      return(dialect)
    }
    change_cell(dialect, "truth", one_of("unknown", "-9", "?", "inconclusive", "trace C"))
  },
  field_lost = \(dialect) change_line(dialect, \(lines, at) {
    replace(lines, at, without_last(lines[at], dialect))
  }),
  field_more = \(dialect) change_line(dialect, \(lines, at) {
    replace(lines, at, paste0(lines[at], dialect$separator, "more"))
  }),
  quote_open = \(dialect) change_line(dialect, \(lines, at) {
    replace(lines, at, paste0("\"", sub("^\"", "", lines[at])))
  }),
  blank_row = \(dialect) change_line(dialect, \(lines, at) {
    width <- length(dialect$columns) + (dialect$header == "short")
    append(lines, paste(rep("\"\"", width), collapse = dialect$separator), at)
  }),
  joined = \(dialect) {
    lines <- dialect_lines(dialect)
    dialect$lines <- c(lines, lines)
    dialect
  }
)

# The bytes of the text, and those of the file.
damaged_file <- function(dialect) {
  lines <- if (is.null(dialect$lines)) dialect_lines(dialect) else dialect$lines
  bytes <- dialect_bytes(dialect, lines)
  if (!is.null(dialect$cut)) bytes <- bytes[seq_len(ceiling(dialect$cut * length(bytes)))]
  file <- packed(bytes, dialect$pack)
  is_cut <- !is.null(dialect$cut_pack) && dialect$pack != "none"
  if (is_cut) file <- file[seq_len(ceiling(dialect$cut_pack * (length(file) - 1)))]
  list(text = if (!is_cut) bytes, file = file)
}
