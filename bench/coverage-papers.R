# Definitions of the five papers, row by row: the function for each with a check that is run, or the
# reason why it is left out.
#   Rscript bench/coverage-papers.R    writes bench/coverage-papers.md
suppressMessages(library(calibrant))

rows <- NULL
section <- ""
row <- function(item, how, check = NULL, note = "") {
  code <- substitute(check)
  used <- if (is.null(code)) names_in_tests(note) else called_functions(code)
  missing <- if (!is.null(used)) setdiff(named_functions(how), used)
  if (length(missing) > 0) stop(item, " is checked without ", toString(missing))
  quietly <- \(code) suppressWarnings(suppressMessages(eval(code, globalenv())))
  held <- if (is.null(code)) NA else isTRUE(quietly(code))
  rows <<- rbind(rows, data.frame(
    section = section, item = item, how = how, held = held, drawn = is_drawing(code), note = note
  ))
}

# Functions of the package that a row names, except the constructors of the shared sets.
named_functions <- function(how) {
  code <- unlist(regmatches(how, gregexpr("(?<=`)[a-z][^`]*[(][^`]*(?=`)", how, perl = TRUE)))
  called <- unlist(lapply(code, \(one) all.names(str2lang(one))))
  setdiff(intersect(called, getNamespaceExports("calibrant")), c("lr_set", "loglik_set"))
}

# Functions that the code calls, or passes to a function that calls them; a name alone does not
# count.
called_functions <- function(code) {
  if (!is.call(code)) return(character())
  parts <- Filter(\(part) !identical(part, quote(expr = )), as.list(code))
  handed <- Filter(is.name, if (is_applying(code)) parts[-1])
  unique(c(all.names(code[[1]]), as.character(handed), unlist(lapply(parts, called_functions))))
}

is_applying <- function(code) as.character(code[[1]])[1] %in% c("lapply", "vapply", "tapply", "Map")

# Names in the tests that a note refers to; NULL if it refers to none.
names_in_tests <- function(note) {
  tests <- unlist(regmatches(note, gregexpr("(?<=`)test-[a-z-]+[.]R", note, perl = TRUE)))
  unlist(lapply(file.path("tests/testthat", tests), \(file) all.names(parse(file))))
}

# Does the check test only that a picture exists?
is_drawing <- function(code) {
  if (!is.call(code)) return(FALSE)
  if (identical(code[[1]], quote(`&&`))) return(is_drawing(code[[2]]) && is_drawing(code[[3]]))
  identical(code[[1]], quote(is_picture))
}
near <- function(x, y, tolerance = 1e-8) {
  isTRUE(all.equal(unname(x), unname(y), tolerance = tolerance))
}
is_picture <- function(plot) inherits(ggplot2::ggplotGrob(plot), "gtable")

g <- lr_set(list(h1 = c(-1, .5, 2, 3), h2 = c(-3, -2, -.5, 1, -4)), scale = "ln")
source(system.file("figures", "tornetta.R", package = "calibrant"))
glass <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
w <- rbind(c(2, 0, -1), c(.5, 1.5, 0), c(-1, 0, 1), c(1, 1, 1))
m <- loglik_set(w, c(1, 2, 3, 1), scale = "ln")
many <- loglik_set(glass_type, truth = "type", system = "recogniser")
lda <- many["lda"]
days <- lr_set(
  rep(1:9 / 10, each = 10), rep(rep(c(TRUE, FALSE), 5), 9), scale = "prob", prior = .5
)

section <- "Ramos et al. 2018"
row("eq. 1, threshold", "`bayes_threshold()`, `bayes_decision()`",
  near(bayes_threshold(.5, 1, 50, "lr"), 50) && identical(
    as.character(bayes_decision(c(49, 51), scale = "lr", prior = .5, c_fa = 50)), c("H2", "H1")),
  "The paper decides on greater, the package on greater or equal.")
row("eq. 2, LR from densities", "`calibrate(method = \"kde\")`, `\"gaussian\"`", NULL,
  "From scores (`test-calibrate-kde.R`); models of features are left to programs of their own.")
row("eq. 3 to 5, odds and posterior", "`posterior()`",
  near(posterior(20, prior = .1, scale = "lr"), 20 / 29))
row("strength |log LR|", "`lr_strength()`", NULL,
  "Numbers in `test-measure-strength.R`.")
