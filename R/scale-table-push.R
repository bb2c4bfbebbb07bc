# Makes a set of a table that stays in its database.
push_set <- function(query, scale, h1, hypotheses, sure, names) {
  has_system <- "system" %in% colnames(query)
  if (!has_system) query <- dplyr::mutate(query, system = 0L)
  question <- overview_query(query, scale)
  overview <- collect_rows(question)
  asked <- list(asked_of(question, nrow(overview)))
  anew <- with_plain_names(query, overview$system)
  if (!is.null(anew)) return(push_set(anew, scale, h1, hypotheses, sure, names))
  check_overview(overview, names)
  check_told_apart(query, overview)
  if (!sure) warn_slow_engine(sum(overview$n), dbplyr::remote_con(query))
  middle <- overview$low / 2 + overview$high / 2
  truth <- read_truth(overview$truth, h1, middle, arg = names[["truth"]])
  labels <- put_hypotheses(truth$labels, hypotheses)
  overview$h1 <- as.double(truth$is_h1)
  systems <- sort(unique(overview$system))
  check_system_number(length(systems))
  named <- if (has_system) factor(source_names(overview$system), source_names(systems))
  check_both_classes(truth$is_h1, named)
  far <- if (any(overview$n_near < overview$n)) collect_rows(far_query(query, scale))
  far <- read_far(far, overview, scale, names)
  overview$level <- overview$truth
  overview$system <- match(overview$system, systems) - 1
  far$system <- match(far$system, systems) - 1
  if (!sure) look_for_slips_in(overview, far, scale)
  part <- recode(query, overview$truth[truth$is_h1], if (has_system) systems)
  place <- if (scale == "lr") \(value) value^(1 / 32) else identity
  overview$low_place <- place(overview$low)
  overview$high_place <- place(overview$high)
  table <- new_database_table(part, scale, overview, far,
    guard = if (!sure) look_for_reversal, asked = asked
  )
  backends <- lapply(table$places, \(place) table_backend(table, place))
  if (has_system) names(backends) <- levels(named)
  new_remote_set(backends, scale, labels, sum(overview$n))
}

# SQLite sorts for each query; other databases count in a hash table.
warn_slow_engine <- function(n, con) {
  if (n < 1e5 || !inherits(con, "SQLiteConnection")) return(invisible())
  warn_of("slow_engine")
}

# Databases with collations may treat texts as equal that differ in case, accents or blanks.
check_told_apart <- function(query, overview) {
  if (!new_engine(dbplyr::remote_con(query))$collates) return(invisible())
  for (name in Filter(\(name) is.character(overview[[name]]), c("truth", "system"))) {
    of <- as.name(name)
    counts <- dplyr::summarise(query, told = n_distinct(!!of), all = n_distinct(hex(!!of)))
    found <- collect_rows(counts)
    refuse_if(found$told < found$all, "told_apart")
  }
}

# The query with plain names of these systems, NULL if they are plain.
with_plain_names <- function(query, system) {
  given <- unique(system)
  plain <- plain_names(given)
  padded <- which(!is.na(given) & (is.na(plain) | plain != given))
  if (length(padded) == 0) return(NULL)
  whens <- Map(\(from, to) rlang::expr(system == !!from ~ !!to), given[padded], plain[padded])
  dplyr::mutate(query, system = !!rlang::expr(case_when(!!!unname(whens), TRUE ~ system)))
}

# Overview with one row per system and level of the truth.
check_overview <- function(overview, names) {
  stop_if(nrow(overview) == 0, "The table must have at least one trial; it is empty.")
  refuse_if(nrow(overview) > most_rows, "many_levels")
  for (column in c("truth", "system")) {
    missing <- overview$n[is.na(overview[[column]])]
    check_none_missing(missing, overview$n, names[column], column)
  }
  check_none_missing(overview$n - overview$n_value, overview$n, names["x"], "x")
}

check_none_missing <- function(missing, all, name, column) {
  refuse_if(sum(missing) > 0, "null_values", i = missing_remedy(column))
}

# Reads values that are not near, and refuses negative ratios and NaN.
read_far <- function(far, overview, scale, names) {
  if (is.null(far)) {
    return(data.frame(system = character(), value = double(), h1 = double(), n = double()))
  }
  if (nrow(far) > most_rows) stop_too_many(nrow(far), "values beyond 2^60")
  check_none_missing(far$n[is.nan(far$value) | is.na(far$value)], overview$n, names["x"], "x")
  if (scale == "lr" && any(far$value < 0)) check_values(far$value, scale, arg = names[["x"]])
  far$h1 <- overview$h1[match(far$truth, overview$truth)]
  far[c("system", "value", "h1", "n")]
}

# Looks for slips in the extreme values. The guards need at least three trials of a hypothesis, so
# each extreme counts three times.
look_for_slips_in <- function(overview, far, scale) {
  ends <- c(overview$low, overview$high, far$value)
  is_h1 <- c(overview$h1, overview$h1, far$h1) == 1
  known <- rep(which(!is.na(ends)), 3)
  look_for_wrong_scale(ends[known], is_h1[known], scale)
}

# Truth and system as numbers.
recode <- function(query, level, systems) {
  in_full <- \(x) if (is.numeric(x)) new_engine(dbplyr::remote_con(query))$number(x) else x
  level <- in_full(level[1])
  whens <- Map(
    \(system, place) rlang::expr(system == !!in_full(system) ~ !!place),
    as.list(systems), seq_along(systems) - 1L
  )
  query <- dplyr::mutate(query,
    h1 = !!rlang::expr(case_when(truth == !!level ~ 1L, TRUE ~ 0L)),
    system = !!(if (length(whens) == 0) 0L else rlang::expr(case_when(!!!whens)))
  )
  dplyr::select(query, "value", "h1", "system")
}
