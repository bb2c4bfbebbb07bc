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
#' | **low where H1 is true** | phantoms: like nobody | worms: the worst |
#'
#' An item has its mean over all comparisons in which it takes part on the given `side`, with their
#' weights. If the two means had nothing to do with each other, a group would have
#' \eqn{k_1 k_2/n}{k1 k2 / n} of \eqn{n} items in quarters of \eqn{k_1}{k1} and \eqn{k_2}{k2}, with
#' the chances of the hypergeometric distribution: the test of Yager and Dunstone, whose two-sided
#' `p_value` says whether there are more or fewer of a kind than chance makes. Some goats there
#' always are: a quarter is a quarter, and of few comparisons each a mean is uncertain.
#'
#' @inheritParams source_overlap
#' @param x An [lr_set()] with `source1` and `source2`, of LRs or scores.
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
#' @section Errors: A set without `source1` and `source2` is an error of class
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

#' @export
menagerie.default <- function(x, ...) on_set("menagerie", x, ...)

#' @rdname menagerie
#' @export
menagerie.lr_set <- function(x, side = "either", ...) {
  call <- rlang::current_env()
  check_dots(...)
  check_choice(side, c("either", "first", "second"), "side", call)
  check_sources(x, call, "by")
  table <- bind_systems(split_by_system(x), \(i) item_means(x, i, side))
  lr_curve(table, "menagerie", x,
    groups = menagerie_groups(table), borders = menagerie_borders(table)
  )
}

# The means of the items in the trials `i` of one system.
item_means <- function(x, i, side) {
  parts <- item_parts(source_names(x$source1[i]), source_names(x$source2[i]), side)
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
  h1 <- mean_of(x$truth[i])
  h2 <- mean_of(!x$truth[i])
  data.frame(
    source = known, n_h1 = count(x$truth[i]), n_h2 = count(!x$truth[i]), mean_h1 = h1, mean_h2 = h2,
    group = menagerie_group(quarters(h1, h2), length(known))
  )
}

# A row per trial and item; an item that is compared with itself takes part once.
item_parts <- function(first, second, side) {
  all <- seq_along(first)
  switch(side,
    first = list(item = first, trial = all),
    second = list(item = second, trial = all),
    either = list(
      item = c(first, second[first != second]), trial = c(all, all[first != second])
    )
  )
}

animals <- c("dove", "chameleon", "phantom", "worm")

# The items with both means, how many these are, and who is in the lowest and the highest quarter of
# each mean, with ties as they fall.
quarters <- function(h1, h2) {
  known <- which(!is.na(h1) & !is.na(h2))
  n <- length(known)
  size <- floor(n / 4)
  ends <- lapply(list(h1 = h1[known], h2 = h2[known]), \(value) {
    sorted <- sort(value)
    ranks <- rank(value)
    list(
      low = known[ranks <= size], high = known[ranks > n - size],
      borders = if (size > 0) {
        c(mean(sorted[size + 0:1]), mean(sorted[n - size + 0:1]))
      } else {
        c(NA_real_, NA_real_)
      }
    )
  })
  c(ends, n = n)
}

menagerie_group <- function(quarters, n) {
  h1 <- quarters$h1
  h2 <- quarters$h2
  group <- rep(NA_character_, n)
  group[intersect(h1$high, h2$low)] <- "dove"
  group[intersect(h1$high, h2$high)] <- "chameleon"
  group[intersect(h1$low, h2$low)] <- "phantom"
  group[intersect(h1$low, h2$high)] <- "worm"
  factor(group, levels = animals)
}

menagerie_borders <- function(table) {
  rows <- lapply(split(table, table$system), \(items) {
    found <- quarters(items$mean_h1, items$mean_h2)
    data.frame(h1 = found$h1$borders, h2 = found$h2$borders)
  })
  data.frame(
    system = factor(rep(names(rows), each = 2), levels(table$system)),
    border = c("low", "high"), do.call(rbind, unname(rows))
  )
}

menagerie_groups <- function(table) {
  rows <- lapply(split(table, table$system), \(items) {
    found <- quarters(items$mean_h1, items$mean_h2)
    of_h1 <- lengths(found$h1)[c("high", "high", "low", "low")]
    of_h2 <- lengths(found$h2)[c("low", "high", "low", "high")]
    n <- tabulate(items$group, length(animals))
    data.frame(
      group = factor(animals, animals), n = n, expected = of_h1 * of_h2 / found$n,
      p_value = count_p_value(n, of_h1, found$n, of_h2)
    )
  })
  system <- factor(rep(names(rows), each = length(animals)), levels(table$system))
  data.frame(system = system, do.call(rbind, unname(rows)), row.names = NULL)
}

# Two-sided, of counts of `white` among `drawn` of `n`.
count_p_value <- function(count, white, n, drawn) {
  lower <- stats::phyper(count, white, n - white, drawn)
  upper <- stats::phyper(count - 1, white, n - white, drawn, lower.tail = FALSE)
  pmin(1, 2 * pmin(lower, upper))
}
