#' Information lost by merging conclusions
#'
#' `conclusion_merges()` returns the loss of information, in bits, by merging pairs or groups of
#' conclusions of a scale.
#'
#' Merged conclusions have one LR, and the information of the scale decreases by their Jensen gap.
#' With \eqn{w_j} the probability of conclusion \eqn{j} at the prior \eqn{\pi}, \eqn{p_j} the
#' posterior probability of H1 after it, \eqn{H} the entropy of a probability in bits and \eqn{\bar
#' p}{p} the posterior of the merged conclusion, the gap is
#' \deqn{\sum_j w_j H(\bar p) - \sum_j w_j H(p_j) \ge 0,}{
#'   sum_j w_j H(p) - sum_j w_j H(p_j) >= 0,}
#' which is 0 if and only if their LRs are equal.
#'
#' This gap is never negative, so `loss` is optimistic for the finer scale. `corrected` is the loss
#' minus its bias by the jackknife. Intervals are those of [measures()][measures.conclusion_set],
#' untransformed.
#'
#' @inheritParams conclusion_lr
#' @param into Optional: the merged scale, a named list of conclusions, such as `list(Inconclusive =
#'   c("A", "B", "C"))`. By default each pair of neighbours, or of any conclusions if they are
#'   not ordered.
#' @param prior Prior probability of H1, inside (0, 1).
#' @return A data frame with a row per system and merger: `system`, `merged` (in words), `prior`,
#'   `loss` in bits, `corrected`, `std_error`, `lower`, `upper`, and `share`, the ratio of
#'   `corrected` to the information of the scale.
#' @seealso [compare_systems()][compare_systems.conclusion_set] for two scales
#' @concept merging of categories
#' @concept inconclusive
#' @export
#' @examples
#' x <- conclusion_set(truth ~ conclusion, data = subset(black_box, study == "bullets"),
#'   count = "n", h1 = "same", no_value = "Other",
#'   conclusions = c("Elimination", paste0("Inconclusive-", c("C", "B", "A")), "ID"))
#' conclusion_merges(x)
#' conclusion_merges(x, into = list(Inconclusive = paste0("Inconclusive-", c("A", "B", "C"))))
conclusion_merges <- function(x, into = NULL, prior = 0.5, level = 0.95, by = NULL) {
  check_given()
  x <- conclusion_set(x)
  check_number(prior, above = 0, below = 1)
  check_level(level)
  by <- conclusion_by(x, by)
  rows <- bind_systems(systems_of(x), \(system) {
    merges <- read_merges(system, into)
    rows <- lapply(merges, merge_row, system, stats::qlogis(prior), level, by)
    new_frame(merged = names(merges), prior = prior, do.call(rbind, unname(rows)))
  })
  new_curve(rows, "conclusion_table", jackknife = list(level = level, by = by))
}

#' @export
print.conclusion_table <- \(x, ...) print.measures(x, ...)

# List of mergers: for each conclusion the new one that it becomes.
read_merges <- function(system, into) {
  names <- system$conclusions
  if (!is.null(into)) {
    check_that(
      is.list(into) && all(vapply(into, is.character, NA)), "be a named list of conclusions.",
      into
    )
    strange <- setdiff(unlist(into), system$scale)
    once <- rlang::is_named(into) && !anyDuplicated(unlist(into))
    refuse_if(!once || length(strange) > 0, "merge_once")
    groups <- seq_along(names)
    for (group in into) groups[names %in% group] <- match(TRUE, names %in% group)
    said <- vapply(into, paste, "", collapse = " + ")
    return(rlang::set_names(list(groups), paste(said, collapse = "; ")))
  }
  k <- length(names)
  pairs <- if (system$ordered) rbind(seq_len(k - 1), seq_len(k)[-1]) else utils::combn(k, 2)
  merges <- lapply(seq_len(ncol(pairs)), \(i) replace(seq_len(k), pairs[2, i], pairs[1, i]))
  rlang::set_names(merges, paste(names[pairs[1, ]], "+", names[pairs[2, ]]))
}

merge_row <- function(groups, system, log_odds, level, by) {
  cost <- \(m, n) least_conclusion_costs(m, n, FALSE, log_odds)
  values <- left_out_values(system, by, \(m, n) {
    cost(rowsum(m, groups), rowsum(n, groups)) - cost(m, n)
  })
  one <- list(
    values = values, corrected = values$whole - jackknife(values, by)$bias, scale = "loss", top = 1
  )
  found <- conclusion_interval(one, level, by)
  names(found)[1] <- "loss"
  has <- ece_null(log_odds) - cost(cbind(system$h1), cbind(system$h2))
  new_frame(found[names(found) != "note"], share = found$corrected / has)
}
