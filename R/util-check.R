# Checks are called in exported functions; internal functions trust their input.

# Refuses the argument `x`, named `arg`, with a message of the requirement and the value. `must` is
# a text of cli, with variables of the caller.
stop_must <- function(must, x, arg = rlang::caller_arg(x), ..., is = value_text(x),
                      .envir = parent.frame()) {
  stop_input(
    paste0("{.arg {arg}} must ", must),
    x = "It is {is}.",
    ..., .envir = rlang::env(.envir, arg = arg, is = is)
  )
}

check_that <- function(ok, ..., .envir = parent.frame()) {
  if (!isTRUE(ok)) stop_must(..., .envir = .envir)
}

# The same, for the first element that is not good.
check_each <- function(good, must, x, arg = rlang::caller_arg(x), ..., .envir = parent.frame()) {
  first <- which(!good)[1]
  if (!is.na(first)) {
    cell <- arrayInd(first, dim(x) %||% length(x))
    place <- if (is.matrix(x)) "Row {cell[1]}, column {cell[2]}" else "Element {cell}"
    stop_input(
      paste0("{.arg {arg}} must ", must),
      x = paste(place, "is {wrong}."),
      ...,
      at = first,
      .envir = rlang::env(.envir, arg = arg, cell = cell, wrong = x[[first]])
    )
  }
}

# Text for any object in a message: the value of a short vector, otherwise the kind of object.
value_text <- function(x) {
  if (is.character(x)) x[] <- printable_text(x)
  short <- is.atomic(x) && length(x) %in% 1:5 && !is.object(x) && is.null(dim(x))
  if (short) cli::format_inline("{.val {x}}") else object_text(x)
}

# Messages name a set by its kind.
object_text <- function(x) {
  if (inherits(x, "trial_set")) class(x) <- setdiff(class(x), "trial_set")
  cli::format_inline("{.obj_type_friendly {x}}")
}

# Names go into pictures and files, which hold text only.
check_text <- function(x, arg = rlang::caller_arg(x)) {
  odd <- x[!validEnc(x)]
  refuse_if(length(odd) > 0, "not_text")
  check_that(all(are_short(x)), "be texts of at most 10 000 bytes.", x[!are_short(x)][1], arg)
}

# Longest name that R allows.
are_short <- function(x) nchar(x, "bytes") <= 1e4

check_no_missing <- function(x, arg = rlang::caller_arg(x)) {
  if (!is.null(x) && !is.atomic(x)) stop_must("be a vector.", x, arg)
  if (anyNA(x)) stop_absent(is.na(x), arg, "missing values", "missing", missing_remedy(arg))
}

# Plain names: an empty one is missing.
check_no_empty <- function(x, arg = rlang::caller_arg(x)) {
  if (anyNA(x)) {
    stop_absent(is.na(x), arg, "empty or missing names", "empty or missing",
      "Name them, or drop those trials ({.code na = \"drop\"} when a set is made).")
  }
}

stop_absent <- function(lost, arg, what, word, remedy) {
  at <- which(lost)
  refuse("absent", i = remedy, at = at[1])
}

