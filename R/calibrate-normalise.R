#' Normalise scores against a cohort
#'
#' Puts scores of different items on one footing, by the scores that each item reaches against a
#' cohort, a reference population of other items: z-, t-, s- and adaptive s-norm of speaker
#' recognition, or percentile ranks.
#'
#' With \eqn{\mu_1}{mean1} and \eqn{\sigma_1}{sd1} the mean and the standard deviation (divisor
#' \eqn{m-1}) of the scores of the first item of a trial against the \eqn{m} members of its cohort,
#' and \eqn{\mu_2}{mean2} and \eqn{\sigma_2}{sd2} those of the second, a score \eqn{s} becomes
#' * `"z"`: \eqn{(s-\mu_1)/\sigma_1}{(s - mean1) / sd1}, where the first item is the enrolled one;
#' * `"t"`: \eqn{(s-\mu_2)/\sigma_2}{(s - mean2) / sd2} (Auckenthaler et al. 2000);
#' * `"s"`: the mean of both. With `top` it is the adaptive s-norm: each item uses the `top`
#'   members of the cohort that are most like it, those with the highest scores (Matějka et al.
#'   2017);
#' * `"percentile"`: the share of the cohort with a lower score, half of those with the same
#'   score included, averaged over the items whose cohort is given. It lies between 0 and 1.
#'
#' The cohort must hold neither the items of the trials nor their sources. Normalised scores are
#' scores, not LRs: give them to [lr_set()] with `scale = "score"` and then to [calibrate()].
#'
#' @param score Scores, one per trial, finite.
#' @param source1,source2 The first and the second item of each trial: names of rows of `cohort1`
#'   and `cohort2`.
#' @param cohort1,cohort2 Finite scores of the items against the cohort: matrices with a named row
#'   per item and a column per member. `"z"` needs the first, `"t"` the second, `"s"` both,
#'   `"percentile"` one or both.
#' @param method `"s"`, `"z"`, `"t"` or `"percentile"`.
#' @param top How many of the highest scores of each row count, 2 or more; `NULL` for all.
#' @return A double per trial, in standard deviations of the cohort or, for `"percentile"`, a share.
#' @section Errors: A cohort that is missing or no matrix, items that it does not have, rows that do
#'   not vary, fewer than two members: `calibrant_error_input`.
#' @references
#' Auckenthaler R, Carey M, Lloyd-Thomas H (2000). Score normalization for text-independent speaker
#' verification systems. *Digital Signal Processing* 10, 42-54. \doi{10.1006/dspr.1999.0360}
#'
#' Matějka P, Novotný O, Plchot O, Burget L, Sánchez MD, Černocký J (2017). Analysis of score
#' normalization in multilingual speaker recognition. *Proceedings of Interspeech*, 1567-1571.
#' \doi{10.21437/Interspeech.2017-803}
#' @seealso [calibrate()], [fuse()]
#' @concept score normalisation
#' @concept z-norm
#' @concept t-norm
#' @concept s-norm
#' @concept adaptive s-norm
#' @concept cohort
#' @concept percentile rank
#' @concept reference population
#' @export
#' @examples
#' # Models that score higher against everybody
#' set.seed(1)
#' lift <- c(a = 0, b = 2, c = -1)
#' cohort1 <- t(sapply(lift, \(shift) rnorm(200, shift)))
#' cohort2 <- matrix(rnorm(2 * 200), 2, dimnames = list(c("x", "y"), NULL))
#' trials <- expand.grid(source1 = names(lift), source2 = c("x", "y"))
#' score <- rnorm(6, lift[trials$source1])
#' normalise_scores(score, trials$source1, trials$source2, cohort1, cohort2)
#' normalise_scores(score, trials$source1, cohort1 = cohort1, method = "z")
#' normalise_scores(score, trials$source1, cohort1 = cohort1, method = "percentile")
normalise_scores <- function(score, source1 = NULL, source2 = NULL, cohort1 = NULL, cohort2 = NULL,
                             method = "s", top = NULL) {
  check_given()
  check_finite(score, "score")
  check_choice(method, c("s", "z", "t", "percentile"), "method")
  check_top(top)
  score <- as.double(score)
  normalise <- if (method == "percentile") cohort_shares else cohort_distances
  sides <- switch(method,
    s = 1:2, z = 1, t = 2, percentile = which(!c(is.null(cohort1), is.null(cohort2)))
  )
  if (length(sides) == 0) {
    stop_input("{.arg cohort1} or {.arg cohort2} must be given.")
  }
  sources <- list(source1, source2)
  cohorts <- list(cohort1, cohort2)
  normalised <- lapply(sides, \(side) {
    rows <- cohort_rows(sources[[side]], cohorts[[side]], side, length(score))
    normalise(score, rows, nearest_members(cohorts[[side]], top, side), side)
  })
  Reduce(`+`, normalised) / length(sides)
}

check_top <- function(top) {
  if (is.null(top)) return(invisible())
  check_count(top, "top")
  if (top < 2) stop_must("be 2 or more.", top, "top")
}

# Which row of the cohort each trial uses.
cohort_rows <- function(source, cohort, side, n) {
  named <- is.matrix(cohort) && is.numeric(cohort) && !is.null(rownames(cohort))
  stop_if(!named, "{.arg cohort{side}} must be a numeric matrix with a named row per item.")
  check_finite(as.vector(cohort), paste0("cohort", side))
  check_length(source, n, paste0("source", side), "score")
  rows <- match(as.character(source), rownames(cohort))
  stop_if(
    anyNA(rows),
    "Every item of {.arg source{side}} must have a row in {.arg cohort{side}}.",
    x = "There is none of {.val {as.character(source)[which(is.na(rows))[1]]}}."
  )
  rows
}

# The cohort of each item, a column per item.
nearest_members <- function(cohort, top, side) {
  members <- min(top, ncol(cohort))
  stop_if(members < 2, "{.arg cohort{side}} must have two members or more, in columns.")
  if (members == ncol(cohort)) return(t(cohort))
  apply(cohort, 1, \(scores) sort(scores, decreasing = TRUE)[seq_len(members)])
}

cohort_distances <- function(score, rows, members, side) {
  mean <- colMeans(members)
  sd <- sqrt(colSums(sweep(members, 2, mean)^2) / (nrow(members) - 1))
  stop_if(
    any(sd[rows] == 0), "The scores of an item in {.arg cohort{side}} must vary.",
    x = "Those of {.val {colnames(members)[rows[which(sd[rows] == 0)[1]]]}} do not."
  )
  unname((score - mean[rows]) / sd[rows])
}

# By item, as the cohort is sorted once for all of its trials.
cohort_shares <- function(score, rows, members, side) {
  share <- numeric(length(score))
  for (trials in split(seq_along(score), rows)) {
    cohort <- sort(members[, rows[trials[1]]])
    below <- findInterval(score[trials], cohort, left.open = TRUE)
    up_to <- findInterval(score[trials], cohort)
    share[trials] <- (below + up_to) / (2 * length(cohort))
  }
  share
}
