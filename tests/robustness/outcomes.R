# Outcome of a call, in one word.
#   classed    an error of this package, for a caller to match on
#   dots       rlang says that an argument is unknown or `...` is not empty
#   no_method  R says that a generic of another package has no method
#   slow       not done within the time limit
#   base       any other error: a gap in a check
#   accepted   a result; `nan` where it has a NaN in it
judge_error <- function(error) {
  if (inherits(error, "calibrant_error")) {
    return("classed")
  }
  if (inherits(error, "rlib_error_dots")) {
    return("dots")
  }
  message <- conditionMessage(error)
  if (grepl("elapsed time limit|CPU time limit", message)) {
    "slow"
  } else if (grepl("no applicable method", message, fixed = TRUE)) {
    "no_method"
  } else {
    "base"
  }
}

has_nan <- function(x) {
  if (inherits(x, "ggplot")) {
    return(FALSE)
  }
  any(rapply(list(x), \(part) any(is.nan(part)), "numeric", how = "unlist"))
}

# A plot may fail only when it is drawn.
finish <- function(result) {
  if (inherits(result, "ggplot")) ggplot2::ggplot_build(result)
  result
}

# The layout of a message by cli takes longer than most calls, so it is skipped; the values are in
# the parts already.
text_of <- function(error) {
  if (inherits(error, "rlang_error")) error$message else conditionMessage(error)
}

one_line <- function(text) substr(gsub("[[:space:]]+", " ", paste(text, collapse = " ")), 1, 200)

# Runs `code()` for at most `seconds` of processor time. Returns fields of text: the outcome, the
# class of the result, the message of an error, and warnings of other packages.
outcome_of <- function(code, seconds) {
  warned <- character()
  setTimeLimit(cpu = seconds, transient = TRUE)
  on.exit(setTimeLimit())
  result <- tryCatch(
    withCallingHandlers(
      suppressMessages(finish(code())),
      warning = \(condition) {
        if (!inherits(condition, "calibrant_warning")) {
          warned <<- c(warned, conditionMessage(condition))
        }
        invokeRestart("muffleWarning")
      }
    ),
    error = identity
  )
  warned <- one_line(unique(warned))
  if (inherits(result, "error")) {
    return(c(judge_error(result), class(result)[1], one_line(text_of(result)), warned))
  }
  c(if (has_nan(result)) "nan" else "accepted", class(result)[1], "", warned)
}
