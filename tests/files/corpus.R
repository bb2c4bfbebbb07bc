# The corpus of files: its table, the functions and programs that read each file, and the verdict on
# their results. README.md in this folder explains the table.

read_corpus <- function(folder) {
  rows <- utils::read.delim(
    file.path(folder, "expected.tsv"), quote = "", colClasses = "character",
    na.strings = NULL, encoding = "UTF-8", comment.char = ""
  )
  rows[rows == "-"] <- ""
  cases <- lapply(seq_len(nrow(rows)), \(k) corpus_case(as.list(rows[k, ]), folder))
  stats::setNames(cases, rows$case)
}

corpus_case <- function(row, folder) {
  row$paths <- file.path(folder, strsplit(row$files, " ", fixed = TRUE)[[1]])
  row$arguments <- corpus_arguments(row$arguments)
  if (!is.null(row$arguments$key)) row$arguments$key <- file.path(folder, row$arguments$key)
  row$may_refuse <- grepl("^([?] |refused$)", row$becomes)
  row$trials <- if (row$becomes != "refused") corpus_trials(row$becomes, row$verb)
  row$words <- strsplit(row$words, " | ", fixed = TRUE)[[1]]
  row$items <- strsplit(row$items, " ", fixed = TRUE)[[1]]
  row
}

corpus_arguments <- function(text) {
  pairs <- strsplit(strsplit(text, "; ", fixed = TRUE)[[1]], "=", fixed = TRUE)
  found <- stats::setNames(lapply(pairs, \(pair) pair[2]), vapply(pairs, `[`, "", 1))
  if (!is.null(found$columns)) {
    parts <- strsplit(strsplit(found$columns, ",", fixed = TRUE)[[1]], ":", fixed = TRUE)
    found$columns <- stats::setNames(vapply(parts, `[`, "", 2), vapply(parts, `[`, "", 1))
  }
  if (!is.null(found$prior)) found$prior <- as.numeric(found$prior)
  found
}

# "A: H1 1 2 / H2 0; B: ..." as a list of systems, each with the values of both hypotheses.
corpus_trials <- function(text, verb) {
  text <- sub("^[?] ", "", text)
  if (verb == "apply") {
    pairs <- strsplit(strsplit(text, " ", fixed = TRUE)[[1]], "=", fixed = TRUE)
    lr <- suppressWarnings(as.numeric(vapply(pairs, `[`, "", 2)))
    return(stats::setNames(lr, vapply(pairs, `[`, "", 1)))
  }
  systems <- strsplit(text, "; ", fixed = TRUE)[[1]]
  named <- grepl("^[^ ]+: H1", systems)
  values <- lapply(sub("^[^ ]+: ", "", systems), \(one) {
    sides <- strsplit(sub("^H1 ", "", one), " / H2 ", fixed = TRUE)[[1]]
    stats::setNames(lapply(strsplit(sides, " ", fixed = TRUE), corpus_values, verb), c("h1", "h2"))
  })
  stats::setNames(values, ifelse(named, sub(": H1.*$", "", systems), ""))
}

# Words such as identification*3 are conclusions with their number.
corpus_values <- function(cells, verb) {
  if (verb != "conclusions") {
    return(as.numeric(cells))
  }
  counts <- ifelse(grepl("[*]", cells), sub("^.*[*]", "", cells), "1")
  sort(rep(sub("[*].*$", "", cells), as.numeric(counts)), method = "radix")
}

# Result of a door for one case: trials with all messages, or a refusal with its words. An error of
# another class than ours is a failure.
try_door <- function(read) {
  said <- character()
  keep <- \(cnd) said <<- c(said, conditionMessage(cnd))
  tryCatch(
    withCallingHandlers(
      {
        trials <- read()
        list(trials = trials, said = said)
      },
      message = \(cnd) {
        keep(cnd)
        invokeRestart("muffleMessage")
      },
      warning = \(cnd) {
        keep(cnd)
        invokeRestart("muffleWarning")
      }
    ),
    calibrant_error = \(cnd) list(refusal = paste(c(said, conditionMessage(cnd)), collapse = "\n")),
    error = \(cnd) list(broken = conditionMessage(cnd))
  )
}

