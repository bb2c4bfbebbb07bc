# The words of errors and warnings, by family. Other tests match classes, never words; here a change
# of words shows up in the diff of _snaps/messages.md, to be read before it is accepted:
# make snapshots.
small_set <- function(...) {
  lr_set(c(2, 1, -0.5, 1, -1, -2), rep(c(TRUE, FALSE), each = 3), scale = "log10", ...)
}

two_systems <- function() {
  lr_set(
    rep(c(1, 2, 3, 4), 2), rep(c(FALSE, TRUE, FALSE, TRUE), 2),
    scale = "score", system = rep(c("alpha", "beta"), each = 4)
  )
}

small_loglik <- function() {
  w <- rbind(c(2, 0, -1), c(0.5, 1.5, 0), c(-1, 0, 1))
  colnames(w) <- c("a", "b", "c")
  loglik_set(w, c("a", "b", "c"), scale = "ln")
}

# Layout differs between versions of cli; words do not.
squash <- function(text) gsub("[[:space:]]+", " ", cli::ansi_strip(text))

words_of <- function(expr, env) {
  condition <- rlang::catch_cnd(rlang::eval_bare(expr, env), classes = c("error", "warning"))
  expect_true(
    inherits(condition, c("calibrant_error", "calibrant_warning")),
    label = rlang::expr_deparse(expr)[1]
  )
  message <- if (is.null(condition)) "nothing" else conditionMessage(condition)
  c(squash(paste(rlang::expr_deparse(expr), collapse = " ")), paste0("    ", squash(message)), "")
}

expect_words <- function(...) {
  env <- rlang::caller_env()
  lines <- unlist(lapply(rlang::enexprs(...), words_of, env))
  expect_snapshot_output(writeLines(lines))
}

test_that("the constructor of sets says what it takes", {
  expect_words(
    lr_set("a", TRUE, scale = "lr"),
    lr_set(1:2, c(TRUE, FALSE)),
    lr_set(1:2, c(TRUE, FALSE), scale = "log"),
    lr_set(1:2, TRUE, scale = "lr"),
    lr_set(1:2, c(TRUE, TRUE), scale = "lr"),
    lr_set(c(1, NA), c(TRUE, FALSE), scale = "lr"),
    lr_set(1:2, c(TRUE, NA), scale = "lr"),
    lr_set(1:2, c("x", "y"), scale = "lr"),
    lr_set(c(4, 2, 8), c(0.5, 0.2, 0.1), scale = "lr"),
    lr_set(c(4, 2, 8), c(0.5, 0.2), scale = "lr"),
    lr_set(c(-1, 2), c(TRUE, FALSE), scale = "lr"),
    lr_set(1:2, c(TRUE, FALSE), scale = "ln", weight = c(1, -1)),
    lr_set(1:2, c(TRUE, FALSE), scale = "ln", system = c("a", NA)),
    lr_set(y ~ x, data = data.frame(x = 1:2), scale = "lr"),
    lr_set(list(1, 2), scale = "lr")
  )
})

test_that("columns that are not there, and arguments that nothing heeds, are named", {
  d <- data.frame(llr = c(2, -1), same = c(TRUE, FALSE))
  expect_words(
    lr_set(d$llr, d$same, scale = "ln", source1 = d$donor),
    measures(small_set(), prior = 0.1),
    bayes_decision(small_set(), prior = 0.1, value = "best"),
    bayes_decision(c(0.2, 0.7), 1 - diag(2), c_fa = 3),
    bayes_decision(c(0.2, 0.7), 1 - diag(2), prior = 0.1),
    dcf_table(small_set(), c_miss = 10)
  )
})

test_that("conclusions are read, or it is said why not", {
  counts <- cbind(same = c(a = 4, b = 9), different = c(8, 1))
  x <- conclusion_set(counts)
  expect_words(
    lr_set(truth ~ said, data.frame(truth = c(TRUE, FALSE), said = c("a", "b")), scale = "score"),
    conclusion_set(c("a", "b")),
    conclusion_set(counts / 2),
    conclusion_set(`colnames<-`(counts, c("x", "y"))),
    conclusion_set(counts, h1 = "z"),
    conclusion_set(unname(counts)),
    conclusion_set(data.frame(a = c("x", "y"), n = 1:2)),
    conclusion_set("a same different\nExclusion 1 450 3\nID 4 5"),
    conclusion_set("same\na 1 2\nb 3 4"),
    conclusion_set(counts, conclusions = "a"),
    conclusion_set(counts, conclusions = c("b", "a")),
    conclusion_set(counts, no_value = "NV"),
    conclusion_set(counts[1, , drop = FALSE]),
    c(a = conclusion_set(counts, conclusions = c("a", "b")), b = conclusion_set(counts[2:1, ])),
    conclusion_lr(x, monotone = TRUE),
    conclusion_lr(x, by = "examiner"),
    conclusion_lr(x, prior_counts = c(a = 1, c = 1)),
    conclusion_lr(x, stated = c(a = 1)),
    error_rates(x, definite = "a"),
    conclusion_merges(x, into = list(z = "q")),
    measures(x, "eer")
  )
})

