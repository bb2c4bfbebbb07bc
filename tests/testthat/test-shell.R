# Most calls are made in this session, by run(); each start of the program takes half a second.

# `input` is piped into the program.
start <- function(..., input = NULL) {
  program <- system.file("bin", "calibrant", package = "calibrant", mustWork = TRUE)
  out <- withr::local_tempfile()
  errors <- withr::local_tempfile()
  arguments <- shQuote(c("--no-environ", "--no-init-file", program, ...))
  file <- if (is.null(input)) "" else withr::local_tempfile(lines = input)
  status <- withr::with_envvar(
    c(R_LIBS = paste(.libPaths(), collapse = .Platform$path.sep)),
    system2(file.path(R.home("bin"), "Rscript"), arguments, out, errors, stdin = file)
  )
  list(status = status, out = readLines(out), errors = readLines(errors))
}

set.seed(3)
trials <- data.frame(
  a = round(c(rnorm(40, 1), rnorm(40, -1)), 3), b = round(c(rnorm(40, 1), rnorm(40, -1)), 3),
  same = rep(c("yes", "no"), each = 40), kind = rep(c("x", "y"), 40), n = 1:2,
  one = paste0("m", rep(1:8, 10)), two = paste0("s", 1:80)
)
set_a <- lr_set(trials$a, trials$same == "yes", scale = "ln")
table_file <- withr::local_tempfile(fileext = ".csv", .local_envir = teardown_env())
utils::write.csv(trials, table_file, row.names = FALSE)

# The scores of a system, as BOSARIS writes them, and the key of all trials.
pair_files <- function(env = parent.frame()) {
  key <- ifelse(trials$same == "yes", "target", "nontarget")
  columns <- list(a = trials$a, b = trials$b, key = key)
  files <- lapply(columns, \(column) {
    withr::local_tempfile(lines = paste(trials$one, trials$two, column), .local_envir = env)
  })
  files
}

test_that("judge gives what measures() gives, as a table and as JSON", {
  skip_if_not_installed("jsonlite")
  ask <- c("judge", table_file, "--score", "a", "--truth", "same", "--scale", "ln")
  set.seed(1)
  wanted <- measures(set_a, c("cllr", "cllr_min", "eer"), replicates = 50)
  found <- run_json(ask, "--which", "cllr,cllr_min,eer", "--replicates", "50")
  expect_identical(found$measures$estimate, wanted$estimate)
  expect_identical(found$measures$lower, wanted$lower)
  expect_identical(found$trials$n_h2, 40L)
  said <- run(ask, "--replicates", "0")
  expect_identical(said$status, 0L)
  expect_match(said$out[1], "40 H1 and 40 H2 trials")
  expect_true(any(grepl("^ system +cllr +", said$out)))
  costs <- c("--which", "dcf", "--prior", "0.01,0.5", "--c-miss", "10")
  at <- run_json(ask, costs, "--replicates", "0")
  expect_equal(at$measures$estimate, unname(dcf(set_a, c(0.01, 0.5), 10, normalised = TRUE)),
    tolerance = 1e-14)
  expect_identical(at$measures$unit, c(0.1, 0.5))
  told <- run(ask, costs, "--replicates", "0")
  expect_match(told$out, "1 is the cost of deciding by the prior alone", all = FALSE)
})

test_that("systems come from files with a key, and from columns of a table", {
  skip_if_not_installed("jsonlite")
  files <- pair_files()
  found <- run_json(
    "judge", paste0("A=", files$a), paste0("B=", files$b), "--key", files$key, "--which", "auc",
    "--replicates", "0"
  )
  expect_identical(found$measures$system, c("A", "B"))
  expect_identical(found$measures$estimate[1], unname(auc(set_a)))
  found <- run_json("judge", table_file, "--score", "a", "--truth", "same", "--h1", "yes",
    "--system", "kind", "--weight", "n", "--which", "auc", "--replicates", "0")
  expect_identical(found$trials$system, c("x", "y"))
  expect_identical(run("judge", table_file, "--system", "kind")$status, 2L)
  lost <- run("judge", table_file, "--score", "a", "--truth", "same", "--system", "origin")
  expect_match(lost$errors, "origin")
})

test_that("two files of the package lir are the two hypotheses", {
  skip_if_not_installed("jsonlite")
  h1 <- withr::local_tempfile(lines = c("llr", "1", "2"))
  h2 <- withr::local_tempfile(lines = c("llr", "-1", "0.5"))
  two <- c("--genuine", h1, "--impostor", h2)
  found <- run_json("judge", two, "--scale", "log10", "--which", "cllr", "--replicates", "0")
  expected <- cllr(lr_set(h1 = c(1, 2), h2 = c(-1, 0.5), scale = "log10"))
  expect_identical(found$measures$estimate, unname(expected))
  expect_identical(run("judge", "--genuine", h1)$status, 2L)
  expect_match(run("judge", two, "--key", "nosuch")$errors, "`--key` has no effect")
})

