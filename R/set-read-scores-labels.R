# Labels of trials, and the truth that they tell.

# Truth of each row, TRUE where H1 holds, or the labels themselves where the truth is unknown; NA
# for rows that are left out. `h1` is the label of H1 for lr_set().
table_truth <- function(table, asked) {
  columns <- table$columns
  if (is.null(columns$truth)) return(list(value = columns$claimed == columns$real, h1 = NULL))
  settled <- settle_labels(table$labels$truth, asked)
  value <- settled$value[columns$truth]
  n <- sum(is.na(value))
  if (n > 0) {
    dropped <- table$labels$truth[is.na(settled$value)]
    inform_calibrant(
      "{plain_count(n)}{cli::qty(n)} trial{?s} left out because of {?its/their}
       label{?s} {.val {dropped}}.",
      class = "calibrant_message_dropped"
    )
  }
  list(value = value, h1 = settled$h1)
}

settle_labels <- function(labels, asked) {
  plain <- label_word(labels)
  given <- length(asked$h1) + length(asked$h2) > 0
  side <- if (given) asked_sides(plain, labels, asked) else label_side(labels)
  if (!given && all(is.na(side)) && length(unique(plain)) < 3) {
    return(list(value = labels, h1 = NULL))
  }
  kept <- if (asked$others == "drop") !is.na(side) else rep(TRUE, length(side))
  n <- length(unique(plain[kept]))
  stop_if(
    !given && anyNA(side[kept]) && n < 3,
    "The truth must be given by words such as {.val target} and {.val nontarget}.",
    x = "{.val {labels[kept & is.na(side)][1]}} is not such a word.",
    i = "{.arg h1} says which word stands for H1."
  )
  several <- !given && (n > 2 || n == 2 && length(unique(side[kept])) == 1)
  if (several || anyNA(side[kept])) stop_many_labels(labels)
  words <- \(x) paste(unique(trimws(x)), collapse = ", ")
  if (!given || is.logical(asked$h1)) return(list(value = side, h1 = NULL))
  h1 <- words(if (length(asked$h1) > 0) asked$h1 else labels[which(side)])
  h2 <- words(if (length(asked$h2) > 0) asked$h2 else labels[which(!side)])
  list(value = ifelse(side, h1, h2), h1 = h1)
}

# Words in one spelling, and 1.0 as 1.
label_word <- function(labels) {
  plain <- plain_word(labels)
  digits <- plain %in% c(role_words("h1_digit"), role_words("h2_digit"))
  plain[digits] <- as.character(as.numeric(plain[digits]))
  plain
}

# Side of each label, if the user names one or both sides. The other of two labels is the other
# side.
asked_sides <- function(plain, labels, asked) {
  sides <- lapply(asked[c("h1", "h2")], \(words) label_word(as.character(words)))
  lost <- setdiff(unlist(sides), plain)
  stop_if(
    length(lost) > 0,
    "{.arg h1} and {.arg h2} must be labels of the trials: {.or {.val {labels}}}.",
    x = "{.val {lost[1]}} is not one of them."
  )
  side <- ifelse(plain %in% sides$h1, TRUE, ifelse(plain %in% sides$h2, FALSE, NA))
  rest <- unique(plain[is.na(side)])
  one <- lengths(sides) == 0
  if (any(one) && length(rest) == 1) side[is.na(side)] <- one[["h1"]]
  if (any(one) && length(rest) > 1) stop_many_labels(labels)
  side
}

stop_many_labels <- function(labels) {
  stop_input(
    "Trials must have two labels, one for each hypothesis.",
    x = "They have {length(labels)}: {.val {labels}}.",
    i = "Name the two in {.arg h1} and {.arg h2}, each as one word or several;
         {.code others = \"drop\"} leaves out the rest."
  )
}
