#' Read files of scores and likelihood ratios
#'
#' `read_scores()` returns an [lr_set()] of text files with a trial per line, in the formats of
#' common programs, such as the BOSARIS toolkit (Brümmer and de Villiers 2011) and lir.
#'
#' | written by | scores | key |
#' |---|---|---|
#' | BOSARIS, SIDEKIT, Kaldi | `model segment score` | `model segment target` (or `nontarget`) |
#' | VoxCeleb | `a.wav b.wav score` or `score a.wav b.wav` | `1 a.wav b.wav` |
#' | SpeechBrain | `enrol test 1 score` | in the same file |
#' | WeSpeaker | `a b score target` | in the same file, or apart |
#' | ASVspoof, SASV | `utterance score` | `speaker utterance - A07 spoof` |
#' | bob | `claimed real probe score` | claimed and real are equal |
#' | NIST evaluations | a header with `modelid`, `segmentid` and `LLR` | with `targettype` |
#' | pyeer and others | two files, `genuine` and `impostor` | by file |
#' | lir (`scale = "log10"`) | two files of `llr`, `genuine` (H1) and `impostor` | by file |
#' | lir | `features,hypothesis` | in the same file |
#' | scikit-learn | `y_score,y_true` | in the same file |
#' | Excel, `write.csv()` | a header with `LLR` or `score` | a column of the same file |
#'
#' # Columns
#' The header, or else the content, gives each column its role; a message states the roles.
#' `columns` chooses if several columns may be the score or the truth. The roles are:
#' * `score`, the scores or LRs; several columns are several systems;
#' * `truth`, the label of a trial; or `claimed` and `real`, identities that are equal in targets;
#' * `source1` and `source2`, the two items of a trial, or `id`, for trials of one item; a single
#'   source, which may recur, if `columns` or the header names it by this word (`source1`,
#'   `source_ids.0`);
#' * `system` and `group`, whose trials become systems of the set;
#' * `side`, which belongs to the second item (a channel of a call);
#' * `weight`, only if `columns` names it.
#'
#' The number 0 means that no column has a role, such as `c(system = 0)` for a misleading header.
#' Numbers beside conclusions of examiners, such as durations, are scores only if `columns` or the
#' header says so: [conclusion_set()] reads conclusions.
#'
#' # Labels
#' Known labels are `target`, `same`, `mated`, `genuine`, `bonafide`, `yes`, `true`, 1 and similar
#' words, and their opposites, in any case. `h1` and `h2` name other labels, also -1 besides 1 and
#' 0.
#'
#' # Text
#' Fields are separated by tabs, semicolons, bars, commas or blanks and may be quoted. Lines that
#' begin with `#` or `%` are comments. Files are in UTF-8, UTF-16 or Latin-1, and may be compressed
#' (gzip, bzip2, xz, or zip with one file). Truncated or damaged files and failing pipes are
#' refused, as is text of more than 2^30 bytes: `options(calibrant.most_text = )` allows more, and
#' [lr_chunks()] reads it in pieces. A line has at most 8 192 fields, and a set 10 000 systems.
#'
#' Numbers may have a decimal comma, a mark of thousands, and an exponent. A file with only
#' ambiguous numbers such as 34,000 is refused, unless `dec` names the mark or semicolons separate
#' the fields.
#'
#' # Keys
#' Every trial of the key must have a score, unless `na = "drop"`. Scores outside the key are
#' omitted with a message. A system may score a trial twice if both scores are equal.
#'
#' @param scores,key Names of the files, or connections such as `pipe("zcat scores.gz")`. Several
#'   files of scores are systems, named by the vector, `c(A = "a.txt", B = "b.txt")`, or by the
#'   files. Without `key`, the files of scores must contain the truth.
#' @param h1,h2 Labels of targets and of others, one or several.
#' @param others `"error"`, or `"drop"` to omit trials with labels other than `h1` and `h2`.
#' @param scale As in [lr_set()].
#' @param columns The roles of columns, by names of the header or by numbers, such as `c(score =
#'   "Result", truth = "Origin")` or `c(score = 4, truth = 1)`.
#' @param system As in [lr_set()].
#' @param dec The decimal mark, `","` or `"."`; detected by default.
#' @param na `"error"`, or `"drop"` to omit and count trials without a score.
#' @param genuine,impostor Two files, with the scores or LRs of H1 and of H2 trials, in the column
#'   that the header calls so, or else in the last column of numbers.
#' @param ... More arguments of [lr_set()], such as `hypotheses`.
#' @return An [lr_set()], with `source1`, `source2` and `id` if the file contains them.
#' @section Errors:
#' `calibrant_error_file`: the file has none of these formats; the message names the line.
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
#' @concept VoxCeleb
#' @concept ASVspoof
#' @concept Excel
#' @export
#' @examples
#' scores <- tempfile()
#' key <- tempfile()
#' writeLines(c("m1 s1 2.1", "m1 s2 -0.7", "m2 s1 0.3", "m2 s2 1.2"), scores)
#' writeLines(c("m1 s1 target", "m1 s2 nontarget", "m2 s1 nontarget", "m2 s2 target"), key)
#' x <- read_scores(scores, key)
#' head(x)
read_scores <- function(scores = NULL, key = NULL, scale = "score", ..., columns = NULL, h1 = NULL,
                        h2 = NULL, others = "error", system = NULL, dec = NULL, na = "error",
                        genuine = NULL, impostor = NULL) {
  asked <- reading_asked(columns, h1, h2, others, dec, na)
  two <- !is.null(genuine) || !is.null(impostor)
  refuse_if(
    two && (is.null(genuine) || is.null(impostor) || !is.null(scores) || !is.null(key)),
    "genuine_and_impostor"
  )
  files <- if (!two) listed_files(scores %||% stop_not_given("scores"))
  trials <- if (two) {
    list(file_trials(lapply(list(genuine, impostor), read_bytes), c("", ""), asked, "two"))
  } else {
    texts <- lapply(files, read_bytes)
    key_text <- if (!is.null(key)) read_bytes(key)
    unlist(lapply(single_scores(asked), system_trials, texts, key_text), recursive = FALSE)
  }
  check_system_number(length(trials))
  sets <- lapply(trials, \(one) {
    one$system <- one$system %||% system
    set_of_trials(one, scale = scale, na = na, ...)
  })
  set <- if (length(sets) == 1) sets[[1]] else join_all(sets[[1]], unname(sets))
  with_note(set, "file", file_names(c(files, list(key, genuine, impostor))))
}

