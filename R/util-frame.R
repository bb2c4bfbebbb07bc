# The frame of the user's call, for the header of an error or a warning.
#
# Frame of the outermost function for users in the chain of calls. The search follows callers, not
# the stack: an argument such as `lr_set()` in `cllr(lr_set(...))` is also a call of the user,
# evaluated inside the other call.
user_frame <- function() {
  found <- NULL
  n <- sys.parent()
  while (n > 0) {
    if (is_for_users(sys.call(n)[[1]], sys.function(n))) found <- sys.frame(n)
    # A promise of a call that has ended is its own parent.
    n <- min(sys.parents()[n], n - 1)
  }
  found
}

# Exported functions and methods. S3 methods appear in their call under their own name; a function
# passed to another, as in `lapply(x, cllr)`, does not, and is identified by its arguments.
is_for_users <- function(name, fn) {
  space <- topenv()
  if (!identical(environment(fn), space)) return(FALSE)
  if (is.name(name)) name <- as.character(name)
  if (is.character(name) && !is.null(space[[name]])) {
    if (is.null(frame_store$names)) frame_store$names <- user_names(space)
    return(name %in% frame_store$names && identical(space[[name]], fn))
  }
  if (is.null(frame_store$known)) {
    known <- Filter(is.function, mget(user_names(space), space, ifnotfound = list(NULL)))
    frame_store$known <- split(known, vapply(known, arguments_key, ""))
  }
  any(vapply(frame_store$known[[arguments_key(fn)]], identical, NA, fn))
}

frame_store <- new.env(parent = emptyenv())

user_names <- \(space) c(getNamespaceExports(space), getNamespaceInfo(space, "S3methods")[, 3])

arguments_key <- function(fn) paste0("(", toString(names(formals(fn))), ")")
