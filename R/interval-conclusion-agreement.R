#' Do examiners agree?
#'
#' How often two examiners who saw the same item reached the same conclusion, and how often one
#' examiner did who saw it twice.
#'
#' A pair is two conclusions on one item: of different examiners (`"between"`, reproducibility), or
#' of the same one (`"within"`, repeatability). The agreement is the share of pairs that are equal.
#' It depends on the items: under either hypothesis by itself it says what examiners share beyond
#' the truth. `expected` is the share of equal pairs if conclusions were drawn from the same shares
#' \eqn{p_k} for every item, \eqn{\sum_k p_k^2}{sum p_k^2}, and
#' \deqn{\kappa = \frac{agreement - expected}{1 - expected},}{
#'   kappa = (agreement - expected) / (1 - expected),}
#' after Scott (1955). A large agreement with a small kappa means that all items are alike to the
#' examiners.
#'
#' `opposite` is the share of pairs of which one is the definite conclusion for H1 and the other
#' that for H2 (see [error_rates()][error_rates.conclusion_set]). Limits are those of the jackknife
#' over examiners and items, as in [measures()][measures.conclusion_set], on the scale of the
#' arcsine of the square root.
#'
#' @param x A [conclusion_set()] with `examiner` and `item`.
#' @inheritParams error_rates.conclusion_set
#' @return A data frame with a row per system, `pairs` (`"between"` or `"within"`) and `truth`
#'   (`"h1"`, `"h2"`): `n_items` with a pair, `n_pairs`, `agreement` with `std_error`, `lower` and
#'   `upper`, `expected`, `kappa`, and `opposite`. Where there are no pairs, none of these is known.
#' @references
#' Scott WA (1955). Reliability of content analysis: the case of nominal scale coding. *Public
#' Opinion Quarterly* 19, 321-325. \doi{10.1086/266577}
#'
#' Ulery BT, Hicklin RA, Buscaglia J, Roberts MA (2012). Repeatability and reproducibility of
#' decisions by latent fingerprint examiners. *PLoS ONE* 7, e32800.
#' \doi{10.1371/journal.pone.0032800}
#' @concept inter-rater agreement
#' @concept Cohen's kappa
#' @concept repeatability
#' @concept reproducibility
#' @export
#' @examples
#' set.seed(1)
#' d <- expand.grid(examiner = 1:12, item = 1:30)
#' d$same <- d$item <= 15
#' strength <- rnorm(30)[d$item] + rnorm(12, sd = 0.5)[d$examiner] + rnorm(360, d$same * 3 - 1.5)
#' d$conclusion <- cut(strength, c(-Inf, -1, 1, Inf), c("Exclusion", "Inconclusive",
#' "Identification"),
#'   ordered_result = TRUE)
#' conclusion_agreement(
#'   conclusion_set(same ~ conclusion, d, examiner = "examiner", item = "item")
#' )
conclusion_agreement <- function(x, definite = NULL, level = 0.95) {
  check_given()
  x <- conclusion_set(x)
  check_number(level, "level", above = 0, below = 1)
  conclusion_by(x, "both")
  definite <- read_definite(definite, x)
  rows <- bind_systems(systems_of(x), \(system) {
    sides <- definite_sides(system, definite)
    cells <- list(c("between", "h1"), c("between", "h2"), c("within", "h1"), c("within", "h2"))
    do.call(rbind, lapply(cells, \(cell) {
      here <- system$truth == (cell[2] == "h1")
      data.frame(pairs = cell[1], truth = cell[2],
        agreement_row(pair_table(system, here, sides), cell[1] == "within", level))
    }))
  })
  new_curve(rows, "conclusion_table", jackknife = list(level = level, by = "both"))
}

# Per conclusion, in how many pairs within and between examiners it is, and how many of these are
# equal or opposite.
pair_table <- function(system, here, sides) {
  number <- \(...) as.integer(factor(paste(..., sep = "\r")))
  count <- \(id, counted = TRUE) as.vector(tapply(rep_len(counted, length(id)), id, sum))[id]
  item <- number(system$item[here])
  examiner <- number(system$examiner[here])
  code <- system$code[here]
  own <- number(item, examiner)
  facing <- \(group, side) count(group, sides[[side]][code])
  opposite <- \(group) {
    ifelse(sides$h1[code], facing(group, "h2"), ifelse(sides$h2[code], facing(group, "h1"), 0))
  }
  within <- list(n = count(own) - 1, equal = count(number(own, code)) - 1, opposite = opposite(own))
  all <- list(n = count(item) - 1, equal = count(number(item, code)) - 1, opposite = opposite(item))
  list(
    within = within, between = Map(`-`, all, within), item = item, examiner = examiner, cell = own,
    shares = tabulate(code, length(system$h1)) / length(code)
  )
}

agreement_row <- function(table, within, level) {
  pairs <- if (within) table$within else table$between
  total <- vapply(pairs, sum, 0)
  if (total[["n"]] == 0) {
    none <- rlang::rep_named(c("agreement", "std_error", "lower", "upper", "expected", "kappa",
      "opposite"), list(NA_real_))
    return(data.frame(n_items = 0, n_pairs = 0, none))
  }
  one <- agreement_values(pairs, total, table)
  found <- conclusion_interval(one, level, "both")
  expected <- sum(table$shares^2)
  data.frame(
    n_items = length(unique(table$item[pairs$n > 0])), n_pairs = total[["n"]] / 2,
    agreement = found$estimate, found[c("std_error", "lower", "upper")], expected = expected,
    kappa = (found$estimate - expected) / (1 - expected),
    opposite = total[["opposite"]] / total[["n"]]
  )
}

# Who leaves takes along the pairs that he is in: each counts in both of its conclusions.
agreement_values <- function(pairs, total, table) {
  whole <- total[["equal"]] / total[["n"]]
  part <- \(unit, twice) {
    sums <- rowsum(cbind(pairs$equal, pairs$n), unit) * twice
    left <- (total[["equal"]] - sums[, 1]) / (total[["n"]] - sums[, 2])
    list(change = unname(left) - whole, times = rep(1, nrow(sums)), stratum = rep(1, nrow(sums)))
  }
  same <- identical(pairs, table$within)
  values <- list(whole = whole, parts = list(
    trial = part(seq_along(pairs$n), 2), cell = part(table$cell, if (same) 1 else 2),
    examiner = part(table$examiner, if (same) 1 else 2), item = part(table$item, 1)
  ))
  list(values = values, corrected = whole, scale = "share", top = 1)
}
