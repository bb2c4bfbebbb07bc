# The awkward sets for every picture (tools/gallery.R), and a core of pictures that test-gallery.R
# compares with stored ones.
gallery_sets <- function() {
  withr::local_seed(20)
  named <- \(n, s, names, ...) {
    do.call(c, unname(Map(\(s, name) simulate_lr(n, 4 * n, s = s, system = name, ...), s, names)))
  }
  long <- c(
    "the first of all systems, with a name of the length that reports by committees have",
    "a_file_name_without_any_blank_like_scores_2024_11_03_final_version_really_final_v2.csv",
    "short"
  )
  llr <- simulate_lr(40, 160, s = 2)
  values <- as.data.frame(llr)[[1]]
  truth <- as.data.frame(llr)$truth
  set <- \(value, truth, scale = "ln", ...) lr_set(value, truth, scale = scale, ...)
  list(
    glass = lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10"),
    calibrated = simulate_lr(500, 5000, s = 2.5),
    miscalibrated = simulate_lr(500, 5000, s = 2, stretch = 2.5, shift = 1),
    two = named(150, c(2, 1), c("mvk", "mvn"), stretch = 1.5),
    six = named(100, c(3, 2.5, 2, 1.5, 1, 0.5), LETTERS[1:6]),
    infinite = set(c(values, Inf, Inf, -Inf), c(truth, TRUE, TRUE, FALSE)),
    misleading = set(c(values, -Inf, Inf, Inf), c(truth, TRUE, FALSE, FALSE)),
    three = set(c(2, 0.5, 1, -2, 0.8, -1), rep(c(TRUE, FALSE), each = 3)),
    separated = set(c(1, 2, 3, 5, -1, -2, -4), rep(c(TRUE, FALSE), c(4, 3))),
    weighted = set(values, truth, weight = seq(0.5, 2.5, length.out = length(values))),
    scores = set(10 * values + 50, truth, scale = "score"),
    words = lr_set(values, ifelse(truth, "same source", "different source"), scale = "ln",
      h1 = "same source"
    ),
    long = named(60, c(2.5, 1.5, 1), long)
  )
}

# Every picture, on its sets.
gallery_plots <- function() {
  several <- \(x) length(levels(x)) > 1
  lrs <- list(
    ece = plot_ece,
    `ece-overlay` = \(x) plot_ece(x, systems = "overlay", x_axis = "probability"),
    tippett = plot_tippett,
    `tippett-overlay` = \(x) plot_tippett(x, style = "cumulative", systems = "overlay"),
    bayes = plot_bayes_error,
    `bayes-overlay` = \(x) {
      plot_bayes_error(x, operating_points = nist_operating_points(), systems = "overlay")
    },
    ape = plot_ape,
    `ape-overlay` = \(x) plot_ape(x, systems = "overlay"),
    reliability = plot_reliability,
    overstatement = \(x) autoplot(overstatement_curve(x, replicates = 200)),
    `overstatement-overlay` = \(x) autoplot(
      overstatement_curve(x, replicates = 200), systems = "overlay"
    ),
    `calibration-range` = \(x) autoplot(calibration_range(x, 10)),
    `reliability-pav` = \(x) plot_reliability(x, method = "pav"),
    posterior = \(x) autoplot(posterior_histogram(x)),
    murphy = \(x) autoplot(murphy_curve(x, 0.2)),
    `murphy-overlay` = \(x) autoplot(murphy_curve(x, 0.2), systems = "overlay"),
    plane = \(x) {
      autoplot(measures(x, c("cllr_min", "cllr_cal"), replicates = 50), type = "plane")
    },
    bound = \(x) autoplot(bound_lr(x)),
    `bound-iv` = \(x) autoplot(bound_lr(x, method = "iv"), type = "criterion"),
    `pav-regions` = \(x) plot_pav(x, regions = TRUE)
  )
  all <- list(
    det = plot_det,
    `det-points` = \(x) {
      plot_det(x, operating_points = nist_operating_points(), dr30 = TRUE, systems = "facet")
    },
    roc = plot_roc,
    pav = plot_pav,
    `pav-overlay` = \(x) plot_pav(x, systems = "overlay"),
    cost = plot_cost,
    histogram = plot_lr_histogram,
    calibration = \(x) autoplot(calibrate(x, penalty = 1)),
    `calibration-band` = \(x) autoplot(calibrate(x, penalty = 1), level = 0.95),
    `calibration-pav` = \(x) autoplot(calibrate(x, "pav")),
    measures = \(x) {
      kinds <- c("eer", "auc", if (!inherits(try(cllr(x), silent = TRUE), "try-error")) "cllr")
      autoplot(measures(x, kinds, replicates = 50))
    },
    compare = \(x) autoplot(compare_systems(x, c("eer", "auc"), replicates = 50))
  )
  list(
    lrs = lrs, all = all,
    fits = \(x, name) {
      overlay <- grepl("overlay", name) || name == "compare"
      (x$scale != "score" || name %in% names(all)) && (several(x) || !overlay) &&
        (is.null(x$weight) || name != "calibration-range")
    }
  )
}