read_by_r <- function(case) {
  asked <- case$arguments
  if (!is.null(asked$columns) && all(grepl("^[0-9]+$", asked$columns))) {
    asked$columns <- vapply(asked$columns, as.numeric, 0)
  }
  files <- case$paths
  switch(case$verb,
    scores = trials_in_set(do.call(calibrant::read_scores, c(list(files), asked))),
    two = trials_in_set(do.call(calibrant::read_scores, c(
      list(genuine = files[1], impostor = files[2]), asked
    ))),
    conclusions = conclusions_in_set(do.call(calibrant::conclusion_set, c(list(files), asked)))
  )
}

# Values on the scale on which they were read.
trials_in_set <- function(x) {
  rows <- as.data.frame(x)
  column <- intersect(c("score", "log10_lr", "ln_lr", "log2_lr", "lr", "prob"), names(rows))[1]
  stopifnot(!is.na(column))
  names <- if (is.null(rows$system)) rep("", nrow(rows)) else rows$system
  systems <- factor(names, if (is.null(rows$system)) "" else levels(x))
  trials <- lapply(split(rows, systems), \(part) {
    list(h1 = part[[column]][part$truth], h2 = part[[column]][!part$truth])
  })
  structure(trials, set = x)
}

conclusions_in_set <- function(x) {
  rows <- as.data.frame(x)
  count <- if (is.null(rows$count)) rep(1, nrow(rows)) else rows$count
  words <- \(is) sort(rep(as.character(rows$conclusion[is]), count[is]), method = "radix")
  stats::setNames(list(list(h1 = words(rows$truth), h2 = words(!rows$truth))), "")
}

# The program does not print trials: their numbers, Cllr and AUC must be those of the right trials.
# Scores are treated as LRs, since their order alone would not distinguish 1.2 from 1200.
read_by_shell <- function(case) {
  asked <- case$arguments
  if (case$verb == "apply") {
    return(cases_by_shell(case))
  }
  if (case$verb == "conclusions") {
    return(run_program(c("conclusions", case$paths, shell_options(asked), "--json")))
  }
  inputs <- switch(case$verb,
    two = c("--genuine", case$paths[1], "--impostor", case$paths[2]),
    case$paths
  )
  if (is.null(asked$scale)) asked$scale <- "ln"
  # Without intervals the columns of sources would have no effect, and be refused.
  replicates <- if (any(grepl("^source", names(asked$columns)))) "10" else "0"
  run_program(c(
    "judge", inputs, shell_options(asked), "--replicates", replicates, "--which", "cllr,auc",
    "--json"
  ))
}

shell_options <- function(asked) {
  columns <- asked$columns
  own <- c("score", "truth", "source1", "source2", "system", "weight", "conclusion")
  short <- !anyDuplicated(names(columns)) && !any(grepl("^[0-9]+$", columns)) &&
    all(names(columns) %in% own)
  others <- unlist(asked[setdiff(names(asked), c("columns", "na"))])
  c(
    if (length(columns) > 0 && short) rbind(paste0("--", names(columns)), columns),
    if (!short) c("--columns", paste(names(columns), columns, sep = "=", collapse = ",")),
    if (length(others) > 0) rbind(paste0("--", names(others)), others),
    if (!is.null(asked$na)) "--drop-missing"
  )
}

# Output of the program. Messages are kept as said, and a status other than 0 is a refusal.
run_program <- function(words) {
  status <- NULL
  errors <- character()
  out <- utils::capture.output({
    errors <- utils::capture.output(
      status <- calibrant:::run_command(as.character(words)), type = "message"
    )
  })
  errors <- paste(errors, collapse = "\n")
  if (status != 0) {
    stop(structure(class = c("calibrant_error", "error", "condition"), list(message = errors)))
  }
  if (nzchar(errors)) message(errors)
  if ("--json" %in% words) jsonlite::fromJSON(paste(out, collapse = "\n")) else out
}

