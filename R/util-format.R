# Formatting of numbers, and of the lines that contain them.

# Thousands stand apart, and sizes from 1000 to 10^12 are no powers.
format_number <- function(x, digits = 3) {
  vapply(x, \(value) {
    value <- signif(value, digits)
    readable <- isTRUE(abs(value) >= 1e3 && abs(value) < 1e12)
    format(value, digits = digits, scientific = if (readable) FALSE else 0, big.mark = " ")
  }, "")
}

# The same with trailing zeros, so that 0.460 and 0.447 have the same digits.
even_number <- function(x, digits = 3) {
  vapply(x, \(value) {
    size <- abs(signif(value, digits))
    if (!is.finite(size) || size < 1e-4 || size >= 1e6) return(format_number(value, digits))
    decimals <- max(digits - 1 - floor(log10(size)), 0)
    formatC(signif(value, digits), digits = decimals, format = "f", big.mark = " ")
  }, "")
}

# Whole numbers as integers, or as doubles if too large.
whole_numbers <- function(n) {
  if (max(n) <= .Machine$integer.max) as.integer(n) else as.double(unname(n))
}

# Texts of numbers with their limits, if there are any.
with_interval <- function(text, lower, upper, number = format_number, between = " (%s to %s)") {
  paste0(text, ifelse(is.na(lower), "", sprintf(between, number(lower), number(upper))))
}

# Adds the corrected value, if it is known and differs in print.
with_corrected_text <- function(text, corrected, between = "%s, corrected %s") {
  added <- !corrected %in% c(NA, "-", "NA", "NaN") & corrected != text
  ifelse(added, sprintf(between, text, corrected), text)
}

format_range <- function(range) paste(format_number(range), collapse = " to ")

level_number <- function(level) format_number(100 * level, 7)

percent_text <- function(x) paste(format_number(100 * x), "%")

plain_count <- function(n) format(n, big.mark = " ", trim = TRUE, scientific = FALSE)

noun_count <- \(n, noun) paste(plain_count(n), if (n == 1) noun else paste0(noun, "s"))

plain_counts <- function(n) vapply(n, plain_count, "")

# Weights need not be whole.
number_text <- function(n) ifelse(n == floor(n), plain_count(n), format_number(n))

# Wraps sentences without separating a number from its thousands or its unit.
wrap_sentences <- function(x, exdent = 0) {
  joined <- gsub("([0-9]) (?=[0-9]{3}(?![0-9])|%|bit)", "\\1\u00a0", x, perl = TRUE)
  lines <- strwrap(joined, exdent = exdent, simplify = FALSE)
  gsub("\u00a0", " ", vapply(lines, paste, "", collapse = "\n"), fixed = TRUE)
}

# Text without marks that change its direction, which would turn the numbers after them round.
undirected <- \(text) gsub("[\u202a-\u202e\u2066-\u2069]", "", text)

# Numbers of trials are whole; weights need not be.
counted <- function(curve, words) words[1 + isTRUE(attr(curve, "weighted"))]

print_rows <- function(table, right = TRUE) {
  print(format(table, big.mark = " ", na.encode = FALSE), row.names = FALSE, right = right)
}

# Prints at most one screen.
print_head <- function(table, n, what) {
  print_rows(utils::head(table, n))
  more <- nrow(table) - n
  if (more > 0) cat("... and ", noun_count(more, paste("more", what)), "\n", sep = "")
}

# An LR from its log10 to three digits, below 1 as the reciprocal.
format_lr <- function(log10_lr) {
  ifelse(log10_lr == -Inf, "0", reciprocal(log10_lr, format_number(10^abs(log10_lr))))
}

# An LR that rounds to 1 has no reciprocal.
reciprocal <- \(log10_lr, size) paste0(ifelse(log10_lr < 0 & size != "1", "1/", ""), size)

# Two digits, and more if it would read as a usual limit. Digits below one in a million have no
# meaning: the distribution is not known so far out.
p_value_text <- function(p) {
  digits <- 2
  while (digits < 7 && p != signif(p, digits) && signif(p, digits) %in% c(0.01, 0.05)) {
    digits <- digits + 1
  }
  paste(if (p < 1e-6) "p <" else "p =", format(max(signif(p, digits), 1e-6), scientific = FALSE))
}
