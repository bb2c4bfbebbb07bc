# Certified sets, whose measures are known to 25 digits; `inst/certified/README.md` specifies them.

certified_file <- function(...) {
  file.path(system.file("certified", package = "calibrant", mustWork = TRUE), ...)
}

read_certified <- function(file) {
  utils::read.csv(certified_file(file), colClasses = "character", check.names = FALSE)
}

# The rows of one set, with its columns.
certified_table <- function(name, kind) {
  file <- c(two = "trials.csv", classes = "classes.csv", conclusions = "conclusions.csv")[[kind]]
  table <- read_certified(file)
  table <- table[table$set == name, names(table) != "set"]
  table[colSums(table != "") > 0]
}

# Certified values, those of this package, and the number of correct digits.
judge_certified <- function() {
  sets <- read_certified("sets.csv")
  values <- read_certified("values.csv")
  asked <- split(values$quantity, factor(values$set, sets$set))
  found <- unlist(Map(certified_answers, sets$set, sets$kind, sets$scale, asked))
  values$value <- as.numeric(values$value)
  cllr <- values$value[match(paste(values$set, "cllr"), paste(values$set, values$quantity))]
  unit <- certified_unit(values$quantity, values$value, cllr)
  data.frame(values, found = unname(found), digits = right_digits(found, values$value, unit))
}

# Digits of a difference are relative to its terms, and those of a logarithm near 0 to an absolute
# 1.
certified_unit <- function(quantity, value, cllr) {
  at_least <- ifelse(quantity == "cllr_cal", cllr, 0)
  logarithm <- grepl("_lower$|_upper$|_offset$|^log10_lr", quantity)
  pmax(abs(value), ifelse(logarithm, 1, at_least))
}

right_digits <- function(found, value, unit) {
  same <- found == value | is.nan(found) & is.nan(value)
  digits <- -log10(abs(found - value) / ifelse(unit > 0, unit, 1))
  ifelse(same %in% TRUE, 16, pmin(16, pmax(0, ifelse(is.finite(digits), digits, 0))))
}

certified_answers <- function(name, kind, scale, asked) {
  x <- suppressWarnings(certified_set(name, kind, scale))
  vapply(asked, \(quantity) suppressWarnings(certified_answer(x, quantity)), 1)
}

certified_set <- function(name, kind, scale) {
  if (name == "million") return(lr_set(million_trials(), scale = "ln"))
  # Columns that the file lacks are NULL in a list.
  table <- as.list(certified_table(name, kind))
  switch(kind,
    two = lr_set(
      as.numeric(table$value), table$truth == "1", scale = scale, source1 = table$source1,
      source2 = table$source2, weight = if (!is.null(table$weight)) as.numeric(table$weight)
    ),
    classes = loglik_set(
      vapply(table[-1], as.numeric, numeric(length(table$truth))), table$truth, scale = "ln"
    ),
    conclusions = conclusion_set(
      matrix(
        as.numeric(c(table$h1, table$h2)), ncol = 2,
        dimnames = list(table$conclusion, c("same", "different"))
      ),
      conclusions = table$conclusion
    )
  )
}

falling_prior <- function(n) rev(seq_len(n)) / sum(seq_len(n))

# The only set that is a rule.
million_trials <- function() {
  k <- seq_len(5e5)
  list(h1 = k / 65536, h2 = c(-k[-length(k)] / 65536, 5 / 131072))
}

# Thresholds are log10 LRs, or scores.
certified_threshold <- function(x, at) {
  if (x$scale == "score") at else from_ln(to_ln(at, "log10"), x$scale)
}

# `"ece(0.1)"` is the cross-entropy at the prior 0.1.
certified_answer <- function(x, quantity) {
  name <- sub("\\(.*", "", quantity)
  at <- sub(".*\\((.*)\\)$", "\\1", quantity)
  part <- sub(".*_", "", name)
  switch(name,
    ece = cross_entropy(x, as.numeric(at)),
    ece_min = cross_entropy_min(x, as.numeric(at)),
    eer_steps = eer(x, "steps"),
    auc_hull = auc(x, "hull"),
    dcf = dcf(x, 0.01, 10),
    dcf_min = dcf_min(x, 0.01, 10),
    p_miss = , p_fa = error_rates(x, certified_threshold(x, as.numeric(at)))[[name]],
    elub_lower = , elub_upper = stats::coef(bound_lr(x, "elub"))[[part]],
    iv_lower = , iv_upper = stats::coef(bound_lr(x, "iv"))[[part]],
    n_source_lower = , n_source_upper = stats::coef(bound_lr(x, "n_source"))[[part]],
    logistic_slope = , logistic_offset = stats::coef(calibrate(x))[[part]],
    gaussian_slope = , gaussian_offset = stats::coef(calibrate(x, "gaussian"))[[part]],
    cross_entropy = cross_entropy(x, if (at == "falling") falling_prior(length(set_classes(x)))),
    log10_lr = with(conclusion_lr(x), log10_lr[conclusion == at]),
    information = measures(x, "information", as.numeric(at))$estimate,
    do.call(name, list(x))
  )
}
