# Damages to a file on its way to a reader. Each takes a dialect and returns it with other cells,
# other lines (`lines`) or a change of its bytes (`cut`).

row_of <- function(dialect) sample.int(length(dialect$columns[[1]]$cells), 1)

change_cell <- function(dialect, role, cell) {
  at <- match(role, vapply(dialect$columns, `[[`, "", "role"))
  dialect$columns[[at]]$cells[row_of(dialect)] <- cell
  dialect
}

change_line <- function(dialect, change) {
  lines <- dialect_lines(dialect)
  at <- sample.int(length(lines), 1)
  dialect$lines <- change(lines, at)
  dialect
}

damages <- list(
  none = \(dialect) dialect,
  cut_text = \(dialect) c(dialect, cut = stats::runif(1)),
  cut_pack = \(dialect) c(dialect, list(cut_pack = stats::runif(1))),
  number_cut = \(dialect) {
    change_cell(dialect, "score", one_of("9.5e-", "3e", "1.2.3", "--5", "12a", "0x", "+", "1e5.5"))
  },
  number_word = \(dialect) {
    change_cell(dialect, "score", one_of("low", "Exclusion", "<1E-10", "5%"))
  },
  number_missing = \(dialect) change_cell(dialect, "score", one_of("NA", "nan", "", "#NV", "-")),
  # Whole numbers would read the same with either mark.
  other_mark = \(dialect) {
    at <- match("score", vapply(dialect$columns, `[[`, "", "role"))
    marked <- grepl(dialect$decimal, dialect$columns[[at]]$cells, fixed = TRUE)
    if (sum(marked) < 2) {
      return(dialect)
    }
    change_cell(dialect, "score", if (dialect$decimal == ".") "2,75" else "2.75")
  },
  third_label = \(dialect) {
    change_cell(dialect, "truth", one_of("unknown", "-9", "?", "inconclusive", "trace C"))
  },
  field_lost = \(dialect) change_line(dialect, \(lines, at) {
    mark <- if (trimws(dialect$separator) == "") "[ \t]" else trimws(dialect$separator)
    replace(lines, at, sub(paste0(mark, "+[^", mark, "]*$"), "", lines[at]))
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
