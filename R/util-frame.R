# The place on the stack of the user's call, for the header of an error or a warning: the outermost
# function for users in the chain of calls. The search follows callers, not the stack: an argument
# such as `lr_set()` in `cllr(lr_set(...))` is also a call of the user, evaluated inside the other
# call.
user_place <- function() {
  parents <- sys.parents()
  chain <- NULL
  n <- sys.parent()
  while (n > 0) {
    chain <- c(n, chain)
    # A promise of a call that has ended is its own parent.
    n <- min(parents[n], n - 1)
  }
  Find(\(n) is_for_users(sys.call(n)[[1]], sys.function(n)), chain)
}

user_frame <- function() if (!is.null(at <- user_place())) sys.frame(at)

# The call that rlang::error_call() finds for the frame, in a tenth of the time.
user_call <- function() if (!is.null(at <- user_place())) call_at(at)

# The call of a method is that of its generic.
call_at <- function(n) {
  generic <- sys.frame(n)$.Generic
  before <- if (is.null(generic)) 0 else n - 1
  while (before > 0 && (rlang::is_call(sys.call(before), "NextMethod") ||
    identical(sys.frame(before)$.Generic, generic))) before <- before - 1
  if (before > 0) call_at(before) else sys.call(n)
}

# Exported functions and methods. S3 methods appear in their call under their own name; a function
# passed to another, as in `lapply(x, cllr)`, does not, and is identified by its arguments.
is_for_users <- function(name, fn) {
  space <- topenv()
  if (!identical(environment(fn), space)) return(FALSE)
  if (is.null(frame_store$user)) {
    exported <- Filter(is.function, mget(user_names(space), space, ifnotfound = list(NULL)))
    frame_store$known <- split(exported, vapply(exported, arguments_key, ""))
    frame_store$user <- list2env(exported, parent = emptyenv())
  }
  if (is.name(name)) name <- as.character(name)
  if (is.character(name) && !is.null(space[[name]])) return(identical(frame_store$user[[name]], fn))
  any(vapply(frame_store$known[[arguments_key(fn)]], identical, NA, fn))
}

frame_store <- new.env(parent = emptyenv())

user_names <- \(space) c(getNamespaceExports(space), getNamespaceInfo(space, "S3methods")[, 3])

arguments_key <- function(fn) paste(c("", names(formals(fn))), collapse = ",")
