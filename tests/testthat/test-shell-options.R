# Each option of each command is used or refused. The calls are derived from inst/commands.dcf: each
# base call is made again with each option, and must print or write something else, or be refused.

folder <- withr::local_tempdir(.local_envir = teardown_env())
at <- function(...) file.path(folder, ...)

local({
  set.seed(5)
  n <- 40
  truth <- rep(c("target", "nontarget"), each = n)
  table <- data.frame(
    llr = round(c(rnorm(n, 1), rnorm(n, -1)), 3), truth = truth,
    other = round(c(rnorm(n, 1), rnorm(n, -1)), 3), shuffled = rep(c("target", "nontarget"), n),
    one = paste0("m", rep(1:8, 10)), two = paste0("s", 1:80), kind = rep(c("x", "y"), each = 20),
    n = 1:2
  )
  write.csv(table, at("table.csv"), row.names = FALSE)
  writeLines(paste(table$one, table$two, truth), at("key.txt"))
  writeLines(paste(table$one, table$two, table$llr), at("a.txt"))
  writeLines(paste(table$one, table$two, table$other), at("b.txt"))
  writeLines(c("llr", table$llr[1:n]), at("h1.csv"))
  writeLines(c("llr", table$llr[-(1:n)]), at("h2.csv"))
  decided <- cut(table$llr, c(-Inf, -1, 1, Inf), c("Exclusion", "Inconclusive", "Identification"))
  write.csv(
    data.frame(
      conclusion = decided, truth = table$truth, other = rev(decided), shuffled = table$shuffled,
      who = rep(1:8, 10), what = 1:80, kind = table$kind, times = 1:2
    ),
    at("conclusions.csv"), row.names = FALSE
  )
  run("calibrate", at("table.csv"), "-o", at("fit.json"))
  run("fuse", paste0("a=", at("a.txt")), paste0("b=", at("b.txt")), "--key", at("key.txt"), "-o",
    at("fusion.json"))
  run("fuse", at("table.csv"), "--score", "llr,other", "--truth", "truth", "-o",
    at("columns.json"))
  run("plan", "--accuracy", "cllr < 2", "--replicates", "100", "-o", at("plan.json"))
  run("monitor", at("state.json"), "--new")
  run("tally", at("table.csv"), "--scale", "ln", "-o", at("tally.json"))
})

ln <- c("--scale", "ln")
bases <- list(
  list = list(at("table.csv"), at("fit.json")),
  judge = list(
    c(at("table.csv"), ln, "--replicates", "30"), c(at("table.csv"), ln, "--replicates", "0"),
    c(at("table.csv"), ln, "--replicates", "0", "--which", "dcf", "--prior", "0.2"),
    c("--genuine", at("h1.csv"), "--impostor", at("h2.csv"), ln, "--replicates", "0")
  ),
  explain = list(
    c(at("table.csv"), ln), c(at("table.csv"), ln, "--level", "0.9", "--replicates", "30"),
    c("--genuine", at("h1.csv"), "--impostor", at("h2.csv"), ln)
  ),
  conclusions = list(
    c(at("conclusions.csv"), "--conclusion", "conclusion", "--truth", "truth", "--h1", "target",
      "--order", "Exclusion,Inconclusive,Identification")
  ),
  calibrate = list(at("table.csv"), c("--genuine", at("h1.csv"), "--impostor", at("h2.csv"), ln)),
  fuse = list(
    c(at("table.csv"), "--score", "llr,other", "--truth", "truth")
  ),
  apply = list(
    c(at("fit.json"), at("table.csv"), "--score", "llr"),
    c(at("columns.json"), at("table.csv"), "--score", "llr,other")
  ),
  report = list(c(at("table.csv"), ln, "-o", at("report.html"))),
  plan = list(
    c("--accuracy", "cllr < 0.5"), c(at("plan.json"), at("table.csv"), ln)
  ),
  monitor = list(
    c(at("begun.json"), "--new"), c(at("begun.json"), "--new", at("table.csv"), ln),
    at("state.json"), c(at("state.json"), at("table.csv"), ln)
  ),
  tally = list(c(at("table.csv"), ln), at("tally.json")),
  qualify = list(character())
)

