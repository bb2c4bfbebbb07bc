#' Read files of scores and likelihood ratios
#'
#' Files that programs of the field write, as an [lr_set()].
#'
#' `read_scores()` reads text files with a trial per line:
#'
#' | written by | scores | key |
#' |---|---|---|
#' | BOSARIS, SIDEKIT, Kaldi | `model segment score` | `model segment target` (or `nontarget`) |
#' | VoxCeleb | `a.wav b.wav score` or `score a.wav b.wav` | `1 a.wav b.wav` |
#' | SpeechBrain | `enrol test 1 score` | in the same file |
#' | WeSpeaker | `a b score target` | in the same file, or apart |
#' | NIST evaluations | a header with `modelid`, `segmentid` and `LLR` | with `targettype` |
#' | Excel, `write.csv()` | a header with `LLR` or `score` | a column of the same file |
#'
#' A header is read if it names the score, the truth and the items by words of the field; columns
#' with other names, also row names, are passed over unless `columns` says what they are. Without a
#' header the contents of the columns tell. The truth may be `target`, `tar`, `same`, `ss`, `mated`,
#' `genuine`, `yes`, `true`, 1 and their opposites, in capitals or not; `h1` names the word for a
#' target where it is another. Fields are parted by tabs, semicolons, commas or blanks and may stand
#' in double quotes; decimal commas are understood. Files may be compressed (gzip, bzip2, xz), in
#' UTF-8, UTF-16 or Latin-1.
#'
#' Every trial of the key must have its score; scores that the key does not name were not asked for,
#' and are left out with a message. A trial may be scored twice if both scores are equal. Scores
#' that are `NA`, `#NV` and the like are missing: `na = "drop"` leaves them out.
#'
#' `read_lir()` reads the tables of log10 LRs of the Python package lir, one file per hypothesis:
#' with a header, the column `llr` (and `source_id`, if it is there), without one, the only column.
#'
#' @param scores,key Names of the files, or connections such as `pipe("zcat scores.gz")`. Several
#'   files of scores are several systems, with the names of the vector, `c(A = "a.txt", B =
#'   "b.txt")`, or else those of the files. Without `key`, each file of scores says itself which
#'   trials are targets.
#' @param h1,h2 For `read_lir()`, names of the files with the LRs of the trials in which H1 and H2
#'   are true. For `read_scores()`, `h1` is as in [lr_set()], where the words are not known.
#' @param scale As in [lr_set()]: scores until somebody has calibrated them.
#' @param columns What columns of the header are, where their names do not tell: some of `c(score =
#'   "Result", truth = "Origin", source1 = "Trace", source2 = "Print")`.
#' @param system As in [lr_set()].
#' @param ... More arguments of [lr_set()], such as `na` and `hypotheses`.
#' @return An [lr_set()]. With `read_scores()`, `source1` is the model and `source2` the segment,
#'   where the file names both; with `read_lir()`, `id` is the `source_id`.
#' @section Errors: `calibrant_error_input` where a trial of the key has no score, or two that
#'   differ, or is a target and is none; `calibrant_error_file`, which is one of these, where a file
#'   is not of these kinds: the message names the line.
#' @references
#' Brümmer N, de Villiers E (2011). *The BOSARIS toolkit user guide: theory, algorithms and code for
#' binary classifier score processing*. AGNITIO Research.
#'
#' lir, a toolkit for likelihood ratios of the Netherlands Forensic Institute.
#' <https://github.com/NetherlandsForensicInstitute/lir>
#' @concept Bosaris
#' @concept HDF5
#' @concept Parquet
#' @concept CSV
#' @concept score files
#' @concept Kaldi
#' @concept file formats
#' @export
#' @examples
#' scores <- tempfile()
#' key <- tempfile()
#' writeLines(c("m1 s1 2.1", "m1 s2 -0.7", "m2 s1 0.3", "m2 s2 1.2"), scores)
#' writeLines(c("m1 s1 target", "m1 s2 nontarget", "m2 s1 nontarget", "m2 s2 target"), key)
#' x <- read_scores(scores, key)
#' head(x)
read_scores <- function(scores, key = NULL, scale = "score", ..., columns = NULL, h1 = NULL,
                        system = NULL) {
  check_given()
  columns <- read_column_names(columns)
  files <- if (is.character(scores)) as.list(scores) else scores
  if (!is.list(files) || inherits(files, "connection")) files <- list(files)
  if (length(files) != 1) names(files) <- file_systems(files)
  if (is.null(key) && length(files) > 1) {
    sets <- Map(\(file, name) {
      read_scores(file, NULL, scale, ..., columns = columns, h1 = h1, system = name)
    }, files, names(files))
    return(join_sets(unname(sets)))
  }
  read <- if (is.null(key)) {
    read_trials(files, list(c("label", "value")), columns)
  } else {
    # The key comes first, so that names of other trials are not kept.
    wanted <- c("label", rep("value", length(files)))
    read_trials(c(list(key), files), as.list(wanted), columns)
  }
  tested <- read$tables[[1]]
  labels <- label_truth(tested, h1)
  value <- if (is.null(key)) tested$value else scores_of_key(read, labels, files)
  n <- length(files)
  item <- \(number) if (!is.null(number)) rep(read$names[number], n)
  set <- lr_set(
    value, rep(labels, n),
    scale = scale, h1 = if (!is.logical(labels)) h1,
    system = system %||% file_factor(names(files), length(labels)),
    source1 = item(tested$first), source2 = item(tested$second), ...
  )
  with_note(set, "file", file_names(c(files, list(key))))
}

