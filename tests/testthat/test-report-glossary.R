# Words that readers type after `??`, each with a page that the search must list.
asked <- c(
  Brier = "rule_risk", ELUB = "bound_lr", "Platt scaling" = "calibrate",
  "logistic regression" = "calibrate", "log loss" = "cross_entropy",
  "mutual information" = "information", "KL divergence" = "information",
  "Kullback-Leibler" = "information", "channel capacity" = "information", FMR = "error_rates",
  FNMR = "error_rates", FAR = "error_rates", FRR = "error_rates", EER = "eer",
  "equal error rate" = "eer", bootstrap = "measures", "confidence interval" = "measures",
  "standard error" = "measures", "Bayes factor" = "conclusion_lr",
  "weight of evidence" = "lr_set", "isotonic regression" = "isotonic",
  reliability = "reliability_curve", "reliability diagram" = "plot_reliability",
  sharpness = "posterior_histogram", NIST = "nist_operating_points",
  "language recognition" = "cavg", Cavg = "cavg", oracle = "simulate_lr",
  neutral = "useful_range", forecast = "reliability_curve", "posterior odds" = "posterior",
  "prior odds" = "posterior", "empirical calibration plot" = "plot_pav", ROCCH = "det_curve",
  "ROC convex hull" = "det_curve", AUROC = "auc", Gini = "auc", "Mann-Whitney" = "auc",
  pAUC = "auc", "minDCF" = "dcf", "detection cost" = "dcf",
  "Hosmer-Lemeshow" = "calibration_test",
  "Cox test" = "calibration_test", "goodness of fit" = "calibration_test",
  "cross-validation" = "cross_calibrate", "leave-one-out" = "cross_calibrate",
  sensitivity = "error_rates", specificity = "error_rates", "ignorance score" = "cross_entropy",
  "devPAV" = "dev_pav", "Tippett" = "plot_tippett", "DET" = "det_curve", "APE" = "plot_ape",
  "normalised Bayes error" = "plot_bayes_error", "temperature scaling" = "loglik_calibrate",
  "multi-class" = "loglik_set", softmax = "loglik_set", "confusion matrix" = "misclassification",
  "kernel density" = "calibrate", "fusion" = "fuse", stacking = "fuse", "quality measure" = "fuse",
  "strength of evidence" = "lr_strength", fiducial = "overstatement_curve",
  "misleading evidence" = "misleading", Turing = "turing_bounds",
  "sample size" = "plan_size", Doddington = "rule_of_30", "Murphy decomposition" =
    "rule_decomposition", resolution = "rule_decomposition", "Bregman" = "rule_score",
  "proper scoring rule" = "scoring_rule", "cost matrix" = "cost_reduction",
  "naive Bayes" = "naive_bayes", purity = "prob_confusion", "entropy score" = "prob_entropy_score",
  SQL = "databases", DuckDB = "databases", Bosaris = "read_scores", JSON = "write_calibrant",
  "verbal equivalent" = "verbal_scale", ENFSI = "validation_plan", subgroup = "measures_by",
  fairness = "measures_by", "identification" = "conclusion_set", "black-box" = "black_box",
  "ternary plot" = "autoplot.ternary", "mated" = "lr_set", "same source" = "lr_set",
  "pool adjacent violators" = "pav", PAVA = "pav",
  "Markov bound" = "turing_bounds",
  "Murphy diagram" = "murphy_curve", "triptych" = "murphy_curve",
  "miscalibration" = "rule_decomposition"
)

