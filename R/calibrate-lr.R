#' Calibrate scores or likelihood ratios
#'
#' Learns from trials with known truth how to transform the scores of a system, or likelihood
#' ratios (LRs) that say too much or too little, into calibrated LRs. The result is applied to
#' casework with [predict()][predict.lr_calibration].
#'
#' # Methods
#' * `"logistic"`: an affine transformation \eqn{\ell = \alpha s + \beta} of the score \eqn{s} into
#'   a natural log LR \eqn{\ell}. Slope and offset minimise the prior-weighted logistic cost
#'   \deqn{\frac{\pi}{N_1}\sum_{H_1} \ln(1 + e^{-(\ell + \mathrm{logit}\,\pi)}) +
#'     \frac{1-\pi}{N_2}\sum_{H_2} \ln(1 + e^{\ell + \mathrm{logit}\,\pi})}{
#'     prior mean_H1 ln(1 + exp(-(l + logit prior))) +
#'     (1 - prior) mean_H2 ln(1 + exp(l + logit prior))}
#'   (Brümmer 2010, eq. 8.16 and 8.17), which is the [cross_entropy()] of the calibrated LRs at the
#'   training prior. So the result is an LR whatever the proportions of the trials, and repeating
#'   all trials of one hypothesis changes nothing. Newton's method finds the minimum to the
#'   precision of a double.
#' * `"pav"`: the LRs of the blocks of [pav()]; between blocks and outside of them by the rules
#'   `"linear"` and `"extend"` of [predict.pav()].
#' * `"gaussian"`: scores as normally distributed with means \eqn{m_1}, \eqn{m_2} and one variance
#'   \eqn{v}, which makes the log LR linear: slope \eqn{(m_1 - m_2)/v}{(m1 - m2) / v}, zero half way
#'   between the means. Means and variances are those of the sample (maximum likelihood), and
#'   \eqn{v = \pi v_1 + (1-\pi) v_2}{v = prior v1 + (1 - prior) v2}.
#' * `"kde"`: the ratio of two Gaussian kernel densities. The bandwidth of each is by default
#'   \eqn{0.9 \min(sd, IQR/1.34)\, n^{-1/5}}{0.9 min(sd, IQR / 1.34) n^(-1/5)} (Silverman 1986,
#'   eq. 3.31; the same as [stats::bw.nrd0()]). The densities are precise however far in the
#'   tails. Beyond the scores of the training trials the LR at the nearest of them is kept.
#'   Not monotone.
#' * `"bigaussian"`: logistic calibration first gives a Cllr; of all perfectly calibrated Gaussian
#'   systems exactly one has that Cllr, see [gaussian_system()]; the scores are mapped so that their
#'   distribution, both hypotheses weighted equally, becomes the one of that system (Morrison
#'   2024). A score with the share \eqn{F} of trials below it plus half of those equal to it goes
#'   to the quantile \eqn{F} of the mixture. (Morrison's programs count the trials not above the
#'   score and divide by \eqn{N+1}, less than one trial apart, but not alike for both hypotheses.)
#'   Between scores the map is linear, beyond them constant.
#' * `"beta"`: \eqn{\ell = a \ln p - b \ln(1-p) + c}, where \eqn{p} is the posterior that the input
#'   gives at the training prior (Kull et al. 2017), with \eqn{a, b \ge 0}{a, b >= 0}; it can bend
#'   where the logistic line cannot. Meant for LRs; scores are read as natural log LRs.
#' * `"spline"`: a smooth rising curve between the straight line of `"logistic"` and the steps of
#'   `"pav"`. Of the log LR \eqn{y} by logistic calibration it makes \eqn{\ell = f(y)}{l = f(y)}, a
#'   quadratic spline (an I-spline of Ramsay 1988) with slopes \eqn{f' \ge 0}{f' >= 0} at up to 16
#'   knots, which minimises the same cost and \eqn{\frac{\lambda}{2}\int f''(y)^2 dy}{lambda / 2
#'   integral f''(y)^2 dy}. For a large penalty \eqn{\lambda}{lambda} it is the line. The penalty
#'   is the largest, of \eqn{1, 10^{1/2}, \ldots, 10^5}{1, 10^(1/2), ..., 10^5} over the number of
#'   trials of the scarcer hypothesis and infinity, whose cost on trials left out one by one (to
#'   first order, Rad and Maleki 2020) is within half a nat of the least, over all trials. Knots
#'   lie at equal shares of the information that the trials have on the curve; beyond the outermost
#'   the curve goes on straight. [coef()] is its effective degrees of freedom; 2 is the line. Scores
#'   in another unit give the same LRs.
#'
#' The input enters as the natural log LR, or as it is for a set of scores. `prior` matters to
#' `"logistic"`, `"bigaussian"`, `"beta"` and `"spline"` as the place where calibration is to be
#' best, and to `"gaussian"` as said above.
#'
#' # Conditions of the case
#' `truth ~ score | log(duration) + channel` lets slope and offset of the method `"logistic"` depend
#' on conditions \eqn{z}: \eqn{\ell = \alpha(z) s + \beta(z)}{l = alpha(z) s + beta(z)}, where both
#' are sums of what the terms behind the bar stand for: a number, a basis such as
#' `splines::ns(duration, 3)`, or an effect of each level of a factor. A single column behind the
#' bar still tells systems apart, as does what gives labels: `conditions = ~ channel` makes
#' conditions of it. [fuse()] takes every bar as conditions, on which all its weights then depend.
#'
#' What conditions change is shrunk. Scores are put in units in which the ln LRs without conditions
#' spread, numbers in those of their standard deviation; the fit minimises
#' \deqn{n\, C(\theta) + \frac{1}{2}\sum_j \lambda_j \theta_j^2}{n C(theta) + sum_j lambda_j
#' theta_j^2 / 2} with the cost \eqn{C} above and the squares of what conditions change, in nats.
#' \eqn{n} is the number of trials that would leave as much open if their proportion were the prior
#' and they shared no items. The penalty \eqn{\lambda} of a term is the inverse of the variance of
#' what it changes, of a grid from 1/512 to 1 the one that makes the trials most likely by Laplace's
#' approximation (MacKay 1992); a term that does not make them more likely by 2 nats at any changes
#' nothing. `penalty` gives another penalty, one for all terms or one each.
#'
#' The cost is convex. With one score the LR rises with it under every condition of the training:
#' where the minimum has a slope that does not, a logarithmic barrier, convex too, keeps all slopes
#' above 0, at a cost of at most 1e-4 nats of the likelihood. `print()` states the smallest and the
#' largest slope. The weights of a fusion may be negative. Limits and integrated LRs are those of
#' the posterior of the coefficients, normal about the fit, to which comes what the penalties leave
#' open, averaged over the grid. In simulations limits of `level` 0.95 held the true LR in 88 % of
#' cases with 100 trials of each hypothesis, in 93 % with 250, in 96 % with 1000
#' (`bench/conditions.md`):
#' with few trials what conditions change is drawn too far to 0. [anova()][anova.lr_conditions]
#' tests whether conditions matter.
#'
#' Inputs must be finite. [predict()][predict.lr_calibration] refuses conditions beyond those of the
#' training trials, column by column: numbers outside of their range, and unknown levels, by an
#' error of class `calibrant_error_conditions`. It does not look whether a combination was there.
#'
#' # Infinite LRs
#' LRs of infinity under H1 and of 0 under H2 leave the fit: for any rising
#' transformation they cost nothing. They stay in \eqn{N_1} and \eqn{N_2}, so the result is the
#' limit for ever larger finite LRs. `"gaussian"` and `"kde"` multiply the ratio of the densities of
#' finite LRs by that of their shares, \eqn{(n_1/N_1)/(n_2/N_2)}{(n1/N1) / (n2/N2)} of \eqn{n_h}
#' finite ones. The transformation copies infinite LRs through. Infinite LRs the other way round are
#' an error, but for `"pav"`, where they are ordinary trials, and for `"gaussian"` and `"kde"` where
#' the other hypothesis has trials at the same end: the LR there is that of the shares at it.
#'
#' No method learns anything where all LRs of one hypothesis are infinite.
#'
#' # Separable trials
#' Where all trials of H1 score above all of H2 the cost has no minimum: the
#' steeper, the better. Neither is there one where all scores are equal. Both are errors. With
#' `penalty` > 0, the regularisation of Morrison and Poh (2018), as many pseudo-trials are added,
#' spread over all trials, each as likely under both hypotheses. They pull the log LR towards 0.
#' With `penalty` up to 0.1 they only keep the fit finite; from 1 on they shrink the LRs to what
#' few trials can support. Where `N` trials come from only `n` independent sources, `penalty * N /
#' n` does what `penalty` would do for independent trials.
#'
#' # Standard errors
#' [vcov()] takes the numbers of trials of both hypotheses as fixed and the
#' trials as independent: \eqn{H^{-1} B H^{-1}} with the curvature \eqn{H} of the cost and the
#' covariance \eqn{B} of its gradient, summed about the mean of each hypothesis. Logistic
#' calibration finds \eqn{B} from the trials that the fit lets expect: at a score with LR
#' \eqn{\Lambda} a share of \eqn{N_1\Lambda/(N_1\Lambda+N_2)}{N1 LR / (N1 LR + N2)} under H1.
#' `vcov(fit, type = "sandwich")` takes the trials as they are, which allows for a log LR that is
#' not linear in the score; it needs more trials, since few of them lie where both hypotheses are
#' possible. `vcov(fit, type = "hessian")` is \eqn{H^{-1}/N}, which equals that of [stats::glm()]
#' when the prior is the proportion of H1 trials. Trials that share a source are not independent,
#' and the truth is then less certain than any of them says; the limits of
#' [predict()][predict.lr_calibration] allow for it.
#'
#' @param x An [lr_set()], of scores or of LRs; or anything it accepts, followed by its arguments.
#'   Each system is calibrated by itself.
#' @param data,formula A data frame and a formula `truth ~ score | system`. Several inputs, as in
#'   `truth ~ score * duration`, are combined as [fuse()] does, by the method `"logistic"` alone;
#'   `truth ~ scale(score)` and its like remember for [predict()] what they learned.
#' @param method One of `"logistic"`, `"pav"`, `"gaussian"`, `"kde"`, `"bigaussian"`, `"beta"`,
#'   `"spline"`.
#' @param prior The training prior: a probability of H1, inside (0, 1), by default 0.5, or that of a
#'   set of probabilities. Posteriors at the share of H1 among the trials are then calibrated as
#'   [stats::glm()] would by their logits.
#' @param penalty For `"logistic"`, `"bigaussian"`, `"beta"` and `"spline"`: the number of
#'   pseudo-trials, 0 by default.
#' @param infinite For `"pav"`: what to do with blocks of LR 0 and infinity. `"keep"` (the default)
#'   keeps them, with a warning; `"clip"` gives them the smallest and the largest finite LR of a
#'   block; `"add_misleading"` adds one misleading trial at each end before pooling, so that
#'   all LRs are finite.
#' @param bandwidth For `"kde"`: the standard deviation of the kernels, one number or two (H1, H2),
#'   in units of the natural log LR, or of the score.
#' @param keep_trials Whether the calibration is to hold the trials that it was trained on for good.
#'   By default they are remembered for the rest of the session only, so that a calibration that is
#'   stored for casework is small and gives no data away. Read from a file, it still predicts,
#'   prints and draws its transformation; [predict()] and [augment()] then need `newdata`, and
#'   `glance()` and `print()` have no Cllr of the trials.
#' @param conditions A formula such as `~ log(duration) + channel` instead of a bar with conditions.
#' @param ... Passed on to [lr_set()] where `x` is not one yet.
#' @return An object of class `lr_calibration`, with methods for
#'   [predict()][predict.lr_calibration], [print()], [summary()], [coef()], [vcov()], [logLik()],
#'   [nobs()], [tidy()], [glance()], [augment()], [autoplot()][autoplot.lr_calibration] and
#'   [explain()][explain.lr_calibration],
#'   see [lr_calibration-methods]. It may be stored with [saveRDS()].
#' @section Errors and warnings: All errors are of class `calibrant_error_input`, those of
#' `lr_set()` included. In particular: `calibrant_error_separable`; `calibrant_error_constant` where
#' all scores are equal; `calibrant_error_infinite` for misleading infinite LRs;
#' `calibrant_error_size` where scores are so large or small (about \eqn{10^{\pm 308}}{10^(+-308)})
#' that no double holds the slope; `calibrant_error_bandwidth` for a bandwidth below
#' \eqn{10^{-300}}{10^-300} of the range of the scores. A slope that is not positive, scores that
#' fall with the support for H1, gives a warning of class `calibrant_warning_direction`.
#' @references
#' Brümmer N (2010). *Measuring, refining and calibrating speaker and language information extracted
#' from speech*. PhD thesis, Stellenbosch University, sections 7.7 and 8.3.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' MacKay DJC (1992). Bayesian interpolation. *Neural Computation* 4, 415-447.
#' \doi{10.1162/neco.1992.4.3.415}
#'
#' Morrison GS, Poh N (2018). Avoiding overstating the strength of forensic evidence: shrunk
#' likelihood ratios/Bayes factors. *Science & Justice* 58, 200-218.
#' \doi{10.1016/j.scijus.2017.12.005}
#'
#' Morrison GS (2024). Bi-Gaussianized calibration of likelihood ratios. *Law, Probability and Risk*
#' 23, mgae004. \doi{10.1093/lpr/mgae004}
#'
#' Kull M, Silva Filho TM, Flach P (2017). Beyond sigmoids: how to obtain well-calibrated
#' probabilities from binary classifiers with beta calibration. *Electronic Journal of Statistics*
#' 11, 5052-5080. \doi{10.1214/17-EJS1338SI}
#'
#' Rad KR, Maleki A (2020). A scalable estimate of the out-of-sample prediction error via
#' approximate leave-one-out cross-validation. *Journal of the Royal Statistical Society B* 82,
#' 965-996.
#' \doi{10.1111/rssb.12374}
#'
#' Ramsay JO (1988). Monotone regression splines in action. *Statistical Science* 3, 425-441.
#' \doi{10.1214/ss/1177012761}
#'
#' Silverman BW (1986). *Density estimation for statistics and data analysis*. Chapman and Hall.
#' @seealso [fuse()] for several systems at once, [cross_calibrate()] for performance on unseen
#'   trials
#' @concept Platt scaling
#' @concept logistic regression
#' @concept kernel density
#' @concept recalibration
#' @concept score to LR
#' @concept beta calibration
#' @concept bi-Gaussian
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
#' # Scores in a data frame
#' scores <- data.frame(same = rep(c(TRUE, FALSE), each = 50))
#' scores$score <- rnorm(100, ifelse(scores$same, 2, 1))
#' fit <- calibrate(same ~ score, data = scores, scale = "score", method = "kde")
#' predict(fit, data.frame(score = 1.5), type = "lr")
#'
#' # Longer recordings tell more
#' scores$seconds <- exp(runif(100, 1, 4))
#' scores$score <- rnorm(100, ifelse(scores$same, log(scores$seconds), 0))
#' fit <- calibrate(same ~ score | I(log(seconds)), data = scores, scale = "score")
#' predict(fit, data.frame(score = 2, seconds = c(5, 40)), level = 0.95)
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
  check_flag(keep_trials, "keep_trials")
  given <- list(penalty = penalty, infinite = infinite, bandwidth = bandwidth)
  recipe <- calibration_recipe(method, prior, given)
  x <- with_effective_weights(x)
  transforms <- lapply(systems_of(x), train, recipe)
  new_calibration(recipe, transforms, x, keep_trials = keep_trials)
}

