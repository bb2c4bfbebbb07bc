#' Calibrations in files
#'
#' [write_calibrant()] writes a calibration to a JSON file. [read_calibrant()] returns a calibration
#' with the same predictions to the last bit.
#'
#' # Format
#' The file is an object with `"format": "calibrant calibration"` and `"version": 1`.
#' `vignette("methods")` lists all members, with the formulas of the functions and the members of
#' calibrations under conditions, with bounds, and of many classes.
#'
#' Files of other programs must have `format`, `version`, `method`, `prior`, `input` (`"score"`, or
#' `"ln_lr"` for natural log LRs), `output` (`"ln_lr"`) and `systems`. `systems` is an array with an
#' object per system: `n_h1` and `n_h2` (training trials) and `function`, which alone determines
#' predictions. All other members are optional; unknown ones are ignored.
#'
#' [read_calibrant()] checks the file by its JSON Schema, `system.file("schema", "calibration.json",
#' package = "calibrant")`, and for contradictions.
#'
#' # Training data in the file
#' Every file contains numbers, ranges and checksums; for `"kernel_ratio"` and `"lines"` also all
#' values. `training` has the distinct values on the scale of the input, with their numbers
#' (weights) of H1 and H2 trials: scores with their truth, without order, items or identifiers.
#'
#' [predict()] needs `training` for the limits of `"pav"`, `"bigaussian"`, `"spline"` and
#' `"four_parameter"`, and for the integrated LRs of these except PAV, and of `"kde"`. By default,
#' `training` is written for at most 10 000 values, see `counts` of [write_calibrant()].
#'
#' @name calibration_file
#' @seealso [predict()][predict.lr_calibration]
#' @concept format of a calibration
#' @concept schema
NULL

#' @rdname write_calibrant
#' @name write_calibrant
#' @param counts Whether to write the counts of the training trials, see [calibration_file]; `NULL`
#'   writes at most 10 000.
#' @exportS3Method
write_calibrant.lr_calibration <- function(x, file, ..., counts = NULL) {
  check_dots(...)
  if (!is.null(counts)) check_flag(counts)
  write_record(calibration_record(x, counts), file)
}

#' @exportS3Method
write_calibrant.loglik_calibration <- write_calibrant.lr_calibration

#' @exportS3Method
write_calibrant.lr_bound <- write_calibrant.lr_calibration

#' @exportS3Method
restored.calibrant_calibration <- function(record, file, text) {
  class(record) <- c(
    if (!is.null(record[["bounds"]])) "bounded_record",
    if (!is.null(record[["conditions"]])) "condition_record",
    if (!is.null(record[["classes"]])) "loglik_record"
  )
  stop_problem(schema_problem(unclass(record), schema_of("calibration")))
  calibration_of_record(record)
}

calibration_format <- "calibrant calibration"

calibration_record <- function(fit, counts) UseMethod("calibration_record")

#' @exportS3Method
calibration_record.lr_calibration <- function(fit, counts) {
  check_intact_fit(fit)
  method <- calibration_methods[[fit$method]]
  each <- \(k) {
    sizes <- fit$sizes[[k]]
    training <- counts_record(fit, k, counts)
    c(list(
      name = if (!is.null(names(fit$transforms))) names(fit$transforms)[k],
      n_h1 = sizes[["h1"]], n_h2 = sizes[["h2"]], totals = I(as.double(fit$totals[[k]])),
      range = I(as.double(fit$range[[k]])),
      "function" = c(
        list(type = method$type), method$record(fit$transforms[[k]]),
        if (!is.null(fit$transforms[[k]]$ends)) list(at_infinity = I(fit$transforms[[k]]$ends))
      ),
      statistics = statistics_record(with_shared(fit, k))
    ), training = list(training)[!is.null(training)],
    infinite = if (any(fit$infinite[[k]] > 0)) list(I(unname(as.double(fit$infinite[[k]])))))
  }
  c(list(
    format = calibration_format, version = 1, method = fit$method, prior = fit$prior,
    settings = as_object(lapply(fit$settings, \(value) if (length(value) > 1) I(value) else value)),
    input = if (fit$scale == "score") "score" else "ln_lr",
    scale = input_scale(fit), output = "ln_lr",
    labels = list(h1 = fit$labels[["h1"]], h2 = fit$labels[["h2"]]),
    weighted = fit$is_weighted, items = fit$items,
    trained_on = I(as.character(fit$trained_on)), systems = lapply(seq_along(fit$transforms), each)
  ), Filter(Negate(is.null), list(
    input_prior = unclass(fit)$input_prior, columns = columns_record(fit$input)
  )))
}

