# Help page of the words and symbols.

# nolint start: line_length_linter.
#' Glossary of words and symbols
#'
#' This page explains the words of this package and their synonyms in other fields.
#'
#' # The evidence and its strength
#' * **Hypotheses** H1 and H2: two statements, exactly one of which is true of each comparison, for
#'   example "the recovered glass comes from this window" and "it comes from another window".
#' * **Comparison** or **trial**: one use of a system on material with a known true hypothesis.
#' * **Score**: any number that increases with the support for H1. Only the order of scores has a
#'   meaning.
#' * **Conclusion**: an examiner's statement: identification, inconclusive, exclusion, or a step of
#'   a longer scale. "No value" means that nothing was compared, and is no conclusion.
#' * **Likelihood ratio (LR)**: the probability of the findings if H1 is true, divided by that if
#'   H2 is true; 1 is neutral. Bayes factor in statistics.
#' * **Log-likelihood ratio (LLR)**: the logarithm of an LR, to base 10 in input and output,
#'   natural inside. 0 is neutral; 2 is a hundred times more probable.
#' * **Prior odds**: the probability of H1, the **prior**, divided by that of H2 before the
#'   findings. Odds 1 : 99 are a prior of 0.01 and log10 prior odds of about -2.
#' * **Posterior odds**: prior odds times LR. **Posterior**: the probability of H1 afterwards.
#' * **Misleading evidence**: an LR above 1 if H2 is true, or below 1 if H1 is.
#' * **Source** or **item**: an object that comparisons may share, such as a pane, a speaker or a
#'   finger.
#'
#' # Performance
#' * **Bits**: the unit of Cllr and of cross-entropies (Brümmer 2010). One bit is the information in a toss of a
#'   fair coin, and 0.693 **nats**, the unit of rules and their decompositions unless `unit =
#'   "bits"`.
#' * **Empirical cross-entropy (ECE)**: the mean number of bits still needed to know the truth
#'   after use of the LRs at some prior. Not the expected calibration error of machine learning.
#' * **Cllr**, the log-likelihood-ratio cost: the ECE at even prior odds.
#' * **Discrimination**: the separation of the hypotheses by the order of the LRs. The
#'   **discrimination loss** is the loss after PAV: `cllr_min()`.
#' * **Calibration**: the LR of an LR is that LR. The **calibration loss** is the part that PAV
#'   removes: `cllr_cal()`.
#' * **Pool adjacent violators (PAV)**: the algorithm that finds the best LRs in the same order,
#'   one for each block of neighbouring comparisons.
#' * **Proper scoring rule**: a loss for probabilities whose mean is least for honest
#'   probabilities, such as the logarithmic rule, Brier's and boosting.
#'
#' # Decisions and errors
#' * **Miss** (false non-match, false rejection): H1 is true and rejected. **False alarm** (false
#'   match, false acceptance): H2 is true and H1 accepted.
#' * **False match rate (FMR)** and **false non-match rate (FNMR)**, in ISO/IEC 19795: the rates of
#'   false alarms and of misses among comparisons; see [error_rates()], also for **FMR100**,
#'   **FMR1000** and ZeroFMR. All comparisons are one to one: there are no identification rates by
#'   rank.
#' * **Partial AUC**: the area under the ROC curve up to a false-alarm rate, `auc(x, p_fa = 0.01)`.
#' * **Equal error rate (EER)**: both rates at the threshold where they are equal, on the convex
#'   hull of the ROC curve.
#' * **DET plot**: the two rates against each other on normal axes. **ROC**: the same on linear
#'   axes.
#' * **Operating point**: a prior with the costs of a miss and of a false alarm. **Effective
#'   prior**: the prior that leads to the same decisions with equal costs.
#' * **Detection cost function (DCF)**: the mean cost of decisions at an operating point; actual
#'   with the Bayes threshold, minimal with the best one. **Bayes error**: the DCF with unit costs.
#'   Over priors it is the **applied probability of error (APE)**; divided by the cost of no
#'   evidence, the **normalised Bayes error**.
#' * **Tippett plot**: the share of H1 and of H2 comparisons with an LR greater than each value.
#' * **Useful range**: the prior odds at which the loss with the LRs is less than without evidence.
#' * **e-value**: the outcome of a bet of 1 against a claim; its expected value is at most 1 if the
#'   claim is true. An **e-process** is an e-value that accumulates over trials and may be
#'   inspected after each ([monitor()]).
#' * **Bounds** (ELUB, invariance verification, n-source): the largest distance of an LR from 1
#'   that the number of comparisons supports.
#'
#' # Synonyms in four fields
#' | here | forensic science | speaker recognition | meteorology | machine learning |
#' |---|---|---|---|---|
#' | H1, H2 | same source, different source (SS, DS; mated, non-mated); propositions Hp, Hd | target, non-target (tar, non) | event, no event | positive, negative |
#' | comparison, trial | comparison, experiment | trial | forecast with its outcome | example with its label |
#' | log LR | weight of evidence | log-likelihood ratio | | logit less that of the prior |
#' | prior | prior probability | effective target prior | climatology, base rate | class prior, prevalence |
#' | discrimination | discriminating power | discrimination, refinement | resolution, sharpness | separation, AUC |
#' | calibration | calibration, consistency, reliability | calibration | reliability | calibration |
#' | ECE, cross-entropy | accuracy, ECE | logarithmic cost | ignorance, logarithmic score | log loss |
#' | Cllr | Cllr, accuracy | Cllr | | log loss of balanced classes, in bits |
#' | PAV | PAV | PAV, ROC convex hull | CORP, isotonic regression | isotonic regression |
#' | miss, false alarm | false exclusion, false inclusion | miss, false alarm | miss, false alarm | false negative, false positive |
#' | Bayes error | | actual DCF, normalised | expense | cost-sensitive error |
#' | no evidence | LR = 1 always, neutral | default recogniser | climatological forecast | majority or constant model |
#' | Tippett plot | Tippett plot | | | two cumulative histograms |
#' | reliability plot | empirical calibration plot | | reliability diagram | calibration curve |
#'
#' # Symbols and pages
#' `vignette("methods")` lists the symbols of the papers with their functions here. `??word` finds
#' the page of a word, and the article *Words and pages* on the site lists all words.
#' `vignette("coming-from")` lists the corresponding functions of other software.
#'
#' @references
#' The article *Prior art* on the site has the titles of the papers that the help pages cite.
#'
#' Brümmer N (2010). PhD thesis, Stellenbosch University.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' ISO/IEC 19795-1:2021. *Information technology - Biometric performance testing and reporting -
#' Part 1: Principles and framework*.
#' @concept vocabulary
#' @concept terms
#' @concept synonyms
#' @name glossary
NULL
# nolint end
