# Calls to which an argument applies, if it does not apply to those of forms.R.
further_forms <- c(alist(
  cross_entropy(x = lr, prior = 0.1),
  useful_range(x = lr, level = 0.9, replicates = 20),
  useful_range(x = wide, level = 0.9, replicates = 20),
  autoplot(object = ece_curve(systems), systems = "facet"),
  autoplot(object = rule_curve("log", "brier"), show = "cost", top = 3),
  write_calibrant(x = calibrate(scores, "pav"), file = NULL, counts = FALSE),
  pav(x = lr, level = 0.9, replicates = 20),
  measures(x = lr, which = c("dcf", "cross_entropy"), prior = 0.1, replicates = 20),
  measures(x = conclusions, which = "auc"),
  measures(x = conclusions, lr = c(no = 0.1, open = 1, yes = 10)),
  compare_systems(x = systems, which = c("dcf", "cross_entropy"), prior = 0.1, replicates = 20),
  conclusion_lr(x = conclusions, monotone = TRUE, replicates = 20),
  conclusion_merges(x = conclusions, into = list(low = c("no", "open"), yes = "yes")),
  conclusion_set(x = said, truth = truth, examiner = examiner, item = source1),
  conclusion_set(x = said, truth = truth, count = source1),
  conclusion_set(x = replace(as.character(said), 1, "void"), truth = truth, no_value = "void"),
  conclusion_set(x = as.character(said), truth = truth, conclusions = c("no", "open", "yes")),
  dcf_table(x = lr, prior = 0.2),
  bayes_decision(x = lr, prior = 0.2),
  bayes_decision(x = lr, cost = cost, prior = 0.2),
  bayes_decision(x = c(0.2, 0.7), cost = cost, value = "best", tolerance = 0.5),
  misleading(x = systems, level = 0.9, by = "source"),
  measures_by(x = lr, condition = condition, replicates = 20),
  error_rates(x = lr, p_miss = 0.2),
  bayes_error_curve(x = lr, operating_points = "SRE 2016"),
  det_curve(x = lr, operating_points = "SRE 2016"),
  bound_lr(x = lr, method = "limits", limits = c(-1, 1)),
  bound_lr(x = systems, method = "n_source", n_sources = 5),
  calibrate(x = truth ~ score | I(other), data = trials, scale = "score"),
  calibrate(x = truth ~ score, data = trials, scale = "score", conditions = ~other),
  calibrate(x = scores, method = "kde", bandwidth = 1),
  fuse(x = truth ~ score + other, data = trials, conditions = ~other),
  class_losses(x = loglik, measure = "cavg", after = loglik_fit_set),
  isotonic(x = c(2, 1, 2), y = c(3, 1, 2), weights = c(1, 5, 2)),
  scoring_rule("cost", eta = 0.2),
  transformation_curve(fit = fit, level = 0.9),
  transformation_curve(fit = fit, limits = c(-1, 1)),
  plot_det(x = lr, limits = c(0.1, 0.5)),
  verbal_scale(x = 1.5, scale = "log10", table = "evett2000"),
  verbal_scale(x = 1.5, scale = "log10", h1 = "it is he", h2 = "it is not he"),
  monitor(x = lr, auc = 0.6, date = as.Date("2026-01-01")),
  monitor_scores(x = value, date = as.Date("2026-01-01")),
  update(object = watch, x = value, truth = truth, scale = "log10", date = Sys.Date() + 9),
  predict(object = lr_fit, newdata = c(1, 2), type = "posterior", prior = 0.2),
  predict(object = fit, newdata = c(1, 2), level = 0.9),
  predict(object = loglik_fit, newdata = loglik, level = 0.9, prior = c(0.2, 0.3, 0.5)),
  predict(object = blocks, newdata = c(-5, 0.3), type = "posterior", prior = 0.2),
  cells_wanted(tally = lr_tally(wide, width = 2^-10), verb = explain),
  read_scores(scores = score_file, key = key_file, system = "new"),
  read_scores(scores = two_file, columns = c(score = "a"), h1 = "gleich", h2 = "anders"),
  plan_size(gaussian_system(2), "cllr", half_width = 0.1, sizes = c(20, 30)),
  plan_size(gaussian_system(2), "cllr", half_width = 0.1, design = "all_pairs", item_share = 0.3),
  plan_size(x = gaussian_system(2), "cllr", half_width = 0.1),
  rule_of_30(x = lr),
  bound_lr(x = fit, trials = lr_set(trials$other, truth, scale = "score")),
  lr_set(x = conclusions, lr = c(no = 0.1, open = 1, yes = 10)),
  lr_set(x = truth ~ value, data = trials, scale = "ln"),
  conclusion_set(x = truth ~ say, data = data.frame(truth, say = said)),
  conclusion_set(x = said_file, columns = c(conclusion = "say")),
  curve_layer(curve = ece_curve(lr)),
  information(x = stats::dnorm, density_h2 = \(x) stats::dnorm(x, 1), from = -9, to = 9),
  information(x = stats::dnorm, density_h2 = \(x) stats::dnorm(x, 1), llr = \(x) -x),
  fuse(x = truth ~ score + other, data = trials, scale = "ln", prior = 0.2),
  autoplot(object = rule_curve("log", "brier"), show = "cost"),
  plot_bayes_error(x = systems, parts = TRUE),
  read_scores(genuine = h1_file, impostor = h2_file, scale = "log10", columns = c(score = "llr")),
  read_scores(genuine = comma_file, impostor = comma_file, dec = ","),
  read_scores(scores = labelled_file, h1 = "same", h2 = "different", others = "drop"),
  read_scores(genuine = h1_file, impostor = h2_file),
  lr_chunks(x = parquet_file, format = "parquet", columns = "score"),
  ternary(x = loglik, rule = "cost", eta = c(a = 0.2, b = 0.3, c = 0.5)),
  validation_plan(accuracy = "cllr < 0.5", seed = 2),
  validation_plan(robustness = "cllr < 0.7", data = list(baseline = "clean", robustness = "noisy")),
  validation_plan(coherence = "cllr < 0.7", data = list(baseline = "a", quality = c("b", "c"))),
  validation_plan(generalisation = "cllr < 0.7", data = list(baseline = "a", unseen = "b")),
  validation_plan(accuracy = "cavg < 0.7", classes = c("a", "b", "c")),
  validation_plan(
    accuracy = "cllr < 0.5", expected = gaussian_system(2), studies = 20,
    data = list(baseline = c(n_h1 = 100, n_h2 = 200))
  ),
  lr_tally(x = counted$cells, width = 0.5, moments = counted$moments),
  system_record(fit = fit, dates = c(fit = "2026-01-01")),
  update(object = grouped, x = value, truth = truth, scale = "ln", group = condition),
  predict(object = calibrate(systems), newdata = c(1, 2), system = "a"),
  predict(object = fit, new_data = c(1, 2)),
  predict(object = loglik_fit, newdata = loglik, level = 0.9, source = rep(1:15, 2)),
  predict(object = blocks, newdata = c(-0.55, 0.33, 99)),
  c(lr, lr, pool = TRUE),
  measures(x = unsteady)
), lapply(c("bayes_error", "cost", "det", "ece", "murphy", "tippett"), \(stem) {
  call(paste0(stem, "_curve"), x = quote(lr), level = 0.9, replicates = 20)
}), lapply(c("ape", "bayes_error", "det", "ece", "pav", "roc", "tippett"), \(stem) {
  call(paste0("plot_", stem), x = quote(systems), systems = "facet")
}), lapply(c("accuracy", "calibration", "discriminating_power"), \(part) {
  as.call(c(as.name("validation_plan"), rlang::set_names("cllr < 0.7", part), replicates = 10))
}))
objects$lr_fit <- calibrate(objects$lr)
objects$loglik_fit_set <- predict(objects$loglik_fit, objects$loglik)
objects <- local({
  grouped <- calibrant::monitor(groups = c("near", "far"))
  uneven <- calibrant::lr_set(value, truth, scale = "log10", source1 = source1, source2 = repeated)
  unsteady <- calibrant::conclusion_set(cbind(h1 = c(a = 4, b = 2, c = 9), h2 = c(5, 4, 2)))
  comma_file <- tempfile()
  writeLines(c("llr", "1,5", "0,2"), comma_file)
  wide <- calibrant::simulate_lr(200, 400, s = 2, stretch = 2)
  two_file <- tempfile(fileext = ".csv")
  words <- c("gleich", "anders", "anders")
  utils::write.csv(data.frame(a = 1:6, b = c(3:1, 4:6), truth = words), two_file, row.names = FALSE)
  labelled_file <- tempfile()
  labels <- c("same", "different", "else")
  utils::write.csv(data.frame(score = 1:6, truth = labels), labelled_file, row.names = FALSE)
  said_file <- tempfile(fileext = ".csv")
  utils::write.csv(data.frame(truth, say = said, other = rev(said)), said_file, row.names = FALSE)
  environment()
}, envir = objects)