# Words of the five papers.
of_papers <- c(
  "false acceptance" = "error_rates", "false rejection" = "error_rates",
  "miss rate" = "error_rates", "false alarm" = "error_rates", "hit rate" = "error_rates",
  "false association" = "error_rates", "false exclusion" = "error_rates",
  "probability of error" = "bayes_error", "Bayes error-rate" = "bayes_error",
  "normalized Bayes error-rate" = "plot_bayes_error", "break-even point" = "prbep",
  PRBEP = "prbep", "convex hull" = "det_curve", "area under the curve" = "auc", ROC = "det_curve",
  "one against all" = "one_vs_rest", "one-against-the-rest" = "one_vs_rest", minCAVG = "cavg",
  "NIST language recognition" = "cavg", "detection score" = "as_lr_set",
  "log-likelihood line" = "loglik_set", "affine calibration" = "loglik_calibrate",
  "subsets of classes" = "prior_sweep", "error of classes" = "misclassification",
  "hard decisions" = "bayes_decision", "ternary decisions" = "bayes_decision",
  undecided = "bayes_decision", "minimum expected cost" = "bayes_decision",
  "optimal action" = "bayes_decision", "decision threshold" = "bayes_threshold",
  "effective prior" = "effective_prior", application = "effective_prior",
  "canonical form" = "cost_reduction", "minimum cost" = "dcf_min", DCF = "dcf",
  "operating point" = "nist_operating_points", "speaker detection" = "nist_operating_points",
  "speaker recognition" = "nist_operating_points", SRE = "nist_operating_points",
  "rule of 30" = "rule_of_30", DR30 = "rule_of_30",
  C_llr = "cllr", "log-likelihood-ratio cost" = "cllr", "discriminating power" = "cllr",
  "discrimination loss" = "cllr_min", "calibration loss" = "cllr_cal", refinement = "cllr",
  "badly calibrated" = "cllr", "application-independent" = "cllr",
  "cross-entropy" = "cross_entropy", ECE = "cross_entropy", accuracy = "cross_entropy",
  "logarithmic score" = "cross_entropy", "normalised cross-entropy" = "cross_entropy",
  "information loss" = "cross_entropy", "entropy of the prior" = "cross_entropy_null",
  bits = "cross_entropy", nats = "scoring_rule", "posterior entropy" = "information",
  "conditional entropy" = "information", "relative entropy" = "information",
  "information gain" = "information", divergence = "information",
  observer = "finite_decomposition", "data processing inequality" = "finite_decomposition",
  "default recognizer" = "rule_risk", "quadratic score" = "rule_risk", risk = "rule_risk",
  "strictly proper" = "scoring_rule", "non-strict" = "scoring_rule",
  "mixture of applications" = "scoring_rule", "compound decision" = "scoring_rule",
  "beta family" = "scoring_rule", boosting = "scoring_rule", "zero-one loss" = "scoring_rule",
  utility = "scoring_rule", "weighting function" = "rule_curve",
  "Savage representation" = "rule_curve", "Bayes risk" = "rule_score",
  "generalised entropy" = "rule_score", "expected score" = "rule_score",
  propriety = "rule_score", "DeGroot and Fienberg" = "rule_decomposition",
  uncertainty = "rule_decomposition", "log odds" = "posterior",
  "prosecutor's fallacy" = "posterior", "posterior probability" = "posterior",
  "Bayes' rule" = "posterior", MMI = "calibrate", "discriminative training" = "calibrate",
  recalibration = "calibrate", "PAV-LLR" = "pav", PAV = "pav", "ECE plot" = "plot_ece",
  "APE curve" = "bayes_error_curve", "DET plot" = "plot_det", "ROC curve" = "plot_det",
  "reliability plot" = "plot_reliability", "histogram of LRs" = "lr_histogram",
  climatology = "reliability_curve", "voice comparison" = "voice_lr",
  "refractive index" = "glass_lr", "likelihood ratio" = "lr_set", target = "lr_set",
  "non-target" = "lr_set", "score to LR" = "calibrate", "text classification" = "naive_bayes",
  "bag of words" = "naive_bayes", Rennie = "naive_bayes",
  "probabilistic confusion matrix" = "prob_confusion", "complement naive Bayes" =
    "prob_complement", "confidence of a classifier" = "prob_entropy_score",
  simplex = "decision_regions", "barycentric coordinates" = "ternary"
)

test_that("`??` finds the page for each of 180 words and more", {
  asked <- c(asked, of_papers)
  expect_gte(length(asked), 180)
  expect_false(anyDuplicated(names(asked)) > 0)
  library <- dirname(find.package("calibrant"))
  known <- utils::hsearch_db("calibrant", library, types = "help", rebuild = TRUE)
  skip_if(nrow(known$Base) == 0, "installed without its help")
  found <- vapply(names(asked), \(word) {
    pages <- utils::help.search(word, package = "calibrant", lib.loc = library, types = "help")
    pages <- pages$matches
    asked[[word]] %in% known$Aliases$Alias[known$Aliases$ID %in% pages$ID]
  }, NA)
  expect_identical(names(asked)[!found], character())
})

test_that("a page that is named like a plot function documents one", {
  pages <- tryCatch(tools::Rd_db("calibrant"), error = \(cnd) list())
  skip_if(length(pages) < 50, "installed without help")
  aliases <- unlist(lapply(pages, \(page) {
    tags <- vapply(page, attr, "", "Rd_tag")
    vapply(page[tags == "\\alias"], \(alias) as.character(alias[[1]]), "")
  }))
  expect_identical(setdiff(grep("^plot_", aliases, value = TRUE), getNamespaceExports("calibrant")),
    character())
})
