# What the files of a call of the program have.

# One set of all files, which are systems, or the two hypotheses. Items count where intervals are
# drawn, and where trials are matched with a key.
command_set <- function(files, options, items = TRUE) {
  if (ask_option(options, "lir", FALSE)) {
    return(lir_set(files, options))
  }
  check_some_files(files)
  key <- ask_option(options, "key")
  items <- if (items || !is.null(key)) c("source1", "source2")
  columns <- column_options(options, c("score", "truth", items, "system", "weight"))
  if (any(c("system", "weight") %in% names(columns))) {
    return(table_set(files, columns, options))
  }
  inputs <- lapply(named_files(files), input_of)
  if (identical(names(inputs), "")) names(inputs) <- NULL
  if (!is.null(key)) key <- input_of(key)
  rlang::exec(read_scores, inputs, key, columns = unlist(columns), !!!trial_options(options))
}

# Options that lr_set() takes.
trial_options <- function(options) {
  scale <- ask_option(options, "scale", "score")
  c(
    list(scale = scale, na = missing_option(options)),
    ask_options(options, c("h1", if (scale == "prob") "prior"))
  )
}

check_some_files <- function(files) {
  stop_if(length(files) == 0, "There must be a file to read; {.code -} is the standard input.")
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

# R takes some names for something else.
input_of <- function(file) {
  if (file == "-") file("stdin") else if (file %in% special_files) file.path(".", file) else file
}

special_files <- c("stdin", "clipboard", "X11_primary", "X11_secondary", "X11_clipboard")

missing_option <- function(options) {
  if (ask_option(options, "drop-missing", FALSE)) "drop" else "error"
}

# Columns by their roles, from `--columns` and from options that are called as a role.
column_options <- function(options, roles) {
  given <- ask_option(options, "columns")
  stop_if(
    !all(grepl("^[a-z0-9]+=.", given)),
    "{.code --columns} must say what columns are, such as {.code score=4,truth=label}.",
    x = "It is {.val {paste(given, collapse = ',')}}."
  )
  named <- rlang::set_names(as.list(sub("^[^=]*=", "", given)), sub("=.*$", "", given))
  check_choices(c(roles[1], names(named)), roles, "columns")
  short <- ask_options(options, roles)
  twice <- c(intersect(names(short), names(named)), names(named)[duplicated(names(named))])[1]
  stop_if(!is.na(twice), "The column of {.val {twice}} must be said once.")
  c(named, short)
}

lir_set <- function(files, options) {
  stop_if(length(files) != 2, "{.code --lir} takes two files: LRs of H1, and of H2.")
  read_lir(input_of(files[1]), input_of(files[2]), na = missing_option(options))
}

# A table whose columns the options name: with systems, or weights.
table_set <- function(files, columns, options) {
  stop_if(
    length(files) != 1 || !all(c("score", "truth") %in% names(columns)),
    "With {.code --system} or {.code --weight} there must be one file, {.code --score} and
     {.code --truth}."
  )
  table <- command_table(files)
  lost <- setdiff(unlist(columns), names(table))
  stop_if(
    length(lost) > 0, "The table must have the column {.val {lost}}.",
    i = "The columns of {files} are {.val {names(table)}}."
  )
  values <- lapply(columns, \(name) table[[name]])
  names(values)[names(values) == "score"] <- "x"
  rlang::exec(lr_set, !!!values, !!!trial_options(options))
}

command_table <- function(file) {
  text <- split_lines(read_bytes(input_of(file)))
  read_table(text, file, sep = ",", quote = "\"", header = TRUE, check.names = FALSE)
}

# The systems are columns of one table.
fused_columns <- function(file, options) {
  columns <- column_options(options, c("score", "truth", "source1", "source2"))
  stop_if(
    length(columns$score) < 2,
    "There must be several files, or several columns of one: {.code --score a,b}."
  )
  file <- if (file == "-") list(read_bytes(input_of(file))) else input_of(file)
  sets <- lapply(rlang::set_names(columns$score), \(score) {
    columns$score <- score
    rlang::exec(read_scores, file, columns = unlist(columns), !!!trial_options(options))
  })
  withCallingHandlers(
    rlang::exec(c, !!!sets), calibrant_message_order = \(cnd) rlang::cnd_muffle(cnd)
  )
}

# Conclusions, one or a count in each row.
conclusions_of <- function(files, options) {
  stop_if(length(files) != 1, "There must be one file of conclusions.")
  columns <- ask_options(options, c("conclusion", "truth", "examiner", "item", "system", "count"))
  settings <- ask_options(options, c("h1", "no-value", "order"))
  names(settings)[names(settings) == "order"] <- "conclusions"
  if (length(columns) == 0) {
    lines <- split_lines(read_bytes(input_of(files)))
    return(rlang::exec(conclusion_set, paste0(paste(lines, collapse = "\n"), "\n"), !!!settings))
  }
  table <- command_table(files)
  rest <- lapply(columns[setdiff(names(columns), c("conclusion", "truth"))], \(name) table[[name]])
  rlang::exec(conclusion_set, table[[columns$conclusion]], table[[columns$truth]], !!!rest,
    !!!settings)
}

# The lines of a file, and a matrix with their values, for whom the truth is not known.
casework_lines <- function(files, options) {
  check_some_files(files)
  items <- if (length(files) > 1 || has_option(options, "json")) c("source1", "source2")
  columns <- column_options(options, c("score", items))
  named <- named_files(files)
  files <- lapply(named, \(file) if (file == "-") read_bytes(input_of(file)) else input_of(file))
  several <- length(files) > 1
  read <- if (several) file_values(files, columns) else column_values(files[[1]], columns)
  bytes <- read_bytes(files[[1]])
  layout <- guess_layout(bytes, "value", with_score(columns, columns$score[1]), several)
  lines <- split_lines(bytes)
  lines <- lines[grepl("[^[:blank:];,]", lines)]
  is_header <- seq_along(lines) <= layout$skip
  c(read, list(header = lines[is_header], lines = lines[!is_header], layout = layout))
}

with_score <- function(columns, score) unlist(replace(columns, "score", list(score)))

# Several columns of one file.
column_values <- function(file, columns) {
  scores <- columns$score %||% list(NULL)
  tables <- lapply(scores, \(score) {
    read_trials(list(file), list("value"), with_score(columns, score))
  })
  values <- do.call(cbind, lapply(tables, \(read) read$tables[[1]]$value))
  colnames(values) <- columns$score
  c(item_columns(tables[[1]], tables[[1]]$tables[[1]]), list(values = values))
}

# Those of several files for the trials of the first.
file_values <- function(files, columns) {
  read <- read_trials(unname(files), as.list(rep("value", length(files))), unlist(columns))
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