# A value of each option that is not its default.
values <- list(
  key = at("key.txt"), columns = "weight=n", scale = "log10", score = "other", truth = "shuffled",
  source1 = c("one", "--source2", "two"), source2 = c("two", "--source1", "one"), system = "kind",
  weight = "n", h1 = "nontarget", h2 = "target", others = "drop", dec = ",",
  genuine = at("h1.csv"), impostor = at("h2.csv"),
  which = "cllr_min", prior = "0.1", "c-miss" = "10", "c-fa" = "10", level = "0.8",
  replicates = "40", by = "trial", threads = "2", plot = paste0("det=", at("det.svg")),
  method = "pav", penalty = "0.5", bounds = "iv", output = at("output.json"),
  plan = at("plan.json"), title = "Voices", "method-name" = "version 2", author = "A. Examiner",
  language = "de",
  accuracy = "cllr < 0.4", "discriminating-power" = "eer < 0.2", calibration = "cllr_cal < 0.1",
  robustness = "cllr < 0.9", coherence = "cllr <= previous", generalisation = "cllr < 0.9",
  data = "baseline=clean", width = "0.5", auc = "0.9", conclusion = "other", order = "a,b",
  "no-value" = "Inconclusive", examiner = "who", item = "what", count = "times",
  "prior-counts" = "2", seed = "7", provenance = at("call.json")
)

# Options that may have no effect, each with the reason.
exceptions <- c(
  threads = "the numbers are the same with any number of threads",
  others = "where there are two labels there are no others",
  "drop-missing" = "where nothing is missing nothing is dropped",
  by = "what is named is what is drawn by default",
  "calibrate json" = "a calibration is printed as JSON anyway",
  "fuse json" = "a fusion is printed as JSON anyway",
  "plan json" = "a plan is printed as JSON anyway"
)

# Output of a call, and the files that it writes.
outcome <- function(command, arguments) {
  before <- tools::md5sum(list.files(folder, full.names = TRUE))
  kept <- withr::local_tempdir()
  file.copy(names(before), kept)
  done <- suppressWarnings(run(command, arguments))
  after <- tools::md5sum(list.files(folder, full.names = TRUE))
  unlink(names(after))
  file.copy(list.files(kept, full.names = TRUE), folder)
  c(done, list(written = after[!after %in% before]))
}

with_option <- function(arguments, option, value) {
  word <- if (option == "output" && "-o" %in% arguments) "-o" else paste0("--", option)
  place <- match(word, arguments)
  if (is.na(place)) {
    return(c(arguments, word, value))
  }
  if (length(value) == 0) arguments else replace(arguments, place + 1, value)
}

# Long computations are replaced by their arguments, since the test is whether these arrive.
local_quick <- function(env = parent.frame()) {
  told <- \(...) capture.output(str(lapply(list(...), \(x) if (is.list(x)) class(x) else x)))
  space <- asNamespace("calibrant")
  rlang::env_binding_unlock(space, c("validation_report", "qualify"))
  withr::defer(rlang::env_binding_lock(space, c("validation_report", "qualify")), env)
  rlang::local_bindings(
    validation_report = \(x, file, ...) {
      cat(told(...), capture.output(str(unclass(x))), file = file, sep = "\n")
    },
    qualify = \(...) {
      structure(data.frame(check = told(...), passed = TRUE), machine = data.frame(item = "a"))
    },
    .env = space, .frame = env
  )
}

test_that("there is a base call of each command, and a value of each option", {
  book <- command_book()
  expect_setequal(names(bases), names(book$commands))
  expect_setequal(names(values), book$options$Option[book$options$Type != "flag"])
  each <- outer(names(bases), book$options$Option, paste)
  known <- c(book$options$Option, each)
  expect_identical(setdiff(names(exceptions), known), character())
})

test_that("every option is used or refused", {
  skip_if_not_installed("jsonlite")
  local_quick()
  idle <- character()
  for (command in of_turn(command_book()$commands, 3)) {
    for (base in cases_of(bases[[command$name]], 1)) {
      plain <- outcome(command$name, base)
      words <- paste(c(command$name, base, plain$errors), collapse = " ")
      expect_true(plain$status < 2, info = words)
      for (option in command$options$Option) {
        if (any(c(option, paste(command$name, option)) %in% names(exceptions))) next
        asked <- with_option(base, option, values[[option]])
        done <- outcome(command$name, asked)
        refused <- done$status == 2L && length(done$out) == 0 && length(done$written) == 0
        if (identical(asked, base) || refused) next
        same <- identical(done[c("out", "written")], plain[c("out", "written")])
        if (same || done$status > 1) {
          words <- paste(c(command$name, asked, done$errors), collapse = " ")
          idle <- c(idle, gsub(folder, "", words, fixed = TRUE))
        }
      }
    }
  }
  for (call in idle) expect(FALSE, paste("Neither used nor refused:", call))
})

