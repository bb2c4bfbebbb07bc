# Judges an answer typed into a tutorial by its value. The file of checks of a lesson holds for each
# exercise:
#   hint("...")                      the first step
#   right(..., within = 0.01)        the numbers, or the words, that an answer must have, numbers to
#                                    this relative tolerance; a second call is another right answer
#   wrong(value, "...", within = )   what a usual mistake gives, and why it is one
check_answer <- function(check_code, envir_prep, last_value, ...) {
  key <- read_key(check_code, envir_prep)
  judged <- judge_answer(key, last_value)
  c(judged, list(type = if (judged$correct) "success" else "error", location = "append"))
}

read_key <- function(code, here) {
  key <- list(hint = character(), right = list(), wrong = list())
  add <- \(field, item) key[[field]] <<- c(key[[field]], item)
  words <- new.env(parent = here)
  words$hint <- \(text) add("hint", text)
  words$right <- \(..., within = 0.01) add("right", list(list(value = list(...), within = within)))
  words$wrong <- \(value, why, within = 0.01) {
    add("wrong", list(list(value = list(value), why = why, within = within)))
  }
  eval(parse(text = code), words)
  key
}

judge_answer <- function(key, answer) {
  found <- vapply(key$right, \(right) mean(has_values(answer, right)), 1)
  if (any(found == 1)) {
    return(list(correct = TRUE, message = "Right. Compare with the words below."))
  }
  mistaken <- Filter(\(wrong) all(has_values(answer, wrong)), key$wrong)
  why <- if (length(mistaken) > 0) {
    mistaken[[1]]$why
  } else if (any(found > 0)) {
    paste("Part of the answer is there, and part is missing.", key$hint)
  } else {
    paste("This is not it.", key$hint)
  }
  list(correct = FALSE, message = why)
}

# Flags the expected values that are among those of the answer
has_values <- function(answer, expected) {
  vapply(expected$value, \(value) {
    if (is.character(value)) return(any(grepl(value, words_of(answer), fixed = TRUE)))
    any(vapply(numbers_of(answer), \(x) is_near(x, value, expected$within), NA))
  }, NA)
}

is_near <- function(x, value, within) {
  if (!is.finite(value)) return(identical(x, value))
  isTRUE(abs(x - value) <= within * abs(value))
}

numbers_of <- function(answer) as.numeric(unlist(Filter(is.numeric, parts_of(answer))))

words_of <- function(answer) paste(unlist(lapply(parts_of(answer), as_words)), collapse = " ")

as_words <- function(part) if (is.character(part) || is.factor(part)) as.character(part)

parts_of <- function(answer) if (is.list(answer)) unclass(answer) else list(unclass(answer))
