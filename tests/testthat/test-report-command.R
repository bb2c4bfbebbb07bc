# Most calls are made in this session; each start of the program takes half a second.

run <- function(...) {
  status <- NULL
  errors <- character()
  out <- capture.output({
    errors <- capture.output(status <- run_command(c(...)), type = "message")
  })
  list(status = status, out = out, errors = paste(errors, collapse = "\n"))
}

run_json <- function(...) jsonlite::fromJSON(run(..., "--json")$out)

# `input` is piped into the program.
start <- function(..., input = NULL) {
  program <- system.file("bin", "calibrant", package = "calibrant", mustWork = TRUE)
  out <- withr::local_tempfile()
  errors <- withr::local_tempfile()
  arguments <- shQuote(c("--no-init-file", program, ...))
  file <- if (is.null(input)) "" else withr::local_tempfile(lines = input)
  status <- withr::with_envvar(
    c(R_LIBS = paste(.libPaths(), collapse = .Platform$path.sep)),
    system2(file.path(R.home("bin"), "Rscript"), arguments, out, errors, stdin = file)
  )
  list(status = status, out = readLines(out), errors = readLines(errors))
}

skip_without_parser <- function() {
  skip_if_not_installed("optparse")
  skip_if_not_installed("jsonlite")
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
  skip_without_parser()
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
  expect_identical(at$measures$estimate, unname(dcf(set_a, c(0.01, 0.5), 10)))
})

test_that("systems come from files with a key, and from columns of a table", {
  skip_without_parser()
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
  skip_without_parser()
  h1 <- withr::local_tempfile(lines = c("llr", "1", "2"))
  h2 <- withr::local_tempfile(lines = c("llr", "-1", "0.5"))
  found <- run_json("judge", "--lir", h1, h2, "--which", "cllr", "--replicates", "0")
  expected <- cllr(lr_set(h1 = c(1, 2), h2 = c(-1, 0.5), scale = "log10"))
  expect_identical(found$measures$estimate, unname(expected))
  expect_identical(run("judge", "--lir", h1)$status, 2L)
})

test_that("plots are drawn into files", {
  skip_without_parser()
  file <- withr::local_tempfile(fileext = ".pdf")
  ask <- c("judge", table_file, "--score", "a", "--truth", "same", "--replicates", "0")
  expect_identical(run(ask, "--plot", paste0("det=", file))$status, 0L)
  expect_gt(file.size(file), 3000)
  expect_identical(run(ask, "--plot", "dot=a.png")$status, 2L)
  expect_identical(run(ask, "--plot", "det")$status, 2L)
})

test_that("a calibration is trained, applied to lines as they are, and the same as in R", {
  skip_without_parser()
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
  plain <- withr::local_tempfile(lines = c("m1 s1 0.5", "", "m2 s1 -1"))
  rows <- run_json("apply", fit_file, plain, "--level", "0.9")
  expect_identical(rows$source1, c("m1", "m2"))
  expect_identical(rows$lower, predict(fit, c(0.5, -1), level = 0.9)$lower)
  expect_identical(run("apply", fit_file)$status, 2L)
})

