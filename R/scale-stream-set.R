# Makes a set of trials that come in chunks.

#' @rdname lr_set
#' @export
lr_set.lr_chunks <- function(x, formula, scale, h1 = NULL, weight = NULL, ..., prior = NULL,
                             hypotheses = NULL, sure = FALSE) {
  if (...length() > 0) check_dots(...)
  check_flag(sure)
  label <- is.null(h1) || is.atomic(h1) && length(h1) == 1 && !is.na(h1)
  check_that(label, "be one label of the truth.", h1)
  check_followed(formula, "reader", "lr_set(reader, truth ~ lr | system, scale = \"log10\")")
  given <- check_scale(scale, input_scales)
  x <- names_read(x, formula_parts(formula)$system)
  check_fixed_prior(given, prior)
  stream <- list(
    reader = x, read = read_chunk, parts = stream_parts(formula, weight),
    env = environment(formula), given = given, prior = prior,
    scale = if (given == "prob") "ln" else given, h1 = h1
  )
  first <- first_passes(stream, sure)
  stream$labels <- first$labels
  labels <- put_hypotheses(first$labels, hypotheses)
  found <- lapply(first$passes, end_first_pass)
  sizes <- vapply(found, `[[`, numeric(2), "sizes")
  check_class_sizes(sizes["h1", ], sizes["h2", ], names(found))
  if (!sure) look_for_reversal(lapply(found, cells_of_first_pass), stream$scale)
  backends <- lapply(names(found), \(name) stream_backend(stream, name))
  if (!is.null(stream$parts$system)) names(backends) <- names(found)
  known <- lapply(found, \(one) list(first_pass = one))
  set <- new_remote_set(backends, stream$scale, labels, sum(sizes), known)
  with_note(set, "prior", if (given == "prob") prior)
}

# Reads the columns of the system as names, unless the formula computes with them: text does not
# show whether numbers are names.
names_read <- function(reader, system) {
  joins <- c("paste", "paste0", "factor", "as.factor", "as.character", "interaction")
  plain <- all(setdiff(all.names(system), all.vars(system)) %in% joins)
  if (!plain || is.null(reader$with_names)) return(reader)
  ask_reader(reader$with_names(all.vars(system)), "read", 1)
}

stream_parts <- function(formula, weight) {
  parts <- formula_parts(formula)
  if (!is.null(weight)) {
    ok <- rlang::is_string(weight) && validUTF8(weight) && nchar(weight, "bytes") %in% 1:1e4
    check_that(ok, "be the name of a column.", weight)
    parts$weight <- as.name(weight)
  }
  parts
}

# First passes of the systems, by their names.
first_passes <- function(stream, sure) {
  passes <- list()
  labels <- levels <- NULL
  limits <- shared_limits(stream)
  each_chunk(stream, "Reading trials", \(trials, number) {
    # A wrong scale is visible in the first chunk; the direction of the values is known after the
    # last.
    if (number == 1 && !sure && any(trials$truth) && !all(trials$truth)) {
      look_for_wrong_scale(trials$value, trials$truth, stream$scale)
    }
    labels <<- trials$labels
    levels <<- union(levels, trials$levels)
    systems <- trials$system %||% rep("", length(trials$value))
    names <- as.character(unique(systems))
    new <- setdiff(names, names(passes))
    check_system_number(length(passes) + length(new))
    passes <<- c(passes, lapply(rlang::set_names(new), \(name) begin_first_pass(stream, limits)))
    places <- split(seq_along(systems), factor(systems, names))
    at <- match(names, names(passes))
    for (k in seq_along(at)) {
      part <- if (is.null(trials$system)) trials else trials_at(trials, places[[k]])
      add_chunk(passes[[at[k]]], part)
    }
    TRUE
  })
  stop_if(length(passes) == 0, "The reader must return at least one trial; it returned none.")
  if (length(levels) > 0) passes <- passes[intersect(levels, names(passes))]
  list(passes = passes, labels = labels)
}

# The share of H1 of trials outside memory is unknown until all are read.
check_fixed_prior <- function(scale, prior) {
  refuse_if(scale == "prob" && identical(prior, "data"), "prior_of_data")
  values_on_scale(double(), scale, prior, NULL)
}

# Systems as counts: ascending groups of trials for each. One reversed system suffices.
look_for_reversal <- function(systems, scale) {
  for (groups in systems) {
    area <- coarse_auc(groups)[1]
    if (.Call(ffi_reversed, area, sum(groups$n_h1), sum(groups$n_h2))) {
      return(warn_slip(if (scale == "score") "distances" else "reversed", list(area = area)))
    }
  }
}
