# Maps of many classes that minimise the risk under a scoring rule (Brümmer 2010, eq. 8.15).

# Training trials per fit: the log-likelihoods of its recognisers, and truth and weight.
fit_trials <- function(fit, x) {
  check_fit_classes(set_classes(x), fit)
  if (fit$method == "fusion") {
    recognisers <- gather_recognisers(list(x))
    log_lik <- pick_recognisers(lapply(recognisers, `[[`, "log_lik"), fit)
    return(list(c(recognisers[[1]][c("truth", "weight", "n", "total")], list(log_lik = log_lik))))
  }
  systems <- systems_of(x)
  if (length(fit$fits) > 1) {
    found <- names(systems)
    refuse_if(!all(names(fit$fits) %in% found), "systems_of_fit")
    systems <- systems[names(fit$fits)]
  }
  lapply(systems[seq_along(fit$fits)], \(system) {
    replace(system, "log_lik", list(list(system$log_lik)))
  })
}

# One fit by the rule, from the scales and offsets of the logarithmic fit.
retrain_classes <- function(fit, one, trials, rule, prior) {
  method <- class_methods()[[fit$method]]
  if (!method$carries_infinite) check_finite_loglik(trials$log_lik, fit$method)
  if (!is.null(method$retrain)) return(method$retrain(one, trials, rule, prior))
  problem <- rule_problem(method, trials, prior)
  start <- method$params(problem, one$alpha, one$offset)
  ends <- class_rule_ends(problem, rule, start, \(params) !method$bounded || params[1] >= 0)
  exact <- \(params) {
    map <- c(method$map(problem, params), ignores_input = FALSE)
    class_risk(replace(trials, "log_lik", list(method$apply(map, trials$log_lik))), prior, rule)
  }
  reached <- vapply(ends, \(end) exact(end$params), 0)
  best <- which.min(reached)
  refuse_if(ends[[best]]$diverged, "rule_separable")
  one <- replace_map(one, method$map(problem, ends[[best]]$params))
  one$iterations <- ends[[best]]$n_steps
  one$rule_risk <- reached[best]
  mapped <- replace(trials, "log_lik", list(method$apply(one, trials$log_lik)))
  one$value <- class_cross_entropy(mapped, prior) * log(2)
  one$search <- list(
    convex = is_convex_class_rule(rule), ends = length(ends),
    agreeing = sum(reached <= reached[best] * (1 + 1e-6) + 1e-12)
  )
  one
}

# A problem for the kernel without a penalty.
rule_problem <- function(method, trials, prior) {
  n_classes <- length(prior)
  fixed <- if (method$fixed_offsets) c(FALSE, rep(TRUE, n_classes - 1)) else FALSE
  class_problem(method$family(n_classes), trials$log_lik, trials$truth, prior, penalty = 0, fixed,
    weight = trials$weight)
}

# Ends of all searches. A negative scale is set to 0. If decisions do not depend on the length of
# the scales, the scales grow without limit. Rules with steps are therefore also searched with the
# first scale fixed, and distant ends are replaced by the start.
class_rule_ends <- function(problem, rule, start, is_legal) {
  n_classes <- ncol(problem$log_lik[[1]])
  blurs <- if (has_class_steps(rule)) c(2, 1, 0.5, 0.25, 0.12, 0.06, 0.03) else 0
  stages <- lapply(blurs, \(blur) class_rule_table(rule, n_classes, blur))
  factors <- if (is_convex_class_rule(rule)) 1 else c(1, 0.5, 2, 0)
  starts <- lapply(factors, \(by) start * by)
  search <- \(problem) unlist(lapply(starts, \(params) {
    descend_classes(problem, stages, params, is_legal)
  }), recursive = FALSE)
  if (length(stages) == 1) return(search(problem))
  held <- replace(problem, "fixed", list(replace(problem$fixed, 1, 1L)))
  far <- 1e4 * max(1, abs(start))
  ends <- Filter(\(end) all(abs(end$params) < far), c(search(problem), search(held)))
  ends <- lapply(ends, replace, "diverged", list(FALSE))
  c(list(list(params = start, diverged = FALSE, n_steps = 0L)), ends)
}

