# Tallies in files: a header in JSON, and the rows in CSV beside it. Rows with other content go to
# files with other names, and the header is written last, so it always names rows that belong
# together.

#' @exportS3Method
write_calibrant.lr_tally <- function(x, file, ...) {
  check_dots(...)
  check_tally(x)
  file_type(file, "json")
  rows <- lapply(Filter(Negate(is.null), x[c("cells", "points", "values")]), csv_text)
  sums <- lapply(rows, hash_text)
  stem <- sub("[.]json$", "", basename(file), ignore.case = TRUE)
  names <- sprintf("%s-%s-%s.csv", stem, names(rows), substr(sums, 1, 12))
  header <- c(
    list(format = "calibrant tally", version = 1, scale = x$scale, width = x$width),
    if (!is.null(x$prior)) list(prior = x$prior),
    list(n_h1 = sum(x$cells$n_h1), n_h2 = sum(x$cells$n_h2)),
    rlang::set_names(as.list(names), names(rows)), list(sums = sums)
  )
  with_lock(file, replace_tally(header, rows, names, file))
}

replace_tally <- function(header, rows, names, file) {
  check_replaced(file, header$format)
  folder <- dirname(file)
  both <- c(written_parts(file), names)
  # An interrupt may come just before or after the new header replaces the old one.
  on.exit(unlink(file.path(folder, setdiff(both, written_parts(file)))))
  for (k in seq_along(rows)) write_text(rows[[k]], file.path(folder, names[k]))
  write_record(header, file)
  invisible(file)
}

# The files named in a header, if their names may come from write_calibrant().
written_parts <- function(file) {
  header <- first_text(file, 4096)
  named <- unlist(regmatches(header, gregexpr("\"[^\"]*[.]csv\"", header)))
  grep("-(cells|points|values)-[0-9a-f]{12}[.]csv$", basename(gsub("\"", "", named)), value = TRUE)
}

#' @exportS3Method
restored.calibrant_tally <- function(record, file, text) {
  read <- \() tally_of_record(record, dirname(file))
  tryCatch(read(), error = \(cnd) {
    # Another program may have replaced it since the header was read, or two programs, in turn.
    if (identical(json_text(file), text)) read() else read_calibrant(file)
  })
}

tally_of_record <- function(record, folder) {
  part <- \(name) if (!is.null(record[[name]])) {
    read_numbers(file.path(folder, basename(record[[name]])), record[["sums"]][[name]])
  }
  tally <- lr_tally(part("cells"), record[["width"]], record[["scale"]], part("moments"))
  tally$prior <- record[["prior"]]
  n <- c(sum(tally$cells$n_h1), sum(tally$cells$n_h2))
  stop_problem(if (!identical(n, unname(numbers_of_json(record[c("n_h1", "n_h2")])))) {
    "the rows do not have as many trials as the header says"
  })
  if (!is.null(record[["points"]])) tally$points <- part("points")
  if (!is.null(record[["values"]])) tally$values <- check_counted(part("values"), "value", "x")
  stop_problem(if (!are_points_of(tally$points, tally)) "the points are not those of these trials")
  stop_problem(if (!are_values_of(tally$values, tally)) "the values are not those of the cells")
  tally
}

read_numbers <- function(file, sum) {
  stop_problem(if (!file.exists(file)) paste("there is no file", basename(file)))
  changed <- !is.null(sum) && !identical(cli::hash_file_sha256(file), sum)
  stop_problem(if (changed) paste(basename(file), "was changed after it had been written"))
  if (!endsWith(tolower(file), ".parquet")) {
    stop_problem(if (is_packed(readBin(file, "raw", 8))) paste(basename(file), "is compressed"))
    check_text_size(file.size(file), file)
    return(utils::read.csv(file, colClasses = "numeric"))
  }
  rlang::check_installed("nanoparquet", "to read counts from Parquet files.")
  as.data.frame(lapply(nanoparquet::read_parquet(file), as.double))
}

# The costs of points lie between those of the lower and of the upper edges of the cells, at any
# prior. Their weights are rounded.
are_points_of <- function(points, tally) {
  if (is.null(points)) return(TRUE)
  fields <- c("llr", "n_h1", "n_h2")
  if (!identical(names(points), fields) || anyNA(points)) return(FALSE)
  cells <- tally$cells
  totals <- c(sum(cells$n_h1), sum(cells$n_h2))
  if (any(abs(c(sum(points$n_h1), sum(points$n_h2)) - totals) > 1e-6 * totals)) return(FALSE)
  costs <- \(llr, rows) {
    rows <- c(list(llr = as.double(llr)), as.list(rows[fields[-1]]), list(totals = totals))
    mean_costs(rows, seq(-6, 6, 2))
  }
  low <- costs(to_ln(cells$cell * tally$width, tally$scale), cells)
  high <- costs(to_ln((cells$cell + 1) * tally$width, tally$scale), cells)
  found <- costs(points$llr, points)
  below <- \(x, y) all(x <= y * (1 + 1e-9) + 1e-12)
  below(high$h1, found$h1) && below(found$h1, low$h1) && below(low$h2, found$h2) &&
    below(found$h2, high$h2)
}

are_values_of <- function(values, tally) {
  is.null(values) ||
    identical(unname(floors_of_counts(values, tally$width)), unname(as.list(tally$cells)))
}
