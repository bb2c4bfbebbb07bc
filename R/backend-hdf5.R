#' Read trials from score matrices in HDF5 files
#'
#' A reader for [lr_set()] that hands out a matrix of scores (a row per model, a column per test)
#' with its key, a stripe at a time (see [chunk_reader()]). The chunks have the columns `score` and
#' `truth`. The files of BOSARIS and SIDEKIT are of this kind, and their names are the defaults.
#'
#' The key has the shape of the scores and says of each pair what [lr_set()] says of keys: 1 for H1
#' and -1 for H2, and 0 for pairs that were not tested; or 1 for H1 and 0 for H2. It is read once at
#' the beginning, to see which of these it is and how many pairs were tested. Rows and columns of
#' both must be in the same order: names are not compared.
#'
#' @param file The name of an HDF5 file.
#' @param scores,key The names of the two matrices in their files, such as `"group/scores"`. Vectors
#'   are read as well.
#' @param key_file The file that has the key.
#' @param chunk_rows How many pairs a chunk has, about: whole columns (or rows, as the file keeps
#'   them) are read.
#' @return An object of class `chunk_reader`, for [lr_set()].
#' @section Errors: `calibrant_error_file` where there is no such file, or one that is not HDF5;
#'   `calibrant_error_input` where the matrices are not there, differ in shape, or the key has other
#'   numbers; `calibrant_error_missing_package` without hdf5r; those of [chunk_reader()] in a pass.
#' @seealso [chunk_reader()]
#' @export
#' @examplesIf rlang::is_installed("hdf5r")
#' file <- tempfile(fileext = ".h5")
#' h5 <- hdf5r::H5File$new(file, "w")
#' h5[["scores"]] <- matrix(c(2.1, -1, -0.5, 0.2, -2, 1.4), 2)
#' h5[["trial_mask"]] <- matrix(c(1L, -1L, -1L, 0L, -1L, 1L), 2)
#' h5$close_all()
#' reader <- hdf5_chunks(file)
#' x <- lr_set(reader, truth ~ score, scale = "score")
#' eer(x)
hdf5_chunks <- function(file, scores = "scores", key = "trial_mask", key_file = file,
                        chunk_rows = 1e6) {
  call <- rlang::current_env()
  check_package("hdf5r", "to read HDF5 files", call)
  check_count(chunk_rows, "chunk_rows", call = call)
  places <- list(
    scores = check_matrix_place(file, scores, "scores", call),
    key = check_matrix_place(key_file, key, "key", call)
  )
  shapes <- lapply(places, with_matrix, \(matrix) matrix$dims, call)
  check_key_shape(shapes, call)
  last <- length(shapes$scores)
  stripes <- cut_stripes(shapes$scores, last, chunk_rows)
  found <- survey_key(places$key, stripes, call)
  at <- 0
  opened <- NULL
  close <- function() {
    for (one in opened) one$close()
    opened <<- NULL
  }
  rewind <- function() {
    close()
    at <<- 0
    opened <<- lapply(places, open_matrix)
  }
  next_chunk <- function() {
    if (at >= nrow(stripes)) {
      return(NULL)
    }
    at <<- at + 1
    values <- read_stripe(opened$scores$matrix, stripes[at, ], last)
    tested <- read_stripe(opened$key$matrix, stripes[at, ], last)
    trials_of_stripe(values, tested, found$has_signs)
  }
  where <- sprintf("\"%s\" of the file \"%s\"", scores, basename(file))
  chunk_reader(next_chunk, rewind, where, rows = found$rows, close = close)
}

# The first and the last column (of the last dimension) of each stripe.
cut_stripes <- function(shape, last, chunk_rows) {
  n <- max(floor(chunk_rows / max(prod(shape[-last]), 1)), 1)
  from <- seq(1, by = n, length.out = ceiling(shape[last] / n))
  cbind(from, to = pmin(from + n - 1, shape[last]))
}

read_stripe <- function(matrix, stripe, last) {
  at <- stripe[[1]]:stripe[[2]]
  as.vector(if (last == 1) matrix[at] else matrix[, at])
}

# Pairs that were not tested are NA in the key, or 0 beside 1 and -1.
trials_of_stripe <- function(values, key, has_signs) {
  tested <- !is.na(key) & !(has_signs & key == 0)
  list(score = values[tested], truth = key[tested] == 1)
}

# Whether the key has signs, and how many pairs it says were tested.
survey_key <- function(place, stripes, call) {
  negative <- FALSE
  numbers <- c(zero = 0, one = 0)
  with_matrix(place, \(matrix) {
    for (k in seq_len(nrow(stripes))) {
      key <- read_stripe(matrix, stripes[k, ], length(matrix$dims))
      key <- key[!is.na(key)]
      check_key_numbers(key, call)
      negative <<- negative || any(key == -1)
      numbers <<- numbers + c(sum(key == 0), sum(key != 0))
    }
  }, call)
  list(has_signs = negative, rows = if (negative) numbers[["one"]] else sum(numbers))
}

check_key_numbers <- function(key, call) {
  others <- if (is.numeric(key) || is.logical(key)) key[!key %in% c(-1, 0, 1)] else key
  if (length(others) > 0) {
    stop_input(
      "The key must have 1, -1 and 0, or 1 and 0.",
      x = "It has {.val {utils::head(unique(others), 3)}} too.",
      class = "calibrant_error_third_level", call = call
    )
  }
}

check_key_shape <- function(shapes, call) {
  if (!identical(as.double(shapes$scores), as.double(shapes$key)) || length(shapes$scores) > 2) {
    of <- lapply(shapes, paste, collapse = " x ")
    stop_input(
      "The key must have the shape of the scores, a matrix or a vector.",
      x = "The scores are {of$scores}, the key {of$key}.",
      call = call
    )
  }
}

check_matrix_place <- function(file, name, arg, call) {
  check_file(file, call)
  if (!rlang::is_string(name)) {
    stop_input(
      "{.arg {arg}} must be the name of a matrix in the file.",
      x = "It is {value_text(name)}.",
      call = call
    )
  }
  list(file = path.expand(file), name = name)
}

# `close_all()` would also close what others have opened of the same file.
open_matrix <- function(place) {
  file <- hdf5r::H5File$new(place$file, "r")
  matrix <- tryCatch(file[[place$name]], error = \(cnd) {
    file$close()
    stop(cnd)
  })
  list(matrix = matrix, close = \() {
    matrix$close()
    file$close()
  })
}

with_matrix <- function(place, use, call) {
  opened <- tryCatch(suppressWarnings(open_matrix(place)), error = \(cnd) {
    is_file <- tryCatch(hdf5r::is_hdf5(place$file), error = \(cnd) FALSE)
    if (!is_file) {
      stop_file("{.file {basename(place$file)}} must be an HDF5 file.", call = call)
    }
    stop_no_matrix(place, call)
  })
  on.exit(opened$close())
  if (!inherits(opened$matrix, "H5D")) stop_no_matrix(place, call)
  use(opened$matrix)
}

stop_no_matrix <- function(place, call) {
  stop_input("{.file {basename(place$file)}} must have a matrix {.val {place$name}}.", call = call)
}