row("eq. 6, figure 2", "`dcf()`, `plot_cost()`",
  near(dcf(g, .5), (1 / 4 + 1 / 5) / 2) && is_picture(plot_cost(g, prior = .5)))
row("eq. 7, figure 3, in bits", "`rule_score()`, `rule_curve(\"log\")`",
  near(rule_curve(scoring_rule("log", unit = "bits"), q = .25)$cost_h1, 2) &&
    near(rule_score(scoring_rule("log", unit = "bits"), .25, TRUE), 2) &&
    near(rule_curve("log", q = .25)$cost_h1, log(4)))
row("eq. 8, score of q under p", "`rule_score(what = \"expected\")`, `\"divergence\"`", near(
  rule_score("log", .3, p = .5, what = "expected") -
    rule_score("log", .5, p = .5, what = "expected"),
  rule_score("log", .3, p = .5, what = "divergence")
))
row("eq. 9, LS at any prior", "`augment(x, prior)`: mean costs per hypothesis added",
  near(sum(tapply(augment(g, prior = .5)$.cost, g$truth, mean)), 2 * cllr(g)))
row("calibration and refinement loss", "`rule_decomposition()`",
  near(rule_decomposition(lr_set(rep(1:9 / 10, each = 100),
    unlist(lapply(1:9 * 10, \(k) rep(c(TRUE, FALSE), c(k, 100 - k)))), scale = "prob", prior = .5),
  "brier", bins = 10, prior = .5)$calibration, 0, 1e-9))
row("figure 4a to c, 5, 7, 9",
  "`plot_lr_histogram()`, `plot_roc()`, `plot_reliability()`, `plot_ece()`",
  near(auc(g), 17 / 20) && near(sum(lr_histogram(g)$n_h1), 4) &&
    near(ece_curve(g, log10_prior_odds = 0)$ece, .639773431891) &&
    is_picture(plot_lr_histogram(g)) && is_picture(plot_roc(g)) &&
    is_picture(plot_reliability(g, prior = .5)) && is_picture(plot_ece(g)))
row("eq. 10, prior entropy", "`cross_entropy_null()`", near(cross_entropy_null(.1), .468996, 1e-6))
row("eq. 11 to 15, known densities", "`information()`, `finite_decomposition()`",
  near(finite_decomposition(
    rbind(c(.6, .3, .1), c(.2, .2, .6)), .4, c(.8, .5, .3)
  )[["calibration"]], .0640706039, 1e-8) &&
    near(information(\(x) dnorm(x, 2, 2), \(x) dnorm(x, -2, 2))$remaining, .5140558459, 1e-7))
row("eq. 16, 17, ECE", "`cross_entropy()`", near(cross_entropy(g, .1) * log(2), .220030978893))
row("figure 6, the bars", "`information()`", with(
  information(g, prior = .1), near(remaining + divergence, cross_entropy)
))
row("eq. 18, oracle", "`explain()`",
  grepl(sprintf("it is %.2f bits", cross_entropy(g, .5)), gsub("\\s+", " ", explain(g)[1])),
  "The second line of the equation is misprinted: `?cross_entropy`.")
row("4.2.2, PAV reference", "`cross_entropy_min()`, `rule_risk(part = \"cal\")`",
  near(cross_entropy_min(g, .1) * log(2), .152025833883) &&
    near(rule_risk(g, "log", .1, part = "cal"), .220030978893 - .152025833883))
row("priors not to be used", "`useful_range()`", local({
  ends <- useful_range(glass["mvn"])$prior_min
  near(cross_entropy(glass["mvn"], ends), cross_entropy_null(ends))
}))
row("4.1, LS and ECE weigh alike at 1/2", "`cllr()`", near(cross_entropy(g, .5), cllr(g)))
row("figure 1", "left out", NULL, "A scheme.")
row("figure 8", "`inst/figures/ramos-2018.R`", NULL,
  "Voices, before and after; the paper's scores are not public. Layers in `test-figures.R`.")
row("6.2, MVK, MVGMM", "`glass_lr`", NULL,
  "Other glass; its models are kernel and normal. A feature model is a program of its own.")
row("7, MCC and CEN", "left out", NULL, "Cited for contrast.")

section <- "Ramos and Gonzalez-Rodriguez 2008"
row("eq. 1, 2, 14", "`posterior()`", near(posterior(20, prior = .1, scale = "lr"), 20 / 29))
row("eq. 3 to 5, figure 2", "`dcf()`, `dcf_min()`, `plot_cost()`",
  near(c(dcf(g, .5), dcf_min(g, .5)), c(.225, .2)) && is_picture(plot_cost(g, prior = .5)))