test_that("plots are drawn into files", {
  skip_if_not_installed("jsonlite")
  file <- withr::local_tempfile(fileext = ".pdf")
  ask <- c("judge", table_file, "--score", "a", "--truth", "same", "--replicates", "0")
  expect_identical(run(ask, "--plot", paste0("det=", file))$status, 0L)
  expect_gt(file.size(file), 3000)
  expect_identical(run(ask, "--plot", "dot=a.png")$status, 2L)
  expect_identical(run(ask, "--plot", "det")$status, 2L)
})

test_that("a calibration is trained, applied to lines as they are, and the same as in R", {
  skip_if_not_installed("jsonlite")
  fit_file <- withr::local_tempfile(fileext = ".json")
  ask <- c("calibrate", table_file, "--score", "a", "--truth", "same")
  printed <- run(ask)
  told <- run_json(ask, "-o", fit_file)
  expect_identical(readLines(fit_file), printed$out)
  fit <- calibrate(lr_set(trials$a, trials$same == "yes", scale = "score"))
  expect_identical(told$coefficients$estimate, tidy(fit)$estimate)
  cases <- withr::local_tempfile(lines = c("case;score", "001;1,5", "002;NA", "\"x;y\";-0,25"))
  found <- run("apply", fit_file, cases)$out
  expect_identical(substr(found, 1, 7), c("case;sc", "001;1,5", "002;NA;", "\"x;y\";-"))
  values <- as.numeric(sub(",", ".", sub(".*;", "", found[c(2, 4)])))
  expect_identical(values, suppressWarnings(predict(fit, c(1.5, -0.25))))
  marked <- withr::local_tempfile(lines = c("case,score", "\"a,b\",\"1,5\"", "b,\"-0,25\""))
  found <- utils::read.csv(text = run("apply", fit_file, marked)$out, dec = ",")
  expect_identical(found$log10_lr, suppressWarnings(predict(fit, c(1.5, -0.25))))
  plain <- withr::local_tempfile(lines = c("m1 s1 0.5", "", "m2 s1 -1"))
  rows <- run_json("apply", fit_file, plain, "--level", "0.9")
  expect_identical(rows$source1, c("m1", "m2"))
  expect_identical(rows$lower, predict(fit, c(0.5, -1), level = 0.9)$lower)
  expect_identical(run("apply", fit_file)$status, 2L)
})

test_that("a bounded calibration is applied with its bounds", {
  skip_if_not_installed("jsonlite")
  bound <- bound_lr(calibrate(lr_set(trials$a, trials$same == "yes", scale = "score")))
  fit_file <- withr::local_tempfile(fileext = ".json")
  write_calibrant(bound, fit_file)
  cases <- withr::local_tempfile(lines = c("m1 s1 60", "m2 s2 0.1", "m3 s3 -60"))
  wanted <- predict(bound, c(60, 0.1, -60), level = 0.95)
  rows <- run_json("apply", fit_file, cases, "--level", "0.95")
  expect_equal(rows[names(wanted)], wanted, ignore_attr = TRUE)
  found <- run("apply", fit_file, cases)$out
  expect_identical(as.numeric(sub(".* ", "", found)), wanted$log10_lr)
  expect_match(run("apply", fit_file, cases, "--level", "0.95")$out[1], "true$")
})

test_that("systems are fused from columns and from files, and applied to both", {
  skip_if_not_installed("jsonlite")
  files <- pair_files()
  fit_file <- withr::local_tempfile(fileext = ".json")
  names <- c("--score", "a,b", "--truth", "same")
  told <- run_json("fuse", table_file, names, "-o", fit_file)
  fit <- fuse(as.matrix(trials[c("a", "b")]), trials$same == "yes")
  expect_equal(told$coefficients$estimate, tidy(fit)$estimate, tolerance = 1e-12)
  rows <- run_json("apply", fit_file, table_file, "--score", "a,b")
  wanted <- suppressWarnings(predict(fit, as.matrix(trials[c("a", "b")])))
  expect_equal(rows$log10_lr, unname(wanted), tolerance = 1e-12)
  of_files <- suppressMessages(run_json("fuse", paste0("a=", files$a), paste0("b=", files$b),
    "--key", files$key, "-o", fit_file))
  expect_equal(of_files$coefficients$estimate, told$coefficients$estimate, tolerance = 1e-9)
  # The second file may have the trials in another order.
  turned <- withr::local_tempfile(lines = rev(readLines(files$b)))
  found <- run("apply", fit_file, paste0("a=", files$a), paste0("b=", turned))$out
  expect_equal(as.numeric(sub(".* ", "", found)), rows$log10_lr, tolerance = 1e-9)
  expect_identical(run("fuse", table_file, "--score", "a", "--truth", "same")$status, 2L)
})

