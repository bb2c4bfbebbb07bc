# Fails where the entry points listed in src/ffi-entries.h and called from R disagree.
# The list makes prototypes and registration, so the compiler and the loader see to the rest.
listed_entries <- function(file) {
  row <- "^ENTRY[(](ffi_[a-z0-9_]+), ([0-9])[)]$"
  rows <- grep(row, readLines(file), value = TRUE)
  data.frame(name = sub(row, "\\1", rows), n_args = as.numeric(sub(row, "\\2", rows)))
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

listed <- listed_entries("src/ffi-entries.h")
called <- called_entries(list.files("R", "[.][Rr]$", full.names = TRUE))
stopifnot("no entry point is listed" = nrow(listed) > 0)

problems <- list(
  "listed twice" = listed$name[duplicated(listed$name)],
  "listed and not called from R" = setdiff(listed$name, called$name),
  "called from R and not listed" = setdiff(called$name, listed$name),
  "called with another number of arguments" = different_counts(listed, called)
)
problems <- problems[lengths(problems) > 0]
for (what in names(problems)) {
  cat(what, ": ", paste(problems[[what]], collapse = ", "), "\n", sep = "")
}
quit(status = as.integer(length(problems) > 0))