test_that("sets are parts of sets, and are not altered in place", {
  x <- two_systems()
  expect_words(
    x["gamma"],
    x$value <- 1,
    c(x, small_set())
  )
})

test_that("measures say which priors, costs and scales they take", {
  x <- small_set()
  expect_words(
    cllr(two_systems()),
    cross_entropy(x, prior = 2),
    cross_entropy(x, prior = "a"),
    dcf(x, prior = 0.1, c_miss = -1),
    eer(x, method = "zzz"),
    error_rates(x, threshold = NA),
    measures(x, "zzz"),
    measures(x, replicates = 1.5),
    measures(x, chance = -1),
    measures(lr_set(c(1, -1), c(TRUE, FALSE), "ln", weight = 1:2), chance = 9),
    measures(lr_set(c(1, -1), c(TRUE, FALSE), "ln", source1 = c("a", "a")), chance = 9),
    measures(x, replicates = 20, by = "source"),
    rule_risk(x, "zzz")
  )
})

test_that("curves and pictures say what they take", {
  x <- small_set()
  expect_words(
    ece_curve(x, log10_prior_odds = NA),
    lr_histogram(x, bins = 0),
    plot_tippett(x, style = "zzz"),
    reliability_curve(x, method = "zzz"),
    overstatement_curve(x, width = 0),
    overstatement_curve(lr_set(c(1, -1), c(TRUE, FALSE), "ln", weight = 1:2)),
    overstatement_curve(lr_set(c(1, -1), c(TRUE, FALSE), "ln")),
    calibration_range(x, factor = 1),
    calibration_range(lr_set(c(1, -1), c(TRUE, FALSE), "ln", weight = 1:2)),
    calibration_range(lr_set(rep(c(-9, 9), each = 300), rep(c(TRUE, FALSE), each = 300), "ln"), 9)
  )
})

test_that("calibrations name the system that they speak of", {
  expect_words(
    calibrate(lr_set(c(1, 2, 3, 4), c(FALSE, FALSE, TRUE, TRUE), scale = "score")),
    calibrate(two_systems(), method = "pav"),
    calibrate(small_set(), method = "zzz"),
    calibrate(small_set(), penalty = -1),
    calibrate(small_set(), prior = 1),
    cross_calibrate(small_set(), folds = 1),
    fuse(y ~ a + b, data = data.frame(y = c(TRUE, FALSE), a = 1:2, b = 2:1))
  )
})

test_that("bounds and reports say what they take", {
  expect_words(
    bound_lr(small_set(), method = "zzz"),
    bound_lr(small_set(), step = -1),
    verbal_scale("a"),
    verbal_scale(1, scale = "zzz"),
    explain(small_set(), prior = 2),
    simulate_lr(0, 10, s = 1),
    simulate_lr(5, 10, s = 1, stretch = c(1, 0.3))
  )
})

test_that("many classes say what they take", {
  x <- small_loglik()
  w <- matrix(1:4, 2, dimnames = list(NULL, c("a", "b")))
  expect_words(
    loglik_set("a", "b", scale = "ln"),
    loglik_set(w, c("a", "z"), scale = "ln"),
    cross_entropy(x, prior = c(0.5, 0.5)),
    posterior(x, prior = c(0.2, 0.2, 0.2)),
    as_lr_set(x, class = "zzz"),
    cavg(x, prior = 2),
    calibrate(x, penalty = -1)
  )
})

test_that("probabilities and costs say what they take", {
  expect_words(
    prob_complement(rbind(c(0.5, 0.6))),
    prob_purity(rbind(c(0.5, 0.5)), 3),
    rule_score("brier", q = 2, truth = TRUE),
    scoring_rule("cost"),
    bayes_decision(0.5, 1:3),
    bayes_threshold(prior = 2, scale = "ln")
  )
})

