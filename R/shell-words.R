# Words of the program: help, manual, completion, and messages of R in the terms of the shell.

command_overview <- function(book) {
  titles <- c(vapply(book$commands, `[[`, "", "title"), book$words$About)
  c(
    in_width(c("Usage: calibrant COMMAND [OPTIONS] FILE ...", "", "Commands:")),
    hanging(c(names(book$commands), book$words$Word), titles, 14),
    "\nExit status:\n", hanging(book$status$Status, book$status$Help, 6)
  )
}

command_help <- function(book, name) {
  about <- book$words$About[book$words$Word == name & name %in% word_commands(book)]
  if (length(about) > 0) return(sprintf("Usage: calibrant %s\n\n%s\n", name, about))
  command <- find_command(book, name)
  c(
    in_width(c(paste("Usage:", command_usage(command)), "", command$title, "", "Options:")),
    hanging(
      c(option_usage(command$options), "-h, --help"), c(command$options$Help, "this help"), 26
    ),
    "\nExamples:\n", paste0("  calibrant ", command$examples, "\n"),
    "\nThe function of R is ?", command$help, ".\n"
  )
}

command_usage <- function(command) {
  trimws(sprintf("calibrant %s [OPTIONS] %s", command$name, command$files))
}

option_usage <- function(options) {
  there <- \(x, before, after) ifelse(is.na(x), "", paste0(before, x, after))
  paste0(there(options$Short, "", ", "), "--", options$Option, there(options$Value, " ", ""))
}

command_width <- function() {
  width <- suppressWarnings(as.integer(Sys.getenv("COLUMNS")))
  min(max(if (is.na(width)) 100 else width, 40), 10000)
}

in_width <- function(text) paste0(strwrap(text, command_width() + 1, exdent = 2), "\n")

# Terms, each with its meaning in a column of its own, or below it where the lines are short.
hanging <- function(terms, meanings, width) {
  if (command_width() < width + 26) width <- 6
  unlist(Map(\(term, meaning) {
    parts <- strwrap(meaning, command_width() - 6 - width)
    first <- sprintf("  %-*s", width - 2, term)
    if (nchar(term) > width - 3) first <- paste0(first, "\n", strrep(" ", width))
    paste0(c(first, rep(strrep(" ", width), length(parts) - 1)), parts, "\n")
  }, terms, meanings), use.names = FALSE)
}

# A page for man: the help of all commands, as it is printed.
command_manual <- function(book) {
  helps <- unlist(lapply(names(book$commands), \(name) c("\n", command_help(book, name))))
  text <- gsub("\\", "\\e", c(command_overview(book), helps), fixed = TRUE)
  text <- gsub("(^|\n)([.'])", "\\1\\\\\\&\\2", gsub("-", "\\-", text, fixed = TRUE))
  c(
    sprintf(".TH CALIBRANT 1 \"\" \"calibrant %s\"\n", utils::packageVersion("calibrant")),
    ".SH NAME\ncalibrant \\- judge and calibrate likelihood ratios\n.SH DESCRIPTION\n.nf\n", text
  )
}

# Code for a shell to source; it reads the names of options from the data of the program.
command_completion <- function(shell) {
  refuse_if(!identical(shell, "bash") && !identical(shell, "zsh"), "shell_name")
  book <- shQuote(system.file("commands.dcf", package = "calibrant"))
  lines <- readLines(system.file("completion.sh", package = "calibrant"))
  c(
    if (shell == "zsh") "autoload -U +X compinit bashcompinit && compinit && bashcompinit\n",
    paste0("_calibrant_book=", book, "\n"), paste0(lines, "\n")
  )
}

# Message of R in the terms of the shell: options instead of arguments, no calls of R.
shell_message <- function(cnd) {
  text <- trimws(cli::ansi_strip(conditionMessage(cnd)))
  parts <- strsplit(text, "\n(?=[xi*!\u2716\u2139] )", perl = TRUE)[[1]]
  parts <- sub("^\u2716", "x", sub("^\u2139", "i", gsub("\\s+", " ", parts)))
  parts <- shell_words(parts, command_book())
  # Hints that only a user of R can follow are left out.
  parts <- parts[!grepl("^i .*([a-z_.]+\\(|\\$|::)", parts)]
  paste(unlist(lapply(parts, \(part) {
    strwrap(part, min(98, command_width() + 1), exdent = if (grepl("^[xi*!] ", part)) 2 else 0)
  })), collapse = "\n")
}

# `arg` of R is --arg here, `arg = "value"` is --arg value; other words are in `book`.
shell_words <- function(text, book) {
  for (i in seq_len(nrow(book$terms))) {
    text <- gsub(book$terms$Said[i], book$terms$Shell[i], text)
  }
  for (name in book$options$Option) {
    argument <- gsub("-", "_", name)
    text <- gsub(sprintf("`%s`", argument), sprintf("`--%s`", name), text, fixed = TRUE)
    text <- gsub(sprintf("`%s = \"?([^\"`()]+)\"?`", argument), sprintf("`--%s \\1`", name), text)
  }
  text
}
