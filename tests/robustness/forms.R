# Correct calls. The sweep replaces each of their arguments, and each argument that they leave out,
# by each bad value. A new export needs a row here, unless it is a generic with a method for
# `lr_set` that can do without further arguments.
objects <- local({
  set.seed(1)
  truth <- rep(c(TRUE, FALSE), c(25, 35))
  value <- round(c(stats::rnorm(25, 0.5), stats::rnorm(35, -0.5)), 1)
  score <- value + 3
  weight <- rep(c(0.5, 1, 2), 20)
  source1 <- rep(1:12, 5)
  trials <- data.frame(truth, value, score, other = stats::rnorm(60, truth), weight, source1)
  lr <- calibrant::lr_set(value, truth, scale = "log10")
  scores <- calibrant::lr_set(score, truth, scale = "score")
  systems <- calibrant::lr_set(
    rep(value, 2) + rep(c(0, 0.5), each = 60), rep(truth, 2),
    scale = "log10",
    system = rep(c("a", "b"), each = 60), source1 = rep(source1, 2),
    source2 = rep(source1, 2)
  )
  others <- calibrant::lr_set(trials$other, truth, scale = "score")
  log_lik <- matrix(stats::rnorm(90), 30, dimnames = list(NULL, c("a", "b", "c")))
  label <- rep(c("a", "b", "c"), 10)
  log_lik[cbind(seq_len(30), match(label, c("a", "b", "c")))] <- 1.5
  loglik <- calibrant::loglik_set(log_lik, label, scale = "ln")
  probabilities <- exp(log_lik) / rowSums(exp(log_lik))
  fit <- calibrant::calibrate(scores)
  fusion <- calibrant::fuse(truth ~ score + other, data = trials)
  loglik_fit <- calibrant::calibrate(loglik)
  bound <- calibrant::bound_lr(lr)
  blocks <- calibrant::pav(lr)
  cost <- rbind(accept = c(0, 10), reject = c(1, 0))
  likelihood <- rbind(c(0.6, 0.3, 0.1), c(0.2, 0.2, 0.6))
  counts <- matrix(c(2, 0, 1, 3, 1, 0, 0, 2), 4, dimnames = list(NULL, c("x", "y")))
  model <- calibrant::naive_bayes(counts, c("a", "b", "a", "b"))
  sparse <- Matrix::Matrix(counts, sparse = TRUE)
  theory <- calibrant::gaussian_system(2)
  curve <- calibrant::ece_curve(lr)
  rule <- calibrant::scoring_rule("brier")
  plan <- calibrant::validation_plan(accuracy = "cllr < 0.5", replicates = 10)
  watch <- calibrant::monitor()
  counted <- calibrant::lr_tally(lr, width = 0.5)
  counted_file <- calibrant::write_calibrant(counted, tempfile(fileext = ".json"))
  watch_file <- calibrant::write_calibrant(watch, tempfile(fileext = ".json"))
  judged <- calibrant::validation_run(plan, lr)
  plan_file <- tempfile(fileext = ".json")
  calibrant::write_calibrant(plan, plan_file)
  csv_file <- tempfile(fileext = ".csv")
  report_file <- tempfile(fileext = ".html")
  h1_file <- tempfile()
  h2_file <- tempfile()
  score_file <- tempfile()
  key_file <- tempfile()
  page_file <- tempfile(fileext = ".html")
  calibration_file <- tempfile(fileext = ".json")
  calibrant::write_calibrant(fit, calibration_file)
  condition <- rep(c("near", "far"), 30)
  repeated <- c(rep(1:5, 5), rep(6:12, 5))
  like <- data.frame(other = 0)
  said <- cut(value, c(-Inf, -0.5, 0.5, Inf), c("no", "open", "yes"), ordered_result = TRUE)
  examiner <- rep(1:6, 10)
  conclusions <- calibrant::conclusion_set(said, truth, examiner = examiner, item = source1)
  tally <- cbind(same = c(no = 3, open = 5, yes = 9), different = c(12, 4, 1))
  writeLines(c("llr", "0.5", "2"), h1_file)
  writeLines(c("llr", "-0.5", "1"), h2_file)
  writeLines(c("m1 s1 2.1", "m1 s2 -0.7"), score_file)
  connection <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  DBI::dbWriteTable(connection, "trials", trials)
  table <- dplyr::tbl(connection, "trials")
  pushed <- calibrant::lr_set(table, truth ~ value, scale = "log10", way = "push")
  trials_file <- tempfile(fileext = ".csv")
  utils::write.csv(trials, trials_file)
  reader <- calibrant::lr_chunks(trials_file)
  streamed <- calibrant::lr_set(reader, truth ~ value, scale = "log10")
  parquet_file <- tempfile(fileext = ".parquet")
  nanoparquet::write_parquet(trials, parquet_file)
  matrix_file <- tempfile(fileext = ".h5")
  h5 <- hdf5r::H5File$new(matrix_file, "w")
  h5[["scores"]] <- matrix(c(2, -1, -0.5, 1), 2)
  h5[["trial_mask"]] <- matrix(c(1L, -1L, -1L, 1L), 2)
  h5$close_all()
  writeLines(c("m1 s1 target", "m1 s2 nontarget"), key_file)
  environment()
})

