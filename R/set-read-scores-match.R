# Scores whose truth is in a key.

# Roles that belong to the scores; others are looked for in the key.
score_roles <- c("score", "system")

keyed_trials <- function(texts, key, asked) {
  layouts <- lapply(texts, score_layout, asked)
  one_item <- vapply(layouts, \(layout) layout$columns[["source1"]] == 0, NA)
  asked$known <- unlist(lapply(layouts, `[[`, "items"))
  asked$columns <- key_columns(asked$columns, layouts)
  key_layout <- text_layout(key, asked, FALSE, TRUE, if (any(one_item)) "one" else "two")
  layouts <- lapply(layouts, one_kind_of_item, any(one_item))
  key_layout <- one_kind_of_item(key_layout, any(one_item))
  # The key comes first, so that names of other trials are not kept.
  kinds <- lapply(c(list(key_layout), layouts), kinds_of)
  read <- read_tables(c(list(key), texts), c(list(key_layout), layouts), kinds)
  tested <- read$tables[[1]]
  truth <- table_truth(tested, asked)
  with_side <- has_side(read$tables)
  wanted <- item_codes(tested, length(read$names), with_side)
  check_one_truth_said(wanted, truth$value, read$names)
  scored <- unlist(Map(\(table, name, bytes) {
    score_systems(table, name, wanted, read$names, with_side, bytes, asked)
  }, read$tables[-1], names(texts) %||% list(NULL), texts), recursive = FALSE)
  keyed <- join_scores(scored, truth, tested, read$names, asked)
  keyed$told <- c(told_of(texts[[1]], layouts[[1]], read$tables[[2]]),
    told_of(key, key_layout, tested))
  keyed
}

# Columns of items by the names of this file.
score_layout <- function(bytes, asked) {
  own <- names(asked$columns) %in% score_roles
  first <- replace(asked, "columns", list(asked$columns[own]))
  layout <- text_layout(bytes, first, TRUE, FALSE, "any")
  there <- own | asked$columns %in% layout$header
  if (identical(there, own)) return(layout)
  text_layout(bytes, replace(asked, "columns", list(asked$columns[there])), TRUE, FALSE, "any")
}

# Columns of the key: those that are not in the files of scores. Numbers count columns of the key.
key_columns <- function(columns, layouts) {
  headers <- unlist(lapply(layouts, `[[`, "header"))
  columns[!names(columns) %in% score_roles & !columns %in% headers]
}

one_kind_of_item <- function(layout, one) {
  layout$columns[if (one) c("source1", "source2") else "id"] <- 0L
  layout
}

# The scores of the wanted trials, for each system of a file.
score_systems <- function(table, name, wanted, names, with_side, bytes, asked) {
  codes <- c(item_codes(table, length(names), with_side), list(value = table$columns$score))
  systems <- table_systems(table[names(table) != "group"], name)
  rows <- if (is.null(systems)) list(seq_along(codes$value)) else split(seq_along(systems),
    factor(systems, unique(systems)))
  lapply(rows, \(at) match_trials(lapply(codes, `[`, at), wanted, names, file_text(bytes),
    asked$na == "drop"))
}

# NA, with the attribute `lost`, where a trial has none and may be left out.
match_trials <- function(scored, wanted, names, source, may_lose = FALSE) {
  found <- .Call(ffi_match_pairs, scored, wanted)
  must <- "Every trial of the key must have one score."
  stop_pair(found$twice, scored, names, must, "has two different scores")
  lost <- found$at == 0
  if (!may_lose || all(lost)) {
    stop_pair(match(TRUE, lost), wanted, names, must, "has no score",
      i = if (!any(scored$first > 0)) "No model name occurs in both the scores and the key.",
      i = if (!all(lost)) "{.code na = \"drop\"} leaves such trials out, and counts them."
    )
  }
  if (found$n_extra > 0) {
    inform_calibrant(
      "{plain_count(found$n_extra)}{cli::qty(found$n_extra)} score{?s} of trials that the key does
       not name {?is/are} left out of {source}.",
      class = "calibrant_message_dropped"
    )
  }
  list(value = scored$value[replace(found$at, lost, NA)], lost = lost)
}

# The arguments of lr_set() for all systems, one behind the other.
join_scores <- function(scored, truth, tested, names, asked) {
  n <- length(scored)
  times <- \(x) if (!is.null(x)) rep(x, n)
  lost <- unlist(lapply(scored, `[[`, "lost"), use.names = FALSE)
  label <- times(truth$value)
  kept <- !lost & !is.na(label)
  tell_lost(label[lost & !is.na(label)])
  known <- names(scored)
  system <- if (nzchar(known[1] %||% "")) {
    factor(rep(seq_along(known), each = length(truth$value)), labels = known)
  }
  groups <- times(table_systems(tested, NULL))
  if (!is.null(groups)) system <- if (is.null(system)) groups else paste(system, groups)
  fields <- c(lapply(table_items(tested, names), times),
    list(system = system, weight = times(tested$columns$weight)))
  fields <- lapply(Filter(Negate(is.null), fields), `[`, kept)
  value <- unlist(lapply(scored, `[[`, "value"), use.names = FALSE)
  c(list(x = value[kept], truth = label[kept], h1 = truth$h1), fields)
}

tell_lost <- function(labels) {
  n <- length(labels)
  if (n == 0) return()
  side <- if (is.logical(labels)) ifelse(labels, "H1", "H2") else as.character(labels)
  counts <- table(if (is.logical(labels)) factor(side, c("H1", "H2")) else side)
  inform_calibrant(
    "{plain_count(n)}{cli::qty(n)} key trial{?s} without a score left out
     ({paste(names(counts), counts, collapse = ', ')}).",
    class = "calibrant_message_dropped"
  )
}
