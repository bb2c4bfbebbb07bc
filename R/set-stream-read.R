# Reads trials that come in chunks: it requires of each chunk what lr_set() requires of
# vectors, and its messages say where in the stream it was.

#' @rdname lr_set
#' @export
lr_set.lr_chunks <- function(x, formula, scale, h1 = NULL, weight = NULL, ..., hypotheses = NULL,
                                sure = FALSE) {
  call <- rlang::current_env()
  if (...length() > 0) check_dots(..., call = call)
  check_flag(sure, "sure", call)
  check_followed(formula, "reader", "lr_set(reader, truth ~ lr | system, scale = \"log10\")", call)
  stream <- list(
    reader = x, read = read_chunk, parts = stream_parts(formula, weight, call),
    env = environment(formula), scale = check_scale(scale, call), h1 = h1
  )
  first <- first_pass(stream, sure, call)
  stream$labels <- first$labels
  labels <- put_hypotheses(first$labels, hypotheses, call)
  known <- lapply(first$looks, \(look) list(look = end_look(look, stream$scale)))
  check_stream_classes(known, call)
  if (!sure) look_at_all(known, stream$scale, call)
  backends <- lapply(names(known), \(name) stream_backend(stream, name))
  if (!is.null(stream$parts$system)) names(backends) <- names(known)
  sizes <- vapply(known, \(one) sum(one$look$sizes), 0)
  new_remote_set(backends, stream$scale, labels, sum(sizes), known)
}

stream_parts <- function(formula, weight, call) {
  parts <- formula_parts(formula, call)
  if (!is.null(weight)) {
    if (!rlang::is_string(weight)) {
      stop_input("{.arg weight} must be the name of a column.", call = call)
    }
    parts$weight <- as.name(weight)
  }
  parts
}

first_pass <- function(stream, sure, call) {
  looks <- list()
  labels <- levels <- NULL
  room <- new_room(stream)
  each_chunk(stream, "Reading trials", \(trials, number) {
    if (number == 1 && !sure) look_at_first(trials, stream$scale, call)
    labels <<- trials$labels
    levels <<- union(levels, trials$levels)
    names <- if (is.null(trials$system)) "" else unique(trials$system)
    for (name in names) {
      if (is.null(looks[[paste0("=", name)]])) {
        weighted <- !is.null(stream$parts$weight)
        looks[[paste0("=", name)]] <<- new_look(stream$scale, weighted, room)
      }
      of_name <- if (is.null(trials$system)) trials else trials_in(trials, name)
      look_at_chunk(looks[[paste0("=", name)]], of_name, stream$scale)
    }
    TRUE
  }, call = call)
  if (length(looks) == 0) {
    stop_input("The reader must hand out at least one trial; there is none.", call = call)
  }
  names(looks) <- substring(names(looks), 2)
  if (length(levels) > 0) looks <- looks[intersect(levels, names(looks))]
  list(looks = looks, labels = labels)
}

# A wrong scale shows in the first chunk; which trials have the greater values, behind the last.
look_at_first <- function(trials, scale, call) {
  if (length(trials$value) > 0 && any(trials$truth) && !all(trials$truth)) {
    look_for_scale_slips(trials$value, trials$truth, scale, range(trials$value), call)
  }
}

look_at_all <- function(known, scale, call) {
  look_for_reversal(lapply(known, \(one) {
    one$look$counts %||% c(one$look$rows, list(area = one$look$sketch[["auc"]]))
  }), scale, call)
}

check_stream_classes <- function(known, call) {
  for (k in seq_along(known)) {
    name <- names(known)[k]
    sizes <- known[[k]]$look$sizes
    if (all(sizes > 0)) next
    where <- if (name == "") "" else paste0(" of system \"", name, "\"")
    stop_one_class(where, sizes[["h1"]], sizes[["h2"]], call)
  }
}

# ---- One chunk ----

