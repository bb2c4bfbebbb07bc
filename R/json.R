# As much of JSON (RFC 8259) as files of ours need. Numbers have the 17 digits that bring every
# double back; infinite ones are the strings "Infinity" and "-Infinity", and NA is null.

# Named lists are objects, other lists and vectors in I() arrays, vectors of one element values.
to_json <- function(x, indent = "") {
  if (is.null(x)) {
    return("null")
  }
  if (is.list(x)) {
    return(json_block(x, indent))
  }
  values <- unname(vapply(x, json_value, ""))
  if (length(values) == 1 && !inherits(x, "AsIs")) values else json_array(values, ", ")
}

json_block <- function(x, indent) {
  deeper <- paste0(indent, "  ")
  parts <- vapply(x, to_json, "", deeper)
  named <- !is.null(names(x))
  if (named) parts <- paste0(vapply(names(x), json_value, ""), ": ", parts)
  ends <- if (named) c("{", "}") else c("[", "]")
  if (length(parts) == 0) {
    return(paste(ends, collapse = ""))
  }
  paste0(ends[1], "\n", paste0(deeper, parts, collapse = ",\n"), "\n", indent, ends[2])
}

json_array <- function(values, between) paste0("[", paste(values, collapse = between), "]")

json_value <- function(x) {
  if (is.na(x) && !is.nan(x)) {
    "null"
  } else if (is.logical(x)) {
    if (x) "true" else "false"
  } else if (is.numeric(x)) {
    if (is.finite(x)) formatC(x, digits = 17, format = "g", width = 1) else json_infinity(x)
  } else {
    paste0("\"", json_escape(enc2utf8(as.character(x))), "\"")
  }
}

json_infinity <- function(x) if (x > 0) "\"Infinity\"" else "\"-Infinity\""

json_escape <- function(text) {
  text <- gsub("\\", "\\\\", text, fixed = TRUE)
  text <- gsub("\"", "\\\"", text, fixed = TRUE)
  for (code in c("\n", "\r", "\t")) {
    text <- gsub(code, c("\n" = "\\n", "\r" = "\\r", "\t" = "\\t")[[code]], text, fixed = TRUE)
  }
  text
}

json_token <- paste(
  "\"(\\\\.|[^\"\\\\])*\"", "-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?", "true|false|null|[][{}:,]",
  sep = "|"
)

# Objects become named lists, arrays of values vectors, other arrays lists. NULL where the text is
# no JSON.
from_json <- function(text) {
  text <- paste(text, collapse = "\n")
  tokens <- regmatches(text, gregexpr(json_token, text, perl = TRUE))[[1]]
  rest <- gsub("\\s+", "", gsub(json_token, "", text, perl = TRUE), perl = TRUE)
  if (nzchar(rest) || length(tokens) == 0) {
    return(NULL)
  }
  reader <- new.env(parent = emptyenv())
  reader$tokens <- tokens
  reader$at <- 1
  tryCatch(
    {
      value <- json_read(reader)
      if (reader$at == length(tokens) + 1) value
    },
    calibrant_json = \(cnd) NULL
  )
}

json_fail <- function() {
  stop(structure(
    list(message = "not JSON", call = NULL), class = c("calibrant_json", "error", "condition")
  ))
}

json_next <- function(reader) {
  if (reader$at > length(reader$tokens)) json_fail()
  token <- reader$tokens[[reader$at]]
  reader$at <- reader$at + 1
  token
}

json_read <- function(reader) {
  token <- json_next(reader)
  switch(substring(token, 1, 1),
    "{" = json_read_object(reader),
    "[" = json_read_array(reader),
    "\"" = json_unescape(token),
    t = , f = token == "true",
    n = NA,
    "]" = , "}" = , ":" = , "," = json_fail(),
    as.double(token)
  )
}

json_read_object <- function(reader) {
  out <- list()
  repeat {
    token <- json_next(reader)
    if (token == "}" && length(out) == 0) {
      return(rlang::set_names(list(), character()))
    }
    if (substring(token, 1, 1) != "\"" || json_next(reader) != ":") json_fail()
    out[[json_unescape(token)]] <- json_read(reader)
    end <- json_next(reader)
    if (end == "}") {
      return(out)
    }
    if (end != ",") json_fail()
  }
}

json_read_array <- function(reader) {
  # Long arrays hold numbers: they are taken at once.
  ends <- which(reader$tokens == "]" & seq_along(reader$tokens) >= reader$at)
  if (length(ends) == 0) json_fail()
  inside <- reader$tokens[seq_len(ends[1] - reader$at) + reader$at - 1]
  odd <- seq_along(inside) %% 2 == 1
  numbers <- length(inside) %% 2 == 1 && all(inside[!odd] == ",") &&
    all(grepl("^(-?[0-9].*|\"-?Infinity\"|null)$", inside[odd]))
  if (numbers) {
    reader$at <- ends[1] + 1
    return(json_numbers(gsub("\"", "", inside[odd])))
  }
  out <- list()
  repeat {
    if (reader$tokens[[reader$at]] == "]" && length(out) == 0) {
      reader$at <- reader$at + 1
      return(out)
    }
    out <- c(out, list(json_read(reader)))
    end <- json_next(reader)
    if (end == "]") {
      return(if (all(vapply(out, is.character, NA))) unlist(out) else out)
    }
    if (end != ",") json_fail()
  }
}

# From numbers, or what stands for those that JSON does not have.
json_numbers <- function(x) {
  if (is.list(x)) x <- unlist(x)
  if (is.character(x)) {
    x[x == "null"] <- NA
    x <- sub("Infinity", "Inf", x, fixed = TRUE)
  }
  as.double(x)
}

json_unescape <- function(token) {
  text <- substring(token, 2, nchar(token) - 1)
  marks <- c("\\n" = "\n", "\\r" = "\r", "\\t" = "\t", "\\\"" = "\"", "\\/" = "/")
  pieces <- strsplit(text, "\\\\", fixed = TRUE)[[1]]
  for (mark in names(marks)) pieces <- gsub(mark, marks[[mark]], pieces, fixed = TRUE)
  text <- paste(pieces, collapse = "\\")
  if (endsWith(token, "\\\\\"")) paste0(text, "\\") else text
}
