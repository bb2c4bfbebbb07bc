# The door for trials that come in chunks: what it asks of each chunk is what lr_set() asks of
# vectors, and its messages say where in the stream it was.

#' @rdname lr_set
#' @export
lr_set.chunk_reader <- function(x, formula, scale, h1 = NULL, weight = NULL, ..., hypotheses = NULL,
                                sure = FALSE) {
  call <- rlang::current_env()
  if (...length() > 0) check_dots(..., call = call)
  check_flag(sure, "sure", call)
  check_followed(formula, "reader", "lr_set(reader, truth ~ lr | system, scale = \"log10\")", call)
  stream <- list(
    reader = x, parts = stream_parts(formula, weight, call), env = environment(formula),
    scale = check_scale(scale, call), h1 = h1
  )
  first <- first_pass(stream, sure, call)
  stream$labels <- first$labels
  labels <- put_hypotheses(first$labels, hypotheses, call)
  known <- lapply(first$looks, \(look) list(look = end_look(look, stream$scale)))
  check_stream_classes(known, call)
  if (!sure) look_at_all(known, stream$scale, call)
  sources <- lapply(names(known), \(name) stream_source(stream, name))
  if (!is.null(stream$parts$system)) names(sources) <- names(known)
  sizes <- vapply(known, \(one) sum(one$look$sizes), 0)
  new_remote_set(sources, stream$scale, labels, sum(sizes), known)
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
    labels <<- join_labels(labels, trials$labels)
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
    one$look$counts %||% c(one$look$rows, list(auc = one$look$sketch$auc[1]))
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
      c(
        "A chunk must be a data frame, or a list of named columns.",
        x = "Chunk {number} is {.obj_type_friendly {chunk}}."
      ),
      call = call
    )
  }
  here <- list(number = number, seen = seen, call = call)
  chunk <- lapply(chunk, plain_column)
  read <- lapply(stream$parts, \(part) if (!is.null(part)) read_part(part, chunk, stream, here))
  n <- length(read$lr)
  for (name in names(read)) check_part_length(read[[name]], n, name, here)
  truth <- chunk_truth(read$truth, stream, here)
  list(
    value = chunk_values(read$lr, stream$scale, here), truth = truth$is_h1, labels = truth$labels,
    weight = if (!is.null(read$weight)) chunk_weights(read$weight, here),
    system = if (!is.null(read$system)) chunk_systems(read$system, here),
    levels = if (is.factor(read$system)) levels(read$system)
  )
}

read_part <- function(part, chunk, stream, here) {
  tryCatch(
    eval(part, chunk, stream$env),
    error = \(cnd) {
      stop_input(
        c(
          "The formula must name columns of the chunks.",
          x = "{.code {rlang::as_label(part)}} gave in chunk {here$number}:
               {conditionMessage(cnd)}.",
          i = "The columns are {.val {names(chunk)}}."
        ),
        call = here$call
      )
    }
  )
}

# Where the first of some trials stands.
stop_in_chunk <- function(what, wrong, here, class = NULL) {
  row <- which(wrong)[1]
  stop_input(
    c(
      what,
      x = "The first that is not stands in chunk {plain_count(here$number)}, row {plain_count(row)},
           which is row {plain_count(here$seen + row)} of all."
    ),
    class = class, call = here$call
  )
}

check_part_length <- function(x, n, name, here) {
  if (!is.null(x) && length(x) != n) {
    stop_input(
      c(
        "The columns of a chunk must be of equal length.",
        x = "In chunk {here$number}, the LRs have {n} element{?s} and {.field {name}} has
             {length(x)}."
      ),
      call = here$call
    )
  }
}

chunk_values <- function(x, scale, here) {
  if (!is.numeric(x) || is.object(x) && is.factor(x)) {
    stop_input(
      c(
        "LRs must be numeric.",
        x = "In chunk {here$number} they are {.obj_type_friendly {x}}."
      ),
      call = here$call
    )
  }
  x <- as.double(x)
  if (length(x) == 0) {
    return(x)
  }
  ends <- .Call(ffi_range, x)
  if (is.null(ends)) stop_in_chunk("LRs must not be missing or NaN.", is.na(x), here)
  if (scale == "lr" && ends[1] < 0) stop_in_chunk("LRs must not be negative.", x < 0, here)
  x
}

chunk_weights <- function(weight, here) {
  fine <- is.numeric(weight) & !is.na(weight) & weight >= 1e-100 & weight <= 1e100
  if (!all(fine)) {
    stop_in_chunk("Weights must be numbers between 1e-100 and 1e100.", !fine, here)
  }
  as.double(weight)
}

chunk_systems <- function(system, here) {
  if (anyNA(system)) stop_in_chunk("Systems must not be missing.", is.na(system), here)
  as.character(system)
}

# As read_truth(), but that a chunk may have trials of one hypothesis alone.
chunk_truth <- function(truth, stream, here) {
  if (anyNA(truth)) stop_in_chunk("The truth must not be missing.", is.na(truth), here)
  h1 <- stream$h1
  if (is.logical(truth)) {
    if (is.null(h1)) h1 <- TRUE
    if (!isTRUE(h1) && !isFALSE(h1)) {
      stop_input("With logical truth, {.arg h1} must be TRUE or FALSE.", call = here$call)
    }
    labels <- c(h1 = as.character(h1), h2 = as.character(!h1))
    return(list(is_h1 = if (h1) as.vector(truth) else !truth, labels = labels))
  }
  if (is.null(h1)) {
    if (!is.numeric(truth)) stop_no_h1(truth, here)
    h1 <- 1
    stream$labels <- c(h1 = "1", h2 = "0")
  }
  h1 <- as.character(h1)
  text <- if (is.factor(truth)) levels(truth)[truth] else truth
  is_h1 <- as.vector(text == h1)
  others <- unique(as.character(text[!is_h1]))
  other <- stats::na.omit(c(stream$labels["h2"], others))[1]
  if (any(others != other)) stop_third_level(text, h1, other, here)
  list(is_h1 = is_h1, labels = c(h1 = h1, h2 = unname(other)))
}

stop_no_h1 <- function(truth, here) {
  found <- utils::head(unique(as.character(truth)), 5)
  stop_input(
    c(
      "{.arg h1} must say which level of the truth is H1.",
      x = "The levels in chunk {here$number} are {.val {found}}."
    ),
    call = here$call
  )
}

stop_third_level <- function(text, h1, other, here) {
  wrong <- text != h1 & text != other
  third <- as.character(text[which(wrong)[1]])
  stop_in_chunk(
    c(
      "The truth must have two levels, one for each hypothesis.",
      x = paste0("There are \"", h1, "\" and \"", other, "\", and \"", third, "\".")
    ),
    wrong, here, class = "calibrant_error_third_level"
  )
}

# The other hypothesis has a label as soon as one of its trials is met.
join_labels <- function(known, new) {
  if (is.null(known) || is.na(known[["h2"]])) new else known
}
