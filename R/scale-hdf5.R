# A reader of score matrices in HDF5 files, see lr_chunks().
hdf5_chunks <- function(file, scores = "scores", key = "trial_mask", key_file = file,
                        chunk_rows = 1e6) {
  check_count(chunk_rows)
  places <- list(
    scores = matrix_place(file, "x", scores, "scores"),
    key = matrix_place(key_file, "key_file", key, "key")
  )
  check_package("hdf5r", "to read HDF5 files")
  shapes <- lapply(places, with_matrix, \(matrix) matrix$dims)
  sizes <- lapply(shapes, paste, collapse = " x ")
  refuse_if(sizes$scores != sizes$key || length(shapes$scores) > 2, "shape_of_key")
  last <- length(shapes$scores)
  stripes <- cut_stripes(shapes$scores, last, chunk_rows)
  found <- survey_key(places$key, stripes)
  read <- function(opened, number) {
    if (number <= nrow(stripes)) {
      read <- lapply(opened, \(one) read_stripe(one$matrix, stripes[number, ], last))
      # Pairs that were not tested are NA in the key, or 0 beside 1 and -1.
      tested <- !is.na(read$key) & !(found$has_signs & read$key == 0)
      list(score = read$scores[tested], truth = read$key[tested] == 1)
    }
  }
  where <- sprintf("\"%s\" of the file \"%s\"", scores, basename(file))
  opened_chunks(
    \() lapply(places, open_matrix), read, \(opened) for (one in opened) one$close(), where,
    found$rows
  )
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

# Reads from the key whether it has signs, and the number of tested pairs.
survey_key <- function(place, stripes) {
  numbers <- with_matrix(place, \(matrix) {
    apply(stripes, 1, \(stripe) {
      key <- read_stripe(matrix, stripe, length(matrix$dims))
      key <- key[!is.na(key)]
      others <- if (is.numeric(key) || is.logical(key)) key[!key %in% c(-1, 0, 1)] else key
      refuse_if(length(others) > 0, "key_values")
      c(negative = sum(key == -1), zero = sum(key == 0), one = sum(key == 1))
    })
  })
  numbers <- rowSums(numbers)
  has_signs <- numbers[["negative"]] > 0
  list(has_signs = has_signs, rows = sum(numbers) - if (has_signs) numbers[["zero"]] else 0)
}

matrix_place <- function(file, file_arg, name, arg) {
  check_file(file, file_arg, again = TRUE)
  check_string(name, arg)
  list(file = path.expand(file), name = name)
}

# `close_all()` would also close objects that others have opened in the same file.
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

with_matrix <- function(place, use) {
  opened <- tryCatch(suppressWarnings(open_matrix(place)), error = \(cnd) {
    is_file <- tryCatch(hdf5r::is_hdf5(place$file), error = \(cnd) FALSE)
    stop_file_if(!is_file, "{.file {basename(place$file)}} must be an HDF5 file.")
    stop_no_matrix(place)
  })
  on.exit(opened$close())
  if (!inherits(opened$matrix, "H5D")) stop_no_matrix(place)
  use(opened$matrix)
}

stop_no_matrix <- function(place) {
  stop_input("{.file {basename(place$file)}} must have a matrix {.val {place$name}}.")
}