# Advice on missing values of an argument.
missing_remedy <- function(arg) {
  if (arg == "truth") {
    return("A trial whose truth is not known cannot test a system. {.code na = \"drop\"} in
      {.fn lr_set} leaves it out, and says so.")
  }
  "Drop those trials ({.code na = \"drop\"} when a set is made), or find out why the system gave no
   answer."
}

# The doubles of an integer64 represent 64-bit integers.
is_number <- function(x) is.numeric(x) && !inherits(x, "integer64")

check_numeric <- function(x, arg = rlang::caller_arg(x)) {
  if (!is_number(x)) stop_must("be numeric.", x, arg, i = numeric_hint(x))
  check_no_missing(x, arg)
}

# A matrix of one column passes, as its rows are trials.
check_sequence <- function(x, arg = rlang::caller_arg(x)) {
  check_numeric(x, arg)
  check_that(NCOL(x) == 1 && length(dim(x)) < 3, "be one sequence of values.", x, arg)
}

# Spreadsheets show 3.5 as a date in the style of the country: 03.Mai, 3-May, May-05, 2024-05-03.
month <- "(jan|feb|f\u00e9v|m[a\u00e4][riy]|a[pv]r|ju[iln]|ao|aug|sep|o[ck]t|nov|d[e\u00e9][cz])"
spreadsheet_date <- paste(
  paste0("^[0-9]{1,2}[-. /]+", month, "[[:alpha:]]*\\.?([-. /]+[0-9]{2,4})?$"),
  paste0("^", month, "[[:alpha:]]*\\.?[-. /]+[0-9]{2,4}$"),
  "^[0-9]{1,2}[-./][0-9]{1,2}[-./]([0-9]{2}|[0-9]{4})?$",
  "^[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}( [0-9:]+)?$",
  sep = "|"
)

# Hints on text that users write for numbers.
strange_hint <- function(word) hint_of("strange_word")

# The same for a cell of a column of numbers, which may mean that there is no result.
cell_hint <- function(word) {
  hint <- strange_hint(word)
  c(hint, if (is.null(hint) || startsWith(word, "#")) {
    "Text for no result belongs in {.code na.strings}, with {.code strip.white = TRUE}."
  })
}

# Hints why an argument is not numeric.
numeric_hint <- function(x) {
  if (is.null(x)) return(hint_of("dollar_null"))
  if (inherits(x, "DBIConnection")) return("{.code dplyr::tbl(x, \"trials\")} is a table there.")
  if (inherits(x, "integer64")) return("{.code as.double()} turns them into numbers of R.")
  if (is.list(x) && !is.data.frame(x)) {
    if (inherits(x, c("lr_bound", "lr_calibration"))) return("{.code predict(x)} has its LRs.")
    return("{.code unlist()} makes a vector of a list with one number in each element.")
  }
  text <- if (is.factor(x)) levels(x) else x
  if (!is.character(text)) return(NULL)
  number <- "^\\s*[-+]?(([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?|[Ii]nf)\\s*$"
  thousands <- grepl("^\\s*[-+]?[1-9][0-9]{0,2}(,[0-9]{3})+\\s*$", text)
  if (any(thousands) && all(thousands == grepl(",", text))) {
    return("Its commas may mark thousands or decimals: {.fn read_scores} reads them as {.code dec}
      says.")
  }
  commas <- any(grepl("^\\s*[-+]?[0-9]+,[0-9]+\\s*$", text))
  strange <- setdiff(unique(text[!grepl(number, if (commas) chartr(",", ".", text) else text)]), NA)
  told <- unique(unlist(lapply(trimws(utils::head(strange, 3)), cell_hint)))
  if (length(strange) > 0 && length(strange) < length(unique(text))) {
    shown <- paste(encodeString(utils::head(strange, 3), quote = "\""), collapse = ", ")
    return(paste(c(
      paste0("Most are numbers, except ", gsub("([{}])", "\\1\\1", shown), "."), told
    ), collapse = " "))
  }
  if (length(strange) > 0 && all(endsWith(trimws(strange), "%"))) return(told)
  if (commas) {
    return("Its numbers have decimal commas: read the file with {.fn read.csv2}, or with
      {.code dec = \",\"}.")
  }
  if (any(grepl(number, text))) {
    return(if (is.factor(x)) {
      "Its labels are numbers: use {.code as.numeric(as.character())}, as {.fn as.numeric} gives
       codes."
    } else {
      "Its elements are numbers in quotes: use {.fn as.numeric}."
    })
  }
}

# A vector of priors, points or thresholds must not be empty.
check_filled <- function(x, arg = rlang::caller_arg(x), most = most_numbers) {
  if (length(x) == 0) stop_input("{.arg {arg}} must hold at least one number; it is empty.")
  # A sequence is expanded only when it is read.
  if (length(x) > most) refuse("filled")
}

check_length <- function(x, n, arg = rlang::caller_arg(x), of) {
  refuse_if(length(x) != n, "length_of_field", i = if (is.null(x)) hint_of("dollar_null"))
}

# Elements are matched by position, so names in another order show a slip.
check_same_order <- function(x, fields, of = "x") {
  own <- if (is.matrix(x)) rownames(x) else names(x)
  for (arg in names(fields)) {
    other <- names(fields[[arg]])
    refuse_if(!identical(other, own) && setequal(other, own), "names_in_other_order")
  }
}

check_choice <- function(x, choices, arg = rlang::caller_arg(x), ..., i = meant_hint(x, choices)) {
  one <- is.character(x) && length(x) == 1 && x %in% choices
  if (!one) stop_must("be one of {.or {.val {choices}}}.", x, arg, ..., i = i)
  x
}

# Hint at the choice nearest to the given word; NULL if none is near.
meant_hint <- function(x, choices) {
  strange <- if (is.character(x) && length(choices) > 0) setdiff(printable_text(x), c(choices, NA))
  meant <- unlist(lapply(strange, meant_choice, choices))
  if (length(meant) == 0) return()
  words <- if (length(strange) > 1) "{.val {meant}}" else "{.or {.val {meant}}}"
  # The choices of users are not code.
  gsub("([{}])", "\\1\\1", cli::format_inline(paste0("Do you mean ", words, "?")))
}

# The same letters in any order and spelling, names for a word of other packages, or the same word
# except for a letter or two.
meant_choice <- function(x, choices) {
  letters <- \(text) gsub("[^[:alnum:]]", "", tolower(text))
  sorted <- \(text) {
    vapply(strsplit(letters(text), ""), \(parts) paste(sort(parts), collapse = ""), "")
  }
  same <- choices[sorted(choices) == sorted(x)]
  if (length(same) == 1) return(same)
  ours <- intersect(names_elsewhere(tolower(x)), choices)
  if (length(ours) > 0) return(ours)
  far <- utils::adist(letters(x), letters(choices))
  near <- choices[far == min(far) & far <= nchar(letters(x)) %/% 3]
  if (length(near) == 1) near
}

# Our names for a name of other packages: a line of the file has ours, then theirs.
names_elsewhere <- function(x) {
  lines <- strsplit(readLines(system.file("elsewhere.txt", package = "calibrant")), " ")
  unlist(lapply(lines, \(line) if (x %in% line[-1]) line[1]))
}

# Checks for one or more of several choices.
check_choices <- function(x, choices, arg = rlang::caller_arg(x)) {
  some <- is.character(x) && length(x) > 0 && all(x %in% choices)
  if (!some) {
    stop_must("be one or more of {.or {.val {choices}}}.", x, arg, i = meant_hint(x, choices))
  }
  x
}

# The default of an argument that lists its choices is the first of them.
first_choice <- function(x) if (is.character(x) && length(x) > 1) x[1] else x

check_flag <- function(x, arg = rlang::caller_arg(x)) {
  if (!is.logical(x) || length(x) != 1 || is.na(x)) stop_must("be TRUE or FALSE.", x, arg)
}

check_string <- function(x, arg = rlang::caller_arg(x)) {
  if (!rlang::is_string(x)) stop_must("be one string.", x, arg)
}

check_prior <- function(prior, arg = "prior") {
  if (is.character(prior) && any(grepl("%", prior, fixed = TRUE, useBytes = TRUE))) {
    stop_must("be numeric.", prior, arg, i = "Write ten per cent as 0.1.")
  }
  check_numeric(prior, arg)
  check_vector(prior, arg)
  check_filled(prior, arg)
  check_each(
    prior >= 0 & prior <= 1, "be probabilities of H1, between 0 and 1.", prior, arg,
    i = "Odds of {.val {3}} are the probability {.code 3 / (1 + 3)}."
  )
}

check_finite <- function(x, arg = rlang::caller_arg(x), empty = FALSE) {
  check_numeric(x, arg)
  if (!empty) check_filled(x, arg)
  check_each(is.finite(x), "be finite.", x, arg)
}

check_within <- function(x, arg = rlang::caller_arg(x), low, high) {
  check_numeric(x, arg)
  check_each(x >= low & x <= high, "be between {low} and {high}.", x, arg)
}

check_inner_prior <- function(prior) {
  check_prior(prior)
  refuse_if(any(prior == 0 | prior == 1), "prior_inside")
}

# A matrix has no place where a result has a row or a column per element.
check_vector <- function(x, arg = rlang::caller_arg(x)) {
  if (length(dim(x)) > 1) stop_must("be a vector.", x, arg)
}

# Class names: a factor, or a vector of names, numbers or truth values.
check_labels <- function(x, arg = rlang::caller_arg(x)) {
  check_that(
    is.factor(x) || is.character(x) || is.numeric(x) || is.logical(x),
    "be a factor or a vector of class names.", x, arg
  )
}

# Returns the points without class and names, which would follow them into a table.
check_points <- function(x, arg = rlang::caller_arg(x)) {
  check_finite(x, arg)
  check_vector(x, arg)
  as.double(x)
}

# Dimensions or a class are refused, as they would follow the number into a result.
is_one_number <- function(x) {
  is.numeric(x) && length(x) == 1 && !is.na(x) && !is.array(x) && !is.object(x)
}

# `most` is the largest sensible number; it prevents a slip from using all memory.
check_count <- function(x, arg = rlang::caller_arg(x), most = Inf) {
  whole <- is_one_number(x) && x >= 1 && x == floor(x) && is.finite(x)
  if (!whole) stop_must("be one whole number, at least 1.", x, arg)
  check_that(
    x <= most, "be at most {plain_count(most)}.", x, arg,
    is = paste0(value_text(x), ", which takes more time and memory than its result is worth")
  )
}

# Largest sensible numbers: pictures and tables cannot show more, and no trial has its own prior.
most_numbers <- 1e8
most_bins <- 1e5
most_points <- 1e6
most_panels <- 100
# Larger results would not fit into the memory of most machines.
most_simulated <- 1e9

check_number <- function(x, arg = rlang::caller_arg(x), above = -Inf, below = Inf) {
  if (is_one_number(x) && x > above && x < below) return(invisible())
  percent <- is_one_number(x) && above == 0 && below == 1 && x > 1 && x <= 100
  stop_must("be one number between {above} and {below}, ends excluded.", x, arg,
    i = if (percent) paste0("Write ", x, " per cent as ", x / 100, "."))
}

check_level <- function(level) {
  check_number(level, above = 0, below = 1)
  check_level_ends(level)
}

# Half of 1 - level must be distinguishable from 0 in a double.
check_level_ends <- function(level) {
  low <- level[level < 0.5]
  if (length(low) > 0) refuse("level_of_significance")
  if (any((1 + level) / 2 == 1)) {
    stop_must("leave some probability for both ends of an interval.", level)
  }
}

check_seed <- function(seed) {
  whole <- is_one_number(seed) && seed == floor(seed) && abs(seed) <= .Machine$integer.max
  if (!whole) stop_must("be one whole number.", seed)
}

read_line <- function(x, arg = rlang::caller_arg(x), ...) {
  check_that(
    rlang::is_string(x) && validEnc(x) && nzchar(x) && are_short(x),
    "be one non-empty string of at most 10 000 bytes.", x, arg, ...
  )
  enc2utf8(x)
}

read_day <- function(x, arg = rlang::caller_arg(x), ...) {
  day <- tryCatch(format(as.Date(x), "%Y-%m-%d"), error = \(cnd) NA_character_)
  known <- length(day) == 1 && grepl("^[0-9]{4}(-[0-9]{2}){2}$", day)
  check_that(known, "be a date, such as {.val 2026-03-01}.", x, arg, ...)
  day
}

# The sets that c() joins.
check_all_are <- function(sets, class) {
  other <- which(!vapply(sets, inherits, NA, class))
  refuse_if(length(other) > 0, "other_class")
}

# More than two numbers that sum to 1 are probably one distribution, and are not read as separate
# probabilities of H1.
check_not_distribution <- function(p, arg = rlang::caller_arg(p)) {
  if (length(p) < 3 || !isTRUE(abs(sum(p) - 1) < 1e-8)) return(invisible())
  refuse("not_distribution")
}

# A matrix with a distribution in each row. Rounding errors up to half of the digits of a double are
# accepted.
check_probability_rows <- function(p, arg = rlang::caller_arg(p), class = NULL) {
  check_numeric(p, arg)
  check_that(ncol(p) > 1, "have a probability for each of two or more classes.", p, arg)
  total <- rowSums(p)
  tolerance <- sqrt(.Machine$double.eps)
  wrong <- which(rowSums(p < 0) > 0 | !(abs(total - 1) <= tolerance))
  if (length(wrong) > 0) {
    at <- wrong[1]
    refuse("rows_sum_to_one", class = class)
  }
}

check_not_negative <- function(x, arg = rlang::caller_arg(x)) {
  there <- is_one_number(x) && is.finite(x) && x >= 0
  if (!there) stop_must("be one finite number, 0 or more.", x, arg)
}

# Unused arguments are slips of the user. `...` are those of the calling function.
check_dots <- function(...) {
  call <- sys.call(sys.parent())
  # This check is slow, and few calls name columns of tables.
  typed <- FALSE
  for (i in seq_along(call)[-1]) typed <- typed || rlang::is_call(call[[i]], c("$", "[["))
  if (typed) check_columns_there(parent.frame(), sys.function(sys.parent()))
  if (...length() == 0) return(invisible())
  dots <- as.list(substitute(list(...)))[-1]
  # A surplus comma is ignored.
  if (all(vapply(dots, rlang::is_missing, NA))) return(invisible())
  names <- rlang::names2(dots)
  named <- names[names != ""]
  # `new_data` is the name of `newdata` in other packages.
  known <- setdiff(known_arguments(sys.parent()), c("...", "new_data"))
  refuse("dots", i = meant_hint(named, known))
}

# Arguments of a call besides its data, and those of the functions here that passed it their `...`,
# or that divided `...` between it and functions with `own_arguments`.
known_arguments <- function(frame) {
  f <- if (frame > 0) sys.function(frame)
  if (is.null(f) || !identical(topenv(environment(f)), topenv())) return(NULL)
  call <- as.list(sys.call(frame))
  known <- names(formals(f))[-1]
  # A promise of a call that has ended is its own parent.
  up <- min(sys.parents()[frame], frame - 1)
  if (any(vapply(call, identical, NA, quote(...)))) {
    return(c(known_arguments(up), setdiff(known, names(call))))
  }
  own <- if (up > 0) get0("own_arguments", sys.frame(up), inherits = FALSE)[-1]
  c(if (!is.null(own)) known_arguments(min(sys.parents()[up], up - 1)), own, known)
}

# Every function for users first checks that required arguments are given; a generic checks the one
# by which it dispatches.
check_given <- function() {
  frame <- parent.frame()
  typed <- any(c("$", "[[") %in% all.names(sys.call(sys.parent())))
  if (typed) check_columns_there(frame, sys.function(sys.parent()))
  formal <- formals(sys.function(sys.parent()))
  lost <- names(formal)[vapply(formal, rlang::is_missing, NA)]
  lost <- lost[vapply(lost, \(arg) arg != "..." && eval(call("missing", as.name(arg)), frame), NA)]
  if (length(lost) > 0) stop_not_given(lost)
}

given <- function(x) if (missing(x)) stop_not_given(rlang::as_label(substitute(x))) else x

stop_not_given <- function(lost) refuse("not_given")

# Passes an object of another package on to the function of that package, which would search for a
# method here first.
hand_on <- function(package, verb, ...) {
  check_package(package, "for its own objects")
  do.call(getExportedValue(package, verb), list(...), quote = TRUE, envir = globalenv())
}

# Optional packages and programs.
check_package <- function(package, what) refuse_if(!rlang::is_installed(package), "package")

# Building blocks of the checks of integrity.
are_numbers <- function(x, n = length(x)) is.numeric(x) && length(x) == n && all(is.finite(x))

are_rising <- function(x, ...) is.numeric(x) && !anyNA(x) && !is.unsorted(x, ...)

is_name_set <- function(x) is.character(x) && !anyNA(x) && !anyDuplicated(x)

is_probability <- function(x) are_numbers(x, 1) && x > 0 && x < 1

# Refuses arguments that would have no effect.
check_unheeded <- function(arguments, why, frame = parent.frame()) {
  given <- Filter(\(name) !eval(call("missing", as.name(name)), frame), arguments)
  stop_if(length(given) > 0, "{.arg {given}} {?has/have} no effect here.", i = why)
}

is_dot <- function(typed) {
  is.name(typed) && startsWith(as.character(typed), "..") && grepl("^..[0-9]+$", typed)
}

# A column that a table lacks is NULL, like an argument that was not given. An argument from `...`
# appears in the call by its number.
check_columns_there <- function(frame = parent.frame(), f = sys.function(sys.parent())) {
  names <- setdiff(names(formals(f)), "...")
  typed <- as.list(eval(call("substitute", as.call(lapply(c("list", names), as.name))), frame))[-1]
  for (name in names[vapply(typed, \(one) rlang::is_call(one, c("$", "[[")) || is_dot(one), NA)]) {
    given <- eval(as.call(list(rlang::enquo, as.name(name))), frame)
    if (rlang::quo_is_missing(given)) next
    if (is_dot(rlang::quo_get_expr(given))) {
      number <- as.integer(substring(rlang::quo_get_expr(given), 3))
      given <- eval(quote(rlang::enquos(...)), rlang::quo_get_env(given))[[number]]
    }
    if (!rlang::quo_is_call(given, c("$", "[[")) || !is.null(frame[[name]])) next
    table <- eval(rlang::quo_get_expr(given)[[2]], rlang::quo_get_env(given))
    refuse_if(is.data.frame(table), "column_missing")
  }
}

check_positive_each <- function(x, arg = rlang::caller_arg(x), n, of = "prior") {
  check_finite(x, arg)
  refuse_if(!length(x) %in% c(1, n) || any(x <= 0), "positive_each")
}
