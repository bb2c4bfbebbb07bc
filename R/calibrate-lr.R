#' Calibrate scores or likelihood ratios
#'
#' `calibrate()` learns from trials with known truth to transform scores or miscalibrated likelihood
#' ratios (LRs) into calibrated LRs. It returns a calibration, which
#' [predict()][predict.lr_calibration] applies to casework.
#'
#' # Methods
#' The input \eqn{s} is a natural log LR or a score, and \eqn{\ell} is the calibrated natural log
#' LR.
#' * `"logistic"`: \eqn{\ell = \alpha s + \beta}. Slope and offset minimise the prior-weighted
#'   logistic cost
#'   \deqn{\frac{\pi}{N_1}\sum_{H_1} \ln(1 + e^{-(\ell + \mathrm{logit}\,\pi)}) +
#'     \frac{1-\pi}{N_2}\sum_{H_2} \ln(1 + e^{\ell + \mathrm{logit}\,\pi})}{
#'     prior mean_H1 ln(1 + exp(-(l + logit prior))) +
#'     (1 - prior) mean_H2 ln(1 + exp(l + logit prior))}
#'   (Brümmer 2010, eq. 8.16 and 8.17), the [cross_entropy()] at the training prior.
#' * `"pav"`: the LRs of [pav()], with the rules `"linear"` and `"extend"` of [predict.pav()].
#' * `"gaussian"`: normal scores with means \eqn{m_1}, \eqn{m_2} and one variance \eqn{v = \pi v_1
#'   + (1-\pi) v_2}{v = prior v1 + (1 - prior) v2}, by maximum likelihood. \eqn{\ell} has the slope
#'   \eqn{(m_1 - m_2)/v}{(m1 - m2) / v} and is zero half way between the means.
#' * `"kde"`: the ratio of two Gaussian kernel densities, by default with the bandwidths of
#'   [stats::bw.nrd0()] (Silverman 1986, eq. 3.31). The LR is not monotone, and constant beyond the
#'   training scores.
#' * `"bigaussian"`: a map of the scores to the distribution, with both hypotheses weighted
#'   equally, of the [gaussian_system()] with the Cllr of logistic calibration (Morrison 2024). It
#'   is linear between scores and constant beyond them.
#' * `"beta"`: \eqn{\ell = a \ln p - b \ln(1-p) + c}, where \eqn{p} is the posterior of the input
#'   at the training prior and \eqn{a, b \ge 0}{a, b >= 0} (Kull et al. 2017). Scores are read as
#'   natural log LRs.
#' * `"spline"`: a smooth increasing curve between those of `"logistic"` and `"pav"`: a quadratic
#'   I-spline (Ramsay 1988) of the log LR by logistic calibration, with up to 16 knots. The
#'   leave-one-out cost (Rad and Maleki 2020) determines the penalty on its curvature
#'   (`vignette("methods")`). [coef()] returns the effective degrees of freedom, 2 for a line.
#' * `"four_parameter"`: logistic calibration with a floor \eqn{f} and a ceiling \eqn{g} of the LR
#'   (Barton and Lord 1981),
#'   \deqn{LR = \frac{f + e^\ell}{1 + e^\ell / g}, \quad \ell = \alpha s + \beta,}{
#'     LR = (f + exp(l)) / (1 + exp(l) / g), l = alpha s + beta,}
#'   by the same cost, with \eqn{\alpha > 0}{alpha > 0} and \eqn{0 \le f < g \le \infty}{0 <= f < g
#'   <= Inf}, as if a share of the trials had exchanged labels or recordings.
#'
#' All but `"pav"`, `"gaussian"` and `"kde"` calibrate best at the training prior.
#'
#' # Conditions of the case
#' With `truth ~ score | log(duration) + channel`, slope and offset of `"logistic"` depend on
#' conditions \eqn{z}: \eqn{\ell = \alpha(z) s + \beta(z)}{l = alpha(z) s + beta(z)}. Terms may be
#' numbers, bases such as `splines::ns(duration, 3)`, or factors. A single column of labels after
#' the bar names systems; use `conditions = ~ channel` for a condition.
#'
#' Each term is shrunk by the penalty with the largest marginal likelihood (MacKay 1992), or left
#' out if it gains little; `penalty` sets other penalties, for all terms or one each
#' (`vignette("methods")`). [anova()][anova.lr_conditions] tests whether conditions matter. Inputs
#' must be finite. [predict()][predict.lr_calibration] refuses unknown levels, and numbers outside
#' the training range of a column (`calibrant_error_conditions`).
#'
#' # Infinite LRs
#' LRs of infinity under H1 and of 0 under H2 cost nothing: the fit only counts them in \eqn{N_1}
#' and \eqn{N_2}. [predict()] returns infinite LRs unchanged.
#'
#' Misleading infinite LRs are an error, with three exceptions. `"pav"` treats them as ordinary
#' trials. `"four_parameter"` maps infinite inputs to its floor and ceiling, which they help to
#' estimate. `"gaussian"` and `"kde"` accept them if the other hypothesis has trials at the same
#' end, where the LR is the ratio of the shares.
#'
#' # Separable trials
#' The cost has no minimum if all H1 trials score above all H2 trials, or if all scores are equal.
#' Both are errors. A fit of `"four_parameter"` is also an error if a step (one LR below a score,
#' another above it) costs no more than any curve. Small sets are often refused: with s = 2 and one
#' misleading infinite LR, 31 % of sets of 30 + 30 calibrated trials, none of 50 + 200.
#'
#' `penalty` > 0 adds that many pseudo-trials, spread over all trials and equally likely under both
#' hypotheses (Morrison and Poh 2018). Up to 0.1 they only keep the fit finite; from 1 on they
#' shrink the LRs to a strength that few trials can support. For `N` trials of `n` independent
#' sources, use `penalty * N / n`.
#'
#' # Standard errors
#' [vcov()] returns \eqn{H^{-1} B H^{-1}} for independent trials in fixed numbers, with the
#' curvature \eqn{H} of the cost and the covariance \eqn{B} of its gradient. \eqn{B} follows from
#' the logistic model (`type = "model"`), or is estimated from the trials (`"sandwich"`), which
#' needs more trials, but allows for a log LR that is not linear in the score. `"hessian"` returns
#' \eqn{H^{-1}/N}, as [stats::glm()] does at the share of H1 trials.
#'
#' @param x An [lr_set()], of scores or of LRs, or its arguments. Systems are calibrated
#'   separately.
#' @param data,formula A data frame and a formula `truth ~ score | system`. Several inputs, as in
#'   `truth ~ score * duration`, are fused (see [fuse()]), with `"logistic"` only.
#' @param method One of `"logistic"`, `"pav"`, `"gaussian"`, `"kde"`, `"bigaussian"`, `"beta"`,
#'   `"spline"`, `"four_parameter"`.
#' @param prior The training prior of H1, inside (0, 1): by default 0.5, or the prior of a set of
#'   probabilities.
#' @param penalty The number of pseudo-trials, 0 by default, for `"logistic"`, `"bigaussian"`,
#'   `"beta"` and `"spline"`.
#' @param infinite For `"pav"`: `"keep"` (the default) keeps blocks of LR 0 and infinity, with a
#'   warning. `"clip"` replaces them by the smallest and the largest finite LR of a block.
#'   `"add_misleading"` adds one misleading trial at each end before pooling.
#' @param bandwidth For `"kde"`: the standard deviation of the kernels, one number or two (H1, H2),
#'   in units of the input.
#' @param keep_trials Whether the calibration permanently contains its training trials. By default
#'   they are available in this session only, so a stored calibration discloses no data; [predict()]
#'   and [augment()] of it need `newdata`.
#' @param conditions A formula such as `~ log(duration) + channel` instead of a bar.
#' @param ... Passed on to [lr_set()].
#' @return An object of class `lr_calibration`, which [saveRDS()] can store, with methods for
#'   [predict()][predict.lr_calibration], [autoplot()][autoplot.lr_calibration],
#'   [explain()][explain.lr_calibration] and those of [lr_calibration-methods].
#' @section Errors and warnings:
#' Errors are of class `calibrant_error_input`, among them
#' * `calibrant_error_separable` and `calibrant_error_constant`: see *Separable trials*;
#' * `calibrant_error_infinite`: misleading infinite LRs;
#' * `calibrant_error_size`: scores beyond about \eqn{10^{\pm 308}}{10^(+-308)};
#' * `calibrant_error_bandwidth`: a bandwidth below \eqn{10^{-300}}{10^-300} of the range of the
#'   scores.
#'
#' A slope that is not positive, so that lower scores support H1, gives a warning of class
#' `calibrant_warning_direction`.
#' @references
#' Barton MA, Lord FM (1981). *ETS Research Report Series* 1981, i-8.
#' \doi{10.1002/j.2333-8504.1981.tb01255.x}
#'
#' Brümmer N (2010). PhD thesis, Stellenbosch University.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' MacKay DJC (1992). *Neural Computation* 4, 415-447. \doi{10.1162/neco.1992.4.3.415}
#'
#' Morrison GS, Poh N (2018). *Science & Justice* 58, 200-218. \doi{10.1016/j.scijus.2017.12.005}
#'
#' Morrison GS (2024). *Law, Probability and Risk* 23, mgae004. \doi{10.1093/lpr/mgae004}
#'
#' Kull M, Silva Filho TM, Flach P (2017). *Electronic Journal of Statistics* 11, 5052-5080.
#' \doi{10.1214/17-EJS1338SI}
#'
#' Rad KR, Maleki A (2020). *Journal of the Royal Statistical Society B* 82, 965-996.
#' \doi{10.1111/rssb.12374}
#'
#' Ramsay JO (1988). *Statistical Science* 3, 425-441. \doi{10.1214/ss/1177012761}
#'
#' Silverman BW (1986). *Density estimation for statistics and data analysis*. Chapman and Hall.
#' @seealso [fuse()] for several systems at once, [cross_calibrate()] for unseen trials
#' @concept Platt scaling
#' @concept logistic regression
#' @concept kernel density
#' @concept recalibration
#' @concept score to LR
#' @concept beta calibration
#' @concept bi-Gaussian
#' @concept MMI
#' @concept four-parameter logistic
#' @concept lapse rate
#' @concept ceiling of the LR
#' @concept exchanged labels
#' @concept discriminative training
#' @concept spline
#' @concept KDE
#' @concept sigmoid
#' @concept isotonic calibration
#' @concept FoCal
#' @export
#' @examples
#' # LRs that are twice as strong as they should be, on the log scale
#' set.seed(1)
#' x <- simulate_lr(100, 300, s = 2, stretch = 2)
#' fit <- calibrate(x)
#' fit
#' predict(fit, c(-2, 0, 2))
#' c(before = cllr(x), after = cllr(predict(fit, x)), best = cllr_min(x))
#'
#' # Scores in a data frame, better for longer recordings
#' d <- data.frame(same = rep(c(TRUE, FALSE), each = 50), seconds = exp(runif(100, 1, 4)))
#' d$score <- rnorm(100, ifelse(d$same, log(d$seconds), 0))
#' fit <- calibrate(same ~ score, data = d, scale = "score", method = "kde")
#' predict(fit, data.frame(score = 1.5), type = "lr")
#' fit <- calibrate(same ~ score | I(log(seconds)), data = d, scale = "score")
#' predict(fit, data.frame(score = 2, seconds = c(5, 40)), level = 0.95)
#'
#' # Infinite LRs of a system that is once certain and wrong
#' h1 <- c(rnorm(96, 2, 2), rep(Inf, 4))
#' h2 <- c(rnorm(299, -2, 2), Inf)
#' fit <- calibrate(lr_set(h1 = h1, h2 = h2, scale = "ln"), "four_parameter")
#' predict(fit, c(-Inf, 0, 3, Inf), type = "lr", level = 0.95)
calibrate <- function(x, ...) UseMethod("calibrate")

