# Fails where the entry points defined in C, registered in init.c and called from R disagree.
read_c <- function(file) {
  paste(sub("//.*", "", readLines(file, encoding = "UTF-8")), collapse = " ")
}

# Every match of `pattern`, with the captured groups as columns.
captures <- function(pattern, text) {
  matches <- regmatches(text, gregexpr(pattern, text, perl = TRUE))
  do.call(rbind, regmatches(unlist(matches), regexec(pattern, unlist(matches), perl = TRUE)))
}

n_parameters <- function(parameters) {
  parameters <- trimws(parameters)
  ifelse(parameters %in% c("", "void"), 0, lengths(strsplit(parameters, ",")))
}

defined_entries <- function(files) {
  text <- vapply(files, read_c, "")
  found <- captures("SEXP\\s+(ffi_\\w+)\\s*\\(([^)]*)\\)\\s*\\{", text)
  data.frame(name = found[, 2], n_args = n_parameters(found[, 3]))
}

registered_entries <- function(file) {
  pattern <- "\\(\\s*DL_FUNC\\s*\\)\\s*&?\\s*(ffi_\\w+)\\s*,\\s*(\\d+)"
  pattern_macro <- "CALL_ENTRY\\s*\\(\\s*(ffi_\\w+)\\s*,\\s*(\\d+)\\s*\\)"
  found <- rbind(captures(pattern, read_c(file)), captures(pattern_macro, read_c(file)))
  data.frame(name = found[, 2], n_args = as.numeric(found[, 3]))
}

# A call that passes `...` on has no number of arguments to compare.
call_entry <- function(expr) {
  args <- as.list(expr)[-(1:2)]
  n_args <- if (any(vapply(args, identical, NA, quote(...)))) NA else length(args)
  data.frame(name = deparse(expr[[2]]), n_args = n_args)
}

find_calls <- function(expr) {
  if (!is.recursive(expr) || is.function(expr) || is.environment(expr)) {
    return(NULL)
  }
  here <- if (is.call(expr) && identical(expr[[1]], quote(.Call))) call_entry(expr)
  rbind(here, do.call(rbind, lapply(as.list(expr), find_calls)))
}

called_entries <- function(files) {
  found <- lapply(files, \(file) find_calls(as.list(parse(file, keep.source = FALSE))))
  do.call(rbind, found)
}

different_counts <- function(x, y) {
  both <- merge(x, y, by = "name")
  unique(both$name[which(both$n_args.x != both$n_args.y)])
}

defined <- defined_entries(Sys.glob("src/ffi-*.c"))
registered <- registered_entries("src/init.c")
called <- called_entries(list.files("R", "[.][Rr]$", full.names = TRUE))
stopifnot("no entry point is registered" = nrow(registered) > 0)

problems <- list(
  "defined and not registered" = setdiff(defined$name, registered$name),
  "registered and not defined" = setdiff(registered$name, defined$name),
  "registered twice" = registered$name[duplicated(registered$name)],
  "registered and not called from R" = setdiff(registered$name, called$name),
  "called from R and not registered" = setdiff(called$name, registered$name),
  "registered with another number of arguments" = different_counts(defined, registered),
  "called with another number of arguments" = different_counts(registered, called)
)
problems <- problems[lengths(problems) > 0]
for (what in names(problems)) {
  cat(what, ": ", paste(problems[[what]], collapse = ", "), "\n", sep = "")
}
quit(status = as.integer(length(problems) > 0))