row("eq. 7 to 11", "`information()`", NULL, "As eq. 10 to 15 of 2018.")
row("eq. 12, 13, 15", "`cross_entropy()`", near(cross_entropy(g, .1) * log(2), .220030978893))
row(
  "eq. 16", "`explain()`", NULL, "The second line of the equation is misprinted: `?cross_entropy`."
)
row("figures 1, 3, 4", "`information()` for figure 4", NULL, "Schemes.")
row("eq. 6, Cllr; eq. 17", "`cllr()`", near(cllr(g), .639773431891))
row("normalised cross-entropy", "`cross_entropy(normalised = TRUE)`, `plot_ece(normalised = TRUE)`",
  near(cross_entropy(g, .1, normalised = TRUE), .220030978893 / log(2) / .468995593589) &&
    is_picture(plot_ece(g, normalised = TRUE)))
row("figure 5a, line at 1/2", "`plot_ece(x_axis = \"probability\")`",
  near(ece_curve(g, log10_prior_odds = 0)$ece_min, .445984226927) &&
    is_picture(plot_ece(g, x_axis = "probability")))
row("figure 5b", "`plot_ape()`",
  near(bayes_error(g, .5), (1 / 4 + 1 / 5) / 2) && is_picture(plot_ape(g)))
row("figure 6", "`plot_ece(x_axis = \"probability\")`",
  near(ece_curve(g, log10_prior_odds = 0)$ece, .639773431891) &&
    is_picture(plot_ece(glass, x_axis = "probability")))
row("NIST SRE 2006", "left out", NULL, "Not public.")
row("5.2, fusion", "`fuse()`", NULL, "Equal to `glm()`: `test-calibrate-fuse.R`.")
row("5.3, the court text", "`explain(x, prior = 1 / 11)`",
  near(cross_entropy_null(1 / 11), .4395, 1e-3) &&
    any(grepl("0.439 bits", explain(g, prior = 1 / 11), fixed = TRUE)),
  "The paper mixes 1/11 and .1.")

section <- "Ramos and Gonzalez-Rodriguez 2013"
row("2.1, posteriors of a forecaster", "`lr_set(scale = \"prob\", prior = )`",
  near(cllr(lr_set(list(h1 = c(.6, .6), h2 = c(.4, .4)), scale = "prob", prior = .5)), -log2(.6)))
row("figure 1",
  "`autoplot(rule_curve(scoring_rule(\"log\", unit = \"bits\")), hypothesis = \"h1\")`",
  near(rule_curve(scoring_rule("log", unit = "bits"), q = c(.25, .5))$cost_h1, 2:1) && is_picture(
    ggplot2::autoplot(rule_curve(scoring_rule("log", unit = "bits")), hypothesis = "h1")))
row("figures 2 to 5", "`posterior_histogram()`, `plot_reliability()`",
  near(reliability_curve(days, prior = .5)$observed, rep(.5, 9)) &&
    near(sum(posterior_histogram(days)$n_h1), 45) && is_picture(plot_reliability(days)))
row("eq. 7, 8; figure 6, ECE alone", "`plot_ece(curves = \"ece\")`",
  near(ece_curve(g, log10_prior_odds = -1)$ece, mean(c(
    mean(log2(1 + 10 * exp(-c(-1, .5, 2, 3)))) * 2 / 11,
    mean(log2(1 + exp(c(-3, -2, -.5, 1, -4)) / 10)) * 20 / 11
  ))) && is_picture(plot_ece(g, curves = "ece")))
row("2.3, oracle", "`rule_score()`", near(rule_score("log", 1, TRUE), 0))
row("eq. 2, 3, LC and its parts", "`cllr()`, `cllr_min()`, `cllr_cal()`, each half of LC",
  near(c(cllr(g), cllr_min(g), cllr_cal(g)),
    c(.639773431891, .445984226927, .193789204964)))
row("eq. 4 to 6", "`posterior()`", near(posterior(4, prior = .2, scale = "lr"), .5))
row("4.3, two vectors of log LRs", "`plot_ece(list(h1 = , h2 = ), scale = \"log10\")`",
  near(cllr(list(h1 = c(1, 2), h2 = c(-1, .5)), scale = "log10"),
    sum(log2(1 + 10^c(-1, -2, -1, .5))) / 4) &&
    is_picture(plot_ece(list(h1 = c(1, 2), h2 = c(-1, .5)), scale = "log10")))