#' @rdname calibrate
#' @export
calibrate.default <- function(x, ...) {
  fit <- on_set("calibrate", x, ...)
  formula <- Find(\(argument) inherits(argument, "formula"), list(x, ...))
  if (is.null(formula)) fit else with_formula(fit, formula, NULL)
}

#' @export
calibrate.rms <- function(x, ...) hand_on("rms", "calibrate", x, ...)

#' @rdname calibrate
#' @exportS3Method rms::calibrate lr_set
#' @export
calibrate.lr_set <- function(x, method = "logistic", prior = own_prior(x), penalty = NULL,
                             infinite = NULL, bandwidth = NULL, keep_trials = FALSE, ...) {
  check_dots(...)
  check_flag(keep_trials)
  given <- list(penalty = penalty, infinite = infinite, bandwidth = bandwidth)
  recipe <- calibration_recipe(method, prior, given)
  x <- with_effective_weights(x)
  new_calibration(recipe, lapply(systems_of(x), train, recipe), x, keep_trials = keep_trials)
}

# Denormal costs of H1 trials would have lost digits.
check_training_prior <- function(prior) {
  check_number(prior, above = 0, below = 1)
  least <- .Machine$double.xmin
  check_that(prior >= least, "be at least {.val {least}} for training.", prior)
}