# Columns named by a formula. Computed columns get names that no column has by chance.
columns_record <- function(input) {
  if (is.null(input$lr)) return(NULL)
  text <- \(x) if (is.name(x)) as.character(x) else deparse1(x)
  named <- Filter(Negate(is.null), input[c("lr", "system")])
  c(lapply(named, text), input["of_set"][isTRUE(input$of_set)])
}

# Adds the statistics with which predict() allows for items, and for a wrong form, without the
# trials.
with_shared <- function(fit, k) {
  transform <- fit$transforms[[k]]
  form <- form_p_value(fit, k)
  if (!is.na(form)) transform$form <- form
  if (!fit$items || !has_training(fit)) return(transform)
  if (!is.null(calibration_methods[[fit$method]]$limits) || any(fit$infinite[[k]] > 0)) {
    transform$design_effect <- source_effect(training_part(fit, k)$set)
  }
  if (has_covariance(fit, k, "source") && is.null(transform$n_items)) {
    transform <- c(transform, shared_covariance(fit, k))
  }
  transform
}

# Distinct training values with the numbers of trials at each, for methods whose limits need more
# than their statistics; by default only if these are few.
counts_record <- function(fit, k, asked) {
  counts <- fit$transforms[[k]]$counts
  of <- calibration_methods[[fit$method]]$keeps_counts %||% "never"
  drawn <- of == "always" || of == "unweighted" && !fit$is_weighted
  if (!drawn || isFALSE(asked) || is.null(counts) && !has_training(fit)) return(NULL)
  if (is.null(counts)) {
    set <- training_set(fit)
    if (inherits(set, "remote_set") && !isTRUE(asked)) return(NULL)
    counts <- training_counts(systems_of(set)[[k]])
  }
  if (length(counts$value) > 1e4 && is.null(asked)) return(NULL)
  lapply(counts[c("value", "n_h1", "n_h2")], \(x) I(as.double(x)))
}

# Statistics for printing, tidy() and glance(). The coefficients are in the function, except an
# intermediate one of bi-Gaussian calibration.
statistics_record <- function(transform) {
  fields <- statistics_of_fits
  if (!is_known_late(names(transform$coefficients))) fields <- setdiff(fields, "coefficients")
  kept <- transform[intersect(fields, names(transform))]
  as_object(lapply(kept, \(field) I(as.double(.Call(ffi_key_value, field)))))
}

# An object in JSON, even if it is empty.
as_object <- function(list) structure(list, names = as.character(names(list)))

calibration_of_record <- function(record) UseMethod("calibration_of_record")

#' @exportS3Method
calibration_of_record.default <- function(record) {
  stop_problem(disagreement(record))
  systems <- record[["systems"]]
  names <- unlist(lapply(systems, `[[`, "name"))
  named <- \(list) if (is.null(names)) list else rlang::set_names(list, names)
  scale <- record[["scale"]] %||% if (record[["input"]] == "score") "score" else "ln"
  if (scale == "prob") scale <- "ln"
  sizes <- lapply(systems, \(one) c(h1 = as.double(one[["n_h1"]]), h2 = as.double(one[["n_h2"]])))
  fit <- list(
    method = record$method, prior = as.double(record$prior), settings = settings_of_record(record),
    transforms = named(lapply(systems, transform_of_record, record)),
    scale = scale,
    input_prior = if (!is.null(record[["input_prior"]])) as.double(record[["input_prior"]]),
    labels = unlist(record[["labels"]][c("h1", "h2")]) %||% c(h1 = "TRUE", h2 = "FALSE"),
    is_weighted = record[["weighted"]] %||% FALSE, items = record[["items"]] %||% FALSE,
    terms = if (record[["method"]] == "fusion") unlist(systems[[1]][["function"]]$inputs),
    range = named(lapply(systems, \(one) numbers_of_json(one[["range"]] %||% c(-Inf, Inf)))),
    sizes = named(sizes),
    totals = named(Map(\(one, n) numbers_of_json(one[["totals"]] %||% n), systems, unname(sizes))),
    infinite = named(lapply(systems, \(one) unlist(one[["infinite"]]))),
    trained_on = unlist(record[["trained_on"]]), input = input_of_record(record[["columns"]]),
    trials = NULL, memory = .Call(ffi_key, NULL)
  )
  stop_problem(if (!is_intact_fit(fit)) "The `statistics` do not fit the `function`")
  new_object(c(if (record[["method"]] == "fusion") "lr_fusion", "lr_calibration"), fit)
}