descend_classes <- function(problem, stages, params, is_legal) {
  lapply(stages, \(stage) {
    end <- .Call(ffi_class_rule_fit, problem, stage, params)
    if (!is_legal(end$params)) {
      problem$fixed[1] <- 1L
      end <- .Call(ffi_class_rule_fit, problem, stage, replace(params, 1, 0))
    }
    if (!end$diverged || all(abs(end$params) < 1e4)) params <<- end$params
    end
  })
}

has_class_steps <- function(rule) {
  switch(rule$form,
    sum = any(vapply(rule$parts, has_class_steps, TRUE)),
    detection = has_class_steps(rule$part),
    smooth = ,
    dirichlet = FALSE,
    TRUE
  )
}

# Does the rule have one minimum over the scales and offsets of log-likelihoods?
is_convex_class_rule <- function(rule) {
  switch(rule$form,
    sum = all(vapply(rule$parts, is_convex_class_rule, NA)),
    rule$name == "log" || rule$form == "dirichlet" && rule$gamma <= 0
  )
}

# The rule in the form of the kernel: see `struct cal_class_rule`. Actions differ by shares of their
# costs, thresholds by log odds; both are blurred alike, roughly.
class_rule_table <- function(rule, n_classes, blur, weight = 1) {
  none <- list(detectors = list(), choices = list(), mixtures = double())
  if (rule$form == "sum") {
    parts <- Map(\(part, by) class_rule_table(part, n_classes, blur, weight * by),
      rule$parts, rule$weight)
    return(lapply(rlang::set_names(names(none)), \(kind) {
      unlist(lapply(parts, `[[`, kind), recursive = FALSE)
    }))
  }
  if (rule$form == "dirichlet") return(replace(none, "mixtures", list(c(rule$gamma, weight))))
  if (n_classes > 2 && rule$form %in% c("steps", "none")) {
    cost <- class_cost_matrix(rule, n_classes)
    spread <- max(cost) - min(cost)
    choice <- list(cost = cost, weight = weight * rule$scale, blur = blur * spread / 8)
    return(replace(none, "choices", list(list(choice))))
  }
  replace(none, "detectors", list(class_detectors(rule, n_classes, blur, weight)))
}

class_detectors <- function(rule, n_classes, blur, weight) {
  every <- seq_len(n_classes)
  if (rule$form == "detection") {
    return(rule_detectors(rule_table(rule$part, blur), weight * rule$scale / n_classes, every))
  }
  table <- rule_table(rule, blur)
  if (rule$name == "log") {
    table[c("h2", "slope_h2")] <- list(numeric(length(table$h2)))
    return(rule_detectors(table, weight, every))
  }
  brier <- rule$name == "brier"
  rule_detectors(table, if (brier) weight / 2 else weight, if (brier) every else 1L)
}

rule_detectors <- function(table, weight, targets) {
  columns <- c("h1", "h2", "slope_h1", "slope_h2")
  table[columns] <- lapply(table[columns], `*`, weight)
  lapply(targets, \(target) c(list(target = target), table))
}

class_cost_matrix <- function(rule, n_classes) {
  if (!is.null(rule$cost)) return(unname(rule$cost))
  miss <- switch(rule$name, zero_one = rep(1, n_classes), 1 / ((n_classes - 1) * rule$class_eta))
  cost <- matrix(miss, n_classes, n_classes, byrow = TRUE)
  diag(cost) <- 0
  cost
}

#' @rdname retrain
#' @export
retrain.loglik_calibration <- function(fit, rule, x, prior = NULL, ...) {
  check_dots(...)
  check_given()
  check_intact_class_fit(fit)
  x <- loglik_set(x)
  by_class <- fit$method == "one_vs_rest"
  rule <- as_rule(rule)
  check_classes(rule, if (by_class) 2 else length(fit$classes))
  if (by_class) check_rule_decides(rule)
  prior <- read_positive_prior(prior %||% fit$prior, fit$classes)
  fit$fits <- Map(\(one, trials) retrain_classes(fit, one, trials, rule, prior),
    fit$fits, fit_trials(fit, x))
  fit$prior <- prior
  fit$rule <- rule
  if (fit$method == "fusion") {
    return(remember_anew(fit, list(recognisers = gather_recognisers(list(x)))))
  }
  remember_anew(fit, list(set = x))
}