row("figure 7, strength against discrimination", "`lr_strength()`",
  near(lr_strength(g)$mean * log(10), c(6.5 / 4, 10.5 / 5)))
row("figures 8, 9", "`simulate_lr()`, `gaussian_system()`, `plot_tippett()`",
  near(bayes_error(gaussian_system(2.005), .5), .158, 1e-2) &&
    near(bayes_error(gaussian_system(.585), .5), .385, 1e-3) && local({
      set.seed(8)
      x <- simulate_lr(20000, 20000, s = 2.005)
      near(misleading(x), c(.158, .158), .05) && is_picture(plot_tippett(x))
    }),
  "The factors of figure 9 are not given; ours keep its ECE below 1, where its axis ends.")

row("5, vertical separation of Tippett curves", "`tippett_curve()`, `misleading()`",
  near(tippett_curve(gaussian_system(c(2.005, .585)), log10_lr = 0)$separation, 1 - 2 * c(.158, .385),
    1e-3) && near(1 - sum(misleading(g)), 1 - 1 / 4 - 1 / 5) &&
    near(max(tippett_curve(g)$separation), 1 - 2 / 5),
  "At LR = 1, 68.4 % and 23.0 % for the sets of figure 8.")

section <- "Tornetta 2021"
row("eq. 1", "`prob_entropy_score()`", near(prob_entropy_score(rbind(c(1, 0), c(.5, .5))), .5))
row("P_ij and purity", "`prob_confusion()`, `prob_purity()`",
  near(prob_purity(diag(3)[c(1, 2, 3), ], factor(1:3)), 1) &&
    near(c(prob_confusion(rbind(c(.8, .2), c(.4, .6), c(.1, .9)), factor(c(1, 1, 2)))),
      c(.6, .1, .4, .9)))
row("eq. 2, naive Bayes", "`naive_bayes(\"bernoulli\", smoothing = 0)`",
  NULL, "Numbers in `test-class-naive-bayes.R`.")
words <- cbind(c(1, 1, 0, 1, 0, 1), c(1, 0, 0, 1, 1, 1))
topic <- factor(c(1, 1, 1, 2, 2, 3))
of_word <- prop.table(t(rowsum(words, topic)), 1)
row("eq. 3, complements of classes", "`naive_bayes(\"complement_bernoulli\", smoothing = 0)`",
  near(predict(naive_bayes(words, topic, "complement_bernoulli", smoothing = 0), diag(2)),
    prob_complement(of_word)),
  "The paper's experiments use the form of Rennie et al.: `\"complement\"`.")
row("2, confidence: the mean largest probability", "`prob_entropy_score(what = \"largest\")`",
  near(prob_entropy_score(rbind(c(.45, .55)), what = "largest"), .55) &&
    near(prob_entropy_score(rbind(c(.1, .9), c(.45, .55)), what = "largest"), .725))
row(
  "eq. 4", "`prob_complement()`", near(drop(prob_complement(rbind(c(.5, .5, 0)))), c(2, 2, 1) / 5)
)
row("figure 1", "`inst/figures/tornetta.R`",
  near(prob_complement(diag(3)), diag(3)))
row("figures 2 to 7", "`inst/figures/tornetta.R`", NULL,
  "Drawn with a small public text set, `inst/figures/tornetta.R`.")
row("20 Newsgroups, Movie Plots", "left out", NULL,
  "Too large for a package; any text goes in by `inst/figures/tornetta.R`.")

section <- "Brümmer 2010, chapters 2 to 6"
row("preface, the monkey at the river", "`inst/lessons/lesson-3.R`", NULL,
  "Exercise 3.9, its costs in `test-lessons.R`.")
row("2.5 to 2.8, all minimising actions", "`bayes_decision()`",
  NULL, "Numbers in `test-rule-decision.R`.")
row("2.9, rule of any cost matrix", "`scoring_rule(matrix)`",
  near(rule_score(scoring_rule(rbind(c(0, 1), c(4, 0), c(1, .3))), .5, FALSE), 1))
row("2.10 to 2.13", "`rule_score(what = \"entropy\")`, `\"expected\"`",
  near(rule_score("log", .5, what = "entropy"), log(2)))
