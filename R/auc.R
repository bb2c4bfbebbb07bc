#' Area under the ROC curve
#'
#' The probability that a random H1 trial gets a greater likelihood ratio than a random H2 trial,
#' ties counting half.
#'
#' With \eqn{w_1} and \eqn{w_2} the LLRs of a random H1 and a random H2 trial
#' \deqn{AUC = P(w_1 > w_2) + \frac{1}{2} P(w_1 = w_2).}{
#'   AUC = P(w_1 > w_2) + P(w_1 = w_2) / 2.}
#'
#' It is the area under the curve of hits against false alarms, and the Mann-Whitney statistic
#' divided by the number of pairs. `method = "steps"` is exact for the trials as they are; `method =
#' "hull"` is the area under the convex hull, which is what the LRs would give after [pav()], and
#' never smaller. The thesis draws misses against false alarms: the area in its eq. 7.10 is one
#' minus this.
#'
#' The AUC averages over all thresholds with weights that belong to no prior and no cost. Where an
#' operating point is known, [min_dcf()] says more.
#'
#' @inheritParams eer
#' @return A double between 0 and 1 per system, named where the set has named systems; 1/2 for a
#'   system that knows nothing.
#' @references Hanley JA, McNeil BJ (1982). The meaning and use of the area under a receiver
#' operating characteristic (ROC) curve. *Radiology* 143, 29-36.
#' \doi{10.1148/radiology.143.1.7063747}
#'
#' Fawcett T, Niculescu-Mizil A (2007). PAV and the ROC convex hull. *Machine Learning* 68, 97-106.
#' \doi{10.1007/s10994-007-5011-0}
#' @seealso [plot_roc()], [eer()]
#' @export
#' @examples
#' x <- lr_set(list(h1 = c(0.5, 2, 4, 8), h2 = c(0.2, 0.4, 2)), scale = "lr")
#' auc(x)
#' auc(x, method = "hull")
auc <- function(x, ...) {
  UseMethod("auc")
}

#' @rdname auc
#' @export
auc.default <- function(x, ..., method = "steps") auc(lr_set(x, ...), method)

#' @rdname auc
#' @export
auc.lr_set <- function(x, method = "steps", ...) {
  check_dots(...)
  per_system(roc_groups(x, method), \(system) .Call(ffi_auc, system$n_h1, system$n_h2))
}
