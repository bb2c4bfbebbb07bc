# Help pages of the sources, or those that are installed.
help_pages <- function() {
  files <- list.files(test_path("..", "..", "man"), "[.]Rd$", full.names = TRUE)
  if (length(files) > 50) return(rlang::set_names(lapply(files, tools::parse_Rd), basename(files)))
  pages <- tryCatch(tools::Rd_db("calibrant"), error = \(cnd) list())
  skip_if(length(pages) < 50, "installed without help")
  pages
}

tagged <- function(page, tag) {
  parts <- Filter(\(part) identical(attr(part, "Rd_tag"), tag), page)
  vapply(parts, \(part) paste(unlist(part), collapse = ""), "")
}

# Words that `??` searches, by page: names, titles and concepts.
searched <- function(pages) {
  lapply(pages, \(page) {
    unlist(lapply(c("\\name", "\\alias", "\\title", "\\concept"), \(tag) tagged(page, tag)))
  })
}

test_that("`??` finds the words of the field at the pages that answer", {
  found <- searched(help_pages())
  pages_of <- \(word) {
    has_word <- vapply(found, \(text) any(grepl(word, text, ignore.case = TRUE)), NA)
    sub("[.]Rd$", "", names(found)[has_word])
  }
  expected <- c(
    firearms = "conclusion_set", AFTE = "conclusion_set", inconclusive = "conclusion_set",
    toolmark = "conclusion_set", cartridge = "conclusion_set", elimination = "conclusion_set",
    expert = "conclusion_set", bullet = "black_box", "black.box" = "black_box",
    EER = "eer", DCF = "dcf", minDCF = "dcf", actDCF = "dcf", calibration = "calibrate",
    isotonic = "isotonic", "isotonic calibration" = "calibrate", Platt = "calibrate",
    KDE = "calibrate", sigmoid = "calibrate", spline = "calibrate", beta = "calibrate",
    temperature = "loglik_calibrate", ECE = "cross_entropy", "expected calibration" =
      "reliability_curve", binning = "reliability_curve", AUC = "auc", DET = "plot_det",
    ROC = "plot_det", Tippett = "plot_tippett", "likelihood ratio" = "calibrant-package",
    ELUB = "bound_lr", kappa = "error_rates", MCC = "error_rates", "F1" = "error_rates",
    precision = "error_rates", recall = "error_rates", FPR = "error_rates", FMR = "error_rates",
    "false negative" = "error_rates", sensitivity = "error_rates", specificity = "error_rates",
    prevalence = "posterior", "base rate" = "posterior", prosecutor = "posterior",
    RME = "misleading", DeLong = "measures", bootstrap = "measures", Brier = "rule_risk",
    "reliability diagram" = "plot_reliability", "decision curve" = "calibration_measures",
    Hosmer = "calibration_test", "log loss" = "cross_entropy", fusion = "fuse",
    multiclass = "loglik_set", softmax = "loglik_set", "confusion matrix" = "misclassification",
    Cavg = "cavg", drift = "monitor", CUSUM = "monitor", monitoring = "monitor",
    "sample size" = "plan_size", power = "plan_size", ENFSI = "validation_plan",
    "17025" = "validation_plan", "21043" = "validation_report", court = "validation_report",
    testimony = "validation_report", audit = "check_validation", verbal = "verbal_scale",
    NIST = "nist_operating_points", SQL = "databases", Spark = "databases",
    "big data" = "lr_chunks", Parquet = "read_scores", Kaldi = "read_scores",
    VoxCeleb = "read_scores", ASVspoof = "read_scores", Excel = "read_scores",
    Bosaris = "read_scores", FoCal = "calibrate", lir = "calibrant-package",
    BOSARIS = "calibrant-package", SpeechBrain = "calibrant-package", pROC = "calibrant-package",
    "scikit-learn" = "calibrant-package", "\\brms\\b" = "calibrant-package",
    CalibrationCurves = "calibrant-package", dcurves = "calibrant-package",
    "R package comparison" = "calibrant-package", Python = "calibrant-package",
    biometrics = "calibrant-package", yardstick = "lr_metric", tidymodels = "lr_metric",
    broom = "augment.lr_set", shell = "command_line", browser = "open_page",
    "training rule" = "retrain", capping = "predict.lr_bound", clipping = "predict.lr_bound"
  )
  for (word in names(expected)) {
    expect_true(expected[[word]] %in% pages_of(word), info = paste("??", word))
  }
})

