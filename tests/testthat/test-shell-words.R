# Messages are in the terms of the shell, without calls, arguments or objects of R.

test_that("arguments of R become options, and hints with calls are left out", {
  book <- command_book()
  said <- \(text) shell_words(text, book)
  expect_identical(said("`prior` and `c_miss` of `x`"), "`--prior` and `--c-miss` of FILE")
  expect_identical(said("Leave out by `na = \"drop\"`"), "Leave out by `--drop-missing`")
  expect_identical(said("`scale = \"ln\"` or `h1 = \"yes\"`"), "`--scale ln` or `--h1 yes`")
  expect_identical(said("`conclusion_set()` reads"), "`calibrant conclusions` reads")
  wrong <- tryCatch(
    stop_input("No `level`.", x = "It is 2.", i = "See `measures()`."), error = identity
  )
  expect_identical(shell_message(wrong), "No `--level`.\nx It is 2.")
})

# Words of R that are useless in a shell.
of_r <- paste(
  "[a-z_.]+\\(", "<-", "::", "\\$", "\\bTRUE\\b", "\\bNULL\\b", "`x`", "<[a-z/_]+>", "data frame",
  "\\bvector\\b", "\\bobject\\b", "\\bfunction\\b", sep = "|"
)

local_llrs <- function(frame = parent.frame()) {
  withr::local_tempfile(lines = c("llr,truth", paste0(
    c(2.1, 0.5, -1, 1.7, 3, -2, 1, -0.3, -1.5, 0.2), ",", rep(c("target", "nontarget"), each = 5)
  )), fileext = ".csv", .local_envir = frame)
}

test_that("what is printed speaks of no function of R", {
  skip_if_not_installed("jsonlite")
  good <- local_llrs()
  ln <- c(good, "--scale", "ln")
  out <- \() withr::local_tempfile(fileext = ".json", .local_envir = parent.frame(2))
  plan <- out()
  for (call in list(
    c("judge", ln, "--replicates", "30"), c("judge", ln, "--which", "dev_pav"), c("explain", ln),
    c("calibrate", ln, "-o", out()), c("calibrate", ln, "--method", "pav", "-o", out()),
    c("plan", "--accuracy", "cllr < 0.5", "--replicates", "100", "-o", plan), c("plan", plan, ln),
    c("monitor", out(), "--new", ln), c("tally", ln)
  )) {
    done <- run(call)
    expect_lt(done$status, 2)
    found <- grep(of_r, c(done$out, done$errors), value = TRUE)
    expect_identical(found, character(), info = paste(call, collapse = " "))
  }
})

test_that("slips of users are answered in the terms of the shell", {
  skip_if_not_installed("jsonlite")
  folder <- withr::local_tempdir()
  at <- \(name, lines) {
    writeLines(lines, file.path(folder, name))
    file.path(folder, name)
  }
  set.seed(1)
  truth <- rep(c("target", "nontarget"), each = 20)
  score <- round(c(rnorm(20, 1), rnorm(20, -1)), 2)
  good <- at("good.csv", c("llr,truth", paste(score, truth, sep = ",")))
  risks <- at("risks.csv", c("prob,truth", paste(round(plogis(score), 3), truth, sep = ",")))
  fit <- file.path(folder, "fit.json")
  plan <- file.path(folder, "plan.json")
  run("calibrate", good, "-o", fit)
  run("plan", "--accuracy", "cllr < 0.5", "-o", plan)
  ln <- c("--scale", "ln", "--replicates", "10")
  calls <- list(
    c("judge", at("one.csv", c("score", "1.5", "2"))), c("judge", at("odd.csv", "a,b,c")),
    c("judge", at("empty.csv", character())), c("judge", file.path(folder, "no.csv")),
    c("judge", at("words.csv", c("llr,truth", "1,yes", "2,maybe"))),
    c("judge", at("missing.csv", c("llr,truth", "1,target", "NA,nontarget"))),
    c("judge", at("text.csv", c("llr,truth", "1,target", "x,nontarget"))),
    c("judge", at("ragged.csv", c("llr,truth", "1,target", "2,nontarget,3"))),
    c("judge", at("oneside.csv", c("llr,truth", "1,target", "2,target"))),
    c("judge", at("names.csv", c("name,other", "1,2", "3,4"))),
    c("judge", good, "--scale", "decibel"), c("judge", good, "--which", "cllr"),
    c("judge", good, ln, "--which", "clr"), c("judge", good, ln, "--level", "95"),
    c("judge", good, "--replicates", "1.5"), c("judge", good, "--by", "item"),
    c("judge", good, "--by", "source"), c("judge", good, "--threads", "0"),
    c("judge", good, ln, "--which", "dcf", "--prior", "2"),
    c("judge", good, ln, "--which", "dcf", "--c-miss", "-1"),
    c("judge", good, "--h1", "bonafide"),
    c("judge", good, "--seed", "0.5"), c("judge", good, "--plot", "dot=a.png"),
    c("judge", good, "--plot", "det=a.gif"), c("judge", good, "--columns", "llr"),
    c("judge", good, "--columns", "sore=llr"),
    c("judge", risks, "--scale", "prob"), c("judge", risks, "--scale", "prob", "--prior", "2"),
    c("judge", good, "--scale", "prob", "--prior", "0.5"), c("judge", "--genuine", good),
    c("explain", good), c("calibrate", good, "--method", "platt"),
    c("calibrate", good, "--penalty", "-1"), c("calibrate", good, "--prior", "1"),
    c("calibrate", at("apart.csv", c("llr,truth", "1,target", "2,target", "-1,nontarget"))),
    c("fuse", good), c("fuse", good, "--score", "llr"), c("apply", fit), c("apply", good, good),
    c("apply", fit, at("none.csv", c("name,other", "a,b", "c,d"))),
    c("apply", fit, good, "--level", "2"),
    c("apply", plan, good), c("report", good), c("report", good, "-o", "report.txt"),
    c("plan", "--accuracy", "cllr"), c("plan", "--accuracy", "nosuch < 3"),
    c("plan", "--robustness", "cllr < 1"), c("plan", good, good), c("plan", plan, good),
    c("plan", plan, paste0("noise=", good), "--scale", "ln"),
    c("monitor", file.path(folder, "new.json"), "--new", good, "--level", "2"),
    c("monitor", file.path(folder, "new.json"), "--new", good), c("monitor", good),
    c("tally", good, "--width", "0.3"), c("tally", fit), c("conclusions", good),
    c("conclusions", good, good)
  )
  lost <- run("judge", file.path(folder, "missing.csv"))
  expect_match(lost$errors, "`--drop-missing`", fixed = TRUE)
  for (call in calls) {
    done <- run(call)
    told <- gsub(folder, "", paste(c(call, ":", done$errors), collapse = " "), fixed = TRUE)
    expect_identical(done$status, 2L, info = told)
    expect(!grepl(of_r, sub("^.*? : ", "", told, perl = TRUE)), told)
  }
})