row("figures 2.1, 2.2", "`rule_curve(\"log\", \"zero_one\")`, `show = \"entropy\"`",
  near(rule_curve("log", "zero_one", q = .5)$entropy, c(log(2), .5)))
row("2.1, 2.2, 2.14; 4.1 to 4.5", "`posterior()` of a `loglik_set()`",
  near(sum(posterior(m)[1, ]), 1))
row("2.15 to 2.41, observer", "`finite_decomposition()`", near(finite_decomposition(
  rbind(c(.6, .3, .1), c(.2, .2, .6)), .4
)[["best"]], .5255336133, 1e-9))
row("4.6 to 4.9, log-likelihood lines", "left out", NULL, "How they are kept, nothing to compute.")
row("2.42 to 2.47", "`finite_decomposition()`", near(finite_decomposition(
  diag(2), .5, c(.01, .99))[["total"]], 4.605170186))
row("2.4 for trials of many classes", "`rule_decomposition()` of a `loglik_set()`",
  near(rule_decomposition(m, "brier")$total, mean(tapply(
    rowSums((posterior(m) - diag(3)[c(1, 2, 3, 1), ])^2), c(1, 2, 3, 1), mean
  )) / 2))
row("3.1 to 3.3, 3.26, 3.27; figure 3.1", "`rule_curve()`, `show = \"minimisers\"`",
  near(with(attr(rule_curve(scoring_rule("mixture", eta = c(.5, .55))), "minimisers"),
    cbind(p_min, p_max, q_min, q_max)[p_min < p_max, ]),
  cbind(c(0, .5, .55), c(.5, .55, 1), c(0, .5, .55), c(.5, .55, 1))),
  "Of more than two classes `decision_regions()` draws the regions.")
row("3.5 to 3.10, canonical form", "`cost_reduction()`",
  near(cost_reduction(rbind(c(1, 11), c(3, 2), c(2, 2)), form = "canonical")$cost,
    rbind(c(0, 9), c(2, 0), c(1, 0))))
row("3.11 to 3.25, mixtures", "`scoring_rule(\"mixture\")`",
  NULL, "Numbers in `test-rule-mixture.R`.")
row("5.4, risk; 5.5", "`rule_risk()`, `part = \"min\"`, `part = \"excess\"`",
  near(rule_risk(g, "log", .5), .443457150513) &&
    near(rule_risk(g, "log", .5, part = "min"), .445984226927 * log(2)) &&
    near(rule_risk(lda, part = "excess"), rule_risk(lda) - log(nlevels(factor(glass_type$type)))))
row("default loss of many classes", "`rule_score(what = \"entropy\")`", near(
  rule_score("log", rbind(c(.2, .3, .5)), what = "entropy"), 1.02965301406
))
row("6.2 to 6.9", "`scoring_rule()`, `effective_prior()`",
  near(effective_prior(.01, 10, 1), .0917431, 1e-6) &&
    near(rule_score(scoring_rule("cost", eta = .25), .3, FALSE), 4 / 3))
row("6.13, 6.14", "corrected by the factor 2: `?plot_ape`", near(local({
  ln_odds <- seq(-40, 40, length.out = 80001)
  sum(bayes_error_curve(g, log10_prior_odds = ln_odds / log(10))$bayes_error) * 80 / 80000
}), 2 * log(2) * cllr(g), 1e-3))
row("6.10 to 6.12", "`rule_risk()` under all thresholds", NULL, "Numbers in `test-rule-risk.R`.")
row("schemas 2.3, 2.4, C.1", "left out", NULL, "Nothing to compute.")

section <- "Brümmer 2010, chapters 7, 8 and appendices"
row("7.2 to 7.9, the Gaussian system", "`gaussian_system()`, `curve_layer()`",
  near(cllr(gaussian_system(2)), .5140558459, 1e-7) &&
    is_picture(plot_ece(g) + curve_layer(ece_curve(gaussian_system(2)))))
row("7.1, examples 1 to 3", "`calibrate(method = \"gaussian\")`, `simulate_lr()`", NULL,
  "Numbers in `test-calibrate-lr.R`.")
row("7.10, AUC", "`auc()`", near(auc(g), 17 / 20), "One minus the area of the equation: `?auc`.")
row("7.11 to 7.14", "`dcf()`, `effective_prior()`, `cost_reduction()`",
  near(effective_prior(.01, 10, 1), 10 / 109) && near(dcf(g, .01, 10, 1), .075) &&
    near(cost_reduction(rbind(c(0, 1), c(10, 0)), .01)$effective_prior, 10 / 109))
