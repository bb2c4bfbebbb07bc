#' Sets in databases
#'
#' [lr_set()] of a lazy table (`dplyr::tbl()` of a connection) and a formula returns a set whose
#' measures are computed in the database, by counts and sums, or in memory.
#'
#' ```
#' con <- DBI::dbConnect(RPostgres::Postgres(), ...)
#' x <- lr_set(dplyr::tbl(con, "trials"), same ~ llr | system, scale = "ln")
#' cllr_min(x)
#' plot_ece(x)
#' ```
#'
#' Both sides of the formula may be expressions that the database can compute. Queries use dplyr and
#' dbplyr, and write nothing.
#'
#' # Pull, stream or push
#' `way = "pull"` copies the trials into memory, `"stream"` reads them in chunks, as [lr_chunks()]
#' does, and `"push"` queries the database for counts and sums. `print()` shows the way.
#'
#' `way = "auto"` pulls up to 1e7 trials, or the limit `options(calibrant.most_pulled = )`: this is
#' as fast as counting, and all measures work. More trials are pushed. Trials with weights (which
#' must have few distinct values), and those in SQLite, which sorts instead of counting, are
#' streamed; pushing more than 1e5 trials in SQLite warns.
#'
#' # Queries and precision
#' Up to 131 072 distinct values, such as rounded scores, are fetched, and everything is as in
#' memory. Otherwise PAV, error rates, costs and histograms agree with those in memory to the bit,
#' cross-entropies within 1e-14, moments within 1e-11, and logistic calibration to about ten digits.
#' Curves and [measures()] use counts at several thousand thresholds. Measures that need all
#' distinct values refuse sets above the limit of `way = "pull"`.
#'
#' The set keeps the results of queries, which `vignette("methods")` describes.
#' `dplyr::show_query(x)` prints the queries so far and the numbers of returned rows.
#'
#' # Databases without infinite numbers
#' In MariaDB and MySQL, `way = "push"` refuses posteriors of 0 and 1 that the database must
#' convert to LRs, and `predict()` returns `NULL` for a plain LR of 0. `way = "stream"` and numbers
#' in memory support both. PAV with infinite LRs is refused.
#'
#' # Shards
#' `c(x, y, pool = TRUE)` joins sets on several connections into one, by adding their counts and
#' sums. `c(a = x, b = y)` compares them.
#'
#' # Changes during the analysis
#' If the numbers of trials, or of those in a refined cell, differ between queries, the table has
#' changed: an error (`calibrant_error_changed`), which leaves the set unchanged. Changes of values
#' within other cells are not noticed; a transaction that sees one state of the table (`REPEATABLE
#' READ`) or a copy is safe. The connection is never closed.
#'
#' @section Errors:
#' * `calibrant_error_input`: `NULL` or `NaN` among the LRs, a truth with other than two levels, a
#'   missing column;
#' * `calibrant_error_text`: text in a column of numbers, which SQLite reads as 0. Columns that
#'   `dplyr::mutate()` or a view computes are not checked;
#' * `calibrant_error_one_class`: a hypothesis without a trial;
#' * `calibrant_error_no_trials`: the function needs single trials; [sample_trials()] draws some;
#' * `calibrant_error_too_many`: the result is too large for memory;
#' * `calibrant_error_changed`: the table changes between queries;
#' * `calibrant_error_connection`: the connection is lost;
#' * `calibrant_error_database`: an error of the database, in its own words.
#' @seealso [predict.lr_calibration()] for calibrations that the database computes
#' @concept SQL
#' @concept DBI
#' @concept dbplyr
#' @concept DuckDB
#' @concept PostgreSQL
#' @concept SQLite
#' @concept Spark
#' @name databases
#' @examplesIf rlang::is_installed(c("RSQLite", "dbplyr"))
#' con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
#' DBI::dbWriteTable(con, "glass", glass_lr)
#' glass <- dplyr::tbl(con, "glass")
#' x <- lr_set(glass, same_source ~ log10_lr | model, scale = "log10", way = "push")
#' x
#' cllr(x)
#' cllr_min(x)
#' DBI::dbDisconnect(con)
#' @order 1
NULL

table_ways <- c("auto", "pull", "push", "stream")

# Expressions of the columns of the table.
table_columns <- function(formula, fields, x) {
  parts <- formula_parts(formula)
  fields <- Map(\(field, name) table_field(field, name, x), fields, names(fields))
  fields$system <- parts$system %||% fields$system
  columns <- c(list(value = parts$lr, truth = parts$truth), fields)
  lapply(columns, rlang::new_quosure, environment(formula))
}