test_that("refusals name options, and no arguments of R", {
  examined <- withr::local_tempfile(fileext = ".csv", lines = c("conclusion,truth",
    paste0(rep(c("yes", "open", "no"), c(6, 4, 6)), ",", rep(c("same", "other"), 8))))
  trials <- withr::local_tempfile(fileext = ".csv", lines = c("llr,truth", paste0(
    c(2.1, 0.5, -1, 1.7, 3, -2, 1, -0.3), ",", rep(c("target", "nontarget"), each = 4))))
  ln <- c(trials, "--scale", "ln")
  for (call in list(
    c("conclusions", examined, "--order", "yes,no"), c("conclusions", examined, "--order", "no"),
    c("conclusions", examined, "--order", "yes,yes,no"), c("conclusions", examined, "--by", "item"),
    c("conclusions", examined, "--h1", "x"), c("conclusions", examined, "--level", "2"),
    c("conclusions", examined, "--prior-counts", "-1"), c("conclusions", trials),
    c("judge", ln, "--which", "none"), c("judge", ln, "--level", "2"),
    c("judge", ln, "--by", "source"), c("judge", ln, "--prior", "2", "--which", "dcf"),
    c("judge", ln, "--c-miss", "-1", "--which", "dcf"), c("judge", ln, "--threads", "0"),
    c("calibrate", ln, "--method", "platt"), c("calibrate", ln, "--penalty", "-1"),
    c("calibrate", ln, "--prior", "1"), c("calibrate", ln, "--bounds", "limits"),
    c("tally", ln, "--width", "0.3")
  )) {
    done <- run(call)
    info <- paste(call, collapse = " ")
    expect_identical(done$status, 2L, info = info)
    said <- paste(done$errors, collapse = " ")
    expect_no_match(said, "`[a-z_]+`( must|[.:,])", info = info)
  }
})

test_that("lines are as wide as COLUMNS asks, with each number", {
  skip_if_not_installed("jsonlite")
  good <- local_llrs()
  ln <- c(good, "--scale", "ln")
  calls <- list(
    c("judge", ln, "--replicates", "30"), c("explain", ln), c("tally", ln),
    "help"
  )
  calls <- c(calls, lapply(names(command_book()$commands), \(name) c("help", name)))
  for (call in calls) {
    shown <- \(columns) {
      withr::local_envvar(COLUMNS = columns)
      run(call)$out
    }
    usual <- shown("")
    expect_lte(max(nchar(usual)), 100)
    expect_identical(shown("many"), usual)
    for (columns in c(40, 64, 90)) {
      found <- shown(columns)
      # Examples are for copying.
      whole <- grepl("^  calibrant", found)
      expect_lte(max(nchar(found[!whole])), columns)
      expect_setequal(scan(text = found, what = "", quiet = TRUE, quote = ""),
        scan(text = usual, what = "", quiet = TRUE, quote = ""))
    }
  }
})

test_that("hints can be pasted into a shell", {
  book <- command_book()
  criteria <- book$options$Option[book$options$Type %in% "criteria"]
  expect_gt(length(criteria), 2)
  for (name in criteria) {
    said <- sprintf("For example `%s = \"cllr < 0.5\"`", gsub("-", "_", name))
    expect_identical(shell_words(said, book), sprintf("For example `--%s 'cllr < 0.5'`", name))
  }
  expect_match(run("plan")$errors, "--accuracy 'cllr < 0.5'", fixed = TRUE)
})

test_that("words of other programs lead to a command", {
  near <- c(
    eval = "judge", cllr = "judge", eer = "judge", train = "calibrate", predict = "apply",
    validate = "report", summary = "explain", check = "qualify",
    `--judge` = "judge"
  )
  for (word in names(near)) {
    done <- run(word, "x.csv")
    expect_identical(done$status, 2L)
    expect_match(done$errors, sprintf("Do you mean \"%s\"?", near[[word]]), fixed = TRUE)
  }
  file <- withr::local_tempfile(fileext = ".json")
  x <- lr_set(list(h1 = c(2, 0.5, 1), h2 = c(-1, 1.5, 0)), scale = "score")
  write_calibrant(calibrate(x), file)
  expect_match(run("judge", file)$errors, "`calibrant apply` takes\\s+calibrations")
})
