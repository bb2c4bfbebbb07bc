# Words that readers type after `??`, each with a page that they should see among others.
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

test_that("`??` finds the page for each of 80 words and more", {
  expect_gte(length(asked), 80)
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