test_that("plans say what they lack", {
  plan <- validation_plan(accuracy = "cllr < 1", data = list(baseline = small_set()))
  expect_words(
    validation_plan(),
    validation_plan(accuracy = "cllr < 1", expected = gaussian_system(2)),
    plan_size(gaussian_system(2), "cllr"),
    plan_size(gaussian_system(2), "cllr < reference"),
    plan_size(gaussian_system(2), "bound_lr"),
    plan_size(gaussian_system(2), "auc", half_width = 0.1, design = "all_pairs"),
    plan_size(1, "eer < 0.1"),
    validation_plan(accuracy = "cllr about 0.5"),
    validation_plan(accuracy = "cllr > 0.5"),
    validation_plan(discriminating_power = "eer < 5"),
    validation_plan(accuracy = "cllr < baseline"),
    validation_plan(robustness = "cllr <= 1.1 * baseline"),
    validation_plan(accuracy = "cllr < 1", data = list(baseline = "a", unseen = "b")),
    validation_run(plan, small_set()[-1]),
    validation_run(plan, a = small_set())
  )
})

test_that("readers of files say what they cannot read", {
  skip_if_not_installed("nanoparquet")
  skip_if_not_installed("hdf5r")
  withr::local_dir(withr::local_tempdir())
  writeLines("some text", "text.txt")
  dir.create("empty")
  nanoparquet::write_parquet(data.frame(llr = c(1, -1), same = c(TRUE, FALSE)), "trials.parquet")
  h5 <- hdf5r::H5File$new("scores.h5", "w")
  h5[["scores"]] <- matrix(1:6 / 2, 2)
  h5[["turned"]] <- matrix(1L, 3, 2)
  h5[["third"]] <- matrix(3L, 2, 3)
  h5$close_all()
  expect_words(
    lr_chunks("nothing"),
    lr_chunks("text.txt", format = "parquet"),
    lr_chunks("empty"),
    lr_chunks("trials.parquet", columns = 2),
    lr_chunks("trials.parquet", columns = "lr"),
    lr_set(lr_chunks("trials.parquet"), same ~ lr, scale = "ln"),
    lr_chunks("text.txt", format = "hdf5"),
    lr_chunks("scores.h5"),
    lr_chunks("scores.h5", scores = 1),
    lr_chunks("scores.h5", key = "turned"),
    lr_chunks("scores.h5", key = "third")
  )
})

test_that("tables in a database say what they lack", {
  trials <- data.frame(
    llr = c(2, 1, -0.5, 1, -1, -2), same = rep(1:0, each = 3), word = letters[1:6]
  )
  table <- sqlite_table(trials)
  holes <- sqlite_table(replace(trials, "llr", c(NA, 1:5)))
  gone <- sqlite_table(trials)
  DBI::dbExecute(dbplyr::remote_con(gone), "DROP TABLE trials")
  changing <- lr_set(table, same ~ llr, scale = "ln", way = "push")
  fit <- calibrate(lr_set(same ~ llr, trials, scale = "ln", sure = TRUE), method = "kde")
  DBI::dbExecute(dbplyr::remote_con(table), "INSERT INTO trials VALUES (1, 0, 'g')")
  expect_words(
    lr_set(table),
    lr_set(table, same ~ lr, scale = "ln"),
    lr_set(table, same ~ word, scale = "ln"),
    lr_set(table, same ~ llr, scale = "ln", way = "both"),
    lr_set(table, same ~ llr, scale = "ln", way = "push", weight = "word"),
    lr_set(table, same ~ llr, scale = "ln", way = "stream", id = "word"),
    lr_set(table, same ~ llr, scale = "ln", weight = "w"),
    lr_set(holes, same ~ llr, scale = "ln", way = "push"),
    lr_set(dplyr::filter(table, llr > 5), same ~ llr, scale = "ln", way = "push"),
    lr_set(dplyr::filter(table, same == 1), same ~ llr, scale = "ln", way = "push"),
    lr_set(gone, same ~ llr, scale = "ln", way = "push"),
    cllr(changing),
    sample_trials(changing, 0),
    predict(fit, table),
    stop_too_many(1e9, "distinct values"),
    stop_engine(simpleError("gone"), NULL, NULL)
  )
})

test_that("what cannot be bracketed or counted says so", {
  x <- small_set()
  tight(values = 2, buckets = 2^10)
  far <- streamed(x, 2)
  expect_words(
    cllr_min(x, exact = "no"),
    auc(x, "hull", exact = FALSE),
    auc(far),
    calibrate(far, "kde")
  )
})