forms <- alist(
  scoring_rule("applications", prior = 0.1),
  as_lr_set(x = loglik, class = "a"),
  as_lr_set(x = lr),
  bayes_decision(x = c(0.2, 0.7), cost = cost, value = "best"),
  bayes_decision(x = c(0.2, 0.7), cost = cost),
  bayes_threshold(prior = 0.1, scale = "log10"),
  gaussian_system(cllr = 0.3),
  tidy(x = bound, type = "criterion"),
  bound_lr(x = fit),
  measures_by(x = lr, condition = condition),
  calibrate(x = scores, method = "kde"),
  calibrate(x = scores, method = "spline"),
  calibrate(x = loglik),
  calibrate(x = truth ~ score, data = trials, scale = "score"),
  calibration_transfer(x = list(a = loglik[1:15], b = loglik[16:30])),
  cost_reduction(cost = cost, form = "canonical"),
  cavg_curve(x = loglik),
  class_losses(x = loglik),
  scoring_rule("sum", of = list("log", "brier"), weight = c(1, 2)),
  conclusion_set(x = said, truth = truth),
  conclusion_set(x = truth ~ said, data = data.frame(truth, said)),
  conclusion_set(x = tally),
  conclusion_lr(x = conclusions),
  conclusion_lr(x = conclusions, stated = c(no = 0.1, open = 1, yes = 10)),
  conclusion_merges(x = conclusions),
  error_rates(x = conclusions),
  measures(x = conclusions),
  lr_set(x = conclusions),
  explain(x = conclusions),
  prob_complement(p = probabilities),
  confusion(x = loglik),
  cost_reduction(cost = cost, prior = 0.1),
  cross_calibrate(x = scores, method = "kde", folds = 3),
  cross_calibrate(x = fit),
  cross_calibrate(x = fusion, folds = 3),
  cross_entropy_null(prior = 0.1),
  cross_entropy_min(x = loglik, prior = c(0.2, 0.3, 0.5)),
  curve_layer(curve = curve),
  dcf_table(x = lr, prior = "SRE 2016"),
  decision_regions(cost = cost),
  information(x = \(x) dnorm(x, 1), density_h2 = dnorm),
  scoring_rule("detection", of = "brier"),
  scoring_rule("dirichlet", gamma = 1, classes = 3),
  rule_score(rule = "brier", q = 0.3, p = 0.4, what = "divergence"),
  effective_prior(prior = 0.1),
  rule_score(rule = "brier", q = 0.3, what = "entropy"),
  prob_entropy_score(p = probabilities),
  prob_entropy_score(p = probabilities, what = "largest"),
  equal_weights(x = lr, condition = condition),
  bayes_decision(x = c(0.2, 0.7), cost = cost, value = "cost"),
  rule_score(rule = "brier", q = 0.3, p = 0.4, what = "expected"),
  explain(x = fit),
  finite_decomposition(likelihood = likelihood, prior = 0.4, reported = c(0.8, 0.5, 0.3)),
  fuse(x = truth ~ score + other, data = trials),
  fuse(x = as.matrix(trials[c("score", "other")]), truth = truth),
  fuse(x = trials, formula = truth ~ score + other),
  fuse(x = list(scores, others)),
  fuse(x = loglik, loglik),
  gaussian_system(s = 2),
  information(x = theory),
  isotonic(x = c(3, 1, 2)),
  isotonic(x = c(2, 1, 2), y = c(3, 1, 2)),
  loglik_set(log_lik = log_lik, truth = label, scale = "ln"),
  loglik_set(log_lik = data.frame(log_lik, label), truth = "label", scale = "ln"),
  lr_set(x = value, truth = truth, scale = "log10"),
  lr_set(x = list(h1 = c(1, 2), h2 = c(-1, 0)), scale = "log10"),
  lr_set(x = truth ~ value, data = trials, scale = "log10"),
  lr_set(x = trials, formula = truth ~ value, scale = "log10"),
  lr_set(x = table, formula = truth ~ value, scale = "log10"),
  lr_set(x = table, formula = truth ~ value, scale = "log10", way = "push"),
  lr_set(x = table, formula = truth ~ value, scale = "log10", way = "stream"),
  lr_set(x = reader, formula = truth ~ value, scale = "log10"),
  sample_trials(x = lr, n = 5),
  sample_trials(x = pushed, n = 5),
  sample_trials(x = streamed, n = 5),
  measures_like(
    x = lr, like = like, conditions = ~other, data = trials, least = 5, replicates = 10
  ),
  measures(x = lr, replicates = 20),
  measures(x = pushed, replicates = 20),
  measures(x = streamed, replicates = 20),
  measures(x = lr, which = "cllr_min", replicates = 20, chance = 50),
  measures(x = systems, replicates = 20, by = "source"),
  measures(x = lr, which = c("dev_pav", "lr_moment_h1", "lr_moment_h2"), replicates = 20),
  compare_systems(x = systems, replicates = 20),
  calibration_test(x = lr, replicates = 20),
  calibration_band(x = systems, replicates = 20),
  calibration_range(x = systems, factor = 10),
  calibration_measures(x = lr, prior = 0.3, threshold = 0.2, smoother = "pav"),
  lr_metric(which = "dcf", prior = 0.3, at = 0.5),
  misleading(x = lr, level = 0.95),
  misleading(x = lr, beyond = c(2, 10)),
  naive_bayes(x = counts, truth = c("a", "b", "a", "b")),
  naive_bayes(x = sparse, truth = c("a", "b", "a", "b")),
  naive_bayes(x = counts, truth = c("a", "b", "a", "b"), model = "complement_bernoulli"),
  nist_operating_points(),
  one_vs_rest(x = loglik),
  open_page(x = lr, file = page_file, browse = FALSE),
  qualify(language = "en"),
  plot_ape(x = lr),
  plot_bayes_error(x = lr),
  plot_cost(x = lr),
  plot_det(x = lr),
  plot_ece(x = lr),
  plot_lr_histogram(x = lr),
  plot_pav(x = lr),
  overstatement_curve(x = lr, replicates = 20),
  plot_reliability(x = lr),
  plot_roc(x = lr),
  plot_roc(x = lr, corners = TRUE),
  autoplot(rule_curve("log", "zero_one")),
  plot_tippett(x = lr),
  prior_sweep(x = loglik),
  prior_weight(x = cbind(0, 1)),
  prob_confusion(p = probabilities, truth = label),
  prob_purity(p = probabilities, truth = label),
  retrain(fit = fit, rule = rule),
  read_calibrant(file = calibration_file),
  read_scores(scores = score_file, key = key_file),
  lr_chunks(x = \() NULL, rewind = \() NULL),
  lr_chunks(x = trials_file, columns = "score", sep = ",", chunk_rows = 10),
  lr_chunks(x = parquet_file, columns = "score"),
  lr_chunks(x = matrix_file, scores = "scores", key = "trial_mask", chunk_rows = 10),
  lr_chunks(x = connection, query = "SELECT 1"),
  rule_curve(rule = "brier"),
  rule_curve("log", "brier", q = c(0.2, 0.6)),
  rule_of_30(),
  rule_of_30(p = 0.1, n_trials = 100),
  rule_score(rule = rule, q = c(0.2, 0.6), truth = c(TRUE, FALSE)),
  scoring_rule(rule = "brier"),
  simulate_lr(n_h1 = 10, n_h2 = 10, s = 1),
  ternary(x = loglik),
  transformation_curve(fit = fit),
  data_hash(x = lr),
  data_hash(x = plan),
  read_calibrant(file = plan_file),
  plan_size(gaussian_system(2), "cllr", half_width = 0.1),
  validation_plan(accuracy = "cllr < 0.5"),
  validation_run(plan = plan, lr),
  validation_report(x = lr, file = report_file),
  check_validation(report = report_file, data = lr),
  write_calibrant(x = judged, file = csv_file),
  write_calibrant(x = plan, file = plan_file),
  verbal_scale(x = 1.5, scale = "log10"),
  verbal_scale(),
  write_calibrant(x = fit, file = NULL),
  write_calibrant(x = fit, file = NULL, counts = TRUE),
  write_calibrant(x = bound_lr(fit), file = NULL),
  monitor(x = lr, auc = 0.6),
  monitor(groups = "a", prior = 0.3),
  monitor_scores(x = value),
  monitor_scores(x = lr, prior = 0.3),
  lr_tally(x = lr),
  lr_tally(x = data.frame(cell = 1:2, n_h1 = c(0, 4), n_h2 = c(2, 0)), width = 0.5),
  lr_tally(x = data.frame(value = 1:2, n_h1 = c(0, 4), n_h2 = c(2, 0))),
  read_calibrant(file = counted_file),
  cells_wanted(tally = counted),
  cells_wanted(tally = counted, trials = lr),
  cells_wanted(tally = counted, trials = lr, width = 0.125),
  cells_wanted(tally = counted, finer = calibrant::cells_wanted(counted, lr, width = 0.125)),
  write_calibrant(x = counted, file = tempfile(fileext = ".json")),
  lr_set(x = counted),
  lr_set(x = counted, values = calibrant::cells_wanted(counted, lr)),
  lr_set(x = counted, finer = calibrant::cells_wanted(counted, lr, width = 0.125)),
  write_calibrant(x = watch, file = NULL),
  read_calibrant(file = watch_file),
  system_record(plan = plan, watch = watch),
  update(object = watch, x = value, truth = truth, scale = "log10"),
  # Methods for generics of other packages
  augment(x = fit, newdata = scores),
  augment(x = fusion, newdata = trials),
  autoplot(object = ece_curve(lr)),
  theme_calibrant(base_size = 11),
  c(a = lr, b = lr),
  coef(object = fit),
  glance(x = lr),
  glance(x = fit),
  glance(x = loglik),
  levels(x = systems),
  logLik(object = fit),
  nobs(object = fit),
  predict(object = fit, newdata = c(1, 2)),
  predict(object = fit, newdata = table),
  predict(object = fusion, newdata = data.frame(score = 1, other = 2)),
  predict(object = loglik_fit, newdata = loglik),
  predict(object = bound, newdata = lr),
  predict(object = blocks, newdata = lr),
  predict(object = model, newdata = counts),
  summary(object = lr),
  summary(object = lr, level = 0.95, replicates = 20),
  explain(x = lr, level = 0.95, replicates = 20),
  summary(object = loglik),
  summary(object = fit),
  tidy(x = fit),
  tidy(x = bound),
  tidy(x = loglik_fit),
  tidy(x = lr, conf.int = TRUE),
  tidy(x = loglik, conf.int = TRUE),
  tidy(x = conclusions),
  tidy(x = conclusion_lr(conclusions)),
  tidy(x = measures(lr, "cllr", replicates = 20)),
  vcov(object = fit),
  lr[i = 20:40],
  systems[i = "a"],
  loglik[i = 1:20]
)