test_that("files that lack what a calibration needs are refused, with what to name", {
  skip_if_not_installed("jsonlite")
  data <- transform(trials, far = rep(1:8, 10), where = kind)
  fits <- list(
    condition = calibrate(same ~ a | log(far), data, h1 = "yes", scale = "score", penalty = 0.1),
    plain = fuse(same ~ a + far, data, h1 = "yes")
  )
  table <- withr::local_tempfile(fileext = ".csv")
  utils::write.csv(data, table, row.names = FALSE)
  fit_file <- withr::local_tempfile(fileext = ".json")
  for (fit in c(fits, list(bound_lr(fits$plain)))) {
    write_calibrant(fit, fit_file)
    wanted <- suppressWarnings(predict(fit, data, type = "log10"))
    if (is.data.frame(wanted)) wanted <- wanted$log10_lr
    rows <- run_json("apply", fit_file, table, "--score", "a,far")
    expect_equal(rows$log10_lr, unname(wanted), tolerance = 1e-12)
    for (asked in list("a", "far", "b,n", "a,b")) {
      said <- run("apply", fit_file, table, "--score", asked)
      expect_identical(said$status, 2L)
      told <- gsub("[[:space:]]+", " ", paste(said$errors, collapse = " "))
      expect_match(told, "must have the columns .*far.* of the calibration")
      expect_match(told, "by `--score`", fixed = TRUE)
    }
  }
  write_calibrant(fuse(same ~ a + log(far), data, h1 = "yes"), fit_file)
  said <- run("apply", fit_file, table, "--score", "a,far")
  expect_match(paste(said$errors, collapse = " "), "columns a and log(far)", fixed = TRUE)
  single <- calibrate(same ~ a, data, h1 = "yes", scale = "score")
  write_calibrant(single, fit_file)
  said <- run("apply", fit_file, table, "--score", "a,b")
  expect_match(said$errors, "one score for each case", all = FALSE)
  words <- calibrate(same ~ a, data, conditions = ~where, h1 = "yes", scale = "score", penalty = 1)
  write_calibrant(words, fit_file)
  said <- run("apply", fit_file, table, "--score", "a")
  expect_match(paste(said$errors, collapse = " "), "columns a and where of the calibration")
  expect_identical(run("apply", fit_file, table, "--score", "a,where")$status, 2L)
})

test_that("a plan is declared and carried out, and what does not pass is status 1", {
  skip_if_not_installed("jsonlite")
  plan <- withr::local_tempfile(fileext = ".json")
  declared <- run("plan", "--accuracy", "cllr < 0.9; cllr_min < 0.8", "--replicates", "200",
    "--method-name", "voices", "-o", plan)
  expect_identical(declared$status, 0L)
  expect_identical(read_calibrant(plan)$criteria$criterion, c("cllr < 0.9", "cllr_min < 0.8"))
  ask <- c("--score", "a", "--truth", "same", "--scale", "ln")
  good <- run("plan", plan, table_file, ask)
  expect_identical(good$status, 0L)
  found <- run("plan", plan, paste0("baseline=", table_file), ask, "--json")
  expect_identical(jsonlite::fromJSON(found$out)$matrix$decision, c("pass", "pass"))
  strict <- withr::local_tempfile(fileext = ".json")
  run("plan", "--accuracy", "cllr < 0.1", "--replicates", "200", "-o", strict)
  expect_identical(run("plan", strict, table_file, ask)$status, 1L)
  expect_identical(run("plan", strict, table_file, "--truth", "same")$status, 2L)
})

test_that("a report is written, and fails with its plan", {
  skip_unless_extended()
  skip_if_not_installed("jsonlite")
  skip_if_not_installed("rmarkdown")
  skip_if(!rmarkdown::pandoc_available("2.0"))
  file <- withr::local_tempfile(fileext = ".html")
  plan <- withr::local_tempfile(fileext = ".json")
  run("plan", "--accuracy", "cllr < 0.1", "--replicates", "200", "-o", plan)
  ask <- c("report", table_file, "--score", "a", "--truth", "same", "--scale", "ln")
  told <- run(ask, "-o", file, "--plan", plan, "--replicates", "50", "--json")
  expect_identical(told$status, 1L)
  expect_identical(jsonlite::fromJSON(told$out)$decision, "fail")
  expect_true(any(grepl("cllr &lt; 0.1", readLines(file), fixed = TRUE)))
  expect_identical(run(ask)$status, 2L)
})

test_that("a monitor begins, goes on, and an alarm is status 1", {
  skip_if_not_installed("jsonlite")
  state <- withr::local_tempfile(fileext = ".json")
  ask <- c("--score", "a", "--truth", "same", "--scale", "ln")
  lost <- run("monitor", state, table_file, ask)
  expect_identical(lost$status, 2L)
  expect_match(lost$errors, "`--new` starts one", fixed = TRUE)
  expect_false(file.exists(state))
  begun <- run_json("monitor", state, table_file, ask, "--method-name", "voices", "--new")
  expect_identical(begun$n_h1, 40L)
  wanted <- update(monitor(method = "voices"), set_a)
  expect_identical(begun$log10_e, monitor_facts(wanted)$log_e / log(10))
  expect_match(run("monitor", state)$out, "voices", all = FALSE)
  wrong <- paste0(rep(c(-9, 9), 20), ",", c("yes", "no"))
  bad <- withr::local_tempfile(lines = c("llr,truth", wrong))
  expect_identical(run("monitor", state, bad, "--scale", "ln")$status, 1L)
  expect_identical(run("monitor", state)$status, 1L)
  expect_identical(run("monitor")$status, 2L)
  expect_identical(run("monitor", state, "--new")$status, 2L)
  expect_identical(run("monitor", state, "--level", "0.9")$status, 2L)
})

