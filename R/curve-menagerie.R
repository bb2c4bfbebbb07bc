#' Which items are hard: goats, lambs and wolves
#'
#' How each item (speaker, finger, pane of glass) fares in its comparisons: the mean of its log LRs
#' or scores where H1 is true, and where H2 is true. A few items may be behind most of the errors of
#' a system, and the next case may be about one of them.
#'
#' Doddington et al. (1998) named the speakers for whom a system errs: **goats** are hard to
#' recognise (low where H1 is true), **lambs** easy to imitate and **wolves** good at imitating
#' (high where H2 is true). Yager and Dunstone (2010) ask for the relation of both means. With the
#' quarter of the items that is lowest, and the quarter that is highest, in each of the two,
#'
#' | | low where H2 is true | high where H2 is true |
#' |---|---|---|
#' | **high where H1 is true** | doves: the best | chameleons: like everybody |
#' | **low where H1 is true** | phantoms: like no one | worms: the worst |
#'
#' An item has its mean over all comparisons in which it takes part on the given `side`, with their
#' weights. If the two means had nothing to do with each other, a group would have
#' \eqn{k_1 k_2/n}{k1 k2 / n} of \eqn{n} items in quarters of \eqn{k_1}{k1} and \eqn{k_2}{k2}, with
#' the chances of the hypergeometric distribution: the test of Yager and Dunstone, whose two-sided
#' `p_value` says whether there are more or fewer of a kind than chance makes. Some goats there
#' always are: a quarter is a quarter, and of few comparisons each a mean is uncertain.
#'
#' @inheritParams source_overlap
#' @param x An [lr_set()] with `source1` or `source2`, or both, of LRs or scores.
#' @param side Which part an item has in the comparisons that are looked at: `"either"`, or
#'   `"first"` (`source1`, the enrolled item: its high means are lambs) or `"second"` (`source2`:
#'   its high means are wolves).
#' @return A data frame of class `menagerie` with a row per system and item:
#'   * `system`, `source`,
#'   * `n_h1`, `n_h2`: comparisons,
#'   * `mean_h1`, `mean_h2`: mean log10 LR, or mean score; `NA` without comparisons,
#'   * `group`: `"dove"`, `"chameleon"`, `"phantom"`, `"worm"`, or `NA` for items between them and
#'     for those that lack a mean.
#'
#'   Its attribute `groups` has the four groups of each system: `n` items, `expected` by chance and
#'   `p_value`; its attribute `borders` the means at which the quarters end. Infinite LRs make means
#'   infinite.
#' @section Errors: A set with neither `source1` nor `source2` is an error of class
#'   `calibrant_error_source`.
#' @references
#' Doddington G, Liggett W, Martin A, Przybocki M, Reynolds D (1998). Sheep, goats, lambs and
#' wolves: a statistical analysis of speaker performance in the NIST 1998 speaker recognition
#' evaluation.
#' *Proceedings of the 5th International Conference on Spoken Language Processing*.
#'
#' Yager N, Dunstone T (2010). The biometric menagerie. *IEEE Transactions on Pattern Analysis and
#' Machine Intelligence* 32, 220-230. \doi{10.1109/TPAMI.2008.291}
#' @seealso [source_overlap()], [normalise_scores()], which takes such differences away, and
#'   [measures_by()] for conditions
#' @concept zoo plot
#' @concept Doddington's zoo
#' @concept biometric menagerie
#' @concept goats
#' @concept lambs
#' @concept wolves
#' @export
#' @examples
#' product <- subset(voice_lr, evidence == "all ten")
#' x <- lr_set(same_speaker ~ log10_lr, data = product, scale = "log10",
#'   source1 = "speaker1", source2 = "speaker2")
#' zoo <- menagerie(x)
#' head(zoo[order(zoo$mean_h1), ], 3)
#' attr(zoo, "groups")
#' autoplot(zoo)
menagerie <- function(x, ...) UseMethod("menagerie")

