#' Add trials to a monitor
#'
#' `update()` returns a monitor with new trials: trials whose truth is now known for a [monitor()],
#' or new scores for one of [monitor_scores()].
#'
#' The monitor does not contain the trials, only an entry per update (see [monitor_file]). Trials
#' are paired in the given order; batches do not matter. For scores, an update takes time in
#' proportion to the number of earlier scores.
#'
#' @param object A monitor.
#' @param x Trials: an [lr_set()] of one system, or numbers with `truth` and `scale`; a single trial
#'   suffices. For [monitor_scores()] numbers alone.
#' @param truth,scale,h1 As in [lr_set()]. `truth` is logical, or 0 and 1, or names `h1`.
#' @param ... Unused.
#' @param group For monitors with groups: the group of each trial.
#' @param date,note As in [monitor()].
#' @return The monitor.
#' @section Errors:
#' `calibrant_error_damaged` for a monitor altered by hand.
#' @section Warnings:
#' `calibrant_warning_dependent` if comparisons of `x` share items: the probability of a false alarm
#' is then not controlled.
#' @concept add trials to a monitor
#' @concept delayed truth
#' @export
#' @examples
#' m <- monitor(method = "voices", groups = c("landline", "mobile"))
#' m <- update(m, c(0.9, -1.3, 2.1), truth = c(TRUE, FALSE, TRUE), scale = "log10",
#'   group = c("mobile", "landline", "mobile"))
#' as.data.frame(m)
update.lr_monitor <- function(object, x, truth, scale, ..., group = NULL, h1 = NULL,
                              date = Sys.Date(), note = NULL) {
  check_dots(...)
  check_monitor(object)
  if (object$settings$kind == "scores") return(add_scores(object, given(x), date, note))
  trials <- if (inherits(given(x), "lr_set")) {
    watched_trials(x)
  } else {
    numbers_to_watch(x, truth, scale, h1)
  }
  group <- read_group(group, object$settings$groups, length(trials$llr))
  found <- run_monitor(object, trials, group)
  add_entry(object, "trials", found$state, date, note, list(
    n_h1 = as.double(sum(trials$truth)), n_h2 = as.double(sum(!trials$truth)),
    sha256 = trials$sha256
  ), found$log_e)
}

watched_trials <- function(x) {
  check_watchable(x)
  if (ignores_items(x, "trial")) warn_of("monitor_dependent")
  list(llr = to_ln(x$value, x$scale), truth = x$truth, sha256 = data_hash(x))
}

numbers_to_watch <- function(x, truth, scale, h1) {
  if (missing(truth)) refuse("truth_missing")
  scale <- check_scale(scale, setdiff(value_scales, "score"))
  check_values(x, scale)
  x <- as.double(x)
  truth <- known_truth(truth, x, h1)
  hash <- hash_fields(list(scale = scale, value = x, truth = truth))
  list(llr = to_ln(x, scale), truth = truth, sha256 = hash)
}

# All trials may belong to one hypothesis here.
known_truth <- function(truth, x, h1) {
  both <- !is.atomic(truth) || is.logical(truth) || length(unique(truth)) > 1
  if (both || is.null(h1) && !all(truth %in% 0:1)) return(read_truth(truth, h1, x)$is_h1)
  check_length(truth, length(x), of = "x")
  check_no_missing(truth)
  label <- level_names(truth[1])
  h1 <- level_names(h1 %||% 1)
  check_other_label(h1, setdiff(label, h1))
  rep(label == h1, length(truth))
}

read_group <- function(group, groups, n) {
  refuse_if(is.null(group) != (length(groups) == 0), "group_of_monitor")
  if (is.null(group)) return(NULL)
  group <- source_names(group)
  if (length(group) == 1) group <- rep(group, n)
  check_length(group, n, of = "x")
  check_each(group %in% groups, "be groups of the monitor.", group,
    i = "The groups are {.val {groups}}."
  )
  group
}

# Log of each part after each trial, and the new state.
run_monitor <- function(object, trials, group) {
  state <- object$state
  settings <- object$settings
  one <- \(state, i) {
    # `seen`: numbers, current and longest runs of H2 and of H1 trials; older monitors have no runs.
    state$seen <- c(state$seen, numeric(6 - length(state$seen)))
    .Call(ffi_monitor, state, list(llr = trials$llr[i], truth = trials$truth[i]))
  }
  all <- one(state$all, TRUE)
  log_e <- list(calibration = all$log_e[, 1])
  if (!is.null(settings$auc)) log_e$discrimination <- all$log_e[, 2]
  if (!is.null(group)) {
    last <- object$entries[[length(object$entries)]]$log_e
    before <- lapply(rlang::set_names(settings$groups), \(name) last[[group_part(name)]] %||% 0)
    paths <- lapply(rlang::set_names(settings$groups), \(name) {
      i <- which(group == name)
      found <- one(state$groups[[name]], i)
      state$groups[[name]] <<- found$state
      c(before[[name]], found$log_e[, 1])[findInterval(seq_along(group), i) + 1]
    })
    log_e <- c(log_e, list(groups = log_mean_of(paths)))
    log_e[group_part(settings$groups)] <- paths
  }
  state$all <- all$state
  used <- intersect(c("calibration", "discrimination", "groups"), names(log_e))
  list(state = state, log_e = c(list(total = log_mean_of(log_e[used])), log_e))
}

# ln of the mean of exp() of paths, trial by trial.
log_mean_of <- function(paths) {
  most <- do.call(pmax, unname(paths))
  sum <- Reduce(`+`, lapply(paths, \(path) ifelse(path == most, 1, exp(path - most))))
  most + log(sum / length(paths))
}
