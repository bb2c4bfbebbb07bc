# What programs that are here make of the certified sets: this package, the formulas of the papers in a
# line of R each, and pROC, ROCR, comparison and scikit-learn where they are installed. Each is asked
# for what it has a function for, on sets of two hypotheses without weights. Writes
# bench/certified.md: Rscript bench/certified.R
suppressPackageStartupMessages(library(calibrant))

here <- getNamespace("calibrant")
sets <- here$read_certified("sets.csv")
values <- here$read_certified("values.csv")
trials <- here$read_certified("trials.csv")
plain <- sets[sets$kind == "two" & !sets$set %in% trials$set[trials$weight != ""], ]

trials_of_set <- function(name) {
  if (name == "million") {
    both <- here$million_trials()
    return(data.frame(value = unlist(both), truth = rep(1:0, lengths(both))))
  }
  table <- here$certified_table(name, "two")
  data.frame(value = as.numeric(table$value), truth = as.integer(table$truth))
}

lr_of <- \(v, scale) switch(scale, ln = exp(v), log10 = 10^v, log2 = 2^v, lr = v)

formula_ece <- function(prior) {
  \(t, scale) {
    lr <- lr_of(t$value, scale) * prior / (1 - prior)
    prior * mean(log2(1 + 1 / lr[t$truth == 1])) + (1 - prior) * mean(log2(1 + lr[t$truth == 0]))
  }
}

comparison_ece <- function(prior, part) {
  \(t, scale) {
    lr <- lr_of(t$value, scale)
    comparison::calc.ece(lr[t$truth == 1], lr[t$truth == 0], prior)[[part]]
  }
}

sklearn_auc <- function(t, scale) {
  file <- tempfile(fileext = ".csv")
  on.exit(unlink(file))
  utils::write.csv(format(t, digits = 17), file, row.names = FALSE, quote = FALSE)
  code <- paste("import csv; from sklearn.metrics import roc_auc_score as f;",
    "r = list(csv.DictReader(open('%s')));",
    "print(repr(float(f([int(a['truth']) for a in r], [float(a['value']) for a in r]))))")
  said <- system2("/usr/bin/python3", c("-c", shQuote(sprintf(code, file))), stdout = TRUE,
    stderr = FALSE)
  as.numeric(said)
}

has <- \(package) requireNamespace(package, quietly = TRUE)
has_sklearn <- suppressWarnings(
  system2("/usr/bin/python3", c("-c", shQuote("import sklearn")), stderr = FALSE) == 0
)

programs <- list(
  "formulas in R" = list(cllr = formula_ece(0.5), `ece(0.001)` = formula_ece(0.001),
    `ece(0.1)` = formula_ece(0.1), `ece(0.9)` = formula_ece(0.9)),
  pROC = if (has("pROC")) {
    list(auc = \(t, scale) as.numeric(pROC::auc(pROC::roc(t$truth, t$value, direction = "<",
      quiet = TRUE))))
  },
  ROCR = if (has("ROCR")) {
    list(auc = \(t, scale) ROCR::performance(ROCR::prediction(t$value, t$truth),
      "auc")@y.values[[1]])
  },
  comparison = if (has("comparison")) {
    list(cllr = comparison_ece(0.5, "ece"), cllr_min = comparison_ece(0.5, "ece.cal"),
      `ece(0.1)` = comparison_ece(0.1, "ece"), `ece_min(0.1)` = comparison_ece(0.1, "ece.cal"))
  },
  "scikit-learn" = if (has_sklearn) list(auc = sklearn_auc)
)
programs <- Filter(Negate(is.null), programs)

# Who has LRs in and costs out is not asked for scores.
answers_of <- function(program) {
  able <- if ("auc" %in% names(program)) plain else plain[plain$scale != "score", ]
  rows <- values[values$set %in% able$set & values$quantity %in% names(program), ]
  rows$found <- mapply(\(set, quantity) {
    found <- tryCatch(
      suppressWarnings(program[[quantity]](trials_of_set(set), plain$scale[plain$set == set])),
      error = \(cnd) NA_real_
    )
    if (length(found) == 1) as.numeric(found) else NA_real_
  }, rows$set, rows$quantity)
  rows$value <- as.numeric(rows$value)
  cllr <- as.numeric(values$value[match(paste(rows$set, "cllr"), paste(values$set, values$quantity))])
  rows$digits <- here$right_digits(rows$found, rows$value,
    here$certified_unit(rows$quantity, rows$value, cllr))
  rows
}

own <- here$judge_certified()
judged <- c(list(calibrant = own), lapply(programs, answers_of))

version_of <- function(name) {
  if (name == "scikit-learn") {
    ask <- shQuote("import sklearn; print(sklearn.__version__)")
    system2("/usr/bin/python3", c("-c", ask), stdout = TRUE)
  } else if (name == "formulas in R") {
    paste(R.version$major, R.version$minor, sep = ".")
  } else {
    as.character(utils::packageVersion(name))
  }
}

line_of <- function(name) {
  rows <- judged[[name]]
  kind <- sub("\\(.*", "", rows$quantity)
  vapply(unique(kind), \(one) {
    of <- rows[kind == one, ]
    short <- unique(of$set[of$digits < 13])
    sprintf("| %s %s | `%s` | %d of %d | %s |", name, version_of(name), one, sum(of$digits >= 13),
      nrow(of), paste(short, collapse = ", "))
  }, "")
}

writeLines(c(
  "# Certified sets: who gets them right", "",
  sprintf("Written by `Rscript bench/certified.R`, %s. A value is right with 13 correct digits;",
    format(Sys.Date())),
  "`inst/certified/README.md` says what is asked. Programs are asked for what they have a function",
  "for, through its documented call; sets with weights are left out for all but calibrant.", "",
  sprintf("calibrant, over all %d values: the fewest digits are %.1f.", nrow(own), min(own$digits)), "",
  "| program | quantity | right | sets with fewer digits, or no answer |", "|---|---|--:|---|",
  unlist(lapply(names(judged), line_of))
), "bench/certified.md")