test_that("an option by the name that other programs give it is told", {
  options <- command_book()$options
  also <- strsplit(rlang::set_names(options$Also, options$Option)[!is.na(options$Also)], " ")
  expect_gt(length(also), 20)
  # No name stands for two options, or for an option of its own.
  expect_identical(anyDuplicated(c(unlist(also), options$Option)), 0L)
  for (command in command_book()$commands) {
    for (option in intersect(command$options$Option, names(also))) {
      for (other in also[[option]]) {
        error <- expect_error(read_arguments(command, c(paste0("--", other), "1")),
          class = "calibrant_error_input")
        expect_match(conditionMessage(error), "Do you mean `--", fixed = TRUE, info = other)
      }
    }
  }
})

# Errors of a call that uses the option, with this value of it.
said_of_choice <- function(command, option, value, choices) {
  for (call in bases[[command]]) {
    if (command == "conclusions") call <- c(call, "--sentences")
    done <- suppressWarnings(run(command, with_option(call, option, value)))
    said <- paste(done$errors, collapse = " ")
    if (any(shows(choices, said))) break
  }
  expect_identical(done$status, 2L, info = paste(command, option, value))
  said
}

shows <- function(choices, said) vapply(sprintf("\"%s\"", choices), grepl, NA, said, fixed = TRUE)

test_that("a wrong choice is refused with all choices, and one in capitals with the right one", {
  skip_if_not_installed("jsonlite")
  book <- command_book()
  for (command in names(bases)) {
    options <- book$commands[[command]]$options
    options <- options[!is.na(options$Choices) & !grepl("=", options$Choices), ]
    for (option in options$Option) {
      choices <- strsplit(options[option, "Choices"], " ")[[1]]
      taken <- choices[shows(choices, said_of_choice(command, option, "zzz", choices))]
      # Not all units can be drawn from all trials.
      if (option != "by") expect_identical(taken, choices, info = paste(command, option))
      last <- rev(taken)[1]
      if (toupper(last) != last) {
        said <- said_of_choice(command, option, toupper(last), choices)
        expect_match(said, sprintf("Do you mean \"%s\"?", last), fixed = TRUE)
      }
    }
  }
})

test_that("words of other programs lead to a choice", {
  table <- at("table.csv")
  for (call in list(
    c("explain", table, ln, "--language", "german", "de"),
    c("report", table, ln, "--language", "Deutsch", "-o", at("report.html"), "de"),
    c("calibrate", table, "--method", "log", "logistic"),
    c("judge", table, ln, "--others", "skip", "drop"),
    c("judge", table, ln, "--by", "speaker", "source")
  )) {
    done <- suppressWarnings(run(head(call, -1)))
    expect_identical(done$status, 2L)
    said <- paste(done$errors, collapse = " ")
    expect_match(said, sprintf("Do you mean \"%s\"?", tail(call, 1)), fixed = TRUE)
  }
})

test_that("a name with blanks that the shell has split is told to be put in quotes", {
  file.copy(at("table.csv"), at("two words.csv"))
  withr::local_dir(folder)
  done <- run("judge", "two", "words.csv", ln)
  expect_identical(done$status, 2L)
  expect_match(done$errors, "'two words.csv'", fixed = TRUE, all = FALSE)
  expect_identical(run("judge", "two words.csv", ln, "--replicates", "0")$status, 0L)
  expect_no_match(paste(run("judge", "no", "file.csv", ln)$errors, collapse = " "), "quotes")
})

test_that("odds for a prior, and a picture without its file, are refused with the remedy", {
  judged <- \(...) paste(run("judge", at("table.csv"), ln, ...)$errors, collapse = " ")
  for (odds in c("1:99", "1/99", "1 : 99")) {
    expect_match(judged("--prior", odds), "odds of 1:19, as `0.05`", fixed = TRUE)
  }
  for (kind in c("det", "ece")) {
    expect_match(judged("--plot", kind), "`--plot det=det.png`", fixed = TRUE)
  }
})
