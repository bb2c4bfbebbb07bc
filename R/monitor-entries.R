# Constructor of all monitors: checks settings and appends entries.

new_monitor <- function(settings, state, date, note) {
  x <- list(settings = settings, entries = list(), state = NULL)
  begin_period(new_object("lr_monitor", x), state, date, note)
}

begin_period <- function(x, state, date, note) {
  add_entry(x, "period", state, date, note, list(n_h1 = 0, n_h2 = 0))
}

# Numbers of log capitals that the kernels keep: CAL_MONITOR_CAPITAL and CAL_CONFORMAL_CAPITAL.
n_bets <- c(calibration = 165L, scores = 12L)

reference_of <- function(x) {
  if (!is.null(x)) {
    sizes <- system_sizes(x)
    list(sha256 = data_hash(x), n_h1 = as.double(sizes$h1), n_h2 = as.double(sizes$h2))
  }
}

check_watchable <- function(x) {
  check_calibrated(x)
  check_one_to_watch(x)
}

check_one_to_watch <- function(x) {
  refuse_if(length(system_names(x)) > 1, "monitor_systems")
  refuse_if(is_weighted(x), "monitor_weights")
}

# Appends an event, with the facts at that time, to the chain.
add_entry <- function(x, type, state, date, note, numbers, log_e = NULL) {
  day <- read_day(date)
  known <- length(x$entries)
  last <- if (known > 0) x$entries[[known]]
  refuse_if(known > 0 && day < last$date, "monitor_dates")
  if (type == "period") log_e <- lapply(monitor_parts(x), \(level) numeric())
  highest <- max(if (type == "period") 0 else last$highest, log_e$total)
  alarm_ln <- -log(1 - x$settings$level)
  may_alarm <- type == "trials" && last$highest < alarm_ln
  reached <- if (may_alarm) which(log_e$total >= alarm_ln)[1] else NA
  from <- last$trial %||% 0
  n <- length(log_e$total)
  entry <- c(
    list(type = type, date = day, note = if (!is.null(note)) read_line(note)),
    numbers,
    list(
      trial = from + n, log_e = lapply(log_e, \(path) if (n > 0) path[n] else 0),
      highest = highest, alarm = if (!is.na(reached)) from + reached,
      path = drawn_path(log_e, from, reached)
    )
  )
  x$state <- state
  entry$state <- state_hash(state)
  entry$previous <- if (known > 0) last$hash else settings_hash(x$settings)
  entry$hash <- entry_hash(entry)
  x$entries <- c(x$entries, list(entry))
  x
}

monitor_parts <- function(x) {
  settings <- x$settings
  parts <- if (settings$kind == "scores") {
    c("total", "scores")
  } else {
    c("total", "calibration", if (!is.null(settings$auc)) "discrimination",
      if (length(settings$groups) > 0) "groups", group_part(settings$groups))
  }
  rlang::set_names(as.list(parts), parts)
}

# A period begins without evidence for either side.
drawn_path <- function(log_e, from, reached) {
  n <- length(log_e$total)
  at <- unique(round(seq(1, n, length.out = min(n, most_path))))
  at <- sort(unique(c(at, reached[!is.na(reached)])))
  if (n == 0) return(c(list(trial = I(from)), lapply(log_e, \(path) I(0))))
  c(list(trial = I(from + at)), lapply(log_e, \(path) I(path[at])))
}

group_part <- function(groups) paste("group", groups, recycle0 = TRUE)

# Largest number of points in the path of one update.
most_path <- 100