test_that("trials are counted in cells, and tallies add up", {
  skip_if_not_installed("jsonlite")
  folder <- withr::local_tempdir()
  half <- \(rows) {
    file <- withr::local_tempfile(fileext = ".csv", .local_envir = parent.frame())
    utils::write.csv(trials[rows, c("a", "same")], file, row.names = FALSE)
    file
  }
  files <- c(half(c(1:20, 41:60)), half(c(21:40, 61:80)))
  ask <- c("--score", "a", "--truth", "same", "--scale", "ln", "--width", "0.25")
  parts <- file.path(folder, c("here.json", "there.json"))
  for (i in 1:2) expect_identical(run("tally", files[i], ask, "-o", parts[i])$status, 0L)
  both <- run_json("tally", parts)
  expect_identical(both$n_h1, 40L)
  expect_identical(both[-1], run_json("tally", table_file, ask)[-1])
  least <- both$measures[both$measures$measure == "cllr_min", ]
  expect_true(least$lower <= cllr_min(set_a) && cllr_min(set_a) <= least$upper)
  expect_equal(both$measures$lower[1], unname(cllr(set_a)), tolerance = 1e-12)
  expect_identical(run("tally", table_file, ask, "--width", "0.3")$status, 2L)
})

test_that("files that are missing, exchanged or without their picture are told", {
  files <- pair_files()
  folder <- dirname(files$key)
  gone <- file.path(folder, "no-such.csv")
  expect_match(paste(run("judge", gone)$errors, collapse = " "), "no such file")
  near <- sub("(.)$", "\\1x", files$key)
  expect_match(paste(run("judge", near)$errors, collapse = " "), basename(files$key), fixed = TRUE)
  swapped <- paste(run("judge", files$key, "--key", files$a)$errors, collapse = " ")
  expect_match(swapped, "exchanged")
  expect_match(swapped, "target", fixed = TRUE)
  ask <- c("judge", table_file, "--score", "a", "--truth", "same", "--replicates", "0", "--plot")
  expect_match(paste(run(ask, "roc.png")$errors, collapse = " "), "det=det.png", fixed = TRUE)
  expect_match(paste(run(ask, "ROC=a.png")$errors, collapse = " "), "mean \"roc\"", fixed = TRUE)
})

test_that("what comes compressed through a pipe is to be unpacked first", {
  packed <- withr::local_tempfile(fileext = ".gz")
  writeLines(readLines(table_file), connection <- gzfile(packed))
  close(connection)
  for (form in list(file(packed, raw = TRUE), pipe(paste("cat", shQuote(packed))))) {
    error <- expect_error(read_bytes(form), class = "calibrant_error_file")
    expect_match(conditionMessage(error), "compressed.*gzip -dc")
    try(close(form), silent = TRUE)
  }
  said <- shell_message(simpleError("The file cannot be read: a <file/connection> object."))
  expect_identical(said, "The file cannot be read: the standard input.")
})

test_that("a plan that misnames its data is told the roles", {
  errors <- paste(run("plan", "--accuracy", "cllr < 0.5", "--data", "test=a.csv")$errors,
    collapse = " ")
  expect_match(errors, "--data\\s+baseline=laboratory")
})

test_that("options are read as they are meant, and near names are told", {
  ask <- c("judge", table_file, "--score", "a", "--truth", "same", "--replicates", "30")
  expect_identical(run(ask, "--seed", "-1")$out, run(ask, "--seed=-1")$out)
  expect_false(identical(run(ask, "--seed", "-1")$out, run(ask)$out))
  below <- run(ask, "--scale", "ln", "--which", "dcf", "--prior", "-0.5")
  expect_match(below$errors, "`--prior` must be probabilities", fixed = TRUE)
  comma <- run(ask, "--scale", "ln", "--which", "dcf", "--prior", "0,01")
  expect_match(comma$errors, "`0.01`", fixed = TRUE)
  two <- run(ask, "--scale", "ln", "--which", "dcf", "--prior", "0.01,0.5")
  expect_identical(two$status, 0L)
  for (wrong in c("--treshold", "--see", "--Level", "--drop_missing", "--drop-mising")) {
    done <- run(ask, wrong, "1")
    expect_identical(done$status, 2L)
    if (wrong != "--treshold") expect_match(done$errors, "Do you mean `--", fixed = TRUE)
  }
  expect_match(run(ask, "scale=ln")$errors, "two dashes: `--scale=ln`", fixed = TRUE)
  # Dashes of typographers, as in text that was copied from a document.
  for (dash in c("\u2013", "\u2014", "\u2013-", "\u2212\u2212")) {
    for (option in c("scale", "scale=ln", "json")) {
      errors <- run(ask, paste0(dash, option))$errors
      expect_match(errors, paste0("two dashes: `--", option, "`"), fixed = TRUE)
    }
  }
  for (name in c("-scores.csv", "\u2013scale", "scale=ln")) {
    withr::with_dir(withr::local_tempdir(), {
      writeLines(c("llr,truth", "1,1", "2,0"), name)
      found <- run("judge", name, "--scale", "ln", "--which", "eer", "--replicates", "0")
    })
    if (startsWith(name, "-")) {
      expect_match(found$errors, "The file of this name is `./-scores.csv`", fixed = TRUE)
    } else {
      expect_identical(found$status, 0L)
    }
  }
  for (option in c("--level", "--prior")) {
    expect_match(run(ask, "--scale", "ln", option, "95 %")$errors, "`0.05`", fixed = TRUE)
  }
  expect_match(run(ask, "--seed")$errors, "followed by its value")
  expect_match(run(ask, "--by", "--json")$errors, "followed by its value")
  expect_match(run(ask, "--json=yes")$errors, "takes no value")
  expect_match(run(ask, "--score", "b")$errors, "only once")
  expect_match(run(ask, "-x")$errors, "not an option")
})