exports <- sort(getNamespaceExports("calibrant"))
namespace <- asNamespace("calibrant")

method_of <- function(generic, class) {
  utils::getS3method(generic, class, optional = TRUE, envir = namespace)
}

is_ours <- function(name) {
  found <- get0(name, namespace, inherits = FALSE, ifnotfound = sum)
  environmentName(environment(found)) == "calibrant"
}

head_of <- function(form) as.character(form[[1]])

# A generic with a method for sets is called on one.
set_form <- function(name) {
  set <- Find(\(class) !is.null(method_of(name, class)), c("lr_set", "loglik_set"))
  if (!is.null(set)) {
    form <- as.call(list(as.name(name), if (set == "lr_set") quote(lr) else quote(loglik)))
    names(form) <- c("", names(formals(get(name)))[1])
    form
  }
}

# Each generic is also called on values that make a set, since their arguments are not swept
# otherwise.
values_form <- function(name) {
  methods <- lapply(c("lr_set", "default"), \(class) method_of(name, class))
  if (is_ours(name) && !any(vapply(methods, is.null, NA))) {
    form <- as.call(list(as.name(name), x = quote(value), truth = quote(truth), scale = "log10"))
    structure(form, swept = c("x", "truth"))
  }
}

all_forms <- local({
  needs_more <- c(
    "as_lr_set", "lr_set", "loglik_set", "fuse", "measures", "compare_systems",
    "cross_calibrate", "sample_trials"
  )
  plain <- setdiff(exports, needs_more)
  c(Filter(Negate(is.null), c(lapply(plain, set_form), lapply(plain, values_form))), forms)
})
