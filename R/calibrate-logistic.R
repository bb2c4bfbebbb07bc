# Prior-weighted logistic regression, of one input or several.

method_logistic <- function() {
  c(list(
    title = "logistic regression", sentence = \() label("The method is logistic regression"),
    settings = list(penalty = 0), check = \(s) check_not_negative(s$penalty, "penalty"),
    train = train_logistic
  ), affine_form())
}

# The functions that apply, write and read a line.
affine_form <- function() {
  list(
    apply = apply_affine, formula = affine_formula, type = "affine", record = affine_record,
    design = line_design, lazy = lazy_line, restore = \(what, ...) {
      list(coefficients = c(slope = as.double(what$slope), offset = as.double(what$offset)))
    }
  )
}

train_logistic <- function(system, recipe, where) {
  transform <- fit_affine(system, recipe, where)
  check_direction(transform$coefficients[["slope"]], system, where)
  transform
}

# Fits trials if available, otherwise counts; too many counts are fitted by passes.
fit_affine <- function(system, recipe, where) {
  rows <- if (has_trials(system)) trials_of(system) else counts_for(system, in_picture())
  if (!is.null(rows$cuts)) return(fit_by_passes(system, rows, recipe, where))
  names(rows)[names(rows) == "value"] <- "x"
  rows$totals <- totals_of(system)
  rows$unit <- ln_per_unit[[system$scale]]
  rows$range <- ranges_of(system)
  if (system$scale != "score") rows$points <- points_of(system)
  found <- logistic_fit(rows, recipe$prior, recipe$settings$penalty)
  check_line_found(found, where)
  keep_fit(found, "slope")
}

# Fits by passes, for more distinct values than the memory holds. A fit of coarse groups gives a
# first line. Nodes of the inputs transformed by this line, from one pass, have the cost of all
# trials for lines near it, so their fit is that of the trials.
fit_by_passes <- function(system, lumps, recipe, where) {
  rows <- c(list(x = to_ln(lumps$value, system$scale)), lumps[c("n_h1", "n_h2", "totals")])
  guess <- logistic_fit(rows, recipe$prior, recipe$settings$penalty)
  check_line_found(guess, where)
  line <- guess$coefficients
  rows$x <- line[1] * rows$x + line[2]
  rows$points <- transformed_of(system, line[1], line[2])
  found <- logistic_fit(rows, recipe$prior, recipe$settings$penalty, by_points = TRUE)
  check_line_found(found, where)
  found$iterations <- found$iterations + guess$iterations
  behind_line(keep_fit(found, "slope"), line)
}

# Turns a fit of transformed inputs into a fit of the inputs.
behind_line <- function(fit, line) {
  back <- rbind(c(line[1], 0), c(line[2], 1))
  fit$coefficients[] <- back %*% fit$coefficients
  for (v in fit_covariances) fit[[v]][] <- back %*% fit[[v]] %*% t(back)
  fit
}

# `rows`: x, a vector or a matrix with a column per input; the numbers n_h1 and n_h2 of trials on
# each row, or its truth and weight if it is one trial; and the totals of all trials, if some are on
# no row. Optional facts about x: its range, the points of its trials, and its unit in nats, NA for
# ratios. Returns the kernel's answer, whose status says whether there is a fit.
logistic_fit <- function(rows, prior, penalty, correlation = FALSE, by_points = FALSE) {
  unit <- rows$unit %||% 1
  .Call(ffi_logistic, list(
    x = rows$x, truth = rows$truth, weight = rows$weight, n_h1 = rows$n_h1, n_h2 = rows$n_h2,
    totals = if (!is.null(rows$totals)) as.double(rows$totals), range = rows$range,
    points = rows$points, ln_per_unit = if (is.na(unit)) 1 else unit, is_lr = is.na(unit),
    prior = prior, lambda = as.double(penalty), by_points = by_points, correlation = correlation,
    threads = default_threads()
  ))
}

# The parts of a fit that are kept, with names.
keep_fit <- function(found, inputs) {
  terms <- c(inputs, "offset")
  named <- \(v) matrix(v, length(terms), dimnames = list(terms, terms))
  list(
    coefficients = rlang::set_names(found$coefficients, terms), vcov = named(found$vcov),
    vcov_sandwich = named(found$vcov_sandwich), vcov_hessian = named(found$vcov_hessian),
    objective = found$objective, minimum = found$minimum, iterations = found$iterations
  )
}

# The names of the coefficients, which coef() and files tell apart by them.
term_names <- function(inputs) {
  terms <- c(inputs, "offset")
  refuse_if(anyDuplicated(terms) > 0, "terms_alike")
  terms
}

check_line_found <- function(found, where) {
  switch(found$status,
    found = NULL,
    certain = stop_certain(found[["misleading"]], where),
    constant = refuse("constant"),
    separable = refuse("separable"),
    size = refuse("size")
  )
}

apply_affine <- function(transform, value) {
  keep_infinite(value, transform$coefficients[["slope"]] * value +
    transform$coefficients[["offset"]], transform$ends)
}

line_design <- function(transform, value) cbind(value, 1)

# `ends`: the ln LRs of -Inf and Inf if known; otherwise infinite values are returned unchanged.
keep_infinite <- function(value, llr, ends = NULL) {
  infinite <- is.infinite(value)
  llr[infinite] <- (ends %||% c(-Inf, Inf))[1 + (value[infinite] > 0)]
  llr
}

stop_certain <- function(wrong, where) refuse("certain")

# A slope that is 0 up to rounding turns no score into an LR.
check_direction <- function(slope, system, where) {
  range <- to_ln(finite_range_of(system), system$scale)
  if (slope * range[2] - slope * range[1] > 1e-12) return()
  refuse_if(any(is.infinite(to_ln(ranges_of(system), system$scale))), "infinite_input")
  warn_of("scores_fall")
}

affine_record <- function(transform) as.list(transform$coefficients[c("slope", "offset")])

affine_formula <- function(transform, input, digits) {
  slopes <- transform$coefficients[-length(transform$coefficients)]
  inputs <- if (identical(names(slopes), "slope")) input else names(slopes)
  pieces <- paste(c(format_number(slopes[1], digits), with_sign(slopes[-1], digits)), inputs)
  paste(c("ln LR =", pieces, with_sign(transform$coefficients[["offset"]], digits)), collapse = " ")
}

with_sign <- function(x, digits) {
  sprintf("%s %s", ifelse(x < 0, "-", "+"), format_number(abs(x), digits))[seq_along(x)]
}
