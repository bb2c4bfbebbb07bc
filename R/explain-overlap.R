# Numbers of items in the comparisons of each hypothesis, and of comparisons that share no item. The
# latter are a lower bound of the largest such number.
overlap_columns <- function(x) {
  if (!has_items(x)) return(NULL)
  rows <- computed_once(notes_on(x), "overlap", vapply(unname(split_by_system(x)), \(i) {
    items <- item_names(x, i)
    items <- lapply(items, match, unique(unlist(items)))
    part <- \(use) overlap_counts(items$first[use], items$second[use])
    c(part(x$truth[i]), part(!x$truth[i]))
  }, integer(4)))
  list(
    n_sources_h1 = rows[1, ], n_sources_h2 = rows[3, ],
    n_disjoint_h1 = rows[2, ], n_disjoint_h2 = rows[4, ]
  )
}

# `source1` and `source2` are numbers of items.
overlap_counts <- function(source1, source2) {
  times <- tabulate(c(source1, source2[source1 != source2]))
  c(sum(times > 0), count_disjoint(source1, source2, times))
}

# Takes comparisons of rarely used items first, each if both items are still free.
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