row("7.39 to 7.41", "`cross_entropy()`, `cllr()`",
  near(c(cllr(g), cross_entropy(g, .5)), rep(.639773431891, 2)))
row("table 7.1", "left out", NULL, "`vignette(\"which-curve\")` has one like it.")
row("APE and ECE curves, 7.7.4", "`plot_ape()`, `plot_ece()`",
  near(ece_curve(g, log10_prior_odds = -1)$ece_null, -sum(c(1, 10) / 11 * log2(c(1, 10) / 11))) &&
    is_picture(plot_ape(g)) && is_picture(plot_ece(g)))
row("7.15 to 7.17, hard decisions", "`dcf()` of decisions",
  near(dcf(posterior(g, .3) >= .5, g$truth, prior = .3), dcf(g, .3)))
row("7.18 to 7.20, figure 7.1", "`plot_bayes_error(x_axis = \"ln_odds\")`",
  near(bayes_error_curve(g, log10_prior_odds = -1)$normalised, 3 / 4) &&
    is_picture(plot_bayes_error(g, x_axis = "ln_odds")))
row("7.21 to 7.27", "`dcf_min()`, `det_curve()`", local({
  at <- det_curve(g)
  near(dcf_min(g, .3), min(.3 * at$p_miss + .7 * at$p_fa)) && near(dcf_min(g, .3), .15)
}))
row("figure 7.2", "`plot_roc(corners = TRUE)`", is_picture(plot_roc(g, corners = TRUE)),
  "Layers in `test-figures.R`.")
row("figure 7.3, 8.2", "`plot_det()`", near(
  max(bayes_error_curve(g, log10_prior_odds = seq(-1, 1, by = .001))$bayes_error_min), 2 / 9, 1e-3
) && is_picture(plot_det(g)))
row("7.28 to 7.32", "`eer()`, `prbep()`", near(eer(g), 2 / 9) && near(prbep(g), 1))
row("7.34 to 7.38, also asymmetric", "`scoring_rule(\"beta\", gamma = )`", near(
  rule_curve(scoring_rule("beta", gamma = c(1, 3)), q = .3)$weight, stats::dbeta(.3, 2, 4)))
row("figures 7.4 to 7.7", "`rule_curve()`", near(
  rule_curve("log", q = .2, prior = stats::plogis(1))$llr, stats::qlogis(.2) - 1
))
row("7.42 to 7.44, figures 7.8, 7.9", "`plot_bayes_error()`, `rule_of_30()`",
  NULL, "Numbers in `test-rule-of-30.R`.")
row("7.45 to 7.52, appendix C", "`pav()`, `pav_lr()`",
  near(cllr(pav_lr(g)), .445984226927) && near(as.data.frame(pav(g))$log10_lr_pav[2], log10(5 / 4)))
row("7.7.1, the group of calibrations", "`predict(second, predict(first, score))`, `coef()`", local({
  first <- calibrate(glass["mvn"])
  second <- calibrate(predict(first, glass["mvk"]))
  twice <- coef(first)[["slope"]] * coef(second)[["slope"]]
  score <- stats::uniroot(\(x) predict(first, x) - 1, c(-9, 9), tol = 1e-12)$root
  near(twice, coef(calibrate(glass["mvk"]))[["slope"]], 1e-6) && near(predict(first, score), 1) &&
    near(predict(second, predict(first, -1:1)), predict(calibrate(glass["mvk"]), -1:1), 1e-6)
}), "Composition and inverse in `?predict.lr_calibration`.")
row("channel capacity", "`effective_information()` at its greatest", near(
  stats::optimize(\(p) effective_information(
    lr_set(list(h1 = rep(c(9, 1 / 9), c(9, 1)), h2 = rep(c(9, 1 / 9), c(1, 9))), scale = "lr"), p
  ), c(.01, .99), maximum = TRUE)$objective, 1 + .1 * log2(.1) + .9 * log2(.9)
), "One call of `optimize()`: here the symmetric channel with one error in ten.")
row("8.1 to 8.5, decisions", "`cavg()` of a matrix of decisions",
  near(cavg(posterior(m) >= 1 / 3, m$truth), 1 / 12))