set_of_trials <- function(trials, ...) {
  tell_reading(trials$told)
  said <- list(...)
  given <- intersect(names(said), c("truth", names(trials)))
  refuse_if(length(given) > 0, "from_file")
  if (!isTRUE(said$sure)) look_for_named_scale(sub(".*score: column ", "", trials$told), said$scale)
  rlang::exec(lr_set, !!!trials[names(trials) != "told"], ...)
}

reading_asked <- function(columns, h1, h2, others, dec, na, known = column_roles) {
  check_choice(others, c("error", "drop"))
  check_choice(na, c("error", "drop"))
  known_mark <- is.null(dec) || rlang::is_string(dec, c(",", "."))
  check_that(known_mark, "be {.val ,} or {.val .}.", dec)
  Map(\(words, arg) {
    check_that(is.null(words) || is.atomic(words) && !anyNA(words), "be words.", words, arg)
    check_text(as.character(words), arg)
  }, list(h1, h2), c("h1", "h2"))
  columns <- read_column_roles(columns, known)
  list(columns = columns, h1 = h1, h2 = h2, others = others, dec = dec, na = na)
}

# Several columns of scores are several systems.
single_scores <- function(asked) {
  is_score <- names(asked$columns) == "score"
  if (sum(is_score) < 2) return(list(asked))
  lapply(unname(asked$columns[is_score]), \(score) {
    one <- replace(asked, "columns", list(c(asked$columns[!is_score], score = score)))
    c(one, list(system = score))
  })
}

# Files or connections; several of them are systems with names.
listed_files <- function(scores) {
  files <- if (is.character(scores)) as.list(scores) else scores
  if (!rlang::is_bare_list(files)) files <- list(files)
  if (length(files) == 1) return(files)
  lapply(files, check_file_given)
  names <- names(files) %||% vapply(files, \(file) {
    if (is.character(file)) sub("[.].*$", "", basename(file)) else ""
  }, "")
  refuse_if(length(files) == 0 || !name_apart(plain_names(names)), "names_of_files")
  rlang::set_names(files, names)
}

# Names of files; a connection has none.
file_names <- function(files) {
  names <- basename(as.character(unlist(Filter(is.character, files))))
  if (length(names) > 0) names
}

# The arguments of lr_set(), for each file with its own truth, or for all files that share a key.
system_trials <- function(asked, texts, key) {
  systems <- vapply(seq_along(texts), \(k) {
    paste(c(names(texts)[k], asked$system), collapse = " ")
  }, "")
  if (!is.null(key)) return(list(file_trials(c(list(key), texts), c("", systems), asked, "keyed")))
  Map(\(text, system) file_trials(list(text), system, asked, "labelled"), texts, systems)
}

file_trials <- function(texts, systems, asked, files) {
  # The arguments of lr_set(), after messages about trials that are left out.
  read <- read_trials(texts, systems, asked, files)
  tell_left_out(read, texts, asked)
  told <- unlist(Map(told_of, texts, read$texts), use.names = FALSE)
  told <- if (files == "keyed") c(told[-1], told[1]) else told
  items <- read_items(read)
  if (files == "two") {
    is_h1 <- read$truth == 1
    return(c(list(h1 = read$value[is_h1], h2 = read$value[!is_h1]), items, list(told = told)))
  }
  truth <- named_truth(read$truth, read$texts[[1]], asked)
  c(list(x = read$value, truth = truth$value, h1 = truth$h1, weight = read$weight), items,
    list(system = if (!is.null(read$system)) read$named_systems[read$system], told = told))
}
