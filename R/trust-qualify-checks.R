# Tests of an installation: each has a requirement, a method and a function. The function takes the
# results of judge_certified(), and returns whether the test passes, with the findings.

qualification_checks <- function() {
  runs <- c(
    list(files = \(judged) check_certified_files(), arithmetic = \(judged) check_arithmetic()),
    lapply(certified_kinds, \(kinds) \(judged) check_digits(judged, kinds)),
    list(
      report = \(judged) check_report(), seeds = \(judged) check_seeds(),
      intervals = \(judged) check_intervals(), calibration = \(judged) check_rejections()
    )
  )
  own <- setdiff(names(runs), names(certified_kinds))
  tests <- ifelse(names(runs) %in% own, names(runs), "certified")
  Map(\(run, requirement, test) list(requirement = requirement, test = test, run = run),
    runs, words_for("requirement")[names(runs)], words_for("qualified_by")[tests])
}

# Quantities of the certified sets, by the requirement that they test.
certified_kinds <- list(
  costs = c("cllr", "cllr_min", "cllr_cal", "ece", "ece_min", "dev_pav"),
  discrimination = c("eer", "eer_steps", "auc", "auc_hull"),
  decisions = c("dcf", "dcf_min", "p_miss", "p_fa"),
  bounds = paste(rep(c("elub", "iv", "n_source"), each = 2), c("lower", "upper"), sep = "_"),
  fits = c("logistic_slope", "logistic_offset", "gaussian_slope", "gaussian_offset"),
  classes = "cross_entropy", conclusions = c("log10_lr", "information")
)

# SHA-256 of the file with the checksums of the others.
certified_sums <- "d3d5c199ff5d4d1175183d5d74894a443680e9336a541a4247c72bcea42c833b"

check_outcome <- function(passed, test, number, other, digits = NULL) {
  fact <- list(passed = passed, number = number, other = other, digits = digits)
  list(passed = passed, found = say(paste0("qualified_", test), fact))
}

check_certified_files <- function() {
  sums <- utils::read.table(certified_file("SHA256SUMS"), col.names = c("sum", "file"))
  now <- vapply(certified_file(sums$file), \(path) {
    if (file.exists(path)) cli::hash_file_sha256(path) else ""
  }, "")
  changed <- c(
    if (cli::hash_file_sha256(certified_file("SHA256SUMS")) != certified_sums) "SHA256SUMS",
    sums$file[now != sums$sum]
  )
  check_outcome(length(changed) == 0, "files", nrow(sums), paste(changed, collapse = ", "))
}

# A function, its argument, and its value to 17 digits.
known_values <- function() {
  list(
    list(exp, 1, 2.7182818284590452), list(exp, -700, 9.8596765437597709e-305),
    list(exp, -0.1, 0.90483741803595957), list(log, 10, 2.3025850929940457),
    list(log, 1e-300, -690.77552789821371), list(log1p, 1e-10, 9.9999999995000004e-11),
    list(log1p, 0.5, 0.40546510810816438), list(expm1, 1e-10, 1.0000000000500000e-10),
    list(log2, 3, 1.5849625007211562), list(log10, 2, 0.30102999566398120),
    list(\(x) 10^x, -2.5, 0.0031622776601683793), list(sqrt, 3, 1.7320508075688773),
    list(stats::plogis, -40, 4.2483542552915890e-18)
  )
}

check_arithmetic <- function() {
  error <- vapply(known_values(), \(known) abs(known[[1]](known[[2]]) / known[[3]] - 1), 1)
  list(passed = max(error) <= 2 * .Machine$double.eps,
    found = label("largest error: %s units in the last place",
      format_number(max(error) / .Machine$double.eps, 2)))
}

check_digits <- function(judged, kinds) {
  if (is.character(judged)) return(list(passed = FALSE, found = judged))
  rows <- judged[sub("\\(.*", "", judged$quantity) %in% kinds, ]
  short <- unique(rows$set[rows$digits < 13])
  check_outcome(nrow(rows) > 0 && length(short) == 0, "digits", nrow(rows),
    paste(short, collapse = ", "), floor(min(rows$digits, Inf)))
}

qualified_set <- function() {
  data <- calibrant::glass_lr
  lr_set(data$log10_lr[data$model == "mvk"], data$same_source[data$model == "mvk"], scale = "log10")
}

qualification_file <- function(file) {
  system.file("qualification", file, package = "calibrant", mustWork = TRUE)
}

# The numbers and sentences of a report, without date and versions.
stored_sections <- c("summary", "data", "numbers", "sentences", "limits", "all_numbers")

# Report on one system, in English wherever it runs.
qualified_report <- function() {
  settings <- list(level = 0.95, replicates = 100, seed = 1, threads = 1, prior = c(0.01, 0.5))
  with_words_of("en", {
    report <- report_facts(qualified_set(), NULL, settings, list())
    report$type <- "html"
    report_markdown(report, report$sections[stored_sections])
  })
}

check_report <- function() {
  stored <- readLines(qualification_file("report.md"), encoding = "UTF-8", warn = FALSE)
  now <- unlist(strsplit(enc2utf8(qualified_report()), "\n"))
  differs <- if (length(now) == length(stored)) which(now != stored) else 0
  check_outcome(length(differs) == 0, "lines", length(stored), differs[1])
}

seeded_limits <- function(threads) {
  with_seed(1, {
    found <- measures(
      qualified_set(), c("cllr", "cllr_min", "eer", "auc", "dev_pav"), replicates = 100,
      by = "trial", threads = threads
    )
    # devPAV has no limits.
    c(found$lower[1:4], found$upper[1:4], found$std_error)
  })
}

check_seeds <- function() {
  stored <- scan(qualification_file("limits.txt"), quiet = TRUE)
  found <- rbind(seeded_limits(1), seeded_limits(2))
  error <- max(abs(found - rep(stored, each = 2)))
  list(passed = error < 1e-12 && identical(found[1, ], found[2, ]),
    found = label("largest difference %s", format_number(error, 2)))
}

simulated_sets <- function(run, n = 200) {
  with_seed(1, vapply(seq_len(n), \(i) run(simulate_lr(60, 120, s = 2)), TRUE))
}

check_intervals <- function() {
  truth <- cllr(gaussian_system(s = 2))
  holds <- simulated_sets(\(x) {
    limits <- measures(x, "cllr", replicates = 200)
    limits$lower <= truth && truth <= limits$upper
  })
  list(passed = sum(holds) >= 180,
    found = label("%s of %s hold it, at a level of %s", sum(holds), length(holds), "95 %"))
}

check_rejections <- function() {
  rejects <- simulated_sets(\(x) calibration_test(x, replicates = 99)$p.value <= 0.05)
  list(passed = sum(rejects) <= 20,
    found = label("%s of %s rejected, at a level of %s", sum(rejects), length(rejects), "5 %"))
}