row("8.6 to 8.13", "`cavg()`, `scoring_rule(\"cost\")`", near(cavg(m), 1 / 12) &&
  near(rule_score(scoring_rule("cost", eta = c(.5, .3, .2)), rbind(c(.5, .4, .1)), 1), 1),
  "The fourth trial is accepted as all three classes.")
row("8.14", "`cross_entropy()` of a `loglik_set()`",
  near(cross_entropy(m, c(.5, .3, .2)) * log(2), .494615286249))
row("8.15, other rules", "`retrain()`",
  NULL, "Numbers in `test-rule-retrain.R`.")
row("8.16 to 8.25", "`calibrate()`, `fuse()`",
  local({
    p <- log(posterior(lda))
    truth <- as.integer(lda$truth)
    risk <- \(at) {
      w <- at[1] * p + rep(c(at[-1], 0), each = nrow(p))
      costs <- log(rowSums(exp(w))) - w[cbind(seq_along(truth), truth)]
      mean(tapply(costs, truth, mean))
    }
    least <- stats::optim(c(1, numeric(ncol(p) - 1)), risk, method = "BFGS",
      control = list(reltol = 1e-14, maxit = 500))$value
    near(cllr(predict(calibrate(lda), lda)) * log(2), least, 1e-6) &&
      near(cllr(predict(fuse(lda), lda)) * log(2), least, 1e-6)
  }))
row("figure 8.1, without trials", "`autoplot(ternary(c(\"1\", \"2\", \"3\"), rule = \"lre\"))`",
  is_picture(autoplot(ternary(c("1", "2", "3"), rule = "lre"))), "Layers in `test-figures.R`.")
row("figure 8.3", "`prior_sweep()`", near(prior_sweep(m)$cavg[7], 1 / 12))
row("figure 8.4", "`one_vs_rest()`, `class_losses(measure = \"cavg\")`",
  near(class_losses(lda, measure = "cavg")$cavg, cavg(posterior(lda) >= 1 / 6, lda$truth)) &&
    near(auc(one_vs_rest(m))[[3]], 1))
row("table 8.1", "`calibration_transfer()`",
  NULL, "Numbers in `test-conditions-transfer.R`.")
row("8.26, 8.27, detection scores", "`as_lr_set()`",
  near(as_lr_set(m, "1")$value[1], 2 - log(mean(exp(c(0, -1))))),
  "Their relation is in `?as_lr_set`.")
row("8.28", "`cavg_curve()`", near(cavg_curve(m, 0)$cavg, cavg(m)))
row("appendix B", "`rule_of_30()`", near(rule_of_30(level = .9, margin = .3), 30.06159393, 1e-6))
row("appendix A, lemmas of C", "left out", NULL,
  "Mathematics of proofs; theorems 2, 3 and 5 are tested in `test-identities.R`.")
row("figure D.1", "`prior_weight()`", near(prior_weight(rbind(c(0, 0))), 1 / 9))
row("HLDA, Gaussian backends", "left out", NULL, "The thesis does not define them.")

lines <- c(
  "# What the five papers define, and what has it", "",
  paste(
    "Made by `bench/coverage-papers.R`, which runs the checks. A row \"holds\" where a number was",
    "checked here, and is \"drawn\" where no more was seen than a picture. The layers of all figures",
    "are read by `test-figures.R`, figure by figure (`bench/figures.md`)."
  ), "",
  sprintf(
    "%d rows: %d checked here by numbers, %d drawn, %d answered in words or by tests.",
    nrow(rows), sum(rows$held %in% TRUE & !rows$drawn), sum(rows$drawn), sum(is.na(rows$held))
  ), ""
)
for (name in unique(rows$section)) {
  part <- rows[rows$section == name, ]
  found <- ifelse(part$drawn, "drawn", "holds")
  held <- ifelse(is.na(part$held), "", ifelse(part$held, found, "FAILS"))
  item <- gsub("|", "\\|", part$item, fixed = TRUE)
  lines <- c(
    lines, paste("##", name), "", "| item | what has it | check | note |", "|---|---|---|---|",
    sprintf("| %s | %s | %s | %s |", item, part$how, held, part$note), ""
  )
}

# Checks by people, not by this script: sources that were looked up, pictures that were inspected,
# numbers that were recomputed.
answers <- readLines("bench/coverage-papers-answers.md", encoding = "UTF-8")
writeLines(c(lines, answers), "bench/coverage-papers.md")

stopifnot("a check fails" = !any(rows$held %in% FALSE))
