# Validation by JSON Schema, as far as the schemas in inst/schema use it (draft 2020-12): the fault
# of a parsed value, in words, or NULL.

schema_store <- new.env(parent = emptyenv())

schema_of <- function(name) {
  if (is.null(schema_store[[name]])) {
    file <- system.file("schema", paste0(name, ".json"), package = "calibrant")
    schema_store[[name]] <- jsonlite::fromJSON(file, simplifyVector = FALSE)
  }
  schema_store[[name]]
}

schema_problem <- function(value, schema) {
  problem <- problem_in(value, schema, "", schema)
  if (!is.null(problem)) problem()
}

# First violated keyword, as a function that makes its message: most alternatives of a schema are
# violated, and few of these are reported. `at` is the path to the value, "" for the whole.
problem_in <- function(value, schema, at, root) {
  if (!is.null(schema[["$ref"]])) {
    part <- root[["$defs"]][[sub("#/$defs/", "", schema[["$ref"]], fixed = TRUE)]]
    return(problem_in(value, part, at, root))
  }
  for (keyword in intersect(names(schema), names(schema_keywords))) {
    problem <- schema_keywords[[keyword]](value, schema[[keyword]], at, root, schema)
    if (!is.null(problem)) return(problem)
  }
  NULL
}

fits_schema <- function(value, schema, root) is.null(problem_in(value, schema, "", root))

# JSON numbers are finite; a whole one may be written with a decimal point.
schema_types <- list(
  object = \(x) is.list(x) && (!is.null(names(x)) || length(x) == 0),
  array = \(x) is.list(x) && is.null(names(x)), string = \(x) is.character(x),
  number = \(x) is.numeric(x) && is.finite(x), boolean = \(x) is.logical(x) && !is.na(x),
  integer = \(x) is.numeric(x) && is.finite(x) && x == floor(x), null = is.null
)

# Keywords that compare a value, or its length, with a limit; the limit completes the text `must`.
limit_keyword <- function(fails, must) {
  \(value, limit, at, ...) {
    if (fails(value, limit)) {
      problem_at(at, paste("must", must, paste(limit, collapse = ", ")), value)
    }
  }
}

size_keyword <- function(fails, must) {
  \(value, n, at, ...) {
    if (is.list(value) && fails(length(value), n)) {
      problem_at(at, paste("must have", must, n, "elements"))
    }
  }
}

schema_keywords <- list(
  type = \(value, types, at, ...) {
    holds <- vapply(types, \(type) schema_types[[type]](value), NA)
    must <- paste("must be of type", paste(types, collapse = " or "))
    if (!any(holds)) problem_at(at, must, value)
  },
  const = \(value, known, at, ...) {
    same <- identical(value, known) || is.numeric(value) && is.numeric(known) && value == known
    if (!same) problem_at(at, paste("must be", known), value)
  },
  enum = limit_keyword(\(value, known) !is.character(value) || !value %in% known, "be one of"),
  pattern = limit_keyword(\(x, pattern) is.character(x) && !grepl(pattern, x), "match"),
  required = \(value, names, at, ...) {
    lacking <- if (is.list(value)) setdiff(unlist(names), names(value))
    if (length(lacking) > 0) problem_at(at, paste("lacks", paste(lacking, collapse = ", ")))
  },
  minimum = limit_keyword(\(x, limit) is.numeric(x) && x < limit, "be at least"),
  maximum = limit_keyword(\(x, limit) is.numeric(x) && x > limit, "be at most"),
  exclusiveMinimum = limit_keyword(\(x, limit) is.numeric(x) && x <= limit, "be above"),
  exclusiveMaximum = limit_keyword(\(x, limit) is.numeric(x) && x >= limit, "be below"),
  minItems = size_keyword(\(size, n) size < n, "at least"),
  maxItems = size_keyword(\(size, n) size > n, "at most"),
  properties = \(value, parts, at, root, ...) {
    first_problem(intersect(names(parts), names(value)), \(name) {
      problem_in(value[[name]], parts[[name]], join_path(at, name), root)
    })
  },
  additionalProperties = \(value, part, at, root, schema) {
    first_problem(setdiff(names(value), names(schema$properties)), \(name) {
      problem_in(value[[name]], part, join_path(at, name), root)
    })
  },
  items = \(value, part, at, root, ...) {
    first_problem(seq_along(value), \(i) {
      problem_in(value[[i]], part, sprintf("%s[%d]", at, i), root)
    })
  },
  anyOf = \(value, parts, at, root, ...) {
    problems <- lapply(parts, \(part) problem_in(value, part, at, root))
    if (!any(vapply(problems, is.null, NA))) {
      \() paste(vapply(problems, \(problem) problem(), ""), collapse = ", or ")
    }
  },
  allOf = \(value, parts, at, root, ...) {
    first_problem(parts, \(part) problem_in(value, part, at, root))
  },
  `if` = \(value, condition, at, root, schema) {
    branch <- schema[[if (fits_schema(value, condition, root)) "then" else "else"]]
    if (!is.null(branch)) problem_in(value, branch, at, root)
  }
)

first_problem <- function(parts, look) {
  for (part in parts) {
    problem <- look(part)
    if (!is.null(problem)) return(problem)
  }
  NULL
}

join_path <- function(at, name) if (nzchar(at)) paste0(at, "$", name) else name

problem_at <- function(at, must, value) {
  has_value <- !missing(value)
  \() {
    what <- if (nzchar(at)) sprintf("`%s`", at) else "The object"
    found <- if (has_value) sprintf("(it is %s)", value_text(value))
    paste(c(what, must, found), collapse = " ")
  }
}

stop_problem <- function(problem) if (!is.null(problem)) stop(problem, call. = FALSE)
