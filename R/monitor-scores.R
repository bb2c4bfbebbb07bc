#' Monitor of casework scores without known truth
#'
#' `monitor_scores()` returns a monitor that detects a change in the scores of casework without the
#' truth of any trial. An alarm suggests a change such as another microphone or a larger share of
#' H1, not that LRs are wrong; nor does silence show that they are right.
#'
#' Bets on the rank of each new score among the reference and earlier new scores make the e-process
#' (a conformal test martingale; Vovk, Gammerman and Shafer 2005, Vovk 2021; `vignette("methods")`).
#' Without a change, the probability that it ever reaches \eqn{1/(1 - \mathrm{level})}{1 / (1 -
#' level)} is at most 1 - `level`.
#'
#' # The reference
#' Casework usually has another share of H1 than a validation: set `prior`, or use scores of earlier
#' casework. New scores must be on the same scale, in order of arrival.
#'
#' @param method,level,date,note,... As in [monitor()].
#' @param x The reference: an [lr_set()] of one system, on any scale, or a numeric vector of scores,
#'   at least ten.
#' @param prior The share of H1 in casework: `x`, a set, then gives a random part with this share,
#'   reproducible with [set.seed()]. `NULL` uses all of `x`.
#' @return An object of class `lr_monitor`, as from [monitor()].
#' @references
#' Vovk V, Gammerman A, Shafer G (2005). *Algorithmic learning in a random world*. Springer, New
#' York. \doi{10.1007/b106715}
#'
#' Vovk V (2021). *Statistical Science* 36, 595-611. \doi{10.1214/20-STS817}
#' @concept drift of scores
#' @concept conformal test
#' @concept exchangeability martingale
#' @concept change of population
#' @export
#' @examples
#' set.seed(1)
#' validation <- simulate_lr(300, 300, s = 2)
#' m <- monitor_scores(validation, method = "voices", prior = 0.2)
#' m <- update(m, sample(simulate_lr(20, 80, s = 2)$value))
#' m
#' explain(update(m, sample(simulate_lr(20, 80, s = 4)$value)))
monitor_scores <- function(x, ..., method = "the system", prior = NULL, level = 0.95,
                           date = Sys.Date(), note = NULL) {
  check_given()
  check_dots(...)
  known <- reference_scores(x, prior)
  refuse_if(length(known) < 10, "monitor_reference")
  check_level(level)
  settings <- list(
    kind = "scores", method = read_line(method), level = level, prior = prior,
    reference = if (inherits(x, "lr_set")) reference_of(x) else list(sha256 = hash_scores(known))
  )
  new_monitor(settings, list(known = sort(known), capital = numeric(n_bets[["scores"]])),
    date, note
  )
}

reference_scores <- function(x, prior) {
  if (!inherits(x, "lr_set")) {
    check_that(is.null(prior), "be NULL if the reference has no truth.", prior)
    return(read_scores_of(x))
  }
  check_one_to_watch(x)
  if (is.null(prior)) return(x$value)
  check_number(prior, above = 0, below = 1)
  x$value[at_share(x$truth, prior)]
}

# Draws trials so that the share of H1 varies like that of independent trials with this probability.
at_share <- function(truth, prior) {
  size <- floor(min(sum(truth) / prior, sum(!truth) / (1 - prior)))
  n_h1 <- min(stats::rbinom(1, size, prior), sum(truth))
  n_h2 <- min(size - n_h1, sum(!truth))
  take <- \(i, n) i[sample.int(length(i), n)]
  c(take(which(truth), n_h1), take(which(!truth), n_h2))
}

read_scores_of <- function(x) {
  check_numeric(x)
  check_vector(x)
  stop_if(length(x) == 0, "{.arg x} must have at least one score; it is empty.")
  as.double(x)
}

hash_scores <- function(score) hash_fields(list(value = score))

add_scores <- function(object, x, date, note) {
  refuse_if(inherits(x, "lr_set"), "monitor_not_scores")
  score <- read_scores_of(x)
  found <- .Call(ffi_conformal, object$state$known, object$state$capital, score)
  add_entry(object, "trials", found[c("known", "capital")], date, note, list(
    n = as.double(length(score)), sha256 = hash_scores(score)
  ), list(total = found$log_e, scores = found$log_e))
}