test_that("every page opens under its own name, and each function has one page", {
  pages <- help_pages()
  aliases <- lapply(pages, tagged, "\\alias")
  for (file in names(pages)) {
    name <- tagged(pages[[file]], "\\name")
    expect_true(name %in% aliases[[file]], info = file)
    expect_identical(paste0(name, ".Rd"), basename(file))
  }
  all <- unlist(aliases)
  expect_identical(unname(all[duplicated(all)]), character())
  exports <- getNamespaceExports("calibrant")
  expect_identical(setdiff(exports, all), character())
  # A page that is called as a function is one: its name is exported, a method, or a topic.
  calls <- grep("^[a-z_]+$", all, value = TRUE)
  topics <- unique(vapply(pages, tagged, "", "\\name"))
  expect_identical(setdiff(calls, c(exports, topics, "calibrant")), character())
})

# Names of functions that a text calls, without those of other packages that it names by `::`.
called_names <- function(text) {
  text <- gsub("\"[^\"]*\"", "\"\"", text)
  found <- gregexpr("[A-Za-z_.][A-Za-z0-9_.:]*(?=[(])", text, perl = TRUE)
  unique(grep("::", unlist(regmatches(text, found)), value = TRUE, invert = TRUE))
}

known_names <- function() {
  registered <- getNamespaceInfo("calibrant", "S3methods")
  others <- c("base", "stats", "utils", "graphics", "grDevices", "methods", "ggplot2")
  c(getNamespaceExports("calibrant"), registered[, 1:3],
    unlist(lapply(others, getNamespaceExports)))
}

test_that("help and messages name only functions that exist", {
  code_of <- \(part) {
    is_code <- isTRUE(attr(part, "Rd_tag") %in% c("\\code", "\\verb"))
    if (is_code) return(paste(unlist(part), collapse = ""))
    if (is.list(part)) unlist(lapply(part, code_of))
  }
  pages <- help_pages()
  # Functions of other programs and of mathematics.
  elsewhere <- c("Pr", "calcLR", "ci.auc", "roc.test", "ln", "B", "logit", "plot_layout")
  for (file in names(pages)) {
    called <- called_names(unlist(lapply(pages[[file]], code_of)))
    expect_identical(setdiff(called, c(known_names(), elsewhere)), character(), info = file)
  }
  for (file in c("refusals.dcf", "slips.dcf", "verbs.dcf")) {
    text <- paste(readLines(system.file(file, package = "calibrant"), encoding = "UTF-8"),
      collapse = " ")
    spans <- \(pattern) unlist(regmatches(text, gregexpr(pattern, text)))
    named <- sub("[(].*", "", gsub("^[{][.]fn +|[}]$", "", spans("[{][.]fn [^{}]*[}]")))
    named <- grep("::", named, value = TRUE, invert = TRUE)
    called <- called_names(spans("[{][.]code [^{}]*[}]"))
    expect_identical(setdiff(c(named, called), known_names()), character(), info = file)
  }
})

# The text of a page without its references, and these one by one.
text_and_references <- function(page) {
  lines <- utils::capture.output(tools::Rd2txt(page, options = list(underline_titles = FALSE)))
  section <- cumsum(grepl("^[^ ]", lines))
  is_reference <- section %in% section[grepl("References:$", lines)]
  entries <- split(lines[is_reference], cumsum(!nzchar(lines[is_reference])))
  entries <- vapply(entries, \(entry) trimws(paste(entry, collapse = " ")), "")
  list(
    text = gsub("\\s+", " ", paste(lines[!is_reference], collapse = " ")),
    references = grep("^[^ ]+ .*[(][12][0-9]{3}[)]", entries, value = TRUE)
  )
}

test_that("each citation has its reference, and each reference is cited", {
  name <- "(?:[vV]an |de |du )?\\p{Lu}\\p{Ll}[\\p{L}-]*"
  citation <- paste0(
    "\\b(", name, ")(?:, ", name, ")*(?: and ", name, "| et al[.])? [(]?([12][0-9]{3})\\b"
  )
  pages <- help_pages()
  has_source <- vapply(pages, \(page) length(tagged(page, "\\source")) > 0, NA)
  for (file in setdiff(names(pages)[!has_source], "calibrant-package.Rd")) {
    page <- text_and_references(pages[[file]])
    found <- regmatches(page$text, gregexpr(citation, page$text, perl = TRUE))[[1]]
    found <- found[!grepl("^(Until|Since|From) ", found)]
    author <- sub(citation, "\\1", found, perl = TRUE)
    year <- sub(citation, "\\2", found, perl = TRUE)
    for (i in seq_along(found)) {
      has <- startsWith(page$references, author[i]) & grepl(year[i], page$references)
      expect_true(any(has), info = paste(file, "cites", found[i]))
    }
    cited <- vapply(page$references, \(entry) {
      grepl(sub("^((van |de )?[^ ]+) .*", "\\1", entry), page$text, fixed = TRUE)
    }, NA)
    expect_identical(unname(page$references[!cited]), character(), info = file)
  }
})