# Each case stands first in its line, and its LR last, with the marks of the file.
cases_by_shell <- function(case) {
  folder <- tempfile()
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  fit <- file.path(folder, "fit.json")
  model <- casework_model(file.path(folder, "training.csv"), fit)
  out <- run_program(c("apply", fit, case$paths, shell_options(case$arguments)))
  # A decimal comma among commas is quoted; names of cases are not.
  lines <- gsub("([0-9]),([0-9]+(e[-+]?[0-9]+)?)\"", "\\1.\\2\"", out[grepl("[[:alnum:]]", out)])
  lines <- gsub("\"", "", lines)
  marks <- c(";", "\t", ",", " ")
  separator <- c(case$separator, Find(\(mark) any(grepl(mark, lines)), marks))[1]
  fields <- strsplit(lines, separator, fixed = TRUE)
  last <- vapply(fields, \(one) one[length(one)], "")
  lr <- suppressWarnings(as.numeric(sub(",", ".", last, fixed = TRUE)))
  name <- sub(",", ".", vapply(fields, `[`, "", 1), fixed = TRUE)
  is_case <- !is.na(lr) | name %in% names(case$trials)
  list(cases = stats::setNames(lr[is_case], name[is_case]), model = model)
}

# A calibration by the program in a file, and by R.
casework_model <- function(table, fit) {
  training <- data.frame(
    score = c(2, 0.5, 3, 1, -1, 1.5, -2, 0), label = rep(c("target", "nontarget"), each = 4)
  )
  utils::write.csv(training, table, row.names = FALSE)
  run_program(c("calibrate", table, "--output", fit))
  set <- calibrant::lr_set(label ~ score, training, scale = "score", h1 = "target")
  calibrant::calibrate(set)
}

# Verdict on a case: right, or a description of the error.
judge_case <- function(case, found, agrees) {
  if (!is.null(found$broken)) {
    return("broken")
  }
  if (is.null(found$refusal)) {
    if (is.null(case$trials) || !agrees(case, found$trials)) {
      return("wrong")
    }
    # A case that may be refused needs no trials: its words are those of the refusal.
    return(if (case$may_refuse || has_words(case, found$said)) "right" else "words")
  }
  if (!case$may_refuse) {
    return("refused")
  }
  if (has_words(case, found$refusal)) "right" else "words"
}

# Each of the words must occur, separately.
has_words <- function(case, text) {
  # Messages are wrapped at any blank.
  text <- gsub("[[:space:]]+", " ", paste(text, collapse = " "))
  said <- \(word) {
    edge <- "[[:alnum:]]"
    word <- paste0("(?<!", edge, ")\\Q", word, "\\E(?!", edge, ")")
    grepl(word, text, perl = TRUE)
  }
  all(vapply(case$words, \(word) any(vapply(strsplit(word, " or ")[[1]], said, NA)), NA))
}

# Compares the trials, in their order, with their items and measures if the table has them.
agrees_in_trials <- function(case, trials) {
  same <- \(a, b) if (is.character(a)) identical(a, b) else same_numbers(a, b)
  set <- attr(trials, "set")
  identical(names(trials), names(case$trials)) &&
    all(mapply(\(a, b) same(a$h1, b$h1) && same(a$h2, b$h2), case$trials, trials)) &&
    has_items(case, set) && has_values(case, set)
}

has_values <- function(case, set) {
  told <- told_values(case)
  all(vapply(names(told), \(name) {
    same_numbers(getExportedValue("calibrant", name)(set), told[[name]])
  }, NA))
}

has_items <- function(case, set) {
  if (length(case$items) == 0) {
    return(TRUE)
  }
  rows <- as.data.frame(set)
  found <- if (is.null(rows$source2)) rows$id else paste(rows$source1, rows$source2, sep = "+")
  identical(as.character(found), case$items)
}