input_of_record <- function(columns) {
  if (is.null(columns)) return(NULL)
  known <- lapply(columns[c("lr", "system")], \(x) if (!is.null(x)) as.name(substr(x, 1, 1000)))
  c(known, columns["of_set"], columns = as.character(known$lr))
}

# Contradiction that a schema cannot say, in words; NULL if there is none.
disagreement <- function(record) {
  names <- lapply(record[["systems"]], `[[`, "name")
  if (length(record$systems) > 1 && (any(lengths(names) == 0) || anyDuplicated(unlist(names)))) {
    return("Several systems must have different names")
  }
  first_problem(record[["systems"]], \(one) {
    training <- one[["training"]]
    if (!is.null(training) && !are_known_counts(lapply(training, numbers_of_json))) {
      return("`training` must have ascending `value` with an `n_h1` and an `n_h2` for each")
    }
    function_problem(one[["function"]])
  })
}

# Lengths and orders, which a schema cannot say.
function_problem <- function(what) {
  rising <- \(x) !is.unsorted(numbers_of_json(x))
  apart <- \(x) !is.unsorted(numbers_of_json(x), strictly = TRUE)
  alike <- \(...) length(unique(lengths(list(...)))) == 1
  density <- \(x) alike(x$at, x$n) && apart(x$at)
  holds <- switch(what$type,
    affine = , beta = list(),
    four_parameter = list("`at_infinity` must rise" = apart(what[["at_infinity"]])),
    weighted_sum = list(
      "`inputs` and `slopes` must have one length" = alike(what$inputs, what$slopes),
      "`inputs` must differ, and not be \"offset\"" = !anyDuplicated(c("offset", what$inputs))
    ),
    lines = list(
      "`x` and `y` must have one length" = alike(what$x, what$y),
      "`x` must rise from element to element" = apart(what$x), "`y` must not fall" = rising(what$y)
    ),
    spline = list(
      "`knots` and `slopes` must have one length" = alike(what$knots, what$slopes),
      "`knots` must rise from element to element" = apart(what$knots)
    ),
    blocks = list(
      "`min`, `max` and `log10_lr` must have one length" =
        alike(what$min, what$max, what$log10_lr),
      "`log10_lr` must not fall" = rising(what$log10_lr),
      "Blocks must follow each other from `min` to `max`" =
        alike(what$min, what$max) && rising(rbind(what$min, what$max))
    ),
    kernel_ratio = list(
      "`at` must rise, and have an `n` for each element" = density(what$h1) && density(what$h2),
      "`range` must rise" = apart(what$range)
    )
  )
  wrong <- names(holds)[!vapply(holds, isTRUE, NA)]
  if (length(wrong) > 0) wrong[1]
}

# Settings are words, or one or more numbers.
settings_of_record <- function(record) {
  settings <- calibration_methods[[record[["method"]]]]$settings
  given <- lapply(record[["settings"]], \(x) if (is.character(x)) x else numbers_of_json(x))
  utils::modifyList(as.list(settings), given[intersect(names(given), names(settings))])
}

transform_of_record <- function(one, record) {
  transform <- calibration_methods[[record$method]]$restore(one[["function"]], record$prior)
  if (!is.null(one[["function"]]$at_infinity)) {
    transform$ends <- numbers_of_json(one[["function"]]$at_infinity)
  }
  terms <- names(transform$coefficients)
  given <- intersect(names(one[["statistics"]]), statistics_of_fits)
  if (!is_known_late(terms)) given <- setdiff(given, "coefficients")
  known <- Filter(length, lapply(one[["statistics"]][given], numbers_of_json))
  for (name in intersect(c(fit_covariances, "vcov_shared"), names(known))) {
    refuse_if(length(known[[name]]) != length(terms)^2, "coefficients_length")
    known[[name]] <- matrix(known[[name]], length(terms), dimnames = list(terms, terms))
  }
  if (!is.null(one[["training"]])) known$counts <- lapply(one[["training"]], numbers_of_json)
  if (!is.null(known$coefficients)) names(known$coefficients) <- terms
  if (!is.null(known$iterations)) known$iterations <- as.integer(known$iterations)
  utils::modifyList(c(list(objective = NA_real_), transform), known)
}

# Coefficients that describe a function but are not part of it.
is_known_late <- function(terms) identical(terms, "s") || identical(terms, "df")

statistics_of_fits <- c(
  "coefficients", fit_covariances, "vcov_shared", "n_items", "kish_items", "design_effect",
  "objective", "minimum", "iterations", "df", "form"
)