#' @rdname read_scores
#' @export
read_lir <- function(h1, h2, ...) {
  check_given()
  read <- list(h1 = read_lir_file(h1), h2 = read_lir_file(h2))
  id <- c(read$h1$source_id, read$h2$source_id)
  n <- nrow(read$h1) + nrow(read$h2)
  set <- lr_set(
    h1 = read$h1$llr, h2 = read$h2$llr, scale = "log10",
    id = if (length(id) == n) id, ...
  )
  with_note(set, "file", file_names(list(h1, h2)))
}

# The systems of several files.
file_systems <- function(files) {
  names <- names(files) %||% vapply(files, \(file) {
    if (is.character(file)) sub("[.].*$", "", basename(file)) else ""
  }, "")
  stop_if(
    length(files) == 0 || anyDuplicated(names) > 0 || !all(nzchar(names)),
    "Several files of scores must have names that differ, one per system.",
    x = if (length(files) == 0) "There is none." else "The names are {.val {names}}.",
    i = "For example {.code c(A = \"a/scores.txt\", B = \"b/scores.txt\")}."
  )
  names
}

# What is read from a connection has no name.
file_names <- function(files) {
  names <- basename(as.character(unlist(Filter(is.character, files))))
  if (length(names) > 0) names
}

file_factor <- function(names, n) {
  if (!is.null(names)) factor(rep(seq_along(names), each = n), labels = names)
}

read_column_names <- function(columns) {
  known <- c("score", "truth", "source1", "source2")
  check_that(
    is.null(columns) || rlang::is_character(columns) && all(rlang::names2(columns) %in% known),
    "say what columns are, by the names {.val {known}}.", columns, "columns"
  )
  columns
}

# The scores of the tested trials, system after system.
scores_of_key <- function(read, labels, files) {
  tested <- read$tables[[1]]
  # A trial that is named again may not say another thing.
  tested$value <- as.double(if (is.logical(labels)) labels else tested$label)
  contrary <- .Call(ffi_match_pairs, tested, tested)$twice
  stop_pair(contrary, tested, read$names, "The key must say one thing of each trial.",
    "is named as a target and as none")
  unlist(lapply(seq_along(files), \(k) {
    match_trials(tested, read$tables[[k + 1]], read$names, files[[k]])
  }))
}

stop_pair <- function(at, table, names, must, what, ...) {
  if (is.na(at) || at == 0) {
    return()
  }
  model <- names[table$first[at]]
  segment <- names[table$second[at]]
  stop_input(
    must,
    x = "Model {.val {model}} with segment {.val {segment}} {what}.",
    ...
  )
}

match_trials <- function(tested, scored, names, file) {
  found <- .Call(ffi_match_pairs, scored, tested)
  must <- "Every trial of the key must have one score."
  stop_pair(found$twice, scored, names, must, "has two that differ")
  stop_pair(
    match(0L, found$at), tested, names, must, "has none",
    i = if (!any(scored$first > 0)) "No model of the scores has the name of one in the key."
  )
  if (found$n_extra > 0) {
    source <- if (is.character(file)) paste(" of", basename(file)) else ""
    inform_calibrant(
      "{plain_count(found$n_extra)}{cli::qty(found$n_extra)} score{?s} of trials that the key does
       not name {?is/are} left out{source}.",
      class = "calibrant_message_dropped"
    )
  }
  scored$value[found$at]
}

# TRUE for targets; the words themselves, where `h1` says which they are or no one knows them.
label_truth <- function(tested, h1) {
  known <- unname(known_labels[tolower(tested$labels)])
  if (!is.null(h1) || all(is.na(known))) {
    return(tested$labels[tested$label])
  }
  stop_if(
    anyNA(known),
    "The truth must be said by words such as {.val target} and {.val nontarget}.",
    x = "{.val {tested$labels[is.na(known)][1]}} is none of them.",
    i = "{.arg h1} says which word stands for H1."
  )
  known[tested$label]
}

read_lir_file <- function(file) {
  lines <- split_lines(read_bytes(file))
  lines <- lines[nzchar(trimws(lines))]
  has_header <- grepl("[[:alpha:]]{3}", lines[1]) && !grepl("^[-+]?(inf|nan)", lines[1], TRUE)
  table <- read_table(
    lines, file, sep = ",", quote = "\"", fill = TRUE, header = has_header
  )
  if (!has_header) names(table)[1] <- "llr"
  stop_if(
    !"llr" %in% names(table) || !is.numeric(table$llr),
    "A table of lir must have a column {.field llr} of log10 LRs.",
    x = "The columns of {value_text(file)} are {.val {names(table)}}."
  )
  table
}
