#' Fingerprint of a set
#'
#' `data_hash()` returns the SHA-256 of the data. Two sets have the same fingerprint if and only if
#' they have the same trials in the same order: values, scale, truth, and any systems, weights,
#' items and identifiers. It does not depend on the machine, the version of R or that of this
#' package (`vignette("methods")`).
#'
#' @param x An [lr_set()] or its first argument, or a [loglik_set()].
#' @param ... Passed on to [lr_set()].
#' @return A string of 64 hexadecimal digits.
#' @seealso [validation_plan()], which declares data by it
#' @concept checksum
#' @concept SHA
#' @concept provenance
#' @export
#' @examples
#' x <- simulate_lr(10, 20, s = 2)
#' data_hash(x)
#' data_hash(x[1:29]) == data_hash(x)
data_hash <- function(x, ...) UseMethod("data_hash")

#' @rdname data_hash
#' @export
data_hash.default <- function(x, ...) {
  x <- unclass(lr_set(x, ...))
  items <- lapply(x[c("source1", "source2", "id")], \(item) if (!is.null(item)) source_names(item))
  hash_fields(c(x[c("scale", "value", "truth", "system", "weight")], items))
}

#' @rdname data_hash
#' @export
data_hash.loglik_set <- function(x, ...) {
  check_dots(...)
  fields <- unclass(x)[c("log_lik", "truth", "system", "weight")]
  hash_fields(c(list(classes = set_classes(x)), fields))
}

hash_fields <- function(fields) {
  fields <- Filter(Negate(is.null), fields)
  cli::hash_raw_sha256(unlist(Map(field_bytes, names(fields), fields), use.names = FALSE))
}

field_bytes <- function(name, x) {
  # The result depends neither on the bit pattern of zero nor on names.
  bytes <- if (is.numeric(x) || is.logical(x)) {
    writeBin(as.double(x) + 0, raw(), endian = "little")
  } else {
    text_bytes(as.character(x))
  }
  c(text_bytes(name), writeBin(as.double(length(x)), raw(), endian = "little"), bytes)
}

# A zero byte after each string.
text_bytes <- function(x) writeBin(enc2utf8(x), raw())
