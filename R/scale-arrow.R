# A reader of Arrow streams, see lr_chunks(): batch by batch.

is_arrow <- function(x) {
  inherits(x, c("nanoarrow_array_stream", "RecordBatchReader", "ArrowTabular", "Dataset",
    "arrow_dplyr_query")) || rlang::is_installed("nanoarrow") && has_arrow_method(x)
}

# Looks up methods that nanoarrow and the packages of such objects register.
has_arrow_method <- function(x) {
  known <- asNamespace("nanoarrow")
  !is.data.frame(x) && any(vapply(class(x), \(class) {
    !is.null(utils::getS3method("as_nanoarrow_array_stream", class, TRUE, known))
  }, NA))
}

arrow_chunks <- function(x) {
  check_package("nanoarrow", "to read Arrow streams")
  spent <- FALSE
  open <- function() {
    refuse_if(spent, "stream_spent")
    spent <<- inherits(x, c("nanoarrow_array_stream", "RecordBatchReader"))
    nanoarrow::as_nanoarrow_array_stream(x)
  }
  read <- function(stream, number) {
    repeat {
      batch <- stream$get_next()
      if (is.null(batch)) return(NULL)
      if (batch$length > 0) return(as.list(as.data.frame(batch)))
    }
  }
  shut <- function(stream) if (nanoarrow::nanoarrow_pointer_is_valid(stream)) stream$release()
  opened_chunks(open, read, shut, "an Arrow stream")
}
