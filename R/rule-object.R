# Scoring rules: their parts, and functions of these parts alone.

# `form` says how a rule is computed for two classes: "smooth" by the kernel, "steps" from
# thresholds, "sum" from its parts; "detection", "dirichlet" and "none" are for more classes.
# `classes` is the number of classes of the rule, NA for any number. `scale` multiplies all costs.
new_rule <- function(name, form, ..., bounded, classes, scale = 1) {
  new_object("scoring_rule",
    list(name = name, form = form, ..., bounded = bounded, classes = classes, scale = scale))
}

# Is this a valid rule? Users may have altered it.
is_intact_rule <- function(rule) {
  flag <- \(x) length(x) == 1 && (is.logical(x) || is.numeric(x))
  inherits(rule, "scoring_rule") && is.list(rule) && rlang::is_string(rule$name) &&
    rlang::is_bool(rule$bounded) && flag(rule$classes) && are_numbers(rule$scale, 1) &&
    switch(rule$form,
      smooth = rlang::is_integer(rule$kind, 1) && is.double(rule$gamma) &&
        length(rule$gamma) %in% 1:2 && are_numbers(rule$gamma),
      steps = is.double(rule$eta) && are_numbers(rule$eta) &&
        are_numbers(rule$alpha, length(rule$eta)) && are_numbers(rule$least, 2),
      sum = length(rule$parts) > 0 && all(vapply(rule$parts, is_intact_rule, NA)) &&
        are_numbers(rule$weight, length(rule$parts)),
      detection = is_intact_rule(rule$part),
      dirichlet = are_numbers(rule$gamma, 1),
      none = TRUE
    )
}

# Costs alpha / eta for misses and alpha / (1 - eta) for false alarms, at each threshold, and
# `least`, the cost of a perfect report under H1 and under H2.
new_step_rule <- function(name, eta, alpha, classes = if (name == "zero_one") NA else 2,
                          class_eta = NULL, cost = NULL, least = c(0, 0)) {
  new_rule(name, if (is.null(eta)) "none" else "steps",
    eta = eta, alpha = alpha, least = least, class_eta = class_eta, cost = cost,
    bounded = TRUE, classes = classes
  )
}

# Does the rule charge the same for all reports between two thresholds?
is_step_rule <- function(rule) {
  switch(rule$form,
    sum = all(vapply(rule$parts, is_step_rule, TRUE)),
    detection = is_step_rule(rule$part),
    rule$form %in% c("steps", "none")
  )
}

# The thresholds of a rule, sums of rules included.
rule_thresholds <- function(rule) {
  if (rule$form == "sum") sort(unique(unlist(lapply(rule$parts, rule_thresholds)))) else rule$eta
}

is_detection <- function(rule) {
  switch(rule$form, sum = any(vapply(rule$parts, is_detection, TRUE)), detection = TRUE, FALSE)
}

check_classes <- function(rule, n) {
  refuse_if(n == 2 && is_detection(rule), "detection_classes")
  refuse_if(!is.na(rule$classes) && rule$classes != n, "rule_classes")
}
