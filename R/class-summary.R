#' Summary of a set of log-likelihoods
#'
#' `summary()` returns a table of the numbers of trials and of the performance of each system.
#'
#' @param object A [loglik_set()].
#' @param prior One vector of prior probabilities of the classes; `NULL` is the prior of a set of
#'   posteriors, or else the flat prior.
#' @param ... Must be empty.
#' @return A data frame of class `summary.loglik_set` with a row per system, which prints as a
#'   table:
#'   * `system`; `n`, `n_classes`: numbers of trials and classes,
#'   * `n_excluded`: trials that exclude their true class,
#'   * `cross_entropy`, `cross_entropy_min`, `cross_entropy_cal` and `cross_entropy_null`: total,
#'     discrimination, calibration and default loss in bits, see
#'     [cross_entropy()][loglik_cross_entropy],
#'   * `misclassification`, `cavg`, `cavg_opt`: rates, see [misclassification()] and [cavg()].
#' @concept summary of classes
#' @export
#' @examples
#' summary(loglik_set(glass_type, truth = "type", system = "recogniser"))
summary.loglik_set <- function(object, prior = NULL, ...) {
  check_dots(...)
  prior <- one_class_prior(prior, object)
  warn_excluded_truth(object, t(prior))
  table <- suppress_multiclass(class_summary(object, prior))
  new_object("summary.loglik_set", table, prior = prior)
}

class_summary <- function(x, prior) {
  losses <- as.data.frame(class_losses(x, prior))
  systems <- systems_of(x)
  excluded <- \(system) sum(system$log_lik[cbind(seq_along(system$truth), system$truth)] == -Inf)
  new_frame(
    system = losses$system,
    n = vapply(systems, \(system) sum(system$n), numeric(1)),
    n_classes = ncol(x$log_lik),
    n_excluded = vapply(systems, excluded, numeric(1)),
    losses[c("cross_entropy", "cross_entropy_min", "cross_entropy_cal", "cross_entropy_null")],
    misclassification = unname(misclassification(x, prior)),
    cavg = unname(cavg(x, prior)),
    cavg_opt = unname(cavg_opt(x, prior))
  )
}

#' @rdname summary.loglik_set
#' @param x A summary.
#' @param digits Significant digits.
#' @export
print.summary.loglik_set <- \(x, digits = 3, ...) printed(x, {
  number <- \(v) format_number(v, digits)
  prior <- attr(x, "prior")
  flat <- all(prior == prior[1])
  name <- if (flat) "Cllr" else "Cross-entropy"
  rows <- list(
    "trials" = plain_count(x$n),
    "classes" = plain_count(x$n_classes),
    "true class excluded" = plain_count(x$n_excluded),
    "total" = number(x$cross_entropy),
    "  discrimination (min)" = number(x$cross_entropy_min),
    "  calibration (cal)" = number(x$cross_entropy_cal),
    "without evidence" = number(x$cross_entropy_null),
    "misclassified" = paste(number(100 * x$misclassification), "%"),
    "Cavg" = number(x$cavg),
    "  after calibration" = number(x$cavg_opt)
  )
  names(rows)[4] <- name
  body <- do.call(rbind, rows)
  colnames(body) <- if (identical(as.character(x$system), "system")) "" else as.character(x$system)
  print(body, quote = FALSE, right = TRUE)
  cat(sprintf("\nAt the %s prior; %s in bits.\n", if (flat) "flat" else "given", name))
})

#' @export
as.data.frame.summary.loglik_set <- function(x, ...) plain_frame(x)
