# Sets and columns from the files in a call of the program.

# One set of all files, which are systems, or the two hypotheses. Items are used if intervals are
# drawn or trials are matched with a key.
command_set <- function(files, options, items = TRUE) {
  items <- if (items || has_option(options, "key")) c("source1", "source2")
  two <- ask_options(options, c("genuine", "impostor"))
  # Two files determine the truth of their trials.
  told <- if (length(two) > 0) "truth"
  columns <- column_options(options, c(setdiff(trial_roles, c("source1", "source2", told)), items))
  words <- if (length(two) == 0) c("h1", "h2", "others")
  settings <- c(list(columns = columns), trial_options(options, c(words, "dec")))
  if (length(two) > 0) {
    stop_if(length(files) > 0, "{.code --genuine} and {.code --impostor} must name all files.")
    return(rlang::exec(read_scores, !!!lapply(two, input_of), !!!settings))
  }
  check_some_files(files)
  inputs <- lapply(named_files(files), input_of)
  if (identical(names(inputs), "")) names(inputs) <- NULL
  key <- ask_option(options, "key")
  if (!is.null(key)) key <- input_of(key)
  rlang::exec(read_scores, inputs, key, !!!settings)
}

# Options that lr_set() takes.
trial_options <- function(options, names) {
  scale <- ask_option(options, "scale", "score")
  c(
    list(scale = scale, na = if (ask_option(options, "drop-missing", FALSE)) "drop" else "error"),
    ask_options(options, c(names, if (scale == "prob") "prior"))
  )
}

check_some_files <- function(files) {
  stop_if(length(files) == 0, "There must be a file to read; {.code -} is the standard input.")
  stop_if(sum(files == "-") > 1, "The standard input can be read only once.")
}

# Text before the first `=` is a name, unless the whole word is the name of a file.
named_files <- function(files) {
  is_named <- grepl("^[^=/]+=", files) & !file.exists(files)
  rlang::set_names(
    ifelse(is_named, sub("^[^=]+=", "", files), files),
    ifelse(is_named, sub("=.*$", "", files), if (length(files) > 1) file_stem(files) else "")
  )
}

file_stem <- function(files) sub("[.].*$", "", basename(files))

input_of <- function(file) if (file == "-") file("stdin") else file

# Columns by their roles, from `--columns` and from options named after a role.
column_options <- function(options, roles) {
  given <- ask_option(options, "columns")
  refuse_if(!all(grepl("^[a-z0-9]+=.", given)), "columns_option")
  named <- rlang::set_names(as.list(sub("^[^=]*=", "", given)), sub("=.*$", "", given))
  idle <- setdiff(intersect(names(named), trial_roles), roles)
  refuse_if(length(idle) > 0, "columns_idle")
  check_choices(unique(c(roles[1], names(named))), roles, "columns")
  short <- ask_options(options, roles)
  twice <- c(intersect(names(short), names(named)),
    setdiff(names(named)[duplicated(names(named))], "score"))[1]
  stop_if(!is.na(twice), "The column of {.val {twice}} must be given only once.")
  columns <- c(named, short)
  if (length(columns) > 0) rlang::set_names(unlist(columns), rep(names(columns), lengths(columns)))
}

# Conclusions, one or a count in each row.
conclusions_of <- function(files, options) {
  stop_if(length(files) != 1, "There must be one file of conclusions.")
  columns <- column_options(options, conclusion_roles)
  settings <- ask_options(options, c("h1", "no-value", "order"))
  names(settings)[names(settings) == "order"] <- "conclusions"
  rlang::exec(conclusion_set, input_of(files), columns = columns, !!!settings)
}

# Cases without known truth. A calibration is applied to the column that trained it, where a table
# has one of that name.
casework_of <- function(files, options, trained = NULL) {
  check_some_files(files)
  items <- if (length(files) > 1 || has_option(options, "json")) c("source1", "source2", "id")
  columns <- column_options(options, c("score", items))
  texts <- lapply(named_files(files), \(file) read_bytes(input_of(file)))
  head <- strsplit(text_lines(texts[[1]])[1], "[\",;\t ]+")[[1]]
  if (!"score" %in% names(columns) && isTRUE(trained %in% head)) columns["score"] <- trained
  read_casework(texts, columns, ask_option(options, "dec"))
}