# Pictures of many classes, and of objects that are not sets.
gallery_others <- function() {
  x <- loglik_set(glass_type, truth = "type", system = "recogniser")
  three <- loglik_set(
    droplevels(subset(glass_type, type %in% c("WinF", "WinNF", "Veh"))),
    truth = "type", system = "recogniser"
  )
  withr::local_seed(3)
  fusion <- data.frame(truth = rep(c(TRUE, FALSE), c(50, 200)))
  fusion$first <- stats::rnorm(250, 2 * fusion$truth)
  fusion$second <- stats::rnorm(250, 1.5 * fusion$truth)
  fusion$third <- stats::rnorm(250, fusion$truth)
  posteriors <- lapply(levels(x), \(name) posterior(x[name]))
  glass <- gallery_sets()$glass
  list(
    cavg = \() autoplot(cavg_curve(x)),
    `cavg-overlay` = \() autoplot(cavg_curve(x), normalised = TRUE, systems = "overlay"),
    `class-losses` = \() autoplot(class_losses(x)),
    `class-reliability` = \() autoplot(reliability_curve(x, bins = 5)),
    `prior-sweep` = \() autoplot(prior_sweep(x), measure = "cross_entropy"),
    ternary = \() autoplot(ternary(three, method = "affine")),
    confusion = \() autoplot(prob_confusion(posteriors[[1]], subset(glass_type,
      recogniser == levels(x)[1])$type)),
    rule = \() autoplot(scoring_rule("log")),
    `rule-steps` = \() autoplot(scoring_rule("mixture", eta = c(0.2, 0.7))),
    `fusion-two` = \() autoplot(fuse(truth ~ first + second, fusion)),
    `fusion-three` = \() autoplot(fuse(truth ~ first + second + third, fusion)),
    information = \() autoplot(information(glass, prior = c(0.01, 0.5))),
    `rules-costs` = \() autoplot(rule_curve("log", "brier", "zero_one")),
    `rules-weights` = \() {
      autoplot(
        rule_curve(scoring_rule("beta", gamma = -0.5), "log", scoring_rule("beta", gamma = 10)),
        show = "weight",
        top = 4
      )
    },
    `rules-llr` = \() autoplot(
      rule_curve("log", "boost", q = plogis(seq(-8, 8, by = 0.02)), prior = 0.3), show = "llr"
    ),
    minimisers = \() autoplot(
      rule_curve(scoring_rule("mixture", eta = c(0.5, 0.55))), show = "minimisers"
    ),
    regions = \() autoplot(decision_regions(rbind(c(0, 4), c(1, 0), c(0.3, 1)))),
    `regions-three` = \() {
      autoplot(decision_regions(rbind(c(0, 1, 1), c(1, 0, 1), c(1, 1, 0), 0.55)))
    },
    `roc-hull` = \() plot_roc(gallery_sets()$two, corners = TRUE),
    `set-default` = \() autoplot(glass),
    bands = \() plot_ece(glass["mvk"], level = 0.95, replicates = 100),
    `class-losses-cavg` = \() autoplot(class_losses(x, measure = "cavg")),
    theory = \() {
      plot_ece(simulate_lr(200, 1000, s = 2)) + curve_layer(ece_curve(gaussian_system(2)))
    },
    german = \() withr::with_language("de", plot_bayes_error(glass))
  )
}
