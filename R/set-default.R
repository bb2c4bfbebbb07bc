# The default method of a verb, which also takes what a set is made of: the arguments that the
# verb's method for sets has are the verb's, all others the constructor's. They are passed on by
# name as they stand in the call, so that errors show no values in the place of expressions. The
# prior that is given with probabilities is theirs, and by default the verb's.
on_set <- function(verb, x, ..., constructor = "lr_set") {
  names <- rlang::names2(as.list(substitute(list(...)))[-1])
  dots <- rlang::set_names(lapply(paste0("..", seq_along(names), recycle0 = TRUE), as.name), names)
  is_own <- names %in% names(formals(utils::getS3method(verb, constructor)))
  here <- environment()
  if (any(vapply(dots[names %in% c("", "scale")], \(dot) identical(eval(dot, here), "prob"), NA))) {
    is_own <- is_own & names != "prior"
  }
  set <- eval(as.call(c(as.name(constructor), quote(x), dots[!is_own])))
  eval(as.call(c(as.name(verb), quote(set), dots[is_own])))
}
