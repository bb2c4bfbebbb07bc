# Recognition of training trials, also by a calibration that was saved.

# Checksum of the trials of each system, independent of their order. A saved calibration keeps it.
# Trials outside memory have no checksum.
training_checksums <- function(x) {
  value <- .subset2(x, "log_lik") %||% .subset2(x, "value")
  if (!is.double(value)) return(NULL)
  truth <- .subset2(x, "truth")
  several <- n_systems(x) > 1
  computed_once(notes_on(x), "checksums", vapply(unname(split_by_system(x)), \(i) {
    if (is.matrix(value)) return(class_checksum(value[i, , drop = FALSE], truth[i]))
    hex_of(if (several) trial_checksum(value[i], truth[i]) else trial_checksum(value, truth))
  }, ""))
}

trial_checksum <- function(value, truth) .Call(ffi_checksum, value, truth)

class_checksum <- function(log_lik, truth) {
  sums <- lapply(seq_len(ncol(log_lik)), \(k) trial_checksum(log_lik[, k], as.integer(truth) == k))
  hex_of(Reduce(`+`, sums))
}

# Two halves of 32 bits, whose sums may exceed 32 bits, as 16 hexadecimal digits.
hex_of <- function(halves) {
  digits <- rbind(halves %/% 2^16, halves) %% 2^16
  paste(sprintf("%04x", as.integer(digits)), collapse = "")
}

are_checksums <- function(x) is.null(x) || is.character(x) && all(grepl("^[0-9a-f]{16}$", x))
