#' Area under the ROC curve
#'
#' `auc()` returns the probability that a random H1 trial has a greater likelihood ratio than a
#' random H2 trial; ties count half.
#'
#' With \eqn{w_1} and \eqn{w_2} the LLRs of a random H1 and a random H2 trial
#' \deqn{AUC = P(w_1 > w_2) + \frac{1}{2} P(w_1 = w_2).}{
#'   AUC = P(w_1 > w_2) + P(w_1 = w_2) / 2.}
#'
#' This is the area under the curve of hits against false alarms (one minus that of eq. 7.10 of the
#' thesis), and the Mann-Whitney statistic (Hanley and McNeil 1982) divided by the number of pairs.
#' `method = "steps"` is exact for the trials; `method = "hull"` is the area under the convex hull,
#' as after [pav()] (Fawcett and Niculescu-Mizil 2007), and never smaller.
#'
#' With `p_fa`, `auc()` returns the **partial** area over false-alarm rates from 0 to `p_fa`, `p_fa`
#' times the mean rate of hits there. McClish (1989) standardises the area \eqn{A} to \eqn{\frac12
#' (1 + \frac{A - p^2/2}{p - p^2/2})}{(1 + (A - p^2/2) / (p - p^2/2)) / 2} with \eqn{p} for `p_fa`,
#' which is 1/2 for a system without information.
#'
#' @inheritParams eer
#' @param exact `FALSE` for an interval that contains the AUC by steps: see [brackets].
#' @param p_fa The largest false-alarm rate (FMR in biometrics) of the area, above 0 and at most 1.
#' @return A double between 0 and 1 per system, named if systems are; with `exact = FALSE` a data
#'   frame with the columns `system`, `lower`, `upper` and `width`.
#' @references Hanley JA, McNeil BJ (1982). *Radiology* 143, 29-36.
#'   \doi{10.1148/radiology.143.1.7063747}
#'
#' McClish DK (1989). *Medical Decision Making* 9, 190-195. \doi{10.1177/0272989X8900900307}
#'
#' Fawcett T, Niculescu-Mizil A (2007). *Machine Learning* 68, 97-106.
#' \doi{10.1007/s10994-007-5011-0}
#' @seealso [plot_roc()], [eer()]
#' @concept AUROC
#' @concept area under the curve
#' @concept Gini coefficient
#' @concept concordance index
#' @concept Mann-Whitney
#' @concept partial AUC
#' @concept pAUC
#' @export
#' @examples
#' x <- lr_set(list(h1 = c(0.5, 2, 4, 8), h2 = c(0.2, 0.4, 2)), scale = "lr")
#' auc(x)
#' auc(x, method = "hull")
auc <- function(x, ...) UseMethod("auc")

# Functions of this name in other packages accept our objects, and ours passes theirs on.
#' @export
auc.cutpointr <- function(x, ...) hand_on("cutpointr", "auc", x, ...)

#' @export
auc.roc_cutpointr <- auc.cutpointr

# Partial areas need arguments that only pROC has.
#' @export
auc.roc <- function(x, ...) {
  if (any(grepl("^partial", ...names()))) hand_on("pROC", "auc", x, ...) else NextMethod()
}

#' @export
auc.smooth.roc <- function(x, ...) hand_on("pROC", "auc", x, ...)

#' @export
auc.multiclass.roc <- auc.smooth.roc

#' @rdname auc
#' @exportS3Method pROC::auc lr_set
#' @exportS3Method cutpointr::auc lr_set
#' @export
auc.lr_set <- function(x, method = "steps", exact = TRUE, ..., p_fa = 1) {
  check_dots(...)
  check_that(
    is.numeric(p_fa) && length(p_fa) == 1 && isTRUE(p_fa > 0 && p_fa <= 1),
    "be one number above 0 and at most 1.", p_fa
  )
  check_flag(exact)
  if (!exact) {
    stop_if(p_fa < 1, "{.code exact = FALSE} needs the whole area, {.code p_fa = 1}.")
    refuse_if(!identical(method, "steps"), "auc_steps")
    return(auc_bracket(x))
  }
  check_choice(method, c("hull", "steps"))
  # The AUC is the only measure of discrimination that needs the order of all trials.
  groups <- if (method == "hull") blocks_of else \(one) counts_for(one, \(many) refuse("no_order"))
  per_system(each_system(x, groups), if (p_fa < 1) \(one) partial_area(one, p_fa) else area_under)
}

# Trapezoids of hits over false alarms, the last of them cut off.
partial_area <- function(counts, p_fa) {
  false <- c(0, cumsum(rev(counts$n_h2))) / sum(counts$n_h2)
  hits <- c(0, cumsum(rev(counts$n_h1))) / sum(counts$n_h1)
  width <- diff(false)
  used <- pmax(pmin(width, p_fa - false[-length(false)]), 0)
  slope <- ifelse(width > 0, diff(hits) / width, 0)
  sum(used * (hits[-length(hits)] + slope * used / 2))
}

auc_bracket <- function(x) {
  bind_systems(systems_of(x), \(system) {
    auc <- coarse_auc(coarse_of(system))
    interval_columns(auc[1] - auc[2] / 2, auc[1] + auc[2] / 2, system)
  })
}

# Exact from counts; if there are too many values for these, the midpoint of the interval from
# buckets. The finest buckets leave no visible interval, and few buckets suffice for pictures.
auc_of <- function(system, buckets_of = fine_of) coarse_auc(counts_for(system, buckets_of))[1]
