# Objects with a part missing, emptied or of another kind, to a depth of four.
damaged_copies <- function(x, depth = 4) {
  # Sets have checks of their own.
  if (!is.list(x) || inherits(x, c("lr_set", "loglik_set")) || depth == 0) {
    return(list())
  }
  bad <- list(list(NULL), NA, NaN, numeric(), "a", list())
  out <- list()
  for (i in seq_along(x)) {
    for (value in bad) {
      copy <- unclass(x)
      if (identical(value, list(NULL))) copy[i] <- value else copy[[i]] <- value
      attributes(copy) <- attributes(x)
      out <- c(out, list(copy))
    }
    for (inner in damaged_copies(unclass(x)[[i]], depth - 1)) {
      copy <- unclass(x)
      copy[[i]] <- inner
      attributes(copy) <- attributes(x)
      out <- c(out, list(copy))
    }
  }
  out
}

# Answer of a function: its result, or the condition that ends it.
answer <- function(verb, x) {
  tryCatch(
    {
      utils::capture.output(result <- suppressMessages(suppressWarnings(verb(x))))
      result
    },
    error = \(cnd) cnd
  )
}

is_foreign <- function(answer) {
  inherits(answer, "error") && !inherits(answer, "calibrant_error")
}

# Functions that end in an error of another class, and a prediction other than that of `whole`.
expect_refused <- function(copies, verbs, whole, info) {
  for (copy in copies) {
    answers <- lapply(verbs, answer, copy)
    foreign <- vapply(answers, is_foreign, NA)
    expect_identical(names(foreign)[foreign], character(), info = info)
    if (!inherits(answers$predict, "error")) expect_identical(answers$predict, whole, info = info)
  }
}

some_of <- function(copies, quick = 30, extended = 400) {
  n <- if (is_extended()) extended else quick
  if (length(copies) > n) copies <- copies[round(seq(1, length(copies), length.out = n))]
  copies
}
