# Records of calls: their words, the versions, and the SHA-256 of all files and of the answer.

# Files that a call reads and writes.
call_files <- function(command, call) {
  given <- call$options$given
  type <- command$options[names(given), "Type"]
  list(
    inputs = as.character(c(named_files(call$files), unlist(given[type == "input"]))),
    outputs = as.character(c(
      unlist(given[type == "output"]), sub("^[^=]*=", "", unlist(given[type == "plots"]))
    ))
  )
}

hashed_files <- function(files) {
  files <- files[file.exists(files)]
  data.frame(file = files, sha256 = vapply(files, cli::hash_file_sha256, "", USE.NAMES = FALSE))
}

# Part of a record that is known before the call writes anything; NULL if none is wanted.
begun_record <- function(command, call, files) {
  file <- ask_option(call$options, "provenance")
  if (is.null(file)) return()
  file_type(file, "json")
  check_replaced(file, "calibrant call record")
  refuse_if(any(files == "-" | file.exists(files) & !utils::file_test("-f", files)), "hash_of_pipe")
  plain <- grepl("^[[:alnum:]_./=,:@%+-]+$", call$words)
  words <- ifelse(plain, call$words, shQuote(call$words))
  list(
    format = "calibrant call record", version = 1,
    call = paste(c("calibrant", command$name, words), collapse = " "),
    date = as.character(Sys.Date()), calibrant = as.character(utils::packageVersion("calibrant")),
    R = as.character(getRversion()), platform = R.version$platform,
    packages = as.list(package_versions()), inputs = hashed_files(files)
  )
}

# Files that the call has changed are its outputs, such as the state of a monitor.
end_record <- function(record, files, text, file) {
  if (is.null(record)) return()
  now <- hashed_files(unique(setdiff(unlist(files), file)))
  is_output <- !do.call(paste, now) %in% do.call(paste, record$inputs)
  record$inputs <- json_rows(record$inputs)
  write_text(sealed_json(c(record, list(
    outputs = json_rows(now[is_output, ]), answer = hash_text(paste(text, collapse = ""))
  ))), file)
}