# Their numbers and measures.
agrees_in_measures <- function(case, found) {
  if (case$verb == "apply") {
    return(agrees_in_cases(case, found))
  }
  if (case$verb == "conclusions") {
    rows <- found$conclusions
    counted <- \(side) sort(rep(rows$conclusion, rows[[side]]), method = "radix")
    return(identical(list(h1 = counted("n_h1"), h2 = counted("n_h2")), case$trials[[1]]))
  }
  values <- measures_of_case(case)
  sizes <- vapply(case$trials, \(one) lengths(one), c(h1 = 0L, h2 = 0L))
  measure <- \(name) as.numeric(found$measures$estimate[found$measures$measure == name])
  identical(as.integer(found$trials$n_h1), unname(sizes["h1", ])) &&
    identical(as.integer(found$trials$n_h2), unname(sizes["h2", ])) &&
    (ncol(values) == 1 || identical(as.character(found$trials$system), colnames(values))) &&
    all(vapply(unique(found$measures$measure), \(name) {
      same_numbers(measure(name), unname(values[name, ]))
    }, NA))
}

# A column per system. The table overrides the oracle, which knows no weights.
measures_of_case <- function(case) {
  values <- vapply(case$trials, \(one) {
    ln <- lapply(one, oracle_ln, scale_of_case(case), case$arguments$prior)
    c(cllr = oracle_cllr(ln$h1, ln$h2), auc = oracle_auc(ln$h1, ln$h2))
  }, c(cllr = 0, auc = 0))
  told <- told_values(case)
  known <- intersect(names(told), rownames(values))
  values[known, ] <- told[known]
  values
}

scale_of_case <- function(case) {
  if (is.null(case$arguments$scale)) "ln" else case$arguments$scale
}

# "eer 0.25; auc 0.75" as numbers.
told_values <- function(case) {
  parts <- strsplit(strsplit(case$value, "; ", fixed = TRUE)[[1]], " ", fixed = TRUE)
  stats::setNames(as.numeric(vapply(parts, `[`, "", 2)), vapply(parts, `[`, "", 1))
}

same_numbers <- function(a, b) {
  near <- \(a, b) is.finite(a) & is.finite(b) & abs(a - b) <= 1e-12 * pmax(1, abs(b))
  length(a) == length(b) && all(a == b | near(a, b))
}

oracle_ln <- function(value, scale, prior) {
  switch(scale,
    ln = value, log10 = value * log(10), log2 = value * log(2), lr = log(value),
    prob = log(value / (1 - value)) - log(prior / (1 - prior))
  )
}

# The LR that is printed for each name is that of its score.
agrees_in_cases <- function(case, found) {
  line <- stats::coef(found$model)
  score <- case$trials
  wanted <- (line[["offset"]] + line[["slope"]] * score) / log(10)
  identical(names(found$cases), names(score)) && identical(is.na(found$cases), is.na(wanted)) &&
    all(abs(found$cases - wanted) < 1e-12, na.rm = TRUE)
}

# The doors: for each the way of reading, the comparison of results, and its verbs.
corpus_doors <- list(
  R = list(
    read = read_by_r, agrees = agrees_in_trials, verbs = c("scores", "two", "conclusions")
  ),
  shell = list(
    read = read_by_shell, agrees = agrees_in_measures,
    verbs = c("scores", "two", "apply", "conclusions"),
    needs = "jsonlite"
  )
)

# Each case through one door: the outcome and, if it is not right, a description of it.
run_door <- function(cases, door) {
  cases <- Filter(\(case) case$verb %in% door$verbs, cases)
  rows <- lapply(cases, \(case) {
    found <- try_door(\() door$read(case))
    outcome <- judge_case(case, found, door$agrees)
    data.frame(
      case = case$case, outcome = outcome, refused = !is.null(found$refusal),
      today = if (outcome != "right") in_short(found) else ""
    )
  })
  do.call(rbind, unname(rows))
}

in_short <- function(found) {
  text <- paste(c(found$refusal, found$broken), collapse = " ")
  if (!is.null(found$trials)) text <- paste("reads", values_in_short(found$trials))
  trimws(substr(gsub("[[:space:]]+", " ", text), 1, 160))
}

values_in_short <- function(trials) {
  if (!is.null(trials$measures)) {
    trials <- c(trials$trials[c("n_h1", "n_h2")], list(cllr_and_auc = trials$measures$estimate))
  }
  trials$model <- NULL
  values <- unlist(trials)
  paste(names(values), values, collapse = ", ")
}

read_open <- function(folder) {
  utils::read.delim(file.path(folder, "open.tsv"), quote = "", colClasses = "character",
    comment.char = "", encoding = "UTF-8")
}
