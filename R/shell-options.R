# Options of the program, from inst/commands.dcf: read from the words of a call, and used or
# refused.

# The commands, each with its options in the order of its help, and one table of all options.
command_book <- function() {
  records <- as.data.frame(read.dcf(
    system.file("commands.dcf", package = "calibrant"), keep.white = "Examples"
  ))
  groups <- records[!is.na(records$Group), ]
  groups <- rlang::set_names(strsplit(groups$Options, "[ \n]+"), groups$Group)
  options <- records[!is.na(records$Option), ]
  options$Type[is.na(options$Type)] <- "text"
  rownames(options) <- options$Option
  commands <- records[!is.na(records$Command), ]
  commands <- lapply(split(commands, factor(commands$Command, commands$Command)), \(record) {
    names <- as.list(strsplit(record$Options, "[ \n]+")[[1]])
    names <- unlist(lapply(names, \(name) groups[[name]] %||% name))
    list(
      name = record$Command, title = record$Title, files = record$Files, help = record$Function,
      options = options[names, ], examples = trimws(strsplit(trimws(record$Examples), "\n")[[1]])
    )
  })
  pick <- \(field) records[!is.na(records[[field]]), ]
  list(
    commands = commands, options = options, status = pick("Status"), terms = pick("Said"),
    words = pick("Word")
  )
}

# Commands without options; other words of the overview name files.
word_commands <- function(book) grep("^[a-z]+$", book$words$Word, value = TRUE)

find_command <- function(book, name) {
  hint <- meant_hint(name, c(names(book$commands), word_commands(book)))
  refuse_if(!name %in% names(book$commands), "no_command")
  book$commands[[name]]
}

# The words after the name of a command: files, and options as an environment that records which of
# them were used.
read_arguments <- function(command, words) {
  all <- words
  files <- character()
  given <- list()
  while (length(words) > 0) {
    word <- words[1]
    words <- words[-1]
    if (word == "--") {
      files <- c(files, words)
      break
    }
    if (!startsWith(word, "-") || word == "-") {
      check_file_word(command, word)
      files <- c(files, word)
      next
    }
    name <- read_option_name(command, word)
    type <- command$options[name, "Type"]
    attached <- if (startsWith(word, "--") && grepl("=", word)) sub("^[^=]*=", "", word)
    check_option(command, name, type, attached, words, given)
    given[[name]] <- option_value(attached %||% (if (type != "flag") words[1]), name, type)
    if (type != "flag" && is.null(attached)) words <- words[-1]
  }
  check_split_name(files)
  options <- list2env(list(given = given, asked = character()))
  list(files = files, options = options, words = all)
}

# A name with blanks reaches the program in parts, if it is not in quotes.
check_split_name <- function(files) {
  whole <- paste(files, collapse = " ")
  split <- length(files) > 1 && !file.exists(files[1]) && file.exists(whole)
  stop_if(split, "A name with blanks must be in quotes: {.code '{whole}'}.")
}

# An option without its dashes looks like a file with the name of its system, and one with the dash
# of a typographer like a file.
check_file_word <- function(command, word) {
  bare <- sub("^[\u2010-\u2015\u2212][-\u2010-\u2015\u2212]*", "", word)
  name <- sub("=.*", "", bare)
  is_file <- bare == word && (name == word || file.exists(sub("^[^=]*=", "", word)))
  refuse_if(name %in% command$options$Option && !is_file && !file.exists(word), "option_dashes")
}

read_option_name <- function(command, word) {
  known <- command$options$Option
  at <- match(sub("=.*$", "", word), c(paste0("--", known), command$options$Short))
  name <- sub("^--?([^=]*).*$", "\\1", word)
  also <- known[vapply(strsplit(command$options$Also, " "), \(others) name %in% others, NA)]
  meant <- c(known[startsWith(known, name)], also, meant_choice(name, known))[1]
  stop_if(
    is.na(at), "{.code {word}} is not an option of {.code calibrant {command$name}}.",
    i = if (!is.na(meant)) "Do you mean {.code --{meant}}?",
    i = if (file.exists(word)) "The file of this name is {.code ./{word}}.",
    i = "{.code calibrant {command$name} --help} lists the options."
  )
  rep(known, 2)[at]
}

check_option <- function(command, name, type, attached, words, given) {
  stop_if(name %in% names(given), "{.code --{name}} must be given only once.")
  if (type == "flag") return(refuse_if(!is.null(attached), "option_value"))
  value <- attached %||% c(words, "")[1]
  is_option <- is.null(attached) && grepl("^--.|^-[a-z]$", value)
  refuse_if(!nzchar(value) || is_option, "value_missing")
}

option_value <- function(value, name, type) {
  if (type == "flag") return(TRUE)
  stop_if(!validUTF8(value), "{.code --{name}} must be text in UTF-8.")
  if (type %in% c("text", "input", "output")) return(value)
  parts <- trimws(strsplit(value, if (type == "criteria") ";" else ",", fixed = TRUE)[[1]])
  if (type != "numbers" || name == "prior" && value == "data") return(parts)
  numbers <- suppressWarnings(as.numeric(parts))
  # A comma between two whole numbers may be a decimal mark.
  either <- grepl("^[-+]?[0-9]+,[0-9]+$", value)
  refuse_if(length(numbers) == 0 || anyNA(numbers) || either, "no_number")
  numbers
}

# Value of an option. Options that are given but never used are finally refused.
ask_option <- function(options, name, default = NULL) {
  options$asked <- union(options$asked, name)
  options$given[[name]] %||% default
}

has_option <- function(options, name) !is.null(options$given[[name]])

# The given options with these names, under their names in R.
ask_options <- function(options, names) {
  found <- lapply(names, \(name) ask_option(options, name))
  names(found) <- gsub("-", "_", names)
  found[lengths(found) > 0]
}
