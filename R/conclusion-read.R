# Counts of conclusions in the forms that studies print: a matrix or table, a data frame, or text.

# `x` has a dimension of two hypotheses, one of conclusions, and perhaps one of systems.
trials_of_counts <- function(x, h1) {
  names <- dimnames(x)
  check_count_table(x, names)
  sides <- truth_dimension(names, h1)
  rest <- setdiff(seq_along(dim(x)), sides$at)
  order <- c(rest[1], sides$at, rest[-1])
  names <- names[order]
  at <- arrayInd(seq_along(x), dim(x)[order])
  cell <- \(d) factor(names[[d]][at[, d]], levels = names[[d]])
  list(
    x = cell(1), truth = as.character(cell(2)), h1 = sides$h1,
    count = as.double(aperm(unclass(x), order)), system = if (length(rest) > 1) cell(3)
  )
}

check_count_table <- function(x, names) {
  check_numeric(x)
  check_that(
    length(dim(x)) %in% 2:3 && any(dim(x) == 2) && !any(vapply(names, is.null, NA)) &&
      length(names) == length(dim(x)),
    "be a table of counts with named conclusions and two named hypotheses.", x,
    i = "For example {.code rbind(Exclusion = c(same = 450, different = 3622), ...)}."
  )
  twice <- unlist(lapply(names, \(one) one[duplicated(one)]))
  refuse_if(length(twice) > 0, "counts_twice")
}

# Dimension of the hypotheses, and its name of H1.
truth_dimension <- function(names, h1) {
  if (!is.null(h1)) {
    check_that(is.atomic(h1) && length(h1) == 1 && !is.na(h1), "be one name.", h1)
    at <- which(vapply(names, \(one) length(one) == 2 && source_names(h1) %in% one, NA))
    check_that(length(at) == 1, "be one of the two names of the hypotheses.", h1,
      i = "The names are {.val {unlist(names)}}.")
    return(list(at = at, h1 = source_names(h1)))
  }
  known <- lapply(names, \(one) find_pair(rlang::set_names(as.list(one), one)))
  at <- which(!vapply(known, is.null, NA))
  refuse_if(length(at) != 1, "h1_unnamed")
  list(at = at, h1 = names[[at]][known[[at]][1]])
}

# A column of conclusions and two of counts.
counts_of_frame <- function(x) {
  x[] <- lapply(x, \(column) if (are_count_texts(column)) counts_in(column) else column)
  number <- vapply(x, is_number, NA)
  refuse_if(sum(number) != 2 || sum(!number) > 1, "counts_frame")
  counts <- as.matrix(x[number])
  rownames(counts) <- if (all(number)) row.names(x) else as.character(x[[which(!number)]])
  counts
}

# Lines of a name and two counts; the first line names the hypotheses. Counts may have thousands
# separators, as in reports.
are_count_texts <- function(text) {
  is.character(text) && all(grepl("^([0-9]+|[0-9]{1,3}([ ,.'][0-9]{3})+)$", plain_blanks(text)))
}

counts_in <- function(text) as.double(gsub("[^0-9]", "", text))

counts_of_text <- function(text) {
  lines <- plain_blanks(strsplit(text, "\n", fixed = TRUE)[[1]])
  lines <- trimws(gsub("\\([^()]*%[^()]*\\)|\"", "", lines))
  lines <- lines[grepl("[[:alnum:]]", lines)]
  cells <- lapply(lines, text_cells)
  good <- vapply(cells[-1], \(one) length(one) == 3 && are_count_texts(one[2:3]), NA)
  refuse_if(length(lines) < 3 || !all(good) || length(cells[[1]]) < 2, "text_of_counts")
  cells <- list(heads = utils::tail(cells[[1]], 2), body = do.call(rbind, cells[-1]))
  matrix(counts_in(cells$body[, 2:3]), ncol = 2, dimnames = list(cells$body[, 1], cells$heads))
}

# Single blanks do not group digits where they separate columns.
text_cells <- function(line) {
  cells <- strsplit(line, " *[|\t;] *| {2,}")[[1]]
  cells <- cells[nzchar(cells)]
  if (length(cells) < 3) {
    commas <- strsplit(line, " *, *")[[1]]
    if (length(commas) == 3) return(commas)
  }
  words <- strsplit(line, " +")[[1]]
  if (length(cells) > 2 || length(words) < 3) return(cells)
  n <- length(words)
  if (n > 3 && grepl("^[0-9]+$", words[n - 2])) return(words)
  c(paste(words[seq_len(n - 2)], collapse = " "), words[n - 1:0])
}

check_conclusion_names <- function(x, arg = rlang::caller_arg(x)) {
  check_that(
    is.null(x) || (is.character(x) || is.factor(x) || is.numeric(x)) && length(dim(x)) < 2,
    "be names of conclusions.", x, arg
  )
}
