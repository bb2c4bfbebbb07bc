# Calls of other software, and ours for the same. Each of our calls is run by the vignette and by
# the tests, on these objects.
set.seed(10)
tar <- rnorm(200, 2, 2)
non <- rnorm(800, -2, 2)
trials <- data.frame(
  same = rep(c(TRUE, FALSE), c(200, 800)), a = c(tar, non),
  b = c(tar, non) / 2 + rnorm(1000)
)
trials$p <- plogis(trials$a)
trials$lab <- rep(c("A", "B"), 500)
trials$kind1 <- rep_len(letters[1:5], 1000)
trials$kind2 <- ifelse(trials$same, trials$kind1, rep(letters[1:5], each = 200))
x <- lr_set(list(h1 = tar, h2 = non), scale = "ln")
y <- lr_set(same ~ b, data = trials, scale = "ln")
both <- c(a = x, b = y)
risks <- lr_set(same ~ p, data = trials, scale = "prob", prior = "data")
rain <- as_lr_set(loglik_set(
  cbind(rain = trials$p, dry = 1 - trials$p), ifelse(trials$same, "rain", "dry"),
  scale = "prob"
), "rain")
many <- loglik_set(glass_type, truth = "type", system = "recogniser")

# nolint start: line_length_linter.
calls <- utils::read.csv(strip.white = TRUE, quote = "'", comment.char = "", sep = ";", text = "
software; theirs; ours
BOSARIS; `cllr(tar, non)`; cllr(x)
BOSARIS; `min_cllr(tar, non)`; cllr_min(x)
BOSARIS; `eer(tar, non)`; eer(x)
BOSARIS; `fast_actDCF(tar, non, logit(p))`; bayes_error(x, prior = 0.1)
BOSARIS; `fast_minDCF(tar, non, logit(p))`; bayes_error_min(x, prior = 0.1)
BOSARIS; `fast_minDCF(tar, non, logit(p), true)`; bayes_error_min(x, prior = 0.1, normalised = TRUE)
BOSARIS; `effective_prior(p, cmiss, cfa)`; effective_prior(0.01, c_miss = 10, c_fa = 1)
BOSARIS; `opt_loglr(tar, non, \"raw\")`; pav_lr(x)
BOSARIS; `rocch(tar, non)`; subset(det_curve(x), hull)
BOSARIS; `train_linear_fuser(scores, classf, prior)`; fuse(same ~ a + b, data = trials, prior = 0.5)
BOSARIS; `Norm_DCF_Plot`; plot_bayes_error(x)
BOSARIS; `Det_Plot`; plot_det(x)
FoCal; `cllr(tar, non)`; cllr(x)
FoCal; `train_llr_fusion(targets, non_targets, prior)`; fuse(same ~ a + b, data = trials)
FoCal; `train_nary_llr_fusion(scores, class)`; fuse(many)
FoCal; APE plot; plot_ape(x)
PYLLR; `cllr(tar, non)`; cllr(x)
PYLLR; `min_cllr(pav)`; cllr_min(x)
PYLLR; `PAV(scores, labels)`; pav(x)
PYLLR; `pav.scores_vs_llrs()`; plot_pav(x)
PYLLR; `ROCCH(pav).EER()`; eer(x)
PYLLR; `tarnon_2_eer_cllr_mincllr(tar, non)`; measures(x, c(\"eer\", \"cllr\", \"cllr_min\"), replicates = 0)
lir; `cllr(d)`; cllr(x)
lir; `cllr_min(d)`; cllr_min(x)
lir; `cllr_cal(d)`; cllr_cal(x)
lir; `devpav(d)`; dev_pav(x)
lir; `LogitCalibrator(C=np.inf)`; calibrate(x)
lir; `KDECalibrator()`; calibrate(x, method = \"kde\")
lir; `IsotonicCalibrator()`; calibrate(x, method = \"pav\")
lir; `ELUBBounder()`; bound_lr(x, method = \"elub\")
lir; `IVBounder()`; bound_lr(x, method = \"iv\")
lir; `NSourceBounder()`; bound_lr(x, method = \"n_source\", n_sources = 50)
lir; `StaticBounder(-2, 3)`; bound_lr(x, method = \"limits\", limits = c(-2, 3))
lir; a calibrator, then a bounder; bound_lr(calibrate(x), method = \"elub\")
lir; `bootstrap` around a calibrator; predict(calibrate(x), c(0, 2), level = 0.95)
lir; `cross_validation`; cross_calibrate(x, folds = 5)
lir; `leave_one_category_out`; cross_calibrate(lr_set(same ~ a, data = trials, scale = \"score\", source1 = \"kind1\", source2 = \"kind2\"), folds = \"source\")
lir; `case_llr`; predict(calibrate(x), c(0.4, 2))
lir; `metrics` in a CSV file; measures(x, replicates = 200)
lir; `by_category`; measures_by(x, trials$lab, \"cllr\")
lir; `llr_upper_bound`; tidy(bound_lr(x))
lir; `plot_ece`; plot_ece(x)
lir; `plotting.pav`; plot_pav(x)
lir; `plotting.tippett`; plot_tippett(x)
lir; `plotting.lr_histogram`; plot_lr_histogram(x)
lir; `plotting.nbe`; plot_bayes_error(x)
lir; `plot_llr_overestimation`; autoplot(overstatement_curve(x))
lir; `plotting.llr_interval`; autoplot(calibrate(x), level = 0.9)
comparison; `calc.ece(LR.ss, LR.ds)`; ece_curve(x)
comparison; `plot(calc.ece(LR.ss, LR.ds))`; plot_ece(x)
comparison; `calibrate.set(LR.ss, LR.ds)`; pav_lr(x)
ROC; `roc(x)`; det_curve(x)
ROC; `eer`; eer(x)
ROC; `plot.det`; plot_det(x)
ROC; `ape.plot`; plot_ape(x)
ROC; `tippet.plot`; plot_tippett(x)
ROC; `train.logreg`; calibrate(x)
ROC; `setDCF`; dcf(x, prior = 0.01, c_miss = 10, c_fa = 1)
pROC; `roc(response, predictor)`; det_curve(x)
pROC; `auc(r)`; auc(x)
pROC; `ci.auc(r)`; measures(x, \"auc\", interval = \"delong\")
pROC; `roc.test(r1, r2, paired = TRUE)`; compare_systems(both, \"auc\", interval = \"delong\")
pROC; `coords(r, \"best\")`; threshold_at(x, \"dcf_min\", prior = 0.5)
pROC; `plot(r)`; plot_roc(x)
yardstick; `roc_auc(data, truth, .pred)`; auc(x)
yardstick; `mn_log_loss(data, truth, .pred)`; rule_risk(x, \"log\", prior = 0.2)
yardstick; `brier_class(data, truth, .pred)`; rule_risk(x, \"brier\", prior = 0.2)
yardstick; `conf_mat(data, truth, estimate)`; confusion(many[\"lda\"])
yardstick; `roc_curve(data, truth, .pred)`; det_curve(x)
scikit-learn; `roc_auc_score(y, s)`; auc(x)
scikit-learn; `roc_auc_score(y, s, max_fpr=0.1)`; (1 + (auc(x, p_fa = 0.1) - 0.005) / 0.095) / 2
scikit-learn; `roc_curve(y, s)`, `det_curve(y, s)`; det_curve(x)
scikit-learn; `brier_score_loss(y, p)`; rule_risk(risks, \"brier\")
scikit-learn; `log_loss(y, p)`; rule_risk(risks, \"log\")
scikit-learn; `calibration_curve(y, p, n_bins=5)`; reliability_curve(risks, bins = 5)
scikit-learn; `IsotonicRegression()`; isotonic(trials$a, as.numeric(trials$same))
scikit-learn; `CalibratedClassifierCV(method=\"isotonic\")`; cross_calibrate(x, method = \"pav\")
SpeechBrain; `EER(pos, neg)`; eer(x, method = \"steps\")
SpeechBrain; `minDCF(pos, neg, p_target=0.01)`; dcf_min(x, prior = 0.01)
rms; `val.prob(p, y)[\"C (ROC)\"]`; auc(risks)
rms; `val.prob(p, y)[\"Brier\"]`; rule_risk(risks, \"brier\")
rms; `Slope`, `Eavg`, `E90`, `Emax`; calibration_measures(risks, smoother = \"lowess\")
rms; `val.prob(p, y)`, its picture; plot_reliability(risks)
CalibrationCurves; `valProbggplot(p, y)`; calibration_measures(risks)
dcurves; `dca(y ~ p, data, 1:2 / 10)`; calibration_measures(risks, threshold = 1:2 / 10)
reliabilitydiag; `reliabilitydiag(p, y = rain)`; plot_reliability(rain, prior = 0.2, method = \"pav\")
reliabilitydiag; `summary(r)`; rule_decomposition(rain, \"brier\", prior = 0.2, bins = \"pav\")
")
# nolint end

# Calibrators that other programs define differently, each a chunk of the vignette.

## ---- ridge ----
penalised <- function(line) {
  llr <- line["offset"] + line["slope"] * c(tar, non) / log(10)
  cost <- cllr(llr, trials$same, scale = "ln", sure = TRUE) * log(2)
  line["slope"]^2 / 2 + nrow(trials) * cost
}
ridge <- optim(c(slope = 1, offset = 0), penalised, method = "BFGS", control = list(reltol = 1e-12))
round(ridge$par, 4)

## ---- platt ----
target <- ifelse(trials$same, 201 / 202, 1 / 802)
twice <- lr_set(
  rep(c(tar, non), 2), rep(c(TRUE, FALSE), each = 1000), scale = "score",
  weight = c(target, 1 - target)
)
platt <- calibrate(twice, prior = mean(target))
coef(platt)
predict(platt, c(-1, 0, 2), type = "posterior", prior = mean(target))

## ---- temperature ----
loss <- function(temperature) {
  p <- plogis(c(tar, non) / temperature)
  rule_risk(p, trials$same, scale = "prob", prior = "data", sure = TRUE, rule = "log")
}
optimize(loss, c(0.1, 10), tol = 1e-8)$minimum