table_field <- function(field, name, x) {
  check_that(
    rlang::is_string(field) && field %in% colnames(x), "name a column of the table.", field, name,
    i = "The columns are {.val {colnames(x)}}."
  )
  as.name(field)
}

column_names <- function(columns) {
  c(x = rlang::as_label(columns$value), truth = rlang::as_label(columns$truth))
}

select_columns <- function(x, columns) {
  x <- dplyr::ungroup(x)
  query <- tryCatch(dplyr::transmute(x, !!!columns), error = \(cnd) stop_no_column(cnd, x))
  first <- collect_rows(utils::head(query, 1))
  stop_if(nrow(first) == 0, "The table must have at least one trial; it is empty.")
  check_sides(list(truth = first$truth, lr = first$value))
  if (!is.na(first$value)) check_numeric(first$value, rlang::as_label(columns$value))
  check_one_type(x, columns)
  columns$value <- as_sql_double(columns$value, dbplyr::remote_con(x))
  without_cut_text(dplyr::transmute(x, !!!columns))
}

# MariaDB and MySQL read text as the number with which it begins, or as 0, and only warn. A frame of
# dbplyr without a database has no rows.
without_cut_text <- function(query) {
  con <- dbplyr::remote_con(query)
  if (!new_engine(con)$cuts_text || !inherits(query, "tbl_sql")) return(query)
  collect_rows(dplyr::summarise(query, dplyr::across(dplyr::everything(), ~ max(.x))))
  warned <- ask_engine(DBI::dbGetQuery(con, "SHOW WARNINGS"), con)
  cut <- warned$Message[warned$Code == 1292]
  refuse_if(length(cut) > 0, "text_as_number")
  query
}

# SQLite keeps any type in any column, and files with missing values introduce text. Text counts as
# 0 in place of a number, even within an expression, and equals no number.
check_one_type <- function(x, columns) {
  if (!inherits(dbplyr::remote_con(x), "SQLiteConnection")) return(invisible())
  used <- lapply(columns, \(column) intersect(all.vars(column), colnames(x)))
  names <- unique(unlist(used))
  kinds <- list(text = "text", blob = "blob", number = c("integer", "real"))
  count <- \(name, types) rlang::expr(sum(ifelse(typeof(!!as.name(name)) %in% !!types, 1, 0)))
  counts <- lapply(kinds, \(types) lapply(names, count, types))
  counts <- rlang::set_names(unlist(counts), \(of) paste0(".calibrant_", seq_along(of)))
  found <- collect_rows(dplyr::summarise(x, !!!counts))
  found <- matrix(unlist(found), length(names), dimnames = list(names, names(kinds)))
  for (name in names[!is.na(found[, 1])]) {
    numbers_only <- name %in% unlist(used[c("value", "weight")])
    text <- if (numbers_only || found[name, "number"] > 0) c("text", "blob") else "blob"
    n <- sum(found[name, text])
    if (n == 0) next
    texts <- dplyr::filter(x, !!rlang::expr(typeof(!!as.name(name)) %in% !!text))
    such <- dplyr::summarise(texts, one = min(!!as.name(name), na.rm = TRUE))
    such <- as.character(collect_rows(such)$one)
    refuse("text_in_column")
  }
}

stop_no_column <- function(cnd, x) {
  if (!still_answers(dbplyr::remote_con(x))) stop_disconnected(engine_words(cnd))
  refuse("no_column")
}

# Numbers of any kind as doubles, which are returned as doubles. Whole numbers would divide as whole
# numbers, and single or decimal values would not equal themselves. `%AS%` is written as it stands.
as_sql_double <- function(value, con) {
  type <- dplyr::sql(double_type(con))
  rlang::new_quosure(
    rlang::expr(CAST((!!rlang::quo_get_expr(value)) %AS% !!type)), rlang::quo_get_env(value)
  )
}

# Fetching trials costs no more than counting them in the database, and serves all purposes; only
# memory forbids it. Otherwise they are counted if the database uses a hash table, and read in
# chunks if it would sort.
table_way <- function(query, way, columns) {
  weighted <- "weight" %in% columns
  # SQLite sorts in order to count.
  sorts <- inherits(dbplyr::remote_con(query), "SQLiteConnection")
  if (way == "auto") {
    n <- collect_rows(dplyr::summarise(query, n = dplyr::n()))$n
    way <- if (n <= most_pulled()) "pull" else if (weighted || sorts) "stream" else "push"
  }
  lost <- c(
    intersect(columns, c("source1", "source2", "id")), if (weighted && way == "push") "weight"
  )
  refuse_if(way != "pull" && length(lost) > 0, "single_trials")
  way
}

