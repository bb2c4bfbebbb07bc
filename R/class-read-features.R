# Matrices of features, a row per trial, as the kernels read them: dense or sparse, by columns.

# A list of `value`, `dim`, `names`, and for sparse matrices `row` and `start`.
read_features <- function(x, model, length) {
  columns <- if (isS4(x)) sparse_columns(x) else dense_columns(x)
  check_finite(columns$value, "x")
  refuse_if(model != "gaussian" && any(columns$value < 0), "negative_features")
  if (grepl("bernoulli", model)) columns$value <- as.double(columns$value > 0)
  divide_by_length(columns, length)
}

dense_columns <- function(x) {
  x <- if (is.data.frame(x)) as.matrix(x) else x
  check_that(
    is.matrix(x) && (is_number(x) || is.logical(x)) && length(x) > 0,
    "be a numeric matrix with a row per trial and a column per feature.", x
  )
  list(value = as.double(x), dim = dim(x), names = colnames(x), row = NULL, start = NULL)
}

# The package Matrix knows how to store its other kinds by columns.
sparse_columns <- function(x) {
  if (!inherits(x, "dgCMatrix") && inherits(x, "sparseMatrix") &&
    rlang::is_installed("Matrix")) {
    x <- Matrix::drop0(x) * 1
  }
  refuse_if(!inherits(x, "dgCMatrix") || prod(attr(x, "Dim")) == 0, "sparse_class")
  check_sparse(x)
  list(
    value = attr(x, "x"), dim = attr(x, "Dim"), names = attr(x, "Dimnames")[[2]],
    row = attr(x, "i"), start = attr(x, "p")
  )
}

# Slots can be set by hand to anything of their types.
check_sparse <- function(x) {
  dim <- attr(x, "Dim")
  row <- attr(x, "i")
  start <- attr(x, "p")
  n <- length(row)
  sound <- length(dim) == 2 && length(start) == dim[2] + 1 && start[1] == 0 &&
    !is.unsorted(start) && start[dim[2] + 1] == n && length(attr(x, "x")) == n &&
    !anyNA(row) && all(row >= 0 & row < dim[1])
  refuse_if(!isTRUE(sound), "sparse_invalid")
}

divide_by_length <- function(columns, length) {
  if (length == "none") return(columns)
  n <- columns$dim[1]
  dense <- is.null(columns$row)
  row <- if (dense) rep_len(seq_len(n), base::length(columns$value)) else columns$row + 1L
  size <- if (length == "sum") abs(columns$value) else columns$value^2
  totals <- numeric(n)
  by_row <- rowsum(size, row)
  totals[as.integer(rownames(by_row))] <- by_row
  if (length == "euclid") totals <- sqrt(totals)
  columns$value <- columns$value / ifelse(totals == 0, 1, totals)[row]
  columns
}
