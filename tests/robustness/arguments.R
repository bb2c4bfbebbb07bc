# The arguments that a call of tests/robustness/forms.R could have.

# The method that a call will reach determines its arguments.
known_arguments <- function(form) {
  if (length(form) > 1) {
    for (class in c(class(eval(form[[2]], objects)), "default")) {
      found <- method_of(head_of(form), class)
      if (!is.null(found)) return(names(formals(args(found))))
    }
  }
  names(formals(args(get(head_of(form)))))
}

# The argument on which a generic of another package dispatches is not ours to check.
arguments_of <- function(form) {
  if (!is.null(attr(form, "swept"))) {
    return(attr(form, "swept"))
  }
  found <- setdiff(union(names(form), known_arguments(form)), c("", "..."))
  if (is_ours(head_of(form))) found else setdiff(found, c(known_arguments(form)[1], names(form)[2]))
}
