# What the files of a call of the program have.

# One set of all files, which are systems, or the two hypotheses.
command_set <- function(files, options) {
  check_some_files(files)
  if (isTRUE(options$lir)) {
    return(lir_set(files, options))
  }
  if (!is.null(options$system) || !is.null(options$weight)) {
    return(table_set(files, options))
  }
  inputs <- lapply(named_files(files), input_of)
  if (identical(names(inputs), "")) names(inputs) <- NULL
  read_scores(
    inputs, if (!is.null(options$key)) input_of(options$key),
    scale = options$scale %||% "score", columns = column_options(options), h1 = options$h1,
    na = missing_option(options)
  )
}

check_some_files <- function(files) {
  stop_if(
    length(files) == 0, "There must be a file to read; {.code -} is the standard input."
  )
  stop_if(sum(files == "-") > 1, "The standard input can be read once.")
}

# What stands before the first `=` is a name, unless a file is called so.
named_files <- function(files) {
  is_named <- grepl("^[^=/]+=", files) & !file.exists(files)
  rlang::set_names(
    ifelse(is_named, sub("^[^=]+=", "", files), files),
    ifelse(is_named, sub("=.*$", "", files), if (length(files) > 1) file_stem(files) else "")
  )
}

file_stem <- function(files) sub("[.].*$", "", basename(files))

input_of <- function(file) if (file == "-") file("stdin") else file

missing_option <- function(options) if (isTRUE(options[["drop-missing"]])) "drop" else "error"

column_options <- function(options) {
  unlist(options[intersect(c("score", "truth", "source1", "source2"), names(options))])
}

lir_set <- function(files, options) {
  stop_if(
    length(files) != 2, "{.code --lir} takes two files: LRs of H1, and of H2."
  )
  read_lir(input_of(files[1]), input_of(files[2]), na = missing_option(options))
}

# A table whose columns the options name: with systems, or weights.
table_set <- function(files, options) {
  columns <- options[intersect(c("score", "truth", "system", "weight", "source1", "source2"),
    names(options))]
  stop_if(
    length(files) != 1 || !all(c("score", "truth") %in% names(columns)),
    "With {.code --system} or {.code --weight} there must be one file, {.code --score} and
     {.code --truth}."
  )
  text <- split_lines(read_bytes(input_of(files)))
  table <- read_table(text, files, sep = ",", quote = "\"", header = TRUE,
    check.names = FALSE)
  lost <- setdiff(unlist(columns), names(table))
  stop_if(
    length(lost) > 0, "The table must have the column {.val {lost}}.",
    i = "The columns of {files} are {.val {names(table)}}."
  )
  values <- lapply(columns, \(name) table[[name]])
  names(values)[names(values) == "score"] <- "x"
  rlang::exec(lr_set, !!!values,
    scale = options$scale %||% "score", h1 = options$h1, na = missing_option(options)
  )
}

# The lines of a file, and a matrix with their values, for whom the truth is not known.
casework_lines <- function(files, options) {
  check_some_files(files)
  named <- named_files(files)
  files <- lapply(named, \(file) if (file == "-") read_bytes(input_of(file)) else file)
  several <- length(files) > 1
  read <- if (several) file_values(files, options) else column_values(files[[1]], options)
  bytes <- read_bytes(files[[1]])
  layout <- guess_layout(bytes, "value", options_column(options, options$score[1]), several)
  lines <- split_lines(bytes)
  lines <- lines[grepl("[^[:blank:];,]", lines)]
  is_header <- seq_along(lines) <= layout$skip
  c(read, list(header = lines[is_header], lines = lines[!is_header], layout = layout))
}

# The columns that are named, with `score` as the only score.
options_column <- function(options, score) {
  column_options(replace(options, "score", list(score)))
}

# Several columns of one file.
column_values <- function(file, options) {
  scores <- options$score %||% list(NULL)
  tables <- lapply(scores, \(score) {
    read_trials(list(file), list("value"), options_column(options, score))
  })
  values <- do.call(cbind, lapply(tables, \(read) read$tables[[1]]$value))
  colnames(values) <- options$score
  c(item_columns(tables[[1]], tables[[1]]$tables[[1]]), list(values = values))
}

# Those of several files for the trials of the first.
file_values <- function(files, options) {
  read <- read_trials(unname(files), as.list(rep("value", length(files))), column_options(options))
  first <- read$tables[[1]]
  values <- vapply(seq_along(files), \(k) {
    match_trials(first, read$tables[[k]], read$names, files[[k]])
  }, first$value)
  values <- matrix(values, ncol = length(files), dimnames = list(NULL, names(files)))
  c(item_columns(read, first), list(values = values))
}

item_columns <- function(read, table) {
  items <- list(source1 = read$names[table$first], source2 = read$names[table$second])
  list(items = as.data.frame(items[lengths(items) > 0]))
}
