#' Words and symbols: a glossary
#'
#' What the words of this package mean, what other fields call the same things, and which of our
#' names stands for which symbol of the papers.
#'
#' # The evidence and what is said of it
#' * **Hypotheses** H1 and H2: two statements of which one is true of each comparison, for example
#'   "the recovered glass comes from this window" and "it comes from another window". Prosecution
#'   and defence hypotheses or propositions (Hp, Hd) in forensic science; same source and different
#'   source (SS, DS; mated and non-mated in biometrics); target and non-target (tar, non) in speaker
#'   recognition; event and no event in meteorology; positive and negative in machine learning.
#' * **Comparison** or **trial**: one use of a system, on material of which it is known which
#'   hypothesis is true. Two items are compared; where they are people's voices, speaker recognition
#'   says trial.
#' * **Score**: any number that grows with the support for H1. It has an order and no meaning.
#' * **Likelihood ratio (LR)**: how many times more probable the findings are if H1 is true than if
#'   H2 is true; 1 says nothing. Bayes factor in statistics, weight of evidence for its logarithm.
#' * **Log-likelihood ratio (LLR)**: the logarithm of an LR, here to base 10 wherever you see it,
#'   and natural inside. 0 says nothing; 2 is a hundred times more probable.
#' * **Prior odds**: the probability of H1 divided by that of H2 before the findings. The prior is
#'   the probability itself: odds 1 : 99 are a prior of 0.01 and log10 prior odds of about -2.
#' * **Posterior odds**: prior odds times LR. Posterior: the probability of H1 afterwards.
#' * **Misleading evidence**: an LR above 1 where H2 is true, or below 1 where H1 is.
#' * **Source** or **item**: what comparisons may share: a pane, a speaker, a finger. Comparisons
#'   that share one are not independent.
#'
#' # How good it is
#' * **Bits**: the unit of all losses. One bit is what it takes to learn the outcome of one toss of
#'   a fair coin.
#' * **Empirical cross-entropy (ECE)**: how many bits one still needs, on average over the
#'   comparisons, to know the truth, after the LRs have been taken at their word at some prior. Not
#'   the expected calibration error that machine learning abbreviates in the same way. Ignorance
#'   score or logarithmic score in meteorology, log loss in machine learning.
#' * **Cllr**, the log-likelihood-ratio cost: the ECE at even prior odds.
#' * **Discrimination**: how well the order of the LRs tells the hypotheses apart, whatever the
#'   numbers say. Refinement in Brümmer's and DeGroot's words, resolution in meteorology,
#'   discriminating power in forensic validation. The **discrimination loss** is what is left after
#'   PAV: `cllr_min()`.
#' * **Calibration**: that the LRs mean what they say: the LR of an LR is that LR. Reliability in
#'   meteorology; some forensic authors say consistency of one hypothesis' LRs with the other's. The
#'   **calibration loss** is what better numbers in the same order would save: `cllr_cal()`.
#' * **Pool adjacent violators (PAV)**: the algorithm that finds the best LRs among all that keep
#'   the order, one value for each block of neighbouring comparisons. Isotonic regression elsewhere.
#' * **Proper scoring rule**: a price for probabilities that nobody can lower by saying anything but
#'   what he believes. The logarithmic rule, Brier's and boosting are proper.
#' * **Reliability of repeats** ([lr_reliability()]) is repeatability: how far the LRs of one
#'   comparison lie apart when its measurement is repeated. It is not calibration.
#'
#' # Decisions and errors
#' * **Miss**: H1 is true and rejected. False non-match, false rejection. **False alarm**: H2 is
#'   true and H1 accepted. False match, false acceptance.
#' * **Equal error rate (EER)**: both rates where they are equal, on the convex hull of the ROC
#'   curve.
#' * **DET plot**: the two rates against each other on normal axes. **ROC**: the same on linear
#'   ones.
#' * **Operating point**: a prior with the costs of a miss and of a false alarm. **Effective
#'   prior**: the prior that, with equal costs, asks for the same decisions.
#' * **Detection cost function (DCF)**: the mean cost of decisions at an operating point; actual
#'   with the threshold of Bayes, minimal with the best. **Bayes error**: the same with unit costs,
#'   at any prior; plotted over priors it is the **applied probability of error (APE)**, divided by
#'   what no evidence costs the **normalised Bayes error**.
#' * **Tippett plot**: for each LR, the share of H1 and of H2 comparisons with a greater one.
#' * **Useful range**: the prior odds at which the LRs lose less than no evidence does.
#' * **Bounds** (ELUB, invariance verification, n-source): how far from 1 an LR may be claimed on so
#'   many comparisons.
#'
#' # Symbols of the papers
#' | papers | meaning | here |
#' |---|---|---|
#' | \eqn{N_p, N_d}; \eqn{T_1, T_2} | numbers of H1 and H2 comparisons | `n_h1`, `n_h2` |
#' | \eqn{LR, E} | likelihood ratio of the findings E | scale `"lr"`; `log10_lr` in columns |
#' | \eqn{P(\theta_p)}, \eqn{\pi}, \eqn{P_{tar}} | prior probability of H1 | `prior` |
#' | \eqn{O(\theta_p)}, logit \eqn{\pi} | prior odds, their logarithm | `log10_prior_odds` |
#' | \eqn{\tilde\pi} | effective prior | [effective_prior()] |
#' | \eqn{\eta} | posterior at which decisions change | [bayes_threshold()] |
#' | \eqn{H(\theta_p)} | entropy of the prior: the loss of no evidence | [cross_entropy_null()] |
#' | \eqn{ECE} | empirical cross-entropy | [cross_entropy()] |
#' | \eqn{C_{llr}} | log-likelihood-ratio cost | [cllr()] |
#' | \eqn{C_{llr}^{min}} | its part from discrimination | [cllr_min()] |
#' | \eqn{C_{det}} | detection cost | [dcf()], [min_dcf()] |
#' | \eqn{C_{avg}}{C_avg} | mean detection cost over target classes | [cavg()] |
#' | \eqn{P_{miss}, P_{fa}}{P_miss, P_fa} | error rates | `p_miss`, `p_fa` |
#' | \eqn{C^*_\beta}, \eqn{C_\eta} | proper scoring rules | [scoring_rule()] |
#' | \eqn{\alpha, \beta} (8.9) | scale and offsets of affine calibration | [calibrate()] |
#'
#' @references
#' Brümmer N (2010). *Measuring, refining and calibrating speaker and language information extracted
#' from speech*. PhD thesis, Stellenbosch University.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Ramos D, Gonzalez-Rodriguez J (2013). Reliable support: measuring calibration of likelihood
#' ratios. *Forensic Science International* 230, 156-169. \doi{10.1016/j.forsciint.2013.04.014}
#'
#' Meuwly D, Ramos D, Haraksim R (2017). A guideline for the validation of likelihood ratio methods
#' used for forensic evidence evaluation. *Forensic Science International* 276, 142-153.
#' \doi{10.1016/j.forsciint.2016.03.048}
#' @name glossary
NULL
