#' Equal error rate
#'
#' `eer()` returns the error rate at the threshold where misses are as frequent as false alarms, a
#' measure of discrimination. `prbep()`, the precision-recall break-even point, returns the number
#' of misses where it equals that of false alarms.
#'
#' * `method = "hull"` (the default) uses the convex hull of the ROC curve (Provost and Fawcett
#'   2001), as [pav()] does. The result is the maximum over all priors of [bayes_error_min()]
#'   (Brümmer 2010, eq. 7.32). On few trials it is optimistic; `measures(x, "eer")` corrects it.
#' * `method = "steps"` uses the steps of the ROC curve itself, as is traditional, and is never
#'   smaller. Trials with equal LRs make one straight step.
#'
#' With costs, `eer()` returns the cost at which \eqn{C_{miss} P_{miss} = C_{fa} P_{fa}}{C_miss
#' P_miss = C_fa P_fa} (eq. 7.9): the maximum over priors of [dcf_min()]. A small `prbep()`
#' (section 7.3.8) shows that errors are too few; see [rule_of_30()].
#'
#' @inheritParams cross_entropy
#' @param method `"hull"` or `"steps"`.
#' @param c_miss,c_fa Costs of a miss and of a false alarm, one positive number each.
#' @param exact `FALSE` for an interval that contains the `eer()` of the hull: see [brackets].
#' @return A double per system, named if systems are. `eer()`: an error rate between 0 and 1, or a
#'   cost if costs are given; with `exact = FALSE` a data frame as in [brackets]. `prbep()`: a
#'   number of misses, not necessarily whole.
#' @references
#' Brümmer N (2010). PhD thesis, Stellenbosch University, sections 7.3.6 to 7.3.8.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Provost F, Fawcett T (2001). *Machine Learning* 42, 203-231. \doi{10.1023/A:1007601015854}
#' @seealso [plot_det()], [auc()]
#' @concept EER
#' @concept equal error rate
#' @concept crossover error rate
#' @concept ROCCH-EER
#' @concept break-even point
#' @concept PRBEP
#' @export
#' @examples
#' x <- lr_set(list(h1 = c(0, 2), h2 = c(1, -1)), scale = "score")
#' eer(x)
#' eer(x, method = "steps")
#' threshold_at(x, "eer")
#' prbep(x)
eer <- function(x, ...) UseMethod("eer")

#' @rdname eer
#' @export
eer.lr_set <- function(x, method = "hull", c_miss = 1, c_fa = 1, exact = TRUE, ...) {
  check_dots(...)
  check_flag(exact)
  check_number(c_miss, above = 0)
  check_number(c_fa, above = 0)
  cost <- \(groups) roc_crossing(groups, c_miss, c_fa)$cost
  if (!exact) {
    stop_if(method != "hull", "{.code exact = FALSE} is for the EER of the hull.")
    return(bind_systems(systems_of(x), hull_bracket, cost, most = c_miss * c_fa / (c_miss + c_fa)))
  }
  per_system(roc_groups(x, method, \(system) c(c_miss, c_fa)), cost)
}

#' @rdname eer
#' @export
prbep <- function(x, ...) UseMethod("prbep")

#' @rdname eer
#' @export
prbep.lr_set <- function(x, method = "hull", ...) {
  check_dots(...)
  groups <- roc_groups(x, method, totals_of)
  per_system(groups, \(system) roc_crossing(system, system$totals[1], system$totals[2])$cost)
}

# Crossing on the hull, at equal costs.
eer_of <- function(system) roc_crossing(blocks_of(system), 1, 1)$cost

# Groups of trials at the corners of the curve, at least near the crossing at these costs.
roc_groups <- function(x, method, costs) {
  check_choice(method, c("hull", "steps"))
  if (method == "hull") each_system(x, blocks_of) else each_system(x, steps_near, costs)
}

steps_near <- function(system, costs, beside = 0) {
  costs <- unname(costs(system))
  counts_for(system, resolved_rows(\(counts, end) {
    near <- roc_crossing(counts, costs[[1]], costs[[2]])$group + beside
    near <- near[near %in% seq_along(end)]
    near[counts$value[near] < end[near]]
  }, key = c(costs, beside)))
}

roc_crossing <- function(groups, c_miss, c_fa) .Call(ffi_roc_crossing, groups, c_miss, c_fa)