# Settings of a calibration before its training: method, training prior and the settings of the
# method.
calibration_recipe <- function(method, prior, given) {
  check_choice(method, calibration_method_names)
  check_training_prior(prior)
  known <- calibration_methods[[method]]
  given <- given[!vapply(given, is.null, logical(1))]
  foreign <- setdiff(names(given), names(known$settings))
  refuse_if(length(foreign) > 0, "setting_unused")
  settings <- c(given, known$settings)[names(known$settings)]
  if (!is.null(known$check)) known$check(settings)
  list(method = method, prior = as.double(prior), settings = settings)
}

train_method <- function(system, recipe, where) {
  check_finite_trials(system, where)
  calibration_methods[[recipe$method]]$train(system, recipe, where)
}

# A trained transform with its cost at the training prior, in nats, computed when it is needed.
train <- function(system, recipe) {
  transform <- train_method(system, recipe, of_system(system))
  if (!is.null(transform$objective)) return(transform)
  replace(transform, "objective", list(.Call(ffi_key, \() {
    counts <- training_counts(system)
    counts$llr <- calibration_methods[[recipe$method]]$apply(transform, counts$value)
    cost_at(counts, recipe$prior)
  })))
}

objective_of <- function(transform) {
  objective <- .Call(ffi_key_value, transform$objective)
  stop_unless_intact(is_single(objective), "lr_calibration", "calibrate")
  as.double(objective)
}

of_system <- function(system) {
  if (is.null(system$name)) "" else paste0(" of system \"", system$name, "\"")
}
