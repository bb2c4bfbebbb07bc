# The trials of a system in a temporary file, in the order of the first pass. Later passes read the
# file, since most of the cost of a pass is the work of the reader, which parses text or queries a
# server. The file is deleted with the set, or when R ends.

new_spool <- function(limits) {
  if (limits$spooled > 0) {
    spool <- list2env(
      list(limits = limits, path = tempfile("calibrant-trials-"), sizes = numeric(), whole = TRUE),
      parent = emptyenv()
    )
    owner <- Sys.getpid()
    reg.finalizer(spool, \(spool) if (Sys.getpid() == owner) drop_spool(spool), onexit = TRUE)
    spool
  }
}

drop_spool <- function(spool) {
  spool$whole <- FALSE
  unlink(spool$path)
}

# A full disk does not stop the pass: later passes then use the reader again. The file is closed
# between chunks, since there may be no next one.
spool_chunk <- function(spool, trials) {
  n <- length(trials$value)
  spool$limits$spooled <- spool$limits$spooled - n
  if (spool$limits$spooled < 0) drop_spool(spool)
  if (spool$whole) {
    spool$sizes <- c(spool$sizes, n)
    disk_is_full <- \(cnd) drop_spool(spool)
    tryCatch(append_trials(spool$path, trials), error = disk_is_full, warning = disk_is_full)
  }
}

# Only the user may read the file, from the first byte on.
append_trials <- function(path, trials) {
  mask <- Sys.umask("177")
  on.exit(Sys.umask(mask))
  file <- file(path, "ab")
  on.exit(close(file), add = TRUE)
  writeBin(trials$value, file)
  writeBin(trials$truth, file)
}

# NULL if the file lacks some trials.
end_spool <- function(spool) {
  if (spool$whole && identical(file.size(spool$path), 12 * sum(spool$sizes))) return(spool)
  drop_spool(spool)
  NULL
}

# Stream of the trials in the file.
spooled_stream <- function(spool) {
  read <- function(file, number) {
    if (number <= length(spool$sizes)) {
      n <- spool$sizes[number]
      list(value = readBin(file, "double", n), truth = readBin(file, "logical", n))
    }
  }
  reader <- opened_chunks(\() file(spool$path, "rb"), read, close, spool$path, sum(spool$sizes))
  list(reader = reader, read = \(stream, chunk, ...) chunk)
}