test_that("systems are fused from columns and from files, and applied to both", {
  skip_without_parser()
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

test_that("a plan is declared and carried out, and what does not pass is status 1", {
  skip_without_parser()
  plan <- withr::local_tempfile(fileext = ".json")
  declared <- run("plan", "--accuracy", "cllr < 0.9; cllr_min < 0.8", "--replicates", "200",
    "--method-name", "voices", "-o", plan)
  expect_identical(declared$status, 0L)
  expect_identical(read_validation(plan)$criteria$criterion, c("cllr < 0.9", "cllr_min < 0.8"))
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
  skip_without_parser()
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
  skip_without_parser()
  state <- withr::local_tempfile(fileext = ".json")
  ask <- c("--score", "a", "--truth", "same", "--scale", "ln")
  begun <- run_json("monitor", state, table_file, ask, "--method-name", "voices")
  expect_identical(begun$n_h1, 40L)
  wanted <- update(monitor(method = "voices"), set_a)
  expect_identical(begun$log10_e, monitor_facts(wanted)$log_e / log(10))
  expect_match(run("monitor", state)$out, "voices", all = FALSE)
  wrong <- paste0(rep(c(-9, 9), 20), ",", c("yes", "no"))
  bad <- withr::local_tempfile(lines = c("llr,truth", wrong))
  expect_identical(run("monitor", state, bad, "--scale", "ln")$status, 1L)
  expect_identical(run("monitor", state)$status, 1L)
  expect_identical(run("monitor")$status, 2L)
})

test_that("trials are counted in cells, and tallies add up", {
  skip_without_parser()
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

test_that("wrong usage is status 2 with a sentence, and nothing on the standard output", {
  skip_without_parser()
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

test_that("help, version and completion know all commands", {
  skip_without_parser()
  names <- names(command_table())
  expect_true(all(vapply(names, \(name) any(grepl(paste0("^  ", name, " "), run()$out)), NA)))
  for (name in names) {
    help <- run(name, "--help")$out
    expect_match(help, "Examples:", all = FALSE)
    examples <- grep(paste0("^  calibrant ", name), help, value = TRUE)
    expect_length(examples, length(command_table()[[name]]$examples))
    # What examples and completion offer is an option.
    used <- unlist(regmatches(examples, gregexpr("--[a-z0-9-]+", examples)))
    known <- paste0("--", names(command_options(command_table()[[name]])))
    expect_identical(setdiff(used, known), character())
  }
  expect_identical(run("--version")$out, paste("calibrant", packageVersion("calibrant")))
  expect_match(run("completion", "zsh")$out, "bashcompinit", all = FALSE)
  skip_on_os("windows")
  script <- withr::local_tempfile(lines = c(
    run("completion", "bash")$out,
    "COMP_WORDS=(calibrant judge --wh); COMP_CWORD=2; _calibrant; echo ${COMPREPLY[@]}",
    "COMP_WORDS=(calibrant re); COMP_CWORD=1; _calibrant; echo ${COMPREPLY[@]}"
  ))
  skip_if(!nzchar(Sys.which("bash")), "bash is not there")
  expect_identical(system2("bash", script, stdout = TRUE), c("--which", "report"))
})

test_that("the program reads pipes, prints JSON and tells its status to the shell", {
  skip_without_parser()
  lines <- c("llr,truth", paste(trials$a, trials$same, sep = ","))
  done <- start("judge", "-", "--scale", "ln", "--which", "cllr", "--replicates", "0", "--json",
    input = lines)
  expect_identical(done$status, 0L)
  expect_identical(done$errors, character())
  expect_identical(jsonlite::fromJSON(done$out)$measures$estimate, unname(cllr(set_a)))
  wrong <- start("judge", "nowhere.csv")
  expect_identical(wrong$status, 2L)
  expect_identical(wrong$out, character())
  expect_match(wrong$errors, "nowhere.csv", all = FALSE)
})

test_that("the certified sets have their values on the command line", {
  skip_without_parser()
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
      sets$scale[sets$set == name], "--which", paste(wanted, collapse = ","), "--prior", "0.01",
      "--c-miss", "10", "--replicates", "0"
    )$measures
    rows$estimate[match(wanted, rows$measure)]
  }))
  # What is not defined is null in JSON.
  found[is.na(found)] <- NaN
  value <- as.numeric(values$value)
  cllr <- value[match(paste(values$set, "cllr"), paste(values$set, values$quantity))]
  digits <- right_digits(as.numeric(found), value, certified_unit(values$quantity, value, cllr))
  expect_gt(length(digits), 250)
  expect_identical(paste(values$set, values$quantity)[digits < 13], character())
})
