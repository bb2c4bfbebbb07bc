# Text files of trials: their bytes, and which of their columns have what is wanted.

# The trials of files by the numbers of their items (`first`, `second`, which count the `names` of
# the first file), with what is wanted of each: a `label` (which counts `labels`), a `value`.
read_trials <- function(files, wanted, columns) {
  texts <- lapply(files, read_bytes)
  need_items <- length(files) > 1
  layouts <- Map(\(text, file, wanted) {
    guess <- guess_layout(text, wanted, columns, need_items)
    if (is.null(guess$columns)) stop_no_layout(file, text, guess, wanted, need_items)
    guess
  }, texts, files, wanted)
  read <- .Call(ffi_read_trials, texts, unname(layouts))
  for (i in seq_along(files)) {
    table <- read$tables[[i]]
    if (!is.null(table$problem)) {
      stop_line(files[[i]], texts[[i]], layouts[[i]], table$problem)
    }
    check_strange(table, files[[i]])
    if (any(layouts[[i]]$columns[1:2] == 0)) read$tables[[i]][c("first", "second")] <- list(NULL)
  }
  read
}

# What is no number and does not stand for a missing one.
check_strange <- function(table, file) {
  bad <- which(!tolower(table$strange) %in% missing_words)[1]
  if (!is.na(bad)) {
    stop_file(
      "The scores must be numbers.",
      x = "Line {plain_count(table$strange_line[bad])} of {value_text(file)} has
           {.val {table$strange[bad]}}.",
      i = if (grepl("^[<>]", table$strange[bad])) {
        "What is only known to lie beyond a limit has no score: leave it out, or write {.val NA}."
      }
    )
  }
}

# `problem` is a line and its number of fields, 0 where a quote is to blame.
stop_line <- function(file, bytes, layout, problem) {
  stop_file(
    if (problem[2] == 0) {
      "A quote must open and close a field on one line."
    } else {
      "The lines of a file must all have the same columns, here {layout$n_fields}."
    },
    x = "Line {plain_count(problem[1])} of {value_text(file)} is
         {.val {split_lines(bytes)[problem[1]]}}."
  )
}

stop_no_layout <- function(file, bytes, guess, wanted, need_items) {
  lines <- split_lines(utils::head(bytes, 1e5))
  quote <- which(has_odd_quotes(lines))[1]
  if (!is.na(quote)) stop_line(file, bytes, NULL, c(quote, 0))
  names <- guess$header
  stop_file(
    if (need_items) {
      "A line must hold the two items of a trial, and its score or whether it is a target."
    } else {
      "A line must hold the score of a trial and whether it is a target."
    },
    x = if (is.null(names)) "The first line of {value_text(file)} is {.val {lines[1]}}.",
    x = if (!is.null(names)) "The columns of {value_text(file)} are {.val {names}}.",
    i = if (!is.null(names)) {
      "Say what they are: {.code columns = c(score = \"...\", truth = \"...\")}."
    } else if (length(wanted) == 2) {
      "Without {.arg key}, the file of scores must say which trials are targets."
    }
  )
}

# What spreadsheets and programs write for numbers that are not there.
missing_words <- c(
  "", "na", "nan", "n/a", "#n/a", "#nv", "#wert!", "#value!", "#div/0!", "null", "none", "-nan",
  ".", "-"
)

h2_words <- c(
  "h2", "hd", "different", "different source", "different-source", "different_source", "ds", "non",
  "nontarget", "nontargets", "non-target", "nonmatch", "non-match", "nonmated", "non-mated",
  "imposter", "impostor", "no", "false", "negative", "knm", "defence", "defense"
)

# What says that a trial is a target; digits only where nothing else may be meant.
h1_labels <- setdiff(h1_words, c("case", "in", "1"))
known_labels <- c(
  vapply(rlang::set_names(h1_labels), \(word) TRUE, NA),
  vapply(rlang::set_names(h2_words), \(word) FALSE, NA),
  "1" = TRUE, "1.0" = TRUE, "0" = FALSE, "0.0" = FALSE, "-1" = FALSE
)
digit_labels <- c("0", "1", "-1", "0.0", "1.0")

number_pattern <- "^[-+]?(([0-9]+[.,]?[0-9]*|[.,][0-9]+)(e[-+]?[0-9]+)?|inf(inity)?)$"

