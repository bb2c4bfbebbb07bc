# Queries for the cuts between which a value lies.

# Number of ascending cuts that are not above the value, by bisection. The query is too long for a
# translation by dbplyr, and uses only words that all databases know.
with_cut <- function(query, cuts) {
  con <- dbplyr::remote_con(query)
  value <- dbplyr::escape(dbplyr::ident("value"), con = con)
  rules <- cut_rules(value, cuts, double_type(con))
  step <- function(first, last) {
    if (first > last) return(first - 1L)
    middle <- (first + last) %/% 2L
    below <- step(first, middle - 1L)
    sprintf("CASE WHEN %s THEN %s ELSE %s END", rules[middle], below, step(middle + 1L, last))
  }
  fence(dplyr::mutate(query, cell = !!dplyr::sql(step(1L, length(cuts)))))
}

# Conditions for values below each cut. Infinity cannot be written and 2^-1074 would be long, so
# these two compare with the double before.
cut_rules <- function(value, cuts, type) {
  rules <- paste(value, "<", vapply(cuts, exact_number, "", type))
  rules[cuts == Inf] <- paste(value, "<=", exact_number(.Machine$double.xmax, type))
  rules[cuts == 2^-1074] <- paste(value, "<= 0")
  rules
}

# A number in a query, to the last bit. Literals may lose digits beyond the 15th, but whole numbers
# are read exactly, and powers of 2 change no digit.
exact_number <- function(x, type) {
  if (!is.finite(x)) return("")
  binary <- binary_number(x)
  halvings <- abs(binary$halvings)
  powers <- c(rep(62, halvings %/% 62), if (halvings %% 62 > 0) halvings %% 62)
  numbers <- sprintf("CAST(%.0f AS %s)", c(binary$whole, 2^powers), type)
  sprintf("(%s)", paste(numbers, collapse = if (binary$halvings > 0) " / " else " * "))
}

# A whole number, and how often it must be halved.
binary_number <- function(x) {
  halvings <- 0
  while (x != floor(x)) {
    x <- 2 * x
    halvings <- halvings + 1
  }
  while (x / 2 == floor(x / 2) && x != 0) {
    x <- x / 2
    halvings <- halvings - 1
  }
  list(whole = x, halvings = halvings)
}

below_query <- function(query, cuts) dplyr::count(with_cut(query, cuts), .data$cell, .data$h1)

# Intervals from each cut of odd number up to the next cut, which is not included.
# Trials between the first and the second cut, the third and the fourth, and so on.
between_cuts <- function(query, cuts) {
  inside <- as.integer(seq(1, length(cuts), by = 2))
  dplyr::filter(with_cut(query, cuts), .data$cell %in% !!inside)
}

# With a width, the values that have no floor.
between_query <- function(query, cuts, width = NULL) {
  query <- between_cuts(query, cuts)
  if (!is.null(width)) query <- dplyr::filter(query, !!has_floor(width) == 0L)
  first_rows(dplyr::count(query, .data$value, .data$h1))
}

# The numbers of trials in floor(value / width), if it is small enough for a whole number.
floors_query <- function(query, cuts, width) {
  query <- dplyr::filter(between_cuts(query, cuts), !!has_floor(width) == 1L)
  steps <- if (width > 1) {
    # Some databases fail on underflow in a division.
    tiny <- rlang::expr(case_when(
      value < 0 & value > -1e-200 ~ -0.5, value >= 0 & value < 1e-200 ~ 0, TRUE ~ value
    ))
    rlang::expr((!!tiny) / !!literal(width))
  } else {
    rlang::expr(value * !!literal(1 / width))
  }
  query <- fence(dplyr::mutate(query, steps = !!steps))
  query <- dplyr::mutate(query, cast = as.integer(.data$steps))
  # Casts round or truncate, depending on the database; this takes the whole part.
  query <- dplyr::mutate(query, cell = case_when(cast > steps ~ cast - 1L, TRUE ~ cast))
  first_rows(dplyr::count(query, .data$cell, .data$h1))
}