test_that("what happens rarely has its words too", {
  score_set <- \(...) lr_set(c(...), rep(c(TRUE, FALSE), each = 2), scale = "score")
  one_source <- lr_set(c(2, 1, -1), c(TRUE, TRUE, FALSE),
    scale = "log10", source1 = c("a", "a", "a"), source2 = c("a", "b", "c")
  )
  many <- lr_set(sin(1:2002), rep(c(TRUE, FALSE), 1001), scale = "score", sure = TRUE)
  file <- withr::local_tempfile(lines = "a,b")
  expect_words(
    calibrate(score_set(1, 1, 0, 0), method = "gaussian"),
    calibrate(score_set(Inf, Inf, -1, 0), method = "gaussian"),
    cross_calibrate(small_set(), folds = 100),
    cross_calibrate(many, folds = 1001),
    calibration_test(one_source, by = "source"),
    lr_chunks(2),
    lr_chunks("x", query = "y"),
    lr_chunks(file, sep = "ab"),
    information(dnorm, \(x) dnorm(x, 1), llr = 3),
    c(small_loglik(), 3),
    c(small_set(), "b"),
    cavg(matrix(TRUE, 2, 1)),
    summary(small_set(), prior = numeric())
  )
})

test_that("monitors say what they watch", {
  m <- monitor(groups = c("a", "b"), date = "2026-01-05")
  scores <- monitor_scores(1:20, date = "2026-01-05")
  damaged <- m
  damaged$state$all$seen <- 1
  expect_words(
    monitor(lr_set(1:4, c(FALSE, FALSE, TRUE, TRUE), scale = "score")),
    monitor(c(a = small_set(), b = small_set())),
    monitor(small_set(weight = rep(2, 6))),
    monitor(groups = character()),
    monitor(date = "soon"),
    monitor(method = ""),
    update(m, 1, scale = "ln"),
    update(m, 1, TRUE, "ln"),
    update(m, 1, TRUE, "ln", group = "c"),
    update(monitor(), 1, TRUE, "ln", group = "c"),
    update(m, 1, TRUE, "ln", group = "a", date = "2026-01-04"),
    update(damaged, 1, TRUE, "ln", group = "a"),
    update(monitor(), lr_set(c(1, -1), c(TRUE, FALSE), scale = "ln", source1 = c("a", "a"),
      source2 = c("a", "b"), sure = TRUE)),
    monitor_scores(1:5),
    monitor_scores(1:20, prior = 0.5),
    update(scores, small_set()),
    write_calibrant(1, NULL),
    system_record(),
    system_record(1),
    system_record(plan = m, dates = c(other = "2026-01-01")),
    system_record(first = calibrate(small_set()))
  )
})

test_that("the program says what it takes", {
  expect_words(
    answer_command("judje"),
    answer_command("judge"),
    answer_command(c("judge", "-", "-")),
    answer_command(c("judge", "--prior", "half")),
    answer_command(c("judge", "--genuine", "a.csv")),
    answer_command(c("judge", "a.csv", "--weight", "n")),
    answer_command(c("judge", "a.csv", "--colour")),
    answer_command(c("fuse", "a.csv")),
    answer_command(c("apply", "fit.json")),
    answer_command(c("report", "a.csv")),
    answer_command("monitor"),
    answer_command(c("completion", "fish"))
  )
})

test_that("clinical measures and foreign objects are refused with a reason", {
  weighted <- small_set(weight = 1:6)
  expect_words(
    calibration_measures(weighted, smoother = "lowess"),
    calibration_measures(small_set(), smoother = "spline"),
    as_lr_set(1:3),
    as_lr_set(structure(list(), class = "roc"))
  )
})

test_that("files say what is wrong with them", {
  skip_if_not_installed("jsonlite")
  withr::local_dir(withr::local_tempdir())
  fit <- calibrate(withr::with_seed(1, simulate_lr(20, 20, s = 1)))
  write_calibrant(fit, "fit.json")
  first <- monitor(date = "2026-01-05")
  write_calibrant(update(first, 1, TRUE, "ln", date = "2026-01-06"), "state.json")
  put <- \(text, file) writeLines(text, file)
  put(sub("\"slope\": ", "\"slope\": 1", write_calibrant(fit, NULL)), "edited.json")
  put(sub("2026-01-06", "2026-01-07", readLines("state.json")), "altered.json")
  put("{\"format\": \"calibrant\"}", "other.json")
  put(paste0(strrep("[", 3000), strrep("]", 3000)), "deep.json")
  put("{\"a\": 1, \"a\": 2}", "twice.json")
  put("a", "text.json")
  file.create("empty.json")
  file.symlink("loop.json", "loop.json")
  expect_words(
    write_calibrant(),
    write_calibrant(fit),
    write_calibrant(fit, "fit.txt"),
    write_calibrant(fit, "none/fit.json"),
    write_calibrant(fit, "loop.json"),
    write_calibrant(first, "fit.json"),
    write_calibrant(first, "state.json"),
    read_calibrant(),
    read_calibrant("none.json"),
    read_calibrant("edited.json"),
    read_calibrant("altered.json"),
    read_calibrant("other.json"),
    read_calibrant("deep.json"),
    read_calibrant("twice.json"),
    read_calibrant("text.json"),
    read_calibrant("empty.json")
  )
})
