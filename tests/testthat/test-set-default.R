# Every exported function with an argument `prior` or `threshold`, tested alone or by its method for
# sets. A new function must be listed here.

functions_with <- function(argument) {
  exports <- sort(getNamespaceExports("calibrant"))
  fns <- lapply(rlang::set_names(exports), \(name) {
    utils::getS3method(name, "lr_set", optional = TRUE, envir = asNamespace("calibrant")) %||%
      getExportedValue("calibrant", name)
  })
  names(Filter(\(fn) is.function(fn) && argument %in% names(formals(fn)), fns))
}

# Functions whose default prior is not that of a set of two hypotheses, with the reason.
other_priors <- c(
  bayes_threshold = "has no set", effective_prior = "has no set", cross_entropy_null = "has no set",
  cost_reduction = "has no set", finite_decomposition = "has no set", scoring_rule = "has no set",
  rule_curve = "has no set", lr_metric = "has no set yet", monitor_scores = "is of scores",
  conclusion_merges = "is of conclusions", ternary = "is of three classes",
  cost_curve = "shows several priors", dcf_table = "shows the points of evaluations",
  validation_report = "shows several priors"
)

d <- withr::with_seed(7, {
  y <- rep(c(TRUE, FALSE), c(12, 36))
  s <- stats::rnorm(48, ifelse(y, 1, -1))
  data.frame(y, p = round(stats::plogis(s - 1), 2), q = round(stats::plogis(s + sin(1:48)), 2))
})

made_at <- function(prior, of = "p") {
  lr_set(stats::reformulate(of, "y"), d, scale = "prob", prior = prior, sure = TRUE)
}

both_at <- function(prior) c(a = made_at(prior), b = made_at(prior, "q"))

asked <- function(fn, ...) {
  more <- switch(fn,
    calibration_test = list(statistic = "ece_gap", replicates = 99),
    compare_systems = , measures = list(which = "cross_entropy", replicates = 20),
    explain = list(replicates = 20)
  )
  found <- withr::with_seed(1, suppressWarnings(suppressMessages(do.call(fn, c(list(...), more)))))
  # The trials of a calibration are stored beside it.
  if (inherits(found, "lr_calibration")) found <- c(coef(found), found$prior)
  if (inherits(found, "htest")) found <- found$p.value
  found
}

test_that("the one default prior is that of the set, in every function", {
  walked <- setdiff(functions_with("prior"), names(other_priors))
  expect_gt(length(walked), 20)
  expect_true(all(names(other_priors) %in% functions_with("prior")))
  for (fn in walked) {
    x <- switch(fn,
      compare_systems = , fuse = both_at(0.2),
      calibration_transfer = list(a = made_at(0.2), b = made_at(0.2, "q")), made_at(0.2)
    )
    own <- asked(fn, x)
    expect_equal(asked(fn, x, prior = 0.2), own, label = fn)
    other <- tryCatch(asked(fn, x, prior = 0.7), calibrant_error = \(cnd) "refused")
    expect_false(isTRUE(all.equal(other, own)), label = fn)
  }
})

test_that("in one call from vectors the prior is that of the probabilities, in every function", {
  of_sets <- c("compare_systems", "fuse", "calibration_transfer", "augment", "validation_report")
  known <- setdiff(names(other_priors), c("cost_curve", "dcf_table"))
  for (fn in setdiff(functions_with("prior"), c(known, of_sets))) {
    at_once <- asked(fn, d$p, truth = d$y, scale = "prob", prior = 0.2, sure = TRUE)
    expect_equal(at_once, asked(fn, made_at(0.2)), label = fn, ignore_attr = "input")
  }
})

test_that("thresholds are on the scale of the set, or risks, in every function", {
  risks <- c("calibration_measures", "murphy_curve")
  expect_setequal(functions_with("threshold"),
    c(risks, "confusion", "cost_curve", "dcf", "error_rates"))
  llr <- round(prob_to_ln(d$p, 0.2), 1)
  values <- \(scale) {
    if (scale == "prob") stats::plogis(llr + stats::qlogis(0.2)) else from_ln(llr, scale)
  }
  make <- \(scale) lr_set(values(scale), d$y, scale, prior = if (scale == "prob") 0.2, sure = TRUE)
  numbers <- function(found) {
    if (!is.data.frame(found)) return(found)
    found <- as.data.frame(found)[vapply(found, is.numeric, NA)]
    unlist(found[!grepl("^threshold|^log10_lr", names(found))])
  }
  for (fn in functions_with("threshold")) {
    of <- \(scale, threshold) {
      prior <- if (!fn %in% c("confusion", "error_rates")) list(prior = 0.3)
      numbers(do.call(fn, c(list(make(scale), threshold = threshold), prior)))
    }
    for (scale in c("ln", "log2", "lr", "prob")) {
      at <- if (fn %in% risks) c(0.1, 0.1) else c(values("log10")[5], values(scale)[5])
      expect_equal(of(scale, at[2]), of("log10", at[1]), label = paste(fn, scale))
    }
  }
})