# How the first lines part their fields, and which `columns` have the items, the label and the value
# (0 where there is none); without `columns` where what is wanted is not found.
guess_layout <- function(bytes, wanted, named, need_items) {
  lines <- split_lines(utils::head(bytes, 1e5))
  if (length(bytes) > 1e5) lines <- lines[-length(lines)]
  lines <- lines[grepl("[^[:blank:];,]", lines, useBytes = TRUE) & !has_odd_quotes(lines)]
  split <- split_fields(utils::head(lines, 200))
  n <- split$n
  if (n == 0) {
    return(list())
  }
  # A header of write.table() has no name for the column of row names.
  header <- split$cells[[1]]
  if (length(header) == n - 1) header <- c("", header)
  has_header <- is_header(header, named) && length(header) == n
  rows <- do.call(rbind, split$cells[lengths(split$cells) == n])
  if (has_header) rows <- rows[-1, , drop = FALSE]
  found <- if (has_header) {
    columns_by_name(header, rows, wanted, named)
  } else {
    columns_by_content(rows, wanted, need_items)
  }
  found[setdiff(c("label", "value"), wanted)] <- 0L
  guess <- list(header = if (has_header || !any(grepl(number_pattern, header))) header)
  if (any(found[c(if (need_items) c("row", "col"), wanted)] == 0)) {
    return(guess)
  }
  values <- if ("value" %in% wanted) rows[, found[["value"]]]
  c(guess, list(
    separator = if (split$sep == "") 0 else as.double(utf8ToInt(split$sep)), n_fields = n,
    skip = +has_header, columns = as.integer(found),
    comma = any(grepl("^[-+]?[0-9]*,[0-9]+(e[-+]?[0-9]+)?$", values, TRUE))
  ))
}

# The separator that gives most lines the same number of fields, three or more rather than two.
split_fields <- function(lines) {
  tries <- lapply(c("\t", ";", ",", ""), \(sep) {
    cells <- lapply(lines, \(line) {
      suppressWarnings(scan(
        text = line, what = "", sep = sep, quote = "\"", quiet = TRUE, strip.white = TRUE,
        na.strings = NULL, comment.char = ""
      ))
    })
    counts <- tabulate(lengths(cells))
    list(sep = sep, cells = cells, n = if (length(counts) > 1) which.max(counts) else 0)
  })
  widths_found <- vapply(tries, `[[`, 0, "n")
  tries[[c(which(widths_found > 2), which(widths_found == 2), 1)[1]]]
}

# Names of the field, and no numbers beside them.
is_header <- function(header, named) {
  known <- unlist(header_columns())
  plain <- as_pair_name(header)
  (any(plain %in% setdiff(known, names(known_labels))) || any(named %in% header)) &&
    !any(grepl(number_pattern, header, TRUE))
}

header_columns <- function() {
  list(
    row = pair_columns$row, col = pair_columns$col, label = pair_columns$truth,
    value = c(
      "llr", "loglr", "log10lr", "lnlr", "lr", "score", "scores", "similarity", "cosine", "logit",
      "prob", "probability", "posterior"
    )
  )
}

# By the names that were given, by those of the field, and the truth also by its words.
columns_by_name <- function(header, rows, wanted, named) {
  plain <- as_pair_name(header)
  found <- vapply(header_columns(), \(names) c(stats::na.omit(match(names, plain)), 0L)[1], 1L)
  given <- c(row = "source1", col = "source2", label = "truth", value = "score")
  for (what in names(given)[given %in% names(named)]) {
    found[[what]] <- match(named[[given[[what]]]], header, 0L)
  }
  if (found[["label"]] == 0) {
    words <- setdiff(word_columns(rows), found)
    if (length(words) == 1) found[["label"]] <- words
  }
  found
}

mostly <- function(rows, is) which(apply(rows, 2, \(cells) mean(is(tolower(cells)))) > 0.5)

word_columns <- function(rows) {
  mostly(rows, \(cells) cells %in% setdiff(names(known_labels), digit_labels))
}