test_that("no file that is read is written, and none takes the place of another kind", {
  folder <- withr::local_tempdir()
  at <- \(name) file.path(folder, name)
  file.copy(table_file, at("in.csv"))
  ask <- c("--score", "a", "--truth", "same")
  plan <- c("plan", "--accuracy", "cllr < 2", "--replicates", "100")
  run(plan, "-o", at("plan.json"))
  run("monitor", at("state.json"), "--new")
  run("calibrate", at("in.csv"), ask, "-o", at("fit.json"))
  run("tally", at("in.csv"), ask, "-o", at("here.json"))
  file.symlink(at("in.csv"), at("link.csv"))
  before <- tools::md5sum(list.files(folder, full.names = TRUE))
  other <- file.path(folder, "..", basename(folder), "in.csv")
  refused <- list(
    c("plan", at("plan.json"), at("in.csv"), ask, "--scale", "ln", "-o", at("plan.json")),
    c("plan", at("plan.json"), at("in.csv"), ask, "--scale", "ln", "-o", at("in.csv")),
    c("calibrate", at("in.csv"), ask, "-o", at("in.csv")),
    c("calibrate", at("in.csv"), ask, "-o", other), c("calibrate", other, ask, "-o", at("in.csv")),
    c("calibrate", at("in.csv"), ask, "-o", at("link.csv")),
    c("calibrate", at("link.csv"), ask, "-o", at("in.csv")),
    c("calibrate", at("in.csv"), ask, "-o", at("state.json")),
    c("calibrate", at("in.csv"), ask, "-o", at("plan.json")),
    c("calibrate", at("in.csv"), ask, "-o", "-"), c("calibrate", at("in.csv"), ask, "-o", folder),
    c("judge", at("in.csv"), ask, "--plot", paste0("det=", at("in.csv"))),
    c("judge", at("in.csv"), ask, "--plot", sprintf("det=%s,roc=%s", at("x.png"), at("x.png"))),
    c("tally", at("in.csv"), ask, "-o", at("fit.json")),
    c("tally", at("here-cells.csv"), "-o", at("here.json")),
    c(plan, "-o", at("state.json")), c("monitor", at("state.json"), "--new"),
    c("monitor", at("fit.json"), at("in.csv"), ask)
  )
  for (arguments in refused) {
    done <- run(arguments)
    expect_identical(done$status, 2L, info = paste(arguments, collapse = " "))
    expect_identical(done$out, character())
  }
  expect_identical(tools::md5sum(list.files(folder, full.names = TRUE)), before)
  expect_identical(run("calibrate", at("in.csv"), ask, "-o", at("fit.json"))$status, 0L)
})

test_that("wrong usage is status 2 with a sentence, and nothing on the standard output", {
  skip_if_not_installed("jsonlite")
  for (arguments in list(
    c("judje", table_file), c("judge", "nowhere.csv"), c("judge", table_file, "--colour"),
    c("judge", table_file, "--prior", "half"), "judge", c("judge", "-", "-"),
    c("judge", table_file, "--score", "z", "--truth", "same"), c("judge", table_file, "--scale"),
    c("judge", table_file, "--seed", "x"), c("completion", "fish"), c("plan", "-o", "plan.json")
  )) {
    done <- run(arguments)
    expect_identical(done$status, 2L)
    expect_identical(done$out, character())
    expect_match(done$errors, "^calibrant: [[:upper:]`\"nf]")
  }
  expect_match(run("judje")$errors, "\"judge\"")
  expect_identical(run("judge", "--replicates", "0", "--score", "a", "--truth", "same", "--",
    table_file)$status, 0L)
})

