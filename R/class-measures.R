# Measures of many classes with intervals: each is a mean of costs per trial or a fit.

#' Measures of many classes with intervals
#'
#' `measures()` of a [loglik_set()] returns a table of measures with bootstrap intervals.
#' `compare_systems()` returns the differences between recognisers.
#'
#' Trials are drawn with replacement within their classes; weights are not drawn. Recognisers with
#' the same true classes in the same order share their draws, so differences are paired. The best
#' affine map of `cllr_min` and `cllr_cal` is fitted anew to every replicate, and `corrected =
#' TRUE` subtracts its optimism. Intervals are those of [measures()].
#'
#' @param x A [loglik_set()].
#' @param which Names of measures: `"cllr"`, `"cllr_min"`, `"cllr_cal"` (at `prior` the
#'   [cross-entropy][loglik_cross_entropy] and its parts), `"misclassification"` and `"cavg"`.
#'   `NULL` stands for all.
#' @param prior Prior probabilities of the classes, one vector; `NULL` is the flat prior.
#' @param replicates,level,interval,corrected As for [measures()].
#' @param ... Must be empty.
#' @return A data frame as from [measures()], with the column `prior` `NA`: a row per system and
#'   measure, from `compare_systems()` per pair and measure.
#' @concept intervals of many classes
#' @name loglik_measures
#' @aliases measures.loglik_set compare_systems.loglik_set
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' set.seed(1)
#' measures(x["lda"], c("cllr", "cavg"), replicates = 100)
#' compare_systems(x, "cllr", replicates = 100)
#' @export
measures.loglik_set <- function(x, which = NULL, prior = NULL, replicates = 1000, level = 0.95,
                                interval = "scaled", corrected = TRUE, ...) {
  check_dots(...)
  measured_table(measure_classes(x, which, prior, replicates, level, interval, corrected))
}

#' @rdname loglik_measures
#' @export
compare_systems.loglik_set <- function(x, which = NULL, prior = NULL, replicates = 1000,
                                       level = 0.95, interval = "scaled", corrected = TRUE, ...) {
  check_dots(...)
  check_several_systems(x)
  found <- measure_classes(x, which, prior, replicates, level, interval, corrected)
  tell_pairing(x, found$group)
  comparison_table(found)
}

class_measures <- data.frame(
  measure = c("cllr", "cllr_min", "cllr_cal", "misclassification", "cavg"),
  scale = c("cost", "share", "loss", "share", "share"),
  flattered = c(FALSE, TRUE, TRUE, FALSE, FALSE), part_of = c(NA, NA, "cllr", NA, NA)
)

# Counterpart of measure_systems() for many classes.
measure_classes <- function(x, which, prior, replicates, level, interval, corrected) {
  prior <- one_class_prior(prior, set_classes(x))
  kinds <- read_class_measures(which)
  resampling <- read_resampling(x, replicates, level, interval, "trial", corrected, NULL)
  warn_excluded_truth(x, t(prior))
  systems <- lapply(systems_of(x), prepare_measures, prior)
  group <- match(lapply(systems, `[[`, "truth"), lapply(systems, `[[`, "truth"))
  found <- lapply(systems, \(system) {
    plug_in <- system_measures(system, kinds$measure)
    none <- matrix(NA_real_, nrow(kinds), 4)
    list(plug_in = plug_in, model = plug_in, rates = none, n = system$n[prior > 0],
      units = min(system$n[prior > 0]))
  })
  draws <- draw_class_replicates(systems, group, kinds$measure, resampling)
  labels <- class_measure_labels(kinds, prior)
  list(
    labels = labels,
    systems = Map(\(one, draws) {
      one$optimism <- rowMeans(draws) - one$plug_in
      with_corrected(c(one, list(replicates = draws, most = Inf)), labels, resampling)
    }, found, draws),
    group = group, redrawn = 0, resampling = resampling
  )
}

# Labels of measures, as measure_labels() for two classes.
class_measure_labels <- function(kinds, prior) {
  top <- c(NA, nats_to_bits(shannon(prior)), NA, 1, 1)[match(kinds$measure, class_measures$measure)]
  new_frame(
    measure = factor(kinds$measure, levels = kinds$measure), prior = NA_real_, kinds["scale"],
    top = top, high = ifelse(is.na(top), Inf, top), kinds[c("flattered", "shown")],
    whole = match(kinds$part_of, kinds$measure), known = FALSE
  )
}

read_class_measures <- function(which) {
  if (is.null(which)) which <- class_measures$measure
  check_which(which, class_measures$measure)
  asked <- class_measures[match(unique(which), class_measures$measure), ]
  needed <- setdiff(asked$part_of, c(asked$measure, NA))
  whole <- class_measures[class_measures$measure %in% needed, ]
  new_frame(rbind(asked, whole), shown = rep(c(TRUE, FALSE), c(nrow(asked), nrow(whole))))
}

# The trials that count at a prior, with their costs.
prepare_measures <- function(system, prior) {
  admitted <- which(prior > 0)
  system <- admitted_system(system, admitted)
  prior <- prior[admitted] / sum(prior[admitted])
  c(system[c("log_lik", "truth", "n", "weight", "total")], list(prior = prior, costs = list(
    cllr = log_costs_of(system, prior),
    misclassification = as.double(class_decisions(system, prior) != system$truth),
    cavg = detection_costs(system, prior)
  )))
}

# In bits.
log_costs_of <- function(system, prior) {
  nats_to_bits(.Call(ffi_log_costs, system$log_lik, system$truth, log_relative(prior)))
}

# A measure per name.
system_measures <- function(system, measures) {
  each <- trial_shares(system, system$prior)
  counted <- each > 0
  values <- vapply(system$costs, \(cost) sum((each * cost)[counted]), 0)
  if (needs_fit(measures)) {
    fit <- fit_affine_classes(system$log_lik, system$truth, system$prior, weight = system$weight)
    values["cllr_min"] <- nats_to_bits(fit$value)
    values["cllr_cal"] <- values["cllr"] - values["cllr_min"]
  }
  unname(values[measures])
}

#' @rdname augment.loglik_set
#' @export
tidy.loglik_set <- function(x, prior = NULL, ..., conf.int = FALSE, conf.level = 0.95) {
  check_dots(...)
  check_flag(conf.int)
  if (conf.int) return(tidy(measures(x, prior = prior, level = conf.level)))
  table <- suppress_multiclass(measures(x, prior = prior, replicates = 0))
  new_frame(system = table$system, term = table$measure, estimate = table$estimate)
}