#' @rdname menagerie
#' @export
menagerie.lr_set <- function(x, side = "either", ...) {
  check_dots(...)
  check_choice(side, c("either", "first", "second"), "side")
  check_items_known(x)
  table <- bind_systems(split_by_system(x), \(i) item_means(x, i, side))
  quarters <- lapply(split(table[c("mean_h1", "mean_h2")], table$system), find_quarters)
  table$group <- do.call(c, unname(lapply(quarters, `[[`, "group")))
  of_systems <- \(part) bind_systems(quarters, part)
  lr_curve(table, "menagerie", x,
    groups = of_systems(count_groups), borders = of_systems(\(found) found$borders)
  )
}

# The means of the items in the trials `i` of one system.
item_means <- function(x, i, side) {
  items <- item_names(x, i)
  parts <- item_parts(items$first, items$second, side)
  known <- unique(parts$item)
  item <- factor(match(parts$item, known), seq_along(known))
  i <- i[parts$trial]
  value <- to_log10(x$value[i], x$scale)
  weight <- if (is.null(x$weight)) rep(1, length(i)) else x$weight[i]
  count <- \(use) tabulate(item[use], length(known))
  mean_of <- \(use) {
    add <- \(amount) as.vector(tapply(amount[use], item[use], sum, default = 0))
    ifelse(count(use) > 0, add(value * weight) / add(weight), NA_real_)
  }
  data.frame(
    source = known, n_h1 = count(x$truth[i]), n_h2 = count(!x$truth[i]),
    mean_h1 = mean_of(x$truth[i]), mean_h2 = mean_of(!x$truth[i])
  )
}

# A row per trial and item; an item that is compared with itself takes part once.
item_parts <- function(first, second, side) {
  all <- seq_along(first)
  switch(side,
    first = list(item = first, trial = all),
    second = list(item = second, trial = all),
    either = list(item = c(first, second[first != second]), trial = c(all, all[first != second]))
  )
}

# Which quarters of the two means the groups are in.
animals <- data.frame(
  group = c("dove", "chameleon", "phantom", "worm"),
  h1 = c("high", "high", "low", "low"), h2 = c("low", "high", "low", "high")
)

# Who is in the lowest and the highest quarter of each mean, among the items that have both, with
# ties as they fall; and the group of each item.
find_quarters <- function(means) {
  known <- which(stats::complete.cases(means))
  size <- length(known) %/% 4
  ends <- lapply(list(h1 = means$mean_h1[known], h2 = means$mean_h2[known]), \(value) {
    ranks <- rank(value)
    list(low = known[ranks <= size], high = known[ranks > length(known) - size])
  })
  group <- rep(NA_integer_, nrow(means))
  for (k in seq_len(nrow(animals))) {
    group[intersect(ends$h1[[animals$h1[k]]], ends$h2[[animals$h2[k]]])] <- k
  }
  list(
    n = length(known), ends = ends, group = factor(animals$group[group], animals$group),
    borders = data.frame(
      border = c("low", "high"), h1 = quarter_borders(means$mean_h1[known], size),
      h2 = quarter_borders(means$mean_h2[known], size)
    )
  )
}

# Half way between the last item within and the first one beyond.
quarter_borders <- function(value, size) {
  if (size == 0) return(c(NA_real_, NA_real_))
  sorted <- sort(value)
  c(mean(sorted[size + 0:1]), mean(sorted[length(value) - size + 0:1]))
}

count_groups <- function(found) {
  in_quarter <- \(which, of) lengths(found$ends[[of]])[which]
  of_h1 <- in_quarter(animals$h1, "h1")
  of_h2 <- in_quarter(animals$h2, "h2")
  n <- tabulate(found$group, nrow(animals))
  data.frame(
    group = factor(animals$group, animals$group), n = n, expected = of_h1 * of_h2 / max(found$n, 1),
    p_value = count_p_value(n, of_h1, found$n, of_h2), row.names = NULL
  )
}

# Two-sided, of counts of `white` among `drawn` of `n`.
count_p_value <- function(count, white, n, drawn) {
  lower <- stats::phyper(count, white, n - white, drawn)
  upper <- stats::phyper(count - 1, white, n - white, drawn, lower.tail = FALSE)
  pmin(1, 2 * pmin(lower, upper))
}