test_that("help, manual, version and completion know all commands", {
  book <- command_book()
  names <- names(book$commands)
  expect_true(all(vapply(names, \(name) any(grepl(paste0("^  ", name, " "), run()$out)), NA)))
  manual <- run("manual")$out
  for (name in names) {
    help <- run(name, "--help")$out
    expect_identical(run("help", name)$out, help)
    expect_identical(sum(manual == paste("Usage:", command_usage(book$commands[[name]]))), 1L)
    examples <- grep(paste0("^  calibrant ", name), help, value = TRUE)
    expect_length(examples, length(book$commands[[name]]$examples))
    # Every option in an example exists.
    used <- unlist(regmatches(examples, gregexpr(" --[a-z0-9-]+", examples)))
    known <- paste0(" --", book$commands[[name]]$options$Option)
    expect_identical(setdiff(used, known), character())
  }
  expect_false(any(grepl("^[.'](?!TH|SH|nf)", manual, perl = TRUE)))
  expect_identical(run("--version")$out, paste("calibrant", packageVersion("calibrant")))
  expect_match(run("help", "juge")$errors, "Do you mean \"judge\"", fixed = TRUE)
  expect_match(run("manuel")$errors, "Do you mean \"manual\"", fixed = TRUE)
  expect_match(paste(run("help", "completion")$out, collapse = " "), "bash or zsh")
  expect_identical(run("help", "judge", "plan")$status, 2L)
})

test_that("commands in the help of R are those of the program", {
  book <- command_book()
  help <- tools::Rd_db("calibrant")[["command_line.Rd"]]
  skip_if(is.null(help), "installed without help")
  text <- gsub("\\s+", " ", paste(as.character(help), collapse = ""))
  for (command in book$commands) {
    usage <- sub(" [OPTIONS]", "", command_usage(command), fixed = TRUE)
    expect_true(grepl(usage, text, fixed = TRUE), info = usage)
    expect_true(grepl(command$title, text, fixed = TRUE), info = command$title)
  }
})

test_that("completion offers what the program knows", {
  expect_match(run("completion", "zsh")$out[1], "bashcompinit")
  skip_on_os("windows")
  skip_if(!nzchar(Sys.which("bash")) || !nzchar(Sys.which("awk")), "bash is not there")
  book <- command_book()
  ask <- function(words) {
    sprintf(
      "COMP_WORDS=(%s); COMP_CWORD=%d; _calibrant; echo \"${COMPREPLY[@]}\"",
      paste0("calibrant ", words), lengths(strsplit(words, " "))
    )
  }
  words <- c(
    "judge --wh", "re", "judge --scale lo", "help mon", "completion z", "plan --disc",
    paste(names(book$commands), "--")
  )
  script <- withr::local_tempfile(lines = c(run("completion", "bash")$out, ask(words)))
  offered <- system2("bash", script, stdout = TRUE)
  expect_identical(
    offered[1:6], c("--which", "report", "log10 log2", "monitor", "zsh", "--discriminating-power")
  )
  options <- vapply(book$commands, \(command) {
    paste(c(paste0("--", command$options$Option), "--help"), collapse = " ")
  }, "")
  expect_identical(offered[-(1:6)], unname(options))
})

test_that("the program reads pipes, prints JSON and tells its status to the shell", {
  skip_if_not_installed("jsonlite")
  lines <- c("llr,truth", paste(trials$a, trials$same, sep = ","))
  done <- start("judge", "-", "--scale", "ln", "--which", "cllr", "--replicates", "0", "--json",
    input = lines)
  expect_identical(done$status, 0L)
  expect_identical(done$errors, "the text: score: column 1 (llr); truth: column 2 (truth).")
  expect_identical(jsonlite::fromJSON(done$out)$measures$estimate, unname(cllr(set_a)))
  wrong <- start("judge", "nowhere.csv")
  expect_identical(wrong$status, 2L)
  expect_identical(wrong$out, character())
  expect_match(wrong$errors, "nowhere.csv", all = FALSE)
})

test_that("faults that are nobody's mistake are status 3, and an interrupt is 130", {
  skip_if_not_installed("jsonlite")
  space <- asNamespace("calibrant")
  rlang::env_binding_unlock(space, "judge_command")
  withr::defer(rlang::env_binding_lock(space, "judge_command"))
  status_of <- \(code) {
    rlang::with_bindings(run("judge", table_file)$status, judge_command = code, .env = space)
  }
  expect_identical(status_of(\(...) stop("internal error")), 3L)
  expect_identical(status_of(\(...) stop_memory(5)), 3L)
  expect_identical(status_of(\(...) check_package("nosuchpackage", "for this")), 3L)
  expect_identical(status_of(\(...) stop_input("No.")), 2L)
  expect_identical(status_of(\(...) {
    signalCondition(structure(class = c("interrupt", "condition"), list()))
  }), 130L)
})

# A call in bash, with the program as $calibrant.
in_bash <- function(line) {
  program <- system.file("bin", "calibrant", package = "calibrant", mustWork = TRUE)
  start <- paste(shQuote(file.path(R.home("bin"), "Rscript")), "--no-environ --no-init-file",
    shQuote(program))
  script <- withr::local_tempfile(lines = c(sprintf("calibrant() { %s \"$@\"; }", start), line))
  withr::local_envvar(R_LIBS = paste(.libPaths(), collapse = .Platform$path.sep))
  suppressWarnings(system2("bash", script, stdout = TRUE, stderr = TRUE))
}