# Settings of a calibration before there are trials: method, training prior and the method's
# settings.
calibration_recipe <- function(method, prior, given) {
  check_choice(method, calibration_method_names, "method")
  check_number(prior, "prior", above = 0, below = 1)
  known <- calibration_methods[[method]]
  given <- given[!vapply(given, is.null, logical(1))]
  foreign <- setdiff(names(given), names(known$settings))
  if (length(foreign) > 0) {
    stop_input(
      "Method {.val {method}} does not use {.arg {foreign[1]}}.",
      i = if (length(known$settings) > 0) "Its settings are {.arg {names(known$settings)}}."
    )
  }
  settings <- replace(known$settings, names(given), given)
  if (!is.null(known$check)) known$check(settings)
  list(method = method, prior = as.double(prior), settings = settings)
}

train_method <- function(system, recipe, where) {
  check_finite_trials(system, where)
  calibration_methods[[recipe$method]]$train(system, recipe, where)
}

# A trained transform with its cost at the training prior, in nats.
train <- function(system, recipe) {
  method <- calibration_methods[[recipe$method]]
  transform <- train_method(system, recipe, of_system(system))
  if (is.null(transform$objective)) {
    counts <- training_counts(system)
    counts$llr <- method$apply(transform, counts$value)
    transform$objective <- cost_at(counts, recipe$prior)
  }
  transform
}

of_system <- function(system) {
  if (is.null(system$name)) "" else paste0(" of system \"", system$name, "\"")
}
