# Results of other programs on the certified sets, beside this package: the formulas of the papers
# in a line of R each, packages of R that are installed, scikit-learn, and programs whose sources
# lie in the folder CALIBRANT_PEERS: PYLLR, PyBOSARIS, rllr, and lir with its dependency
# confidence. Each program computes the measures that it has, on sets of two hypotheses without weights.
# PEER_PYTHON and LIR_PYTHON name the interpreters, as lir needs Python 3.12. Writes
# bench/certified.md:
#  Rscript bench/certified.R
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

peers <- Sys.getenv("CALIBRANT_PEERS")

rllr_cost <- function(t, scale) {
  space <- new.env()
  sys.source(file.path(peers, "rllr", "R", "cllr.R"), space)
  space$cllr(log(lr_of(t$value, scale)), t$truth)
}

has <- \(package) requireNamespace(package, quietly = TRUE)

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
  ModelMetrics = if (has("ModelMetrics")) {
    list(auc = \(t, scale) ModelMetrics::auc(t$truth, t$value))
  },
  PRROC = if (has("PRROC")) {
    list(auc = \(t, scale) PRROC::roc.curve(t$value[t$truth == 1], t$value[t$truth == 0])$auc)
  },
  rllr = if (file.exists(file.path(peers, "rllr"))) list(cllr = rllr_cost)
)
programs <- Filter(Negate(is.null), programs)

of_lrs <- c("cllr", "cllr_cal", "ece", "dcf", "dev_pav", "elub_lower", "elub_upper", "iv_lower",
  "iv_upper")
of_scores <- plain$set[plain$scale == "score"]
is_asked <- \(quantity) !(values$set %in% of_scores & sub("\\(.*", "", values$quantity) %in% of_lrs) &
  values$set %in% plain$set & values$quantity %in% quantity

judge <- function(rows) {
  rows$value <- as.numeric(rows$value)
  cllr <- as.numeric(values$value[match(paste(rows$set, "cllr"), paste(values$set, values$quantity))])
  rows$digits <- here$right_digits(rows$found, rows$value,
    here$certified_unit(rows$quantity, rows$value, cllr))
  rows
}

# comparison takes LRs, so it cannot judge scores.
answers_of <- function(program, scores = !"ece_min(0.1)" %in% names(program)) {
  rows <- values[is_asked(names(program)) & (scores | !values$set %in% of_scores), ]
  rows$found <- mapply(\(set, quantity) {
    found <- tryCatch(
      suppressWarnings(program[[quantity]](trials_of_set(set), plain$scale[plain$set == set])),
      error = \(cnd) NA_real_
    )
    if (length(found) == 1) as.numeric(found) else NA_real_
  }, rows$set, rows$quantity)
  judge(rows)
}

# Programs in Python: the module of bench/certified.py, the folder of the sources, the interpreter.
python <- Sys.getenv("PEER_PYTHON", "/usr/bin/python3")
in_python <- list(
  "scikit-learn" = c("sklearn", "", python), PYLLR = c("pyllr", "PYLLR", python),
  PyBOSARIS = c("pybosaris", "PyBOSARIS", python),
  lir = c("lir", "lir", Sys.getenv("LIR_PYTHON", python))
)
all_trials <- tempfile(tmpdir = if (nzchar(peers)) peers else tempdir(), fileext = ".csv")
utils::write.csv(
  do.call(rbind, lapply(plain$set, \(name) {
    data.frame(set = name, scale = plain$scale[plain$set == name],
      format(trials_of_set(name), digits = 17, trim = TRUE))
  })),
  all_trials, row.names = FALSE, quote = FALSE
)

ask_python <- function(program) {
  if (program[[2]] != "" && !file.exists(file.path(peers, program[[2]]))) {
    return(NULL)
  }
  said <- suppressWarnings(system2(program[[3]],
    c("bench/certified.py", program[[1]], all_trials, shQuote(peers)), stdout = TRUE, stderr = FALSE))
  if (length(said) < 2) {
    return(NULL)
  }
  answers <- utils::read.csv(text = said[-1], header = FALSE, colClasses = "character",
    col.names = c("set", "quantity", "found"))
  rows <- values[is_asked(answers$quantity), ]
  row <- match(paste(rows$set, rows$quantity), paste(answers$set, answers$quantity))
  rows$found <- as.numeric(sub("^inf$", "Inf", answers$found[row]))
  structure(judge(rows), version = said[1])
}

own <- here$judge_certified()
judged <- c(list(calibrant = own), lapply(programs, answers_of),
  Filter(Negate(is.null), lapply(in_python, ask_python)))
unlink(all_trials)

version_of <- function(name) {
  said <- attr(judged[[name]], "version")
  if (isTRUE(nzchar(said))) {
    said
  } else if (file.exists(file.path(peers, name)) && nzchar(peers)) {
    system2("git", c("-C", file.path(peers, name), "describe", "--tags", "--always"), stdout = TRUE)
  } else if (name == "formulas in R") {
    paste(R.version$major, R.version$minor, sep = ".")
  } else {
    as.character(utils::packageVersion(name))
  }
}

line_of <- function(name) {
  rows <- judged[[name]]
  version <- version_of(name)
  kind <- sub("\\(.*", "", rows$quantity)
  vapply(unique(kind), \(one) {
    of <- rows[kind == one, ]
    short <- unique(of$set[of$digits < 13])
    sprintf("| %s %s | `%s` | %d of %d | %.0f | %s |", name, version, one, sum(of$digits >= 13),
      nrow(of), stats::median(of$digits), paste(short, collapse = ", "))
  }, "")
}

# Bounds that lie on a grid cannot have 13 digits, but should be within a step of it.
grid_lines <- function() {
  rows <- judged$lir
  steps <- c(elub_lower = 0.01, elub_upper = 0.01, iv_lower = 0.001, iv_upper = 0.001)
  lines <- vapply(if (!is.null(rows)) names(steps), \(one) {
    of <- rows[rows$quantity == one, ]
    far <- !(abs(of$found - of$value) <= steps[[one]] * (1 + 1e-6)) %in% TRUE
    more <- if (any(far)) paste0("; further away, or no answer: ", toString(of$set[far])) else ""
    sprintf("* `%s`: %d of %d%s", one, sum(!far), nrow(of), more)
  }, "")
  if (length(lines) > 0) c("", "Bounds of lir within a step of its grid:", "", lines)
}

writeLines(c(
  "# Certified sets: who gets them right", "",
  sprintf("Written by `Rscript bench/certified.R`, %s. A value is right with 13 correct digits;",
    format(Sys.Date())),
  "`inst/certified/README.md` says what is asked. Programs are asked for what they have a function",
  "for, through its documented call; sets with weights are left out for all but calibrant. Versions",
  "that are a commit are those of the sources. Bounds of lir lie on a grid, by default of steps of 0.01",
  "(`elub`) and 0.001 (`iv`) on the scale of log10 LR.", "",
  sprintf("calibrant, over all %d values: the fewest digits are %.1f.", nrow(own), min(own$digits)), "",
  "| program | quantity | right | median digits | sets with fewer digits, or no answer |",
  "|---|---|--:|--:|---|", unlist(lapply(names(judged), line_of)), grid_lines()
), "bench/certified.md")
