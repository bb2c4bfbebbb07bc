#' Measures with intervals
#' @param x x
#' @export
measures <- function(x, ...) {
  UseMethod("measures")
}

#' @rdname measures
#' @export
measures.default <- function(x, ..., which = NULL, prior = 0.5, c_miss = 1, c_fa = 1,
                             replicates = 1000, level = 0.95, interval = "percentile",
                             by = "trial", threads = 1) {
  measures(
    lr_set(x, ...), which, prior, c_miss, c_fa, replicates, level, interval, by, threads
  )
}

#' @rdname measures
#' @export
measures.lr_set <- function(x, which = NULL, prior = 0.5, c_miss = 1, c_fa = 1, replicates = 1000,
                            level = 0.95, interval = "percentile", by = "trial", threads = 1,
                            ...) {
  call <- rlang::current_env()
  rlang::check_dots_empty()
  at <- read_measure_points(prior, c_miss, c_fa, call)
  kinds <- read_kinds(which, x, call)
  resampling <- read_resampling(replicates, level, interval, by, threads, call)
  found <- measure_systems(x, kinds, at, resampling, call)
  systems <- lapply(seq_along(found$estimates), \(s) {
    measure_rows(found$labels, found$estimates[[s]], found$replicates[[s]], resampling)
  })
  names(systems) <- levels(x)
  new_measures(bind_systems(systems, identity), "measures", x, found, resampling)
}

#' @rdname measures
#' @export
compare_systems <- function(x, ..., which = NULL, prior = 0.5, c_miss = 1, c_fa = 1,
                            replicates = 1000, level = 0.95, interval = "percentile",
                            by = "trial", threads = 1) {
  call <- rlang::current_env()
  x <- lr_set(x, ...)
  check_several_systems(x, call)
  at <- read_measure_points(prior, c_miss, c_fa, call)
  kinds <- read_kinds(which, x, call)
  resampling <- read_resampling(replicates, level, interval, by, threads, call)
  found <- measure_systems(x, kinds, at, resampling, call)
  pairs <- utils::combn(nlevels(x$system), 2)
  tables <- lapply(seq_len(ncol(pairs)), \(k) compare_pair(x, found, pairs[, k], resampling))
  new_measures(do.call(rbind, tables), "measure_comparison", x, found, resampling)
}

compare_pair <- function(x, found, pair, resampling) {
  difference <- \(list) list[[pair[1]]] - list[[pair[2]]]
  rows <- measure_rows(
    found$labels, difference(found$estimates), difference(found$replicates), resampling
  )
  names(rows)[names(rows) == "estimate"] <- "difference"
  systems <- factor(levels(x)[pair], levels(x))
  data.frame(
    system1 = systems[1], system2 = systems[2], rows,
    paired = found$group[pair[1]] == found$group[pair[2]]
  )
}

new_measures <- function(table, class, x, found, resampling) {
  settings <- resampling[c("replicates", "level", "interval", "by")]
  new_curve(table, class, x, resampling = settings, redrawn = found$redrawn)
}

# Estimates and replicates per system: a vector, and a matrix with a column per replicate, of what
# `labels` names.
measure_systems <- function(x, kinds, at, resampling, call) {
  if (any(vapply(kinds, `[[`, NA, "calibrated"))) warn_misleading_infinities(x, call)
  n_systems <- length(set_trials(x))
  estimates <- lapply(kinds, \(kind) {
    matrix(suppress_infinities(kind$estimate(x, at)), nrow = n_systems)
  })
  priors <- lapply(kinds, \(kind) if (kind$prior) unname(at$prior$prior) else NA_real_)
  labels <- data.frame(
    measure = factor(rep(names(kinds), lengths(priors)), levels = names(kinds)),
    prior = unlist(priors, use.names = FALSE)
  )
  drawn <- draw_replicates(x, kinds, at, resampling, call)
  list(
    labels = labels,
    estimates = lapply(seq_len(n_systems), \(s) unlist(lapply(estimates, \(e) e[s, ]))),
    replicates = lapply(drawn$statistics, \(b) {
      do.call(rbind, lapply(kinds, \(kind) kind$replicate(b, at)))
    }),
    group = drawn$group,
    redrawn = drawn$redrawn
  )
}

# No replicates are a matrix without columns.
draw_replicates <- function(x, kinds, at, resampling, call) {
  bootstrap(x, wanted_statistics(kinds, at), resampling, call)
}

measure_rows <- function(labels, estimate, replicates, resampling) {
  data.frame(
    labels, estimate = unname(estimate),
    bootstrap_intervals(unname(estimate), replicates, resampling$level, resampling$interval)
  )
}

read_measure_points <- function(prior, c_miss, c_fa, call) {
  check_prior(prior, call)
  if (length(prior) == 0) {
    stop_input("{.arg prior} must hold at least one probability.", call = call)
  }
  check_number(c_miss, "c_miss", above = 0, call = call)
  check_number(c_fa, "c_fa", above = 0, call = call)
  measure_points(prior, c_miss, c_fa, call)
}

# By default what a reader asks first: all of it for LRs, discrimination for scores.
read_kinds <- function(which, x, call) {
  if (is.null(which)) {
    which <- c("cllr", "cllr_min", "cllr_cal", "eer", "auc")
    if (x$scale == "score") which <- c("cllr_min", "eer", "auc")
  }
  unknown <- setdiff(which, names(measure_kinds))
  if (!is.character(which) || length(which) == 0 || length(unknown) > 0) {
    stop_input(
      c(
        "{.arg which} must name measures.",
        x = if (length(unknown) > 0) "{.val {unknown}} is none of them.",
        i = "They are {.val {names(measure_kinds)}}."
      ),
      call = call
    )
  }
  kinds <- measure_kinds[unique(which)]
  if (any(vapply(kinds, `[[`, NA, "calibrated"))) check_calibrated(x, call)
  kinds
}

read_resampling <- function(replicates, level, interval, by, threads, call) {
  if (!identical(as.double(replicates), 0)) check_count(replicates, "replicates", call)
  check_number(level, "level", above = 0, below = 1, call = call)
  check_count(threads, "threads", call)
  list(
    replicates = replicates,
    level = level,
    interval = check_choice(interval, c("percentile", "basic", "bc"), "interval", call),
    by = check_choice(by, c("trial", "source"), "by", call),
    threads = threads
  )
}

check_several_systems <- function(x, call) {
  if (nlevels(x$system) < 2) {
    stop_input(
      c(
        "There must be several systems to compare.",
        x = "The set has {max(1, nlevels(x$system))}.",
        i = "Name them by {.arg system} in {.fn lr_set}, or join sets with {.fn c}."
      ),
      call = call
    )
  }
}
