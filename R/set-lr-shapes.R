# Other forms of trials than a vector with its truth: lists of two vectors, and matrices of scores.

# Usual names of the two classes of trials, H1 first.
pair_names <- list(
  c("h1", "h2"), c("tar", "non"), c("target", "nontarget"), c("targets", "nontargets"),
  c("ss", "ds"), c("same", "different"), c("same_source", "different_source"), c("hp", "hd"),
  c("mated", "nonmated"), c("genuine", "impostor"), c("km", "knm")
)

as_pair_name <- function(names) gsub("[ _.-]", "", tolower(names))

# The two elements of a list, by any usual name.
find_pair <- function(x) {
  if (length(x) == 2) {
    places <- lapply(pair_names, \(pair) match(as_pair_name(pair), as_pair_name(names(x))))
    Find(\(at) !anyNA(at), places)
  }
}

is_list_of_systems <- function(x) {
  length(x) > 0 && is.null(find_pair(x)) &&
    all(vapply(x, \(one) is.list(one) && !is.data.frame(one), NA))
}

read_pair <- function(x) {
  at <- find_pair(x)
  refuse_if(is.null(at), "list_of_two")
  names <- names(x)[at]
  standard <- identical(as_pair_name(names), c("h1", "h2"))
  labels <- if (standard) c("TRUE", "FALSE") else names
  list(
    h1 = x[[at[1]]], h2 = x[[at[2]]], names = paste0("x$", names),
    labels = c(h1 = labels[1], h2 = labels[2])
  )
}

# A matrix of scores, a row per model and a column per test, with a key of the same shape or a table
# of the pairs that were tested.
read_score_matrix <- function(x, key, fields) {
  if (is.data.frame(key) && !is.matrix(x)) {
    hint <- "Name the column, as in {.code data$truth}."
    check_that(ncol(key) == 1, "be a vector.", key, "truth", i = hint)
    return(list(x = x, truth = key[[1]], fields = fields))
  }
  pairs <- if (is.data.frame(key)) pairs_of_table(x, key) else pairs_of_key(x, key)
  if (is.null(pairs)) return(list(x = as.vector(x), truth = key, fields = fields))
  at <- cbind(pairs$row, pairs$col)
  if (is.null(fields$source1)) fields$source1 <- rownames(x)[pairs$row]
  if (is.null(fields$source2)) fields$source2 <- colnames(x)[pairs$col]
  matrices <- vapply(fields, is.matrix, NA)
  fields[matrices] <- lapply(fields[matrices], \(field) field[at])
  list(x = x[at], truth = pairs$truth, fields = fields)
}

# Pairs that were not tested are NA in the key, or 0 beside 1 and -1.
pairs_of_key <- function(x, key) {
  if (!is.matrix(key)) {
    shape <- paste(dim(x), collapse = " x ")
    hint <- "For log-likelihoods, a row per trial and a column per class, use {.fn loglik_set}."
    check_that(
      length(key) == length(x), "be a matrix of {shape} like {.arg x}, or a table of pairs.",
      key, "truth",
      i = if (length(key) == nrow(x)) hint
    )
    return(NULL)
  }
  key <- align_key(key, x)
  has_signs <- is.numeric(key) && all(key %in% c(-1, 0, 1, NA)) && any(key == -1, na.rm = TRUE)
  if (has_signs) key <- ifelse(key == 0, NA, key == 1)
  tested <- which(!is.na(key), arr.ind = TRUE)
  list(row = tested[, 1], col = tested[, 2], truth = key[tested])
}

# Rows and columns are matched by name if both have names.
align_key <- function(key, x) {
  named <- !is.null(rownames(key)) && !is.null(rownames(x)) &&
    !is.null(colnames(key)) && !is.null(colnames(x))
  if (named && setequal(rownames(key), rownames(x)) && setequal(colnames(key), colnames(x))) {
    return(key[rownames(x), colnames(x), drop = FALSE])
  }
  refuse_if(!identical(dim(key), dim(x)), "key_shape")
  key
}

# The words for a column of this role, which files use too.
role_words <- function(role) {
  words <- read.dcf(system.file("roles.dcf", package = "calibrant"), role)
  as_pair_name(strsplit(words, ",\\s*")[[1]])
}

pairs_of_table <- function(x, key) {
  heads <- as_pair_name(names(key))
  wanted <- c(row = "source1", col = "source2", truth = "truth")
  found <- lapply(wanted, \(role) which(heads %in% role_words(role)))
  refuse_if(any(lengths(found) != 1), "pair_columns")
  list(
    row = match_names(key[[found$row]], rownames(x), nrow(x), "row"),
    col = match_names(key[[found$col]], colnames(x), ncol(x), "column"),
    truth = key[[found$truth]]
  )
}

# Positions by names or by numbers.
match_names <- function(wanted, names, n, what) {
  at <- if (is.numeric(wanted)) match(wanted, seq_len(n)) else match(as.character(wanted), names)
  if (anyNA(at)) {
    missing <- wanted[is.na(at)]
    refuse("pairs_without_score")
  }
  at
}