stream_table <- function(query, scale, h1, prior, hypotheses, sure) {
  reader <- lr_chunks(dbplyr::remote_con(query), as.character(dbplyr::sql_render(query)))
  reader$where <- table_title(query)
  columns <- colnames(query)
  formula <- if ("system" %in% columns) truth ~ value | system else truth ~ value
  lr_set.lr_chunks(reader, formula, scale, h1,
    weight = if ("weight" %in% columns) "weight", prior = prior, hypotheses = hypotheses,
    sure = sure
  )
}

# Rows without NULL or an empty name.
complete_rows <- function(query) {
  known <- lapply(rlang::syms(colnames(query)), \(name) rlang::expr(!is.na(!!name)))
  query <- dplyr::filter(query, !!!known)
  if (!"system" %in% colnames(query)) return(query)
  given <- collect_rows(first_rows(dplyr::distinct(query, .data$system)))$system
  empty <- given[is.na(plain_names(given))]
  if (length(empty) == 0) query else dplyr::filter(query, !.data$system %in% !!empty)
}

# Posteriors as natural log LRs.
undo_prior <- function(query, prior, names) {
  far <- dplyr::filter(query, .data$value < 0 | .data$value > 1)
  outside <- collect_rows(dplyr::summarise(far, n = dplyr::n(), example = min(.data$value)))
  refuse_if(outside$n > 0, "probabilities_outside")
  engine <- new_engine(dbplyr::remote_con(query))
  if (engine$finite) check_none_certain(query, names)
  dplyr::mutate(query, value = !!prob_expression(quote(value), prior, engine))
}

prob_expression <- function(value, prior, engine) {
  rlang::expr(case_when(
    !!value == 0 ~ !!engine$overflow(-Inf), !!value == 1 ~ !!engine$overflow(Inf),
    !!value > 0 & !!value < 1 ~ log(!!value / (1 - !!value)) -
      !!engine$number(stats::qlogis(prior))
  ))
}

# Check for a database that has no infinite numbers.
check_none_certain <- function(query, names) {
  certain <- dplyr::filter(query, .data$value == 0 | .data$value == 1)
  n <- collect_rows(dplyr::summarise(certain, n = dplyr::n()))$n
  refuse_if(n > 0, "none_certain")
}

#' @rdname lr_set
#' @param way For a table in a database: `"pull"` copies the trials into memory, `"stream"` reads
#'   them in chunks, `"push"` lets the database count, `"auto"` chooses (see [databases]).
#' @export
lr_set.tbl_lazy <- function(x, formula, scale, h1 = NULL, weight = NULL, source1 = NULL,
                            source2 = NULL, ..., system = NULL, id = NULL, prior = NULL,
                            hypotheses = NULL, na = "error", sure = FALSE, way = "auto") {
  rlang::check_installed(c("dplyr", "dbplyr", "DBI"), "to ask a database.", call = user_frame())
  if (...length() > 0) check_dots(...)
  check_followed(formula, "table", "lr_set(table, truth ~ lr | system, scale = \"log10\")")
  scale <- check_scale(scale, input_scales)
  check_choice(way, table_ways)
  check_choice(na, c("error", "drop"))
  check_flag(sure)
  fields <- list(weight = weight, source1 = source1, source2 = source2, id = id, system = system)
  columns <- table_columns(formula, Filter(Negate(is.null), fields), x)
  query <- select_columns(x, columns)
  way <- table_way(query, way, names(columns))
  if (way != "pull") check_fixed_prior(scale, prior)
  if (way == "pull") {
    trials <- as.list(collect_rows(query))
    others <- trials[setdiff(names(trials), c("value", "truth"))]
    asked <- list(prior = prior, hypotheses = hypotheses, na = na, sure = sure)
    names <- column_names(columns)
    set <- build_set(trials$value, trials$truth, scale, h1, others, asked, names)
    attr(set, "taken_from") <- table_title(query)
    return(set)
  }
  if (na == "drop") query <- complete_rows(query)
  if (way == "stream") return(stream_table(query, scale, h1, prior, hypotheses, sure))
  if (scale == "prob") query <- undo_prior(query, prior, column_names(columns))
  stored <- if (scale == "prob") "ln" else scale
  set <- push_set(query, stored, h1, hypotheses, sure, column_names(columns))
  with_note(set, "prior", if (scale == "prob") prior)
}