test_that("a full disk is no success, and a reader that goes ends the program quietly", {
  skip_if_not_installed("jsonlite")
  skip_on_os(c("windows", "mac"))
  skip_if(!file.exists("/dev/full") || !nzchar(Sys.which("bash")))
  fit <- withr::local_tempfile(fileext = ".json")
  cases <- withr::local_tempfile(lines = c("case,score", paste0(1:30000, ",0.5")))
  run("calibrate", table_file, "--score", "a", "--truth", "same", "-o", fit)
  apply <- paste("calibrant apply", fit, cases)
  full <- in_bash(paste(apply, "> /dev/full; echo status $?"))
  expect_identical(full[length(full)], "status 3")
  expect_match(full, "standard output", all = FALSE)
  help <- in_bash("calibrant help > /dev/full; echo status $?")
  expect_identical(help[length(help)], "status 3")
  piped <- in_bash(paste(apply, "2> /dev/null | head -n 1; echo ${PIPESTATUS[0]}"))
  expect_identical(piped[1], "case,score,log10_lr")
  expect_identical(setdiff(piped[-1], c("0", "141")), character())
  said <- in_bash(paste(apply, "2>&1 > >(head -n 1 > /dev/null) | grep -c SIGPIPE || true"))
  expect_identical(said, "0")
})

test_that("messages name outputs and inputs, not an argument of R", {
  skip_if_not_installed("jsonlite")
  ask <- c(table_file, "--score", "a", "--truth", "same")
  folder <- withr::local_tempdir()
  calls <- list(
    c("judge", ask, "--replicates", "0", "--plot", "det=det.xyz"),
    c("judge", ask, "--replicates", "0", "--plot", file.path("det=no", "folder", "det.png")),
    c("calibrate", ask, "--output", "fit.txt"), c("tally", ask, "--output", "tally.txt"),
    c("report", ask, "--output", "report.txt"), c("plan", "--accuracy", "eer < 1", "-o", "p.txt"),
    c("monitor", file.path(folder, "state.txt"), "--new"),
    c("qualify", "--output", "qualified.txt"), c("apply", "no-fit.json", table_file)
  )
  for (call in calls) {
    found <- withr::with_dir(folder, run(call))
    expect_identical(found$status, 2L, info = paste(call, collapse = " "))
    expect_no_match(found$errors, "`file`", fixed = TRUE, info = paste(call, collapse = " "))
  }
})

test_that("answers are in UTF-8 in the locale C", {
  skip_on_os(c("windows", "mac"))
  skip_if(!nzchar(Sys.which("bash")) || !any(grepl("^C.utf-?8$", system("locale -a", TRUE), TRUE)))
  words <- c("J\u00e4", "N\u00f6")
  file <- withr::local_tempfile(fileext = ".csv")
  writeLines(enc2utf8(c("conclusion,truth", paste0(rep(words, 2), ",", rep(1:0, each = 2)))), file,
    useBytes = TRUE
  )
  ask <- sprintf("LC_ALL=C calibrant conclusions %s --order %s", file, paste(words, collapse = ","))
  for (line in paste(ask, c("", "--json", "--sentences", "--sentences --language de"))) {
    said <- in_bash(line)
    Encoding(said) <- "UTF-8"
    expect_match(said, "N\u00f6", fixed = TRUE, all = FALSE)
    expect_no_match(said, "<c3>", fixed = TRUE)
  }
})

test_that("a folder with case data cannot change what the program does", {
  skip_on_os("windows")
  folder <- withr::local_tempdir()
  writeLines("cat('obeyed\\n')", file.path(folder, "x.dat"))
  writeLines("R_PROFILE=./x.dat", file.path(folder, ".Renviron"))
  writeLines("cat('obeyed\\n')", file.path(folder, ".Rprofile"))
  program <- system.file("bin", "calibrant", package = "calibrant", mustWork = TRUE)
  first <- readLines(program, 1)
  expect_match(first, "--no-environ --no-init-file", fixed = TRUE)
  said <- in_bash(c(paste("cd", folder), "calibrant --version"))
  expect_identical(said, paste("calibrant", packageVersion("calibrant")))
})

test_that("the certified sets have their values on the command line", {
  skip_if_not_installed("jsonlite")
  sets <- read_certified("sets.csv")
  values <- read_certified("values.csv")
  verbs <- c("cllr", "cllr_min", "cllr_cal", "auc", "eer", "dev_pav", "dcf", "dcf_min")
  values <- values[values$quantity %in% verbs & values$set != "million", ]
  values <- values[values$set %in% sets$set[sets$kind == "two"], ]
  trials <- read_certified("trials.csv")
  found <- unlist(lapply(unique(values$set), \(name) {
    table <- trials[trials$set == name, ]
    if (all(table$weight == "")) table$weight <- "1"
    file <- withr::local_tempfile()
    utils::write.csv(table, file, row.names = FALSE)
    wanted <- values$quantity[values$set == name]
    rows <- run_json(
      "judge", file, "--score", "value", "--truth", "truth", "--weight", "weight", "--scale",
      sets$scale[sets$set == name], "--which", paste(wanted, collapse = ","),
      if (any(grepl("dcf", wanted))) c("--prior", "0.01", "--c-miss", "10"), "--replicates", "0"
    )$measures
    (rows$estimate * (rows$unit %||% 1))[match(wanted, rows$measure)]
  }))
  # JSON has null for values that are not defined.
  found[is.na(found)] <- NaN
  value <- as.numeric(values$value)
  cllr <- value[match(paste(values$set, "cllr"), paste(values$set, values$quantity))]
  digits <- right_digits(as.numeric(found), value, certified_unit(values$quantity, value, cllr))
  expect_gt(length(digits), 250)
  expect_identical(paste(values$set, values$quantity)[digits < 13], character())
})

