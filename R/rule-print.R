# Printing of scoring rules.

#' @export
format.scoring_rule <- function(x, ...) {
  number <- \(x) paste(format_number(x), collapse = ", ")
  switch(x$name,
    log = if (x$scale == 1) "log" else "log, in bits",
    costs = sprintf("costs, %s for %d classes", noun_count(nrow(x$cost), "action"), ncol(x$cost)),
    sum = paste(format_number(x$weight), "*", vapply(x$parts, format, ""), collapse = " + "),
    beta = sprintf("beta, gamma = %s", number(x$gamma)),
    cost = sprintf("cost, eta = %s", number(if (x$classes == 2) x$eta else x$class_eta)),
    mixture = sprintf("mixture, eta = %s", number(x$eta)),
    boost = paste0("boost", if (x$classes > 2) sprintf(", %d classes", x$classes)),
    dirichlet = sprintf("dirichlet, gamma = %s, %d classes", number(x$gamma), x$classes),
    detection = sprintf("each class against the rest: %s", format(x$part)),
    x$name
  )
}

#' @export
print.scoring_rule <- \(x, ...) printed(x, {
  stop_unless_intact(is_intact_rule(x), "scoring_rule")
  cat(sprintf("<scoring_rule> %s\n", format(x)))
  cat(rule_formula(x), sep = "\n")
  cat(sprintf("Range: %s\n", rule_range(x)))
  cat(
    if (is_step_rule(x)) {
      "Proper, not strictly: reports on the same side of a threshold cost the same.\n"
    } else {
      "Strictly proper: any report but one's own probability costs more, on average.\n"
    }
  )
})

rule_formula <- function(rule) {
  switch(rule$name,
    log = log_formula(rule),
    brier = c("C(q|H1) = (1 - q)^2", "C(q|H2) = q^2"),
    boost = if (rule$form == "smooth") {
      c("C(q|H1) = sqrt((1 - q) / q)", "C(q|H2) = sqrt(q / (1 - q))")
    } else {
      "C(q|i) = sum of sqrt(q_j / q_i) over the other classes j"
    },
    dirichlet = "C(q|i) = mean of the rule cost over eta, of Dirichlet(gamma + 1, ..., gamma + 1)",
    area = sprintf("C(q|%s) = %s, B(l) = integral from 0 to l of s / (exp(s) - 1)",
      c("H1", "H2"), sprintf("pi^2 / 6 - B(%slogit q)", c("", "-"))),
    beta = c(
      "C(q|H1) = integral from q to 1 of rho(t) / t",
      "C(q|H2) = integral from 0 to q of rho(t) / (1 - t)",
      sprintf("rho = density of Beta(%s)", toString(format_number(rep_len(rule$gamma + 1, 2))))
    ),
    zero_one = c("C(q|H1) = 1 if q < 1/2", "C(q|H2) = 1 if q >= 1/2"),
    sum = sprintf("%s * %s", format_number(rule$weight), vapply(rule$parts, format, "")),
    detection = c(
      "C(q|i) = (C(q_i|H1) + sum of C(q_k|H2) over the other classes k) / K, where",
      rule_formula(rule$part)
    ),
    step_formula(rule)
  )
}

# Unit of the losses.
rule_unit <- function(rule) {
  if (rule$name != "log") "cost" else if (rule$scale == 1) "nats" else "bits"
}

log_formula <- function(rule) {
  bits <- rule_unit(rule) == "bits"
  sprintf(c("C(q|H1) = -%s q", "C(q|H2) = -%s(1 - q)    [%s]"),
    if (bits) "log2" else "ln", if (bits) "bits" else "nats")
}

step_formula <- function(rule) {
  if (!is.null(rule$cost) && ncol(rule$cost) > 2) {
    return("C(q|i) = cost of class i for the action with the least expected cost at q")
  }
  if (is.null(rule$eta)) {
    costs <- 1 / ((length(rule$class_eta) - 1) * rule$class_eta)
    return(sprintf(
      "C(q|class %d) = %s unless q / eta is largest there",
      seq_along(costs), format_number(costs)
    ))
  }
  shown <- seq_len(min(length(rule$eta), 5))
  steps <- \(costs, relation, least) {
    terms <- sprintf("%s if q %s %s", format_number(costs), relation, format_number(rule$eta))
    start <- if (least != 0 || length(terms) == 0) format_number(least)
    more <- if (length(terms) > 5) "..."
    paste(c(start, terms[shown], more), collapse = " + ")
  }
  c(
    paste("C(q|H1) =", steps(rule$alpha / rule$eta, "<", rule$least[1])),
    paste("C(q|H2) =", steps(rule$alpha / (1 - rule$eta), ">=", rule$least[2]))
  )
}

rule_range <- function(rule) {
  if (!rule$bounded) return("0 to Inf; Inf for certainty in the wrong hypothesis")
  if (!is.null(rule$cost) && rule$form == "none") {
    return(paste(format_number(range(rule$cost)), collapse = " to "))
  }
  if (rule$form == "none") {
    highest <- max(1 / ((length(rule$class_eta) - 1) * rule$class_eta))
    return(sprintf("0 to %s", format_number(highest)))
  }
  if (rule$form == "dirichlet") {
    most <- (rule$classes * (rule$gamma + 1) - 1) / (rule$classes - 1) / rule$gamma
    return(paste("0 to", format_number(most)))
  }
  if (rule$form == "detection") {
    ends <- rule_costs(rule$part, c(0, 1))
    most <- max(ends$h1[1], ends$h2[2])
    return(sprintf("0 to %s", format_number(most)))
  }
  ends <- rule_costs(rule, c(0, 1))
  sprintf("%s to %s given H1, %s to %s given H2",
    format_number(ends$h1[2]), format_number(ends$h1[1]),
    format_number(ends$h2[1]), format_number(ends$h2[2])
  )
}