# Words tell the truth from names, or else 0 and 1; the last number is the score.
columns_by_content <- function(rows, wanted, need_items) {
  n <- ncol(rows)
  last <- \(columns) if (length(columns) > 0) columns[length(columns)] else 0L
  label <- value <- 0L
  n_items <- if (need_items || n > 3) 2 else 0
  if ("label" %in% wanted || n > 3) {
    digits <- mostly(rows, \(cells) cells %in% digit_labels)
    label <- last(word_columns(rows))
    if (label == 0) label <- c(digits[digits > n_items], digits, 0L)[1]
    if (label == 0 && !"value" %in% wanted && n == 3) label <- 3L
  }
  if ("value" %in% wanted) {
    numbers <- mostly(rows, \(cells) grepl(number_pattern, cells))
    value <- last(setdiff(numbers, label))
    if (value == 0 && !"label" %in% wanted) value <- last(setdiff(seq_len(n), label))
  }
  items <- setdiff(seq_len(n), c(label, value))
  if (length(items) < 2) items <- c(0L, 0L)
  c(row = items[1], col = items[2], label = label, value = value)
}

# A text of any encoding and compression, as UTF-8.
read_bytes <- function(file) {
  if (is.raw(file)) {
    return(file)
  }
  bytes <- tryCatch(
    as_utf8(if (inherits(file, "connection")) bytes_of_connection(file) else bytes_of_file(file)),
    error = \(cnd) NULL, warning = \(cnd) NULL
  )
  if (length(bytes) == 0) {
    stop_file("The file cannot be read, or is empty: {value_text(file)}.")
  }
  bytes
}

# One that was opened as text has been decoded already.
bytes_of_connection <- function(connection) {
  if (!isOpen(connection)) {
    open(connection, "rb")
    on.exit(close(connection))
  }
  if (summary(connection)$text == "text" && !inherits(connection, "pipe")) {
    return(charToRaw(paste(enc2utf8(readLines(connection, warn = FALSE)), collapse = "\n")))
  }
  read_pieces(connection)
}

read_pieces <- function(connection) {
  pieces <- list()
  repeat {
    piece <- readBin(connection, "raw", 2^24)
    if (length(piece) == 0) break
    pieces[[length(pieces) + 1]] <- piece
  }
  do.call(c, pieces)
}

# A file without a size is a pipe, which cannot be opened twice.
bytes_of_file <- function(file) {
  if (!rlang::is_string(file) || !file.exists(file) || dir.exists(file)) {
    return(NULL)
  }
  start <- if (file.size(file) > 0) readBin(file, "raw", 6)
  packed <- list(c(0x1f, 0x8b), c(0x42, 0x5a, 0x68), c(0xfd, 0x37, 0x7a, 0x58, 0x5a))
  is_packed <- any(vapply(packed, \(magic) {
    identical(utils::head(start, length(magic)), as.raw(magic))
  }, NA))
  if (length(start) > 0 && !is_packed) {
    return(readBin(file, "raw", file.size(file)))
  }
  connection <- if (is_packed) gzfile(file, "rb") else file(file, "rb", raw = TRUE)
  on.exit(close(connection))
  read_pieces(connection)
}

# Nothing, where it is no text.
as_utf8 <- function(bytes) {
  starts <- \(...) identical(utils::head(bytes, ...length()), as.raw(c(...)))
  little <- starts(0xff, 0xfe)
  kind <- if (length(bytes) == 0) 0L else .Call(ffi_encoding, bytes)
  if (little || starts(0xfe, 0xff)) kind <- 2L
  if (kind > 0) {
    from <- if (kind == 1) {
      c("CP1252", "latin1")
    } else if (little || isTRUE(bytes[2] == 0)) {
      "UTF-16LE"
    } else {
      "UTF-16BE"
    }
    bytes <- Find(length, lapply(from, \(encoding) {
      iconv(list(bytes), encoding, "UTF-8", toRaw = TRUE)[[1]]
    }))
    if (length(bytes) > 0 && .Call(ffi_encoding, bytes) > 0) bytes <- NULL
  }
  if (starts(0xef, 0xbb, 0xbf)) bytes[-(1:3)] else bytes
}

split_lines <- function(bytes) {
  lines <- strsplit(rawToChar(bytes), "\r\n|\n|\r", useBytes = TRUE)[[1]]
  Encoding(lines) <- "UTF-8"
  lines
}
