#' Number of independent comparisons in a set
#'
#' How many comparisons a set has, how many items they come from, and how far they overlap: the
#' least that a reader must know to judge what numbers may follow from it. Twenty thousand
#' comparisons of two hundred items hold less than twenty thousand independent ones, and no interval
#' that takes them as independent can be right.
#'
#' Comparisons that share an item are not independent. `n_disjoint` is a number of comparisons no
#' two of which share one, found by taking those of rarely used items first. It is a lower bound of
#' the largest such number, and exact where each item is compared with itself once.
#'
#' @inheritParams cross_entropy
#' @return A data frame of class `source_overlap` with three rows per system, for the comparisons of
#'   H1, of H2 and of both:
#'   * `system`, `hypothesis` (`"h1"`, `"h2"`, `"both"`),
#'   * `n`: comparisons,
#'   * `n_sources`: items that take part in them,
#'   * `per_source`, `per_source_max`: in how many comparisons an item takes part, in the median and
#'     at most,
#'   * `shared`: share of comparisons that have an item in common with another,
#'   * `n_disjoint`: comparisons that have none in common.
#'
#'   Weights are ignored.
#' @section Errors: A set with neither `source1` nor `source2` is an error of class
#'   `calibrant_error_source`.
#' @seealso [measures()] with `by = "source"` for intervals that allow for it;
#'   [summary.lr_set()] and [validation_report()], which show these numbers
#' @concept dependence
#' @concept shared items
#' @concept effective sample size
#' @concept design effect
#' @export
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10",
#'   source1 = "item1", source2 = "item2")
#' source_overlap(x["mvk"])
source_overlap <- function(x, ...) UseMethod("source_overlap")

#' @export
source_overlap.lr_set <- function(x, ...) {
  check_dots(...)
  check_items_known(x)
  remembered(x, "overlap", \() {
    systems <- rlang::set_names(split_by_system(x), system_names(x))
    table <- bind_systems(systems, \(i) {
      items <- item_names(x, i)
      items <- lapply(items, match, unique(unlist(items)))
      part <- \(use, hypothesis) overlap_row(items$first[use], items$second[use], hypothesis)
      rbind(part(x$truth[i], "h1"), part(!x$truth[i], "h2"), part(TRUE, "both"))
    })
    new_curve(table, "source_overlap")
  })
}

# `source1` and `source2` are numbers of items.
overlap_row <- function(source1, source2, hypothesis) {
  same <- source1 == source2
  times <- tabulate(c(source1, source2[!same]))
  used <- times[times > 0]
  data.frame(
    hypothesis = hypothesis,
    n = length(source1),
    n_sources = length(used),
    per_source = stats::median(used),
    per_source_max = max(used),
    shared = mean(times[source1] > 1 | times[source2] > 1),
    n_disjoint = count_disjoint(source1, source2, times)
  )
}

# Comparisons of rarely used items first, each if its items are still free.
count_disjoint <- function(source1, source2, times) {
  free <- times > 0
  left <- sum(free)
  least <- if (any(source1 == source2)) 1 else 2
  n <- 0L
  for (i in order(times[source1] + times[source2])) {
    if (left < least) break
    if (free[source1[i]] && free[source2[i]]) {
      left <- left - 2 + (source1[i] == source2[i])
      free[c(source1[i], source2[i])] <- FALSE
      n <- n + 1L
    }
  }
  n
}