test_that("the share of H1 may be the prior, and one source counts, in every command", {
  skip_if_not_installed("jsonlite")
  risks <- data.frame(prob = round(plogis(trials$a), 3), event = trials$same == "yes",
    centre = rep(1:20, 4))[c(1:40, 41:60), ]
  file <- withr::local_tempfile(fileext = ".csv")
  utils::write.csv(risks, file, row.names = FALSE)
  x <- lr_set(event ~ prob, risks, scale = "prob", prior = "data", source1 = "centre")
  ask <- c(file, "--scale", "prob", "--prior", "data", "--source1", "centre")
  set.seed(1)
  known <- measures(x, c("cross_entropy", "dcf"), replicates = 50)
  found <- run_json(
    "judge", ask, "--which", "cross_entropy,dcf", "--replicates", "50", "--seed", "1"
  )
  expect_identical(found$scale, "prob")
  expect_equal(found$measures$estimate[1], cross_entropy(x))
  expect_equal(found$measures$prior, c(2, 2) / 3)
  expect_equal(found$measures$lower[1], known$lower[1])
  output <- withr::local_tempfile(fileext = ".json")
  expect_identical(run("calibrate", ask, "--output", output)$status, 0L)
  expect_equal(coef(read_calibrant(output)), coef(calibrate(x)))
  expect_identical(run("explain", ask)$status, 0L)
  idle <- c("--replicates", "0", "--columns", "score=prob,source1=centre")
  expect_match(run("judge", file, idle)$errors, "source1.* has no effect here")
})

test_that("apply takes the column that trained the calibration", {
  skip_if_not_installed("jsonlite")
  named <- withr::local_tempfile(fileext = ".json")
  fit <- calibrate(same ~ b, trials, scale = "score", h1 = "yes")
  write_calibrant(fit, named)
  table <- withr::local_tempfile(fileext = ".csv")
  # The names of the first columns are known to the reader.
  utils::write.csv(data.frame(score = trials$a, llr = trials$a, b = trials$b), table,
    row.names = FALSE)
  rows <- run_json("apply", named, table)
  expect_equal(rows$log10_lr, suppressWarnings(predict(fit, trials)), ignore_attr = TRUE)
  rows <- run_json("apply", named, table, "--score", "score")
  expect_equal(rows$log10_lr, suppressWarnings(predict(fit, trials$a)), ignore_attr = TRUE)
  other <- withr::local_tempfile(lines = c("llr", trials$b), fileext = ".csv")
  rows <- run_json("apply", named, other)
  expect_equal(rows$log10_lr, suppressWarnings(predict(fit, trials)), ignore_attr = TRUE)
})

test_that("a picture names the package that it needs", {
  answer <- tryCatch(check_plots("det=a.svg"), calibrant_error_missing_package = \(cnd) "told")
  expect_identical(answer, if (!rlang::is_installed("svglite")) "told")
})

test_that("a calibration after its cases is refused in words", {
  folder <- withr::local_tempdir()
  fit <- file.path(folder, "fit.json")
  write_calibrant(calibrate(simulate_lr(50, 50, s = 2)), fit)
  cases <- file.path(folder, "cases.csv")
  writeLines(c("score", "1.5"), cases)
  expect_match(run("apply", cases, fit)$errors, "a calibration and then a file")
  expect_identical(run("apply", fit, cases)$status, 0L)
})

test_that("calibrations and fusions are bounded as bound_lr() bounds them", {
  fit <- withr::local_tempfile(fileext = ".json")
  columns <- c("--truth", "same", "--h1", "yes")
  made <- calibrate(set_a)
  for (bounds in c("elub", "iv", "n_source")) {
    done <- run("calibrate", table_file, columns, "--score", "a", "--scale", "ln", "--bounds",
      bounds, "-o", fit)
    expect_identical(done$status, 0L)
    expect_identical(coef(read_calibrant(fit)), coef(bound_lr(made, bounds)))
    applied <- utils::read.csv(text = run("apply", fit, table_file, "--score", "a")$out)
    expect_equal(applied$log10_lr, predict(bound_lr(made, bounds), trials$a, type = "log10"))
  }
  fused <- run("fuse", table_file, columns, "--score", "a,b", "--bounds", "elub", "-o", fit)
  expect_identical(fused$status, 0L)
  expect_s3_class(read_calibrant(fit), "lr_bound")
})
