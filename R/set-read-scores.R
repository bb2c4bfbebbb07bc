#' Read files of scores and likelihood ratios
#'
#' Files that programs of the field write, as an [lr_set()].
#'
#' `read_scores()` reads text files with a trial per line: the model, the test segment and the score
#' (the text format of BOSARIS and SIDEKIT), or a table whose header names `modelid`, `segmentid`
#' and `LLR` or `score` (that of the NIST evaluations, with a column `side` or not). The key has the
#' same first columns and then `target` or `nontarget` (or `tar` and `non`, 1 and 0), or a header
#' that names `targettype`. Every trial of the key must have its score; scores that the key does not
#' name were not asked for, and are left out with a message.
#'
#' `read_lir()` reads the tables of log10 LRs of the Python package lir, one file per hypothesis:
#' with a header, the column `llr` (and `source_id`, if it is there), without one, the only column.
#'
#' @param scores,key Names of the files, or connections.
#' @param h1,h2 Names of the files with the LRs of the trials in which H1 and H2 are true.
#' @param scale As in [lr_set()]: scores until somebody has calibrated them.
#' @param ... More arguments of [lr_set()], such as `system` and `hypotheses`.
#' @return An [lr_set()]. With `read_scores()`, `source1` is the model, `source2` the segment; with
#'   `read_lir()`, `id` is the `source_id`.
#' @section Errors: `calibrant_error_input` where a file is not of these kinds, where a trial of the
#'   key has no score, or two.
#' @references
#' Brümmer N, de Villiers E (2011). *The BOSARIS toolkit user guide: theory, algorithms and code for
#' binary classifier score processing*. AGNITIO Research.
#'
#' Netherlands Forensic Institute. *lir: Python likelihood ratio library*.
#' <https://github.com/NetherlandsForensicInstitute/lir>
#' @export
#' @examples
#' scores <- tempfile()
#' key <- tempfile()
#' writeLines(c("m1 s1 2.1", "m1 s2 -0.7", "m2 s1 -1.9", "m2 s2 1.2"), scores)
#' writeLines(c("m1 s1 target", "m1 s2 nontarget", "m2 s2 target"), key)
#' x <- read_scores(scores, key)
#' head(x)
read_scores <- function(scores, key, scale = "score", ...) {
  call <- rlang::current_env()
  scored <- read_trial_file(scores, c("llr", "score", "scores"), call)
  tested <- read_trial_file(key, c("targettype", "target", "truth", "key", "label"), call)
  scored$last <- as_scores(scored$last, call)
  at <- match_trials(tested, scored, call)
  extra <- nrow(scored) - nrow(tested)
  if (extra > 0) {
    inform_calibrant(
      "{plain_count(extra)} score{?s} of trials that the key does not name {?is/are} left out.",
      class = "calibrant_message_dropped"
    )
  }
  lr_set(scored$last[at], read_key(tested$last, call),
    scale = scale, source1 = tested$model, source2 = tested$segment, ...
  )
}

#' @rdname read_scores
#' @export
read_lir <- function(h1, h2, ...) {
  call <- rlang::current_env()
  read <- list(h1 = read_lir_file(h1, call), h2 = read_lir_file(h2, call))
  id <- c(read$h1$source_id, read$h2$source_id)
  n <- nrow(read$h1) + nrow(read$h2)
  lr_set(
    h1 = read$h1$llr, h2 = read$h2$llr, scale = "log10",
    id = if (length(id) == n) id, ...
  )
}

# Model, segment and what the line is about. Without a header these are the first two columns and
# the last one.
read_trial_file <- function(file, last, call) {
  lines <- read_lines(file, call)
  separator <- if (grepl("\t", lines[1])) "\t" else if (grepl(",", lines[1])) "," else ""
  table <- read_table(
    lines, file, call,
    sep = separator, colClasses = "character", quote = "", fill = FALSE, header = FALSE,
    strip.white = TRUE
  )
  names <- tolower(unlist(table[1, ]))
  if (any(c("modelid", "model") %in% names)) {
    columns <- lapply(list(c("modelid", "model"), c("segmentid", "segment"), last), \(known) {
      which(names %in% known)[1]
    })
    if (anyNA(columns)) stop_trial_file(file, lines, call)
    table <- table[-1, unlist(columns), drop = FALSE]
  } else {
    if (ncol(table) < 3) stop_trial_file(file, lines, call)
    table <- table[c(1, 2, ncol(table))]
  }
  stats::setNames(table, c("model", "segment", "last"))
}

read_lines <- function(file, call) {
  lines <- tryCatch(readLines(file, warn = FALSE), error = \(cnd) NULL, warning = \(cnd) NULL)
  lines <- lines[nzchar(trimws(lines))]
  if (length(lines) == 0) {
    stop_input("The file cannot be read, or is empty: {value_text(file)}.", call = call)
  }
  lines
}

stop_trial_file <- function(file, lines, call) {
  stop_input(
    "A line must hold the model, the segment, and the score or the kind of the trial.",
    x = "The first line of {value_text(file)} is {.val {lines[1]}}.",
    call = call
  )
}

as_scores <- function(text, call) {
  numbers <- suppressWarnings(as.double(text))
  check_each(!is.na(numbers), "be numbers.", text, "scores", call)
  numbers
}

match_trials <- function(tested, scored, call) {
  # No identifier has a line break.
  name <- \(table) paste(table$model, table$segment, sep = "\n")
  trials <- name(scored)
  twice <- anyDuplicated(trials)
  at <- match(name(tested), trials)
  if (twice > 0 || anyNA(at)) {
    bad <- if (twice > 0) scored[twice, ] else tested[which(is.na(at))[1], ]
    stop_input(
      "Every trial of the key must have one score.",
      x = "Model {.val {bad$model}} with segment {.val {bad$segment}} has
           {if (twice > 0) 'two' else 'none'}.",
      call = call
    )
  }
  at
}

read_key <- function(text, call) {
  text <- tolower(text)
  known <- c(target = TRUE, tar = TRUE, "1" = TRUE, true = TRUE, nontarget = FALSE, non = FALSE,
    imposter = FALSE, impostor = FALSE, "0" = FALSE, "-1" = FALSE, false = FALSE)
  truth <- unname(known[text])
  check_each(!is.na(truth), "say target or nontarget.", text, "key", call)
  truth
}

read_lir_file <- function(file, call) {
  lines <- read_lines(file, call)
  has_header <- grepl("[[:alpha:]]{3}", lines[1]) && !grepl("^[-+]?(inf|nan)", lines[1], TRUE)
  table <- read_table(
    lines, file, call, sep = ",", quote = "\"", fill = TRUE, header = has_header
  )
  if (!has_header) names(table)[1] <- "llr"
  if (!"llr" %in% names(table) || !is.numeric(table$llr)) {
    stop_input(
      "A table of lir must have a column {.field llr} of log10 LRs.",
      x = "The columns of {value_text(file)} are {.val {names(table)}}.",
      call = call
    )
  }
  table
}
