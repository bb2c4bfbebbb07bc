# Help page of the words and symbols.

# nolint start: line_length_linter.
#' Glossary of words and symbols
#'
#' This page explains the words of this package, with their synonyms, and the symbols of the
#' papers.
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
#' * **Bits**: the unit of Cllr and of cross-entropies. One bit is the information in a toss of a
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
#' # Symbols of the papers
#' Numbers are those of equations. R08, R13 and R18 are the papers of Ramos and others of 2008, 2013
#' and 2018; B is Brümmer's thesis; T is Tornetta's paper.
#'
#' | papers | where | meaning | here |
#' |---|---|---|---|
#' | \eqn{\theta_p, \theta_d}; \eqn{\theta_1, \theta_2} | all | the hypotheses | H1, H2 |
#' | \eqn{N_p, N_d}; \eqn{T_1, T_2} | R13 8; B 5.4 | numbers of H1 and H2 comparisons | `n_h1`, `n_h2` |
#' | \eqn{LR} | R18 2 | likelihood ratio | scale `"lr"`; `log10_lr` in columns |
#' | \eqn{w}, \eqn{w_t} | B 4.4, 8.14 | natural log LR; log-likelihoods of many classes | scale `"ln"`; [loglik_set()] |
#' | \eqn{P(\theta_p)}, \eqn{\pi}, \eqn{P_{tar}} | all | prior probability of H1 | `prior` |
#' | \eqn{O(\theta_p)}, logit \eqn{\pi} | R13 6; B 6.11 | prior odds, their logarithm | `log10_prior_odds` |
#' | \eqn{\tilde\pi} | B 7.13 | effective prior | [effective_prior()] |
#' | \eqn{\tau_B}{tau_B} | R18 1; R08 5 | threshold of Bayes on the LR | [bayes_threshold()] |
#' | \eqn{\eta} | B 3.11 | posterior at which decisions change | `eta` of [scoring_rule()], [cost_reduction()] |
#' | \eqn{C(a \mid \theta)}{C(a|theta)} | B 2.4 | cost of an action | `cost`; [bayes_decision()] |
#' | \eqn{C^*(q \mid \theta)}{C*(q|theta)} | B 2.9; R18 7 | proper scoring rule | [scoring_rule()], [rule_score()] |
#' | \eqn{C^*(q \mid p)}{C*(q|p)}, \eqn{C^*(q)}{C*(q)} | B 2.10, 2.11; R18 8 | expected score, entropy | [rule_score()] |
#' | \eqn{C_\eta}{C_eta}, \eqn{\rho(\eta)}{rho(eta)} | B 3.12, 7.34 | rule of one threshold, weight of thresholds | [scoring_rule()], [rule_curve()] |
#' | \eqn{E(W \mid \pi)}{E(W|pi)} | B 5.4 | risk at a prior | [rule_risk()] |
#' | \eqn{L_{tot}, L_{cal}, L_{ref}, L_{def}}{L_tot, L_cal, L_ref, L_def} | B 2.43-2.46, 5.5 | losses: total, calibration, refinement, default | [rule_decomposition()], [rule_risk()] |
#' | \eqn{L_{min}, L_{dis}}{L_min, L_dis} | B 5.5, section 7.7.4 | loss after the best calibration: discrimination loss | `rule_risk(part = "min")`, [cllr_min()] |
#' | \eqn{W_0} | B 7.44 | default recogniser, which says nothing | `rule_risk(part = "default")` |
#' | \eqn{H_P(\Theta)}{H_P(Theta)} | R18 10; R08 7 | entropy of the prior: the loss of no evidence | [cross_entropy_null()] |
#' | \eqn{H_P(\Theta \mid X)}{H_P(Theta|X)}, \eqn{D_{P \| \tilde P}}{D_P||P~} | R18 14 | posterior entropy, divergence | [finite_decomposition()], [information()] |
#' | \eqn{ECE}, \eqn{ECE_{min}}{ECE_min} | R13 8; R18 17 | empirical cross-entropy, after PAV | [cross_entropy()], [cross_entropy_min()] |
#' | \eqn{P_o}, \eqn{P_{cal}}{P_cal} | R18 18, section 4.2.2 | references: the oracle, PAV | [cross_entropy()], [pav_lr()] |
#' | \eqn{LC} | R13 2 | sum of the two mean costs | twice [cllr()] at even odds |
#' | \eqn{L_C^{disc}, L_C^{cal}}{L_C^disc, L_C^cal} | R13 3 | its parts | twice [cllr_min()], [cllr_cal()] at even odds |
#' | \eqn{LS} | R18 9 | logarithmic score: the same sum at any prior | [cross_entropy()], *Logarithmic score* |
#'
#' | \eqn{NCE} | R08 section 3 | normalised cross-entropy | `cross_entropy(normalised = TRUE)` |
#' | \eqn{C_{llr}}, \eqn{C_{llr}^{min}} | B 7.41; R08 6 | log-likelihood-ratio cost, its part from discrimination | [cllr()], [cllr_min()] |
#' | \eqn{C_M}, \eqn{C_{fr}} | R08 3 | mean cost of decisions, cost of a miss | [dcf()], `c_miss` |
#' | \eqn{C_{det}}, minDCF | B 7.11, 7.21 | detection cost, with the best threshold | [dcf()], [dcf_min()] |
#' | \eqn{P_{miss}, P_{fa}}{P_miss, P_fa} | B 7.16, 7.17 | error rates | `p_miss`, `p_fa`; [error_rates()] |
#' | \eqn{E_{err}}{E_err}, \eqn{E_{err}^{min}}{E_err^min} | B 7.18, 7.42 | Bayes error, with the best threshold | [bayes_error()], [bayes_error_min()] |
#' | \eqn{E_{log}}{E_log}, \eqn{E_{log}^{min}}{E_log^min} | B 6.10, section 7.7 | logarithmic risk, after PAV | `rule_risk("log")`, `part = "min"` |
#' | \eqn{\gamma} | B section 7.4.2; 7.2 | exponent of the beta family; a threshold on scores | `gamma` of [scoring_rule()]; `threshold` |
#' | PRBEP | B section 7.3.8, with 7.9 | precision-recall break-even point, in errors | [prbep()] |
#' | \eqn{\alpha, \beta} | B 8.16, 8.20 | scales and offsets of fusion and of affine calibration | [fuse()], [calibrate()] |
#' | \eqn{C_{avg}}{C_avg}, \eqn{E_{lre}}{E_lre} | B 8.5, 8.11 | mean detection cost over target classes | [cavg()] |
#' | \eqn{E_{log}^{opt}, E_{lre}^{opt}}{E_log^opt, E_lre^opt} | B 8.23, 8.24 | both after the affine map that is best for the first | [cross_entropy_min()][loglik_cross_entropy], [cavg_opt()] |
#' | \eqn{\phi_{\mu c}, \psi_c}{phi, psi} | T 2, 3 | frequency of a word in a class, share of a class | [naive_bayes()], `prior = "data"` |
#' | \eqn{H[p]}, \eqn{h} | T 1 | entropy, entropy score | [prob_entropy_score()] |
#' | \eqn{P_{ij}}{P_ij}, purity | T 2.2 | probabilistic confusion matrix, its distance from the identity | [prob_confusion()], [prob_purity()] |
#' | \eqn{q_k(p)} | T 4 | complement of a distribution | [prob_complement()] |
#'
#' # Pages of words
#' `??word` finds the page of a word, and the article *Words and pages* on the site lists all words.
#' `vignette("coming-from")` lists the corresponding functions of other software.
#'
#' @references
#' ISO/IEC 19795-1:2021. *Information technology - Biometric performance testing and reporting -
#' Part 1: Principles and framework*.
#'
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
#' @concept vocabulary
#' @concept terms
#' @concept synonyms
#' @name glossary
NULL
# nolint end