read_chunk <- function(stream, chunk, number, seen, call) {
  if (!is.list(chunk) || is.null(names(chunk))) {
    stop_input(
      "A chunk must be a data frame, or a list of named columns.",
      x = "Chunk {number} is {.obj_type_friendly {chunk}}.",
      call = call
    )
  }
  here <- list(number = number, seen = seen, call = call)
  chunk <- lapply(chunk, plain_column)
  read <- lapply(stream$parts, \(part) if (!is.null(part)) read_part(part, chunk, stream, here))
  n <- length(read$lr)
  for (name in names(read)) check_part_length(read[[name]], n, name, here)
  if (n > 0) at_row(check_values(read$lr, stream$scale, call, arg = "LR"), here)
  truth <- at_row(chunk_truth(read$truth, read$lr, stream, call), here)
  list(
    value = as.double(read$lr), truth = truth$is_h1,
    labels = join_labels(stream$labels, truth$labels),
    weight = if (!is.null(read$weight)) at_row(read_weight(read$weight, n, call), here),
    system = if (!is.null(read$system)) {
      as.character(at_row(read_system(read$system, n, call), here))
    },
    levels = if (is.factor(read$system)) levels(read$system)
  )
}

read_part <- function(part, chunk, stream, here) {
  tryCatch(
    eval(part, chunk, stream$env),
    error = \(cnd) {
      stop_input(
        "The formula must name columns of the chunks.",
        x = "{.code {rlang::as_label(part)}} gave in chunk {here$number}:
             {conditionMessage(cnd)}.",
        i = "The columns are {.val {names(chunk)}}.",
        call = here$call
      )
    }
  )
}

# What the readers of lr_set() find wrong with an element, with the place of its trial in the
# stream.
at_row <- function(read, here) {
  tryCatch(read, calibrant_error_input = \(cnd) {
    row <- if (is.null(cnd$at)) "" else sprintf(", row %s, which is row %s of all",
      plain_count(cnd$at), plain_count(here$seen + cnd$at)
    )
    cnd$body <- c(cnd$body, x = sprintf("This is in chunk %s%s.", plain_count(here$number), row))
    stop(cnd)
  })
}

check_part_length <- function(x, n, name, here) {
  if (!is.null(x) && length(x) != n) {
    stop_input(
      "The columns of a chunk must be of equal length.",
      x = "In chunk {here$number}, the LRs have {n} element{?s} and {.field {name}} has
           {length(x)}.",
      call = here$call
    )
  }
}

# As read_truth(), but that a chunk may have trials of one hypothesis alone.
chunk_truth <- function(truth, x, stream, call) {
  check_no_missing(truth, "truth", call)
  if (is.logical(truth)) {
    return(read_logical_truth(truth, NULL, stream$h1, call))
  }
  h1 <- stream$h1 %||% if (is.numeric(truth)) 1 else NULL
  h2 <- stream$labels["h2"]
  if (is.numeric(truth) && is.null(stream$h1)) h2 <- "0"
  if (is.factor(truth)) truth <- levels(truth)[truth]
  if (is.null(h1)) h1_level(truth, unique(truth), NULL, x, call)
  # Numbers are compared as numbers: to write them all as text takes longer than all the rest.
  number <- if (is.numeric(truth)) suppressWarnings(as.double(h1))
  is_h1 <- as.vector(truth == (if (is.null(number) || is.na(number)) as.character(h1) else number))
  others <- as.character(unique(truth[!is_h1]))
  other <- stats::na.omit(c(h2, others))[1]
  if (any(others != other)) stop_third_level(truth, c(h1, other), call)
  list(is_h1 = is_h1, labels = c(h1 = as.character(h1), h2 = unname(other)))
}

stop_third_level <- function(truth, known, call) {
  at <- which(!as.character(truth) %in% known)[1]
  third <- as.character(truth[at])
  stop_input(
    "The truth must have two levels, one for each hypothesis.",
    x = "There are {.val {known}}, and {.val {third}}.",
    class = "calibrant_error_third_level", at = at, call = call
  )
}

# The other hypothesis has a label as soon as one of its trials is met.
join_labels <- function(known, new) {
  if (is.null(known) || is.na(known[["h2"]])) new else known
}
