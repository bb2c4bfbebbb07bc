# The validation matrix: its print, its rows as data, its files, and its decision as a whole.

#' @rdname validation_run
#' @export
print.validation_matrix <- \(x, ...) printed(x, {
  plan <- attr(x, "plan")
  stopifnot(!is.null(plan))
  check_intact_matrix(x)
  check_is_plan(plan)
  cat(sprintf("Validation of %s, by a plan of %s\n\n", plan$method, plan$declared))
  print_wide(matrix_table(x))
  cat(sprintf("\n%s. Intervals of %s %%; margins are positive on the good side.\n",
    decision_counts(x), format_number(100 * decision_level(plan), 4)))
  writeLines(c(
    wrap_sentences(plan_errors(plan)), hash_lines(attr(x, "data")),
    paste("SHA-256 of the plan:", plan_hash(plan))
  ))
})

decision_counts <- function(x) {
  n <- table(factor(x$decision, decision_levels))
  label("%d passed, %d failed, %d undecided", n[["pass"]], n[["fail"]], n[["undecided"]])
}

# Rows are not broken, however wide.
print_wide <- function(table) {
  rlang::local_options(width = 200)
  print_rows(table, right = FALSE)
}

# Matrix for readers, text in every cell, with a column of systems if there are several.
matrix_table <- function(x, words = characteristics, between = " (%s to %s)",
                         corrected = "%s, corrected %s") {
  number <- \(value) value_texts(x$measure, value, are_per_cent(x))
  limited <- \(value, ...) with_interval(value, ..., number, between)
  both <- \(value, better) with_corrected_text(number(value), number(better), corrected)
  table <- data.frame(
    system = as.character(x$system),
    characteristic = words[x$characteristic],
    condition = x$condition,
    criterion = x$criterion,
    result = limited(both(x$result, x$corrected), x$lower, x$upper),
    baseline = ifelse(is.na(x$baseline), "", both(x$baseline, x$baseline_corrected)),
    margin = limited(number(x$margin), x$margin_lower, x$margin_upper),
    decision = x$decision
  )
  if (length(unique(x$system)) == 1) table$system <- NULL
  if (all(is.na(x$baseline))) table$baseline <- NULL
  table
}

# Numbers have the unit of their criterion, or of their measure if it states none.
are_per_cent <- function(rows) {
  relative <- !is.na(rows$against) & !grepl("[+-]", rows$criterion)
  grepl("%", rows$criterion, fixed = TRUE) | relative & rows$measure %in% percent_measures
}

hash_lines <- function(data) {
  sprintf("SHA-256 of the data \"%s\": %s (%s)", data$condition, data$sha256,
    ifelse(data$declared, "as declared", "not declared"))
}

#' @rdname validation_run
#' @export
as.data.frame.validation_matrix <- function(x, ...) plain_frame(x)

#' @rdname validation_run
#' @importFrom generics tidy
#' @export
tidy.validation_matrix <- function(x, ..., conf.int = TRUE, conf.level = NULL) {
  check_dots(...)
  own <- if (!is.null(conf.level)) decision_level(attr(x, "plan"))
  refuse_if(!isTRUE(all.equal(conf.level, own)), "matrix_level")
  names <- names(x)
  renamed <- c(result = "estimate", lower = "conf.low", upper = "conf.high")
  table <- as.data.frame(x)
  broom_limits(`names<-`(table, ifelse(names %in% names(renamed), renamed[names], names)), conf.int)
}

#' @exportS3Method
write_calibrant.validation_matrix <- function(x, file, ...) {
  check_dots(...)
  check_intact_matrix(x)
  check_file_given(file)
  if (is.null(file) || file_type(file, c("csv", "json")) == "json") {
    return(write_record(matrix_record(x), file))
  }
  write_text(csv_text(as.data.frame(x)), file)
}

#' @exportS3Method
restored.calibrant_validation_matrix <- function(record, file, text) {
  stop_problem(if (is.null(record[["plan"]])) "The matrix has no plan")
  plan <- plan_of(record[["plan"]])
  stop_problem(
    if (!identical(record[["plan_sha256"]], plan_hash(plan))) "The plan does not match its SHA-256"
  )
  rows <- frame_of_json(record[["matrix"]], names(record[["matrix"]][[1]]), matrix_numbers)
  data <- frame_of_json(record[["data"]], names(record[["data"]][[1]]), count_names(plan))
  rows$system <- factor(rows$system, unique(rows$system))
  matrix <- new_validation_matrix(rows, plan, data, record[["calibrant"]])
  check_intact_matrix(matrix)
  matrix
}

matrix_record <- function(x) {
  plan <- attr(x, "plan")
  list(
    format = "calibrant validation matrix", version = 1, method = plan$method,
    declared = plan$declared, plan_sha256 = plan_hash(plan), calibrant = attr(x, "version"),
    plan = plan_record(plan), data = json_rows(attr(x, "data")),
    matrix = json_rows(as.data.frame(x))
  )
}

# Overall decision: one failure fails it, and it passes if all criteria pass.
overall_decision <- function(decision) c(intersect(c("fail", "undecided"), decision), "pass")[1]
