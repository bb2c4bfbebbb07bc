#' Records over the life of a system
#'
#' `system_record()` returns a table of the plans, validations, versions and monitors of a system,
#' by day.
#'
#' @param ... Named objects: plans of [validation_plan()], matrices of [validation_run()],
#'   calibrations of [calibrate()] or [fuse()] (versions in use), and monitors of [monitor()] or
#'   [monitor_scores()]. The default name is that of the method.
#' @param dates Days of objects without one, by name: the day when a calibration came into use
#'   (required) or a plan was carried out. The default for a matrix is the day of its plan.
#' @param object,x A record.
#' @return A data frame of class `system_record` with a row per plan, matrix, calibration and period
#'   of a monitor:
#'   * `from`, `to`: the first and the last day,
#'   * `name`,
#'   * `kind`: `"plan"`, `"validation"`, `"version"`, `"monitor"` or `"scores"`,
#'   * `result`: `"pass"`, `"fail"` or `"undecided"` of a validation as a whole, `"alarm"` or `"no
#'     alarm"` of a monitor, `""` otherwise,
#'   * `alarm`: the day of the alarm,
#'   * `n_h1`, `n_h2`: trials; `NA` without truth,
#'   * `sha256`: of the plan or calibration file, or the last link of the chain of the monitor,
#'   * `note`.
#'
#'   [autoplot()] and [plot()] draw a timeline.
#' @concept life cycle of a system
#' @concept revalidation
#' @concept log of validations
#' @export
#' @examples
#' set.seed(1)
#' validation <- simulate_lr(200, 200, s = 2)
#' plan <- validation_plan(accuracy = "cllr < 0.8", replicates = 200, declared = "2026-01-05")
#' m <- monitor(validation, method = "voices", date = "2026-02-01")
#' m <- update(m, simulate_lr(80, 80, s = 2, shift = 0.5), date = "2026-06-30")
#' record <- system_record(
#'   plan = plan, validation = validation_run(plan, validation), watch = m,
#'   dates = c(validation = "2026-01-20")
#' )
#' record
#' plot(record)
#' @order 1
system_record <- function(..., dates = NULL) {
  parts <- list(...)
  stop_if(length(parts) == 0, "A record must have at least one object.")
  check_dates(dates, rlang::names2(parts))
  rows <- Map(\(part, name) record_rows(part, name, dates), parts, rlang::names2(parts))
  table <- do.call(rbind, unname(rows))
  new_object("system_record", new_frame(table[order(table$from), ]))
}

check_dates <- function(dates, names) {
  if (is.null(dates)) return(invisible())
  check_that(
    rlang::is_vector(dates) && rlang::is_named(dates) && all(names(dates) %in% names),
    "be days, named after the parts to which they belong.", dates,
    i = "The names are {.val {names[names != '']}}."
  )
  for (day in as.character(dates)) read_day(day, "date")
}

record_row <- function(from, name, kind, ...) {
  plain <- list(
    from = from, to = from, name = name, kind = kind, result = "", alarm = NA_character_,
    n_h1 = NA_real_, n_h2 = NA_real_, sha256 = NA_character_, note = NA_character_
  )
  row <- utils::modifyList(plain, Filter(Negate(is.null), list(...)))
  as.data.frame(replace(row, record_days, lapply(row[record_days], as.Date)))
}

record_rows <- function(part, name, dates) {
  day <- if (name %in% names(dates)) as.character(dates[[name]])
  if (inherits(part, "validation_plan")) {
    own <- if (nzchar(name)) name else part$method
    return(record_row(part$declared, own, "plan", sha256 = data_hash(part), note = part$note))
  }
  if (inherits(part, "validation_matrix")) return(matrix_row(part, name, day))
  if (inherits(part, "lr_calibration")) return(version_row(part, name, day))
  check_that(
    inherits(part, "lr_monitor"),
    "be a plan, a validation matrix, a calibration or a monitor.", part, "..."
  )
  check_monitor(part)
  monitor_rows(part, name)
}

matrix_row <- function(part, name, day) {
  check_intact_matrix(part)
  plan <- attr(part, "plan")
  data <- attr(part, "data")
  sum_of <- \(column) if (is.null(data[[column]])) NA_real_ else sum(data[[column]])
  record_row(
    day %||% plan$declared, if (nzchar(name)) name else plan$method, "validation",
    result = overall_decision(part$decision), n_h1 = sum_of("n_h1"), n_h2 = sum_of("n_h2"),
    sha256 = plan_hash(plan)
  )
}

version_row <- function(part, name, day) {
  refuse_if(is.null(day), "dates_missing")
  sizes <- do.call(rbind, part$sizes)
  record_row(
    day, if (nzchar(name)) name else part$method, "version", n_h1 = sum(sizes[, "h1"]),
    n_h2 = sum(sizes[, "h2"]), sha256 = hash_text(write_calibrant(part, NULL))
  )
}

# A row per period.
monitor_rows <- function(x, name) {
  period <- cumsum(vapply(x$entries, `[[`, "", "type") == "period")
  scores <- x$settings$kind == "scores"
  do.call(rbind, lapply(unique(period), \(k) {
    last <- max(which(period == k))
    upto <- replace(unclass(x), "entries", list(x$entries[seq_len(last)]))
    fact <- monitor_facts(upto)
    record_row(
      fact$since, if (nzchar(name)) name else x$settings$method,
      if (scores) "scores" else "monitor",
      to = fact$until, result = if (is.null(fact$alarm)) "no alarm" else "alarm",
      alarm = fact$alarm_date, n_h1 = if (scores) NA_real_ else fact$n_h1,
      n_h2 = if (scores) NA_real_ else fact$n_h2, sha256 = x$entries[[last]]$hash,
      note = x$entries[[min(which(period == k))]]$note
    )
  }))
}

#' @rdname system_record
#' @export
print.system_record <- \(x, ...) printed(x, {
  stopifnot(!is.null(x$sha256))
  table <- as.data.frame(x)
  table$sha256 <- substr(table$sha256, 1, 8)
  empty <- vapply(table, \(column) all(is.na(column)), NA)
  print_rows(table[!empty], right = FALSE)
})

#' @export
as.data.frame.system_record <- function(x, ...) plain_frame(x)

#' @exportS3Method
write_calibrant.system_record <- function(x, file, ...) {
  check_dots(...)
  table <- as.data.frame(drawn_curve(x, c("name", "kind", "result"), what = "file"))
  table[record_days] <- lapply(table[record_days], as.character)
  write_record(list(format = "calibrant record", version = 1, rows = json_rows(table)), file)
}

#' @exportS3Method
restored.calibrant_record <- function(record, file, text) {
  table <- frame_of_json(record[["rows"]], names(record_row(NA, "", "")), c("n_h1", "n_h2"))
  table[record_days] <- lapply(table[record_days], as.Date)
  new_object("system_record", table)
}

record_days <- c("from", "to", "alarm")
