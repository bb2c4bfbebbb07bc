# Tables of trials that have been read: the types of their columns, and the messages about them.

# Kinds of the columns of a text: numbers (0), names of their own (1), or names that all texts share
# (2).
role_kinds <- c(
  score = 0L, weight = 0L, truth = 1L, system = 1L, group = 1L, claimed = 2L, real = 2L,
  source1 = 2L, source2 = 2L, id = 2L, side = 2L, conclusion = 1L, examiner = 1L, item = 1L,
  count = 0L
)

kinds_of <- function(layout) {
  there <- names(layout$columns)[layout$columns > 0]
  if ("truth" %in% there) there <- setdiff(there, c("claimed", "real"))
  role_kinds[intersect(names(role_kinds), there)]
}

# Items are names; a claim and a probe are the two of a trial.
table_items <- function(table, names) {
  item <- \(role) if (!is.null(table$columns[[role]])) names[table$columns[[role]]]
  if (is.null(table$columns$source1) && !is.null(table$columns$claimed)) {
    return(list(source1 = item("claimed"), source2 = item("id")))
  }
  list(source1 = item("source1"), source2 = item("source2"), id = item("id"))
}

# The systems of trials: those of a column, those of groups, or one.
table_systems <- function(table, system, n = length(table$line)) {
  parts <- Filter(Negate(is.null), lapply(c("system", "group"), \(role) {
    if (!is.null(table$columns[[role]])) table$labels[[role]][table$columns[[role]]]
  }))
  if (length(system) > 0) parts <- c(list(rep(paste(system, collapse = " "), n)), parts)
  if (length(parts) > 0) do.call(paste, parts)
}

has_side <- function(tables) all(vapply(tables, \(table) !is.null(table$columns$side), NA))

# The numbers of the two items of each trial; a side is part of the second. One item has no second.
item_codes <- function(table, n_names, with_side) {
  columns <- table$columns
  if (is.null(columns$source1)) {
    one <- list(first = columns$id, second = rep(0L, length(columns$id)))
    if (is.null(columns$claimed)) return(one)
    return(list(first = columns$claimed, second = one$first))
  }
  second <- columns$source2
  if (with_side) second <- second + (n_names + 1L) * columns$side
  list(first = columns$source1, second = second)
}

# A system gives one score for two items, unless these are sources that are compared again.
check_scored_once <- function(table, truth, asked, systems, at, names, layout) {
  columns <- table$columns
  own <- intersect(c("source1", "source2"), names(asked$columns))
  header <- plain_word(layout$header[layout$columns["source1"]])
  if (length(own) > 0 || identical(header, "source1") || is.null(columns$source1 %||% columns$id)) {
    return()
  }
  at <- at[!is.na(columns$score[at])]
  codes <- item_codes(table, length(names), has_side(list(table)))
  split_at <- if (is.null(systems)) list(at) else split(at, systems[at])
  for (rows in split_at) {
    pairs <- lapply(codes, `[`, rows)
    pairs$value <- columns$score[rows]
    twice <- .Call(ffi_match_pairs, pairs, pairs)$twice
    stop_pair(twice, pairs, names, "A system must give one score per trial.",
      "has two different scores",
      i = "If the table has several systems, name their column: {.code columns = c(system =
           \"...\")}. If items are compared more than once, name them as {.field source1} and
           {.field source2}."
    )
    check_one_truth_said(pairs, truth[rows], names)
  }
}

# A trial that is named again may not say another thing.
check_one_truth_said <- function(wanted, truth, names) {
  wanted$value <- as.double(factor(truth))
  wanted <- lapply(wanted, `[`, !is.na(truth))
  contrary <- .Call(ffi_match_pairs, wanted, wanted)$twice
  stop_pair(contrary, wanted, names, "Every trial must have one truth.",
    "is named both as a target and as a nontarget")
}

stop_pair <- function(at, pairs, names, must, what, ...) {
  if (is.na(at) || at == 0) return()
  name <- \(code) c("", names)[code %% (length(names) + 1) + 1]
  first <- name(pairs$first[at])
  second <- name(pairs$second[at])
  stop_input(
    must,
    x = if (nzchar(second)) {
      "Model {.val {first}} with segment {.val {second}} {what}."
    } else {
      "Trial {.val {first}} {what}."
    },
    ...
  )
}

told_of <- function(bytes, layout, table) {
  columns <- layout$columns[layout$columns > 0]
  if ("truth" %in% names(columns)) columns <- columns[!names(columns) %in% c("claimed", "real")]
  parts <- sprintf("%s: column %s", names(columns), column_texts(layout, columns))
  if (all(c("claimed", "real") %in% names(columns))) {
    parts <- c(parts[!names(columns) %in% c("claimed", "real")], sprintf(
      "truth: column %d equals column %d", columns["claimed"], columns["real"]
    ))
  }
  n <- table$n_comments
  paste0(gsub("[{}]", "", file_text(bytes)), ": ", paste(c(
    parts, if (table$decimal == utf8ToInt(",")) "decimal commas",
    if (layout$short_header) "the first column names rows",
    if (n > 0) sprintf(ngettext(n, "%s line of comments skipped", "%s lines of comments skipped"),
      plain_count(n))
  ), collapse = "; "))
}

tell_reading <- function(told) {
  inform_calibrant("{paste(told, collapse = '. ')}.", class = "calibrant_message_read")
}
