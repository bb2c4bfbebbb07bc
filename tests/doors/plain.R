# A reader without guesses: it receives the dialect of the file and reads it character by character.
# Returns the trials, or NULL if the file has no correct reading.

plain_text <- function(bytes, encoding) {
  if (encoding == "BOM") bytes <- bytes[-(1:3)]
  if (grepl("16", encoding)) bytes <- bytes[-(1:2)]
  # Half a character at the end means that the file was truncated.
  if (grepl("16", encoding) && length(bytes) %% 2 == 1) {
    return(NULL)
  }
  from <- if (encoding == "BOM") "UTF-8" else encoding
  text <- iconv(list(bytes), from, "UTF-8")
  if (is.na(text)) NULL else text
}

# A quote opens at the start of a field. Two of them within quotes stand for one.
plain_fields <- function(line, separator) {
  blanks <- trimws(separator) == ""
  mark <- trimws(separator, whitespace = " ")
  if (mark == "") mark <- " "
  characters <- strsplit(line, "")[[1]]
  fields <- character()
  field <- ""
  quoted <- was_quoted <- FALSE
  k <- 1
  finish <- \() {
    fields <<- c(fields, if (was_quoted) field else trimws(field))
    field <<- ""
    was_quoted <<- FALSE
  }
  while (k <= length(characters)) {
    character <- characters[k]
    if (quoted && character == "\"" && identical(characters[k + 1], "\"")) {
      field <- paste0(field, "\"")
      k <- k + 1
    } else if (character == "\"" && (quoted || trimws(field) == "" && !was_quoted)) {
      quoted <- !quoted
      if (quoted) field <- ""
      was_quoted <- TRUE
    } else if (!quoted && character == mark) {
      if (!(blanks && mark == " " && field == "" && !was_quoted)) finish()
    } else if (was_quoted && !quoted) {
      # Only blanks may follow a closing quote.
      if (character != " ") {
        return(NULL)
      }
    } else {
      field <- paste0(field, character)
    }
    k <- k + 1
  }
  if (quoted) {
    return(NULL)
  }
  if (mark != " " || field != "" || was_quoted) finish()
  fields
}

plain_number <- function(text, decimal, thousands) {
  if (grepl("^[-+]?inf$", text)) {
    return(if (startsWith(text, "-")) -Inf else Inf)
  }
  if (nzchar(thousands)) {
    if (grepl(thousands, text, fixed = TRUE)) {
      groups <- strsplit(strsplit(sub("^[-+]", "", text), decimal, fixed = TRUE)[[1]][1], thousands,
        fixed = TRUE)[[1]]
      if (!all(nchar(groups[-1]) == 3) || !nchar(groups[1]) %in% 1:3) {
        return(NULL)
      }
    }
    text <- gsub(thousands, "", text, fixed = TRUE)
  }
  text <- sub(decimal, ".", text, fixed = TRUE)
  if (grepl("^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$", text)) as.numeric(text)
}

# The rows of cells behind the header, without comments and blank lines.
plain_rows <- function(text, dialect) {
  lines <- strsplit(text, "\r\n|\n|\r")[[1]]
  lines <- lines[grepl("[^[:blank:]]", lines) & !startsWith(lines, "#")]
  if (!dialect$header %in% c("none", "numbers")) lines <- lines[-1]
  rows <- lapply(lines, plain_fields, dialect$separator)
  n <- length(dialect$columns) + (dialect$header == "short")
  if (length(rows) == 0 || !all(lengths(rows) == n)) {
    return(NULL)
  }
  empty <- vapply(rows, \(row) all(row == ""), NA)
  rows <- rows[!empty]
  if (dialect$header == "short") rows <- lapply(rows, `[`, -1)
  rows
}

# The cells of a column, by its role.
plain_cells <- function(rows, dialect, role) {
  roles <- vapply(dialect$columns, `[[`, "", "role")
  vapply(rows, `[`, "", match(role, roles))
}

plain_numbers <- function(cells, dialect) {
  numbers <- lapply(cells, plain_number, dialect$decimal, dialect$thousands)
  if (all(lengths(numbers) == 1)) unlist(numbers)
}

# The rows, or NULL for any fault.
plain_table <- function(bytes, dialect) {
  text <- plain_text(bytes, dialect$encoding)
  if (!is.null(text)) plain_rows(text, dialect)
}

# Words for missing values that `number_missing` of damage.R writes.
missing_words <- c("NA", "nan", "", "#NV", "-")

# The trials of one file.
plain_trials <- function(bytes, dialect) {
  rows <- plain_table(bytes, dialect)
  if (isTRUE(dialect$drops)) {
    rows <- rows[!plain_cells(rows, dialect, "score") %in% missing_words]
  }
  numbers <- plain_numbers(plain_cells(rows, dialect, "score"), dialect)
  plain_split(numbers, match(plain_cells(rows, dialect, "truth"), dialect$pair))
}

plain_split <- function(numbers, truth) {
  if (!is.null(numbers) && !anyNA(truth) && length(unique(truth)) == 2) {
    stats::setNames(list(list(h1 = numbers[truth == 1], h2 = numbers[truth == 2])), "")
  }
}

# Systems in the order in which they appear.
plain_systems <- function(bytes, dialect) {
  rows <- plain_table(bytes, dialect)
  names <- plain_cells(rows, dialect, "system")
  found <- lapply(unique(names), \(name) {
    of <- rows[names == name]
    numbers <- plain_numbers(plain_cells(of, dialect, "score"), dialect)
    plain_split(numbers, match(plain_cells(of, dialect, "truth"), dialect$pair))
  })
  if (all(lengths(found) > 0)) stats::setNames(unlist(found, recursive = FALSE), unique(names))
}

# Two files, one for each hypothesis.
plain_sides <- function(bytes, dialects) {
  values <- Map(\(text, dialect) {
    plain_numbers(plain_cells(plain_table(text, dialect), dialect, "score"), dialect)
  }, bytes, dialects)
  if (all(lengths(values) > 0)) stats::setNames(list(stats::setNames(values, c("h1", "h2"))), "")
}

# The trials of a key, each with the one score of its items. Scores outside the key may be anything.
plain_match <- function(bytes, dialects, items = c("source1", "source2")) {
  scores <- plain_table(bytes[[1]], dialects[[1]])
  key <- plain_table(bytes[[2]], dialects[[2]])
  truth <- match(plain_cells(key, dialects[[2]], "truth"), dialects[[2]]$pair)
  pairs <- \(rows, dialect) {
    do.call(paste, c(lapply(items, \(item) plain_cells(rows, dialect, item)), sep = "\n"))
  }
  at <- match(pairs(key, dialects[[2]]), pairs(scores, dialects[[1]]))
  if (anyNA(truth) || anyNA(at) || length(unique(truth)) < 2) {
    return(NULL)
  }
  plain_split(plain_numbers(plain_cells(scores[at], dialects[[1]], "score"), dialects[[1]]), truth)
}

# The scores of cases by their names; a case that has none stays in its row.
plain_casework <- function(bytes, dialect) {
  rows <- plain_table(bytes, dialect)
  cells <- plain_cells(rows, dialect, "score")
  is_missing <- cells %in% missing_words
  numbers <- plain_numbers(replace(cells, is_missing, "0"), dialect)
  if (is.null(numbers)) return(NULL)
  stats::setNames(replace(numbers, is_missing, NA), plain_cells(rows, dialect, "source1"))
}
