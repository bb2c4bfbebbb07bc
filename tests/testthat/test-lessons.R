# The vignettes take the code of the solutions from inst/lessons/. All solutions are run here, in
# order, and must give the numbers that the lesson computes by hand.
solve_lesson <- function(n) {
  lines <- readLines(system.file("lessons", sprintf("lesson-%d.R", n), package = "calibrant"))
  is_label <- grepl("^## ---- .* ----$", lines)
  labels <- gsub("^## ---- | ----$", "", lines[is_label])
  chunks <- split(lines[!is_label], factor(cumsum(is_label)[!is_label], labels = labels))
  here <- new.env(parent = globalenv())
  lapply(chunks, \(chunk) suppressWarnings(eval(parse(text = chunk), here)))
}

test_that("every exercise of a lesson has a solution, and every solution an exercise", {
  vignette <- \(n) test_path("..", "..", "vignettes", sprintf("lesson-%d.Rmd", n))
  skip_if_not(file.exists(vignette(1)), "the sources of the vignettes are not here")
  for (n in 1:9) {
    lines <- readLines(vignette(n))
    exercises <- regmatches(lines, regexpr("^[*][*][0-9][.][0-9]", lines))
    chunks <- regmatches(lines, regexpr("^```[{]r solution-[0-9]-[0-9]", lines))
    code <- readLines(system.file("lessons", sprintf("lesson-%d.R", n), package = "calibrant"))
    labels <- regmatches(code, regexpr("solution-[0-9]-[0-9]", code))
    expect_gt(length(exercises), 4)
    expect_equal(sub(".*solution-", "", chunks), chartr(".", "-", sub("^[*][*]", "", exercises)))
    expect_equal(sub(".*solution-", "", chunks), sub("solution-", "", labels))
  }
})

test_that("the tutorials have the exercises and the solutions of the lessons", {
  for (n in 1:9) {
    code <- readLines(system.file("lessons", sprintf("lesson-%d.R", n), package = "calibrant"))
    stem <- sprintf("lesson-%d", n)
    file <- file.path("tutorials", stem, paste0(stem, ".Rmd"))
    tutorial <- readLines(system.file(file, package = "calibrant"))
    for (number in regmatches(code, regexpr("(?<=solution-)[0-9]-[0-9]", code, perl = TRUE))) {
      exercise <- sprintf("^```[{]r exercise-%s, exercise = TRUE", number)
      expect_length(grep(exercise, tutorial), 1)
      solution <- match(sprintf("```{r exercise-%s-solution}", number), tutorial)
      first <- match(sprintf("## ---- solution-%s ----", number), code) + 1
      lines <- seq_len(match("```", tutorial[-seq_len(solution)]) - 1)
      expect_equal(tutorial[solution + lines], code[first + lines - 1])
    }
  }
})

# The checks of a lesson, each with the output of its solution and the code before it
checked_lesson <- function(n) {
  chunks_of <- function(stem) {
    lines <- readLines(system.file("lessons", sprintf("%s-%d.R", stem, n), package = "calibrant"))
    is_label <- grepl("^## ---- .* ----$", lines)
    labels <- gsub("^## ---- | ----$", "", lines[is_label])
    split(lines[!is_label], factor(cumsum(is_label)[!is_label], labels = labels))
  }
  checks <- chunks_of("checks")
  code <- chunks_of("lesson")
  here <- new.env(parent = globalenv())
  found <- list()
  for (label in names(code)) {
    check <- checks[[sub("solution", "check", label)]]
    if (!is.null(check)) found[[label]]$key <- suppressWarnings(read_key(check, here))
    value <- suppressWarnings(eval(parse(text = code[[label]]), here))
    if (!is.null(check)) found[[label]]$value <- value
  }
  solutions <- grep("solution", names(code), value = TRUE)
  expect_setequal(names(checks), sub("solution", "check", solutions))
  found
}

test_that("tutorials accept every solution and tell every mistake why it is one", {
  source(system.file("lessons", "check-answer.R", package = "calibrant"), local = TRUE)
  environment(checked_lesson) <- environment()
  for (n in of_turn(1:9, 3)) {
    for (exercise in checked_lesson(n)) {
      key <- exercise$key
      expect_length(key$hint, 1)
      expect_true(judge_answer(key, exercise$value)$correct)
      expect_equal(judge_answer(key, 123456.789)$message, paste("This is not it.", key$hint))
      expect_gt(length(key$wrong), 0)
      for (wrong in key$wrong) {
        judged <- judge_answer(key, wrong$value[[1]])
        expect_equal(judged, list(correct = FALSE, message = wrong$why))
      }
    }
  }
})

test_that("a part of an answer is told to be a part", {
  source(system.file("lessons", "check-answer.R", package = "calibrant"), local = TRUE)
  judged <- check_answer("hint(\"Add.\")\nright(1, 2)", globalenv(), c(5, 2.001))
  expect_false(judged$correct)
  expect_equal(judged$message, "Part of the answer is there, and part is missing. Add.")
  judged <- check_answer("right(1, 2)", globalenv(), list(1, "a", 2))
  expect_equal(judged$type, "success")
})

test_that("lesson 1: from odds to likelihood ratios", {
  solved <- solve_lesson(1)
  expect_equal(solved[["solution-1-1"]][["package"]], 1000 / 1999)
  expect_equal(solved[["solution-1-1"]][["by_hand"]], 1000 / 1999)
  expect_equal(solved[["solution-1-2"]], c(log10_lr = 1, posterior = 1 / 3))
  expect_equal(solved[["solution-1-3"]], 990000)
  expect_equal(solved[["solution-1-4"]], c(
    at_0 = 3, at_3 = 3 * exp(-4), neutral_at = sqrt(log(3) * 9 / 4), lr_there = 1
  ))
  expect_equal(solved[["solution-1-5"]][["by_bayes"]], 1000 / (1000 + 99999))
  # The LRs do not help at the prior in the exercise.
  expect_gt(solved[["solution-1-6"]]$prior_min, 0.001)
})

test_that("lesson 2: misleading evidence and the Tippett plot", {
  solved <- solve_lesson(2)
  expect_equal(solved[["solution-2-1"]], c(h1 = 1 / 5, h2 = 2 / 5))
  expect_equal(unlist(solved[["solution-2-2"]]), c(h1 = 2 / 5, h2 = 1 / 5))
  expect_true(all(solved[["solution-2-3"]]["share", ] < solved[["solution-2-3"]]["bound", ]))
  too_strong <- solved[["solution-2-4"]]
  expect_equal(too_strong["share", ] > too_strong["bound", ], c(FALSE, FALSE, TRUE))
  worst <- solved[["solution-2-5"]]
  expect_equal(round(worst$log10_lr[1], 1), 10.5)
  expect_equal(worst$group1, worst$group2)
  expect_false(any(worst$same_speaker))
  moved <- solved[["solution-2-6"]]
  expect_equal(moved["as_it_is", "cllr_min"], moved["shifted", "cllr_min"])
  expect_gt(moved["shifted", "h2"], moved["as_it_is", "h2"])
  expect_gt(moved["shifted", "cllr_cal"], 3 * moved["as_it_is", "cllr_cal"])
})

test_that("lesson 3: calibration by hand", {
  solved <- solve_lesson(3)
  costs <- log2(c(9 / 8, 5 / 4, 3, 3, 5 / 4, 9 / 8))
  expect_equal(solved[["solution-3-1"]]$.cost, costs)
  mean_cost <- log2(9 / 8 * 5 / 4 * 3) / 3
  expect_equal(solved[["solution-3-2"]], c(
    h1 = mean_cost, h2 = mean_cost, cllr_h1 = mean_cost / 2, cllr_h2 = mean_cost / 2,
    cllr = mean_cost
  ))
  expect_equal(solved[["solution-3-3"]]$log10_lr_pav, c(-Inf, 0, Inf))
  expect_equal(solved[["solution-3-4"]], c(cllr = mean_cost, min = 1 / 3, cal = mean_cost - 1 / 3))
  expect_equal(solved[["solution-3-5"]], c(
    by_hand = 0.2 * log2(3) + 0.8 * log2(3 / 2 * 17 / 16 * 33 / 32) / 3,
    ece = 0.2 * log2(3) + 0.8 * log2(3 / 2 * 17 / 16 * 33 / 32) / 3,
    min = 0.2 * log2(5) / 3 + 0.8 * log2(5 / 4) / 3,
    null = -0.2 * log2(0.2) - 0.8 * log2(0.8)
  ))
  expect_equal(solved[["solution-3-6"]][c("cllr", "min")], c(
    cllr = log2(65 / 64 * 17 / 16 * 5) / 3, min = 1 / 3
  ))
  expect_equal(solved[["solution-3-7"]][c("cllr", "min")], c(
    cllr = log2(9 / 8 * 5 / 4 * 2) / 3, min = 1 / 3
  ))
  stretched <- solved[["solution-3-8"]]
  expect_equal(stretched["underconfident", "min"], stretched["overconfident", "min"])
  expect_equal(stretched["underconfident", c("from", "to")], c(from = 0, to = 1))
  expect_gt(stretched["overconfident", "from"], 0)
  one <- (log2(9) + log2(9 / 8)) / 2
  expect_equal(solved[["solution-3-9"]], rbind(
    cllr = c(frog = one, fish = one, turtle = 1, crocodile = log2(9), reversed = log2(9 / 8)),
    min = c(1, 1, 1, 1, 0), auc = c(1, 1, 1, 0, 2) / 2
  ))
})

test_that("lesson 4: decisions and costs", {
  solved <- solve_lesson(4)
  expect_equal(solved[["solution-4-1"]], c(threshold = 9.9, effective_prior = 1 / 10.9))
  expect_equal(solved[["solution-4-2"]], c(
    threshold = 4, by_hand = 0.2 / 3, from_rates = 0.2 / 3, dcf = 0.2 / 3
  ))
  expect_equal(solved[["solution-4-3"]], c(
    dcf = 1 / 2, dcf_min = 1 / 6, eer = 1 / 6, eer_six = 1 / 6
  ))
  expect_equal(solved[["solution-4-4"]], c(hull = 1 / 6, steps = 1 / 3, worst_prior = 1 / 6))
  expect_equal(
    as.character(solved[["solution-4-5"]]$action),
    c("report H1", "inconclusive", "inconclusive", "report H2")
  )
  expect_true(all(solved[["solution-4-6"]][, 1] > 1))
  expect_true(all(solved[["solution-4-6"]][, 2] < 0.4))
  expect_equal(solved[["solution-4-7"]], c(cllr = 0.514, eer = pnorm(-1)), tolerance = 0.1)
})

test_that("lesson 5: fusion, and comparisons not seen before", {
  solved <- solve_lesson(5)
  expect_equal(round(solved[["solution-5-1"]], 2), c(cllr = 0.41, cllr_min = 0.10))
  expect_equal(round(solved[["solution-5-2"]][["slope"]], 2), 0.21)
  expect_equal(
    round(solved[["solution-5-3"]], 2), c(raw = 0.41, in_sample = 0.14, other_speakers = 0.17)
  )
  expect_true(all(abs(solved[["solution-5-4"]] - c(0.32, 0.27)) < 0.01))
  expect_equal(unname(round(solved[["solution-5-5"]], 2)), rbind(c(0.06, 0.50), c(0.19, 0.17)))
  of_perfect <- solved[["solution-5-6"]]
  expect_gt(of_perfect["of_20", 1], 0)
  expect_gt(of_perfect["of_20", 1], of_perfect["of_1000", 2])
})

test_that("lesson 6: what may be said in court", {
  solved <- solve_lesson(6)
  expect_equal(as.character(solved[["solution-6-1"]]$level), c("moderately strong", "moderate"))
  expect_equal(signif(solved[["solution-6-2"]][["upper"]], 2), 370)
  expect_equal(solved[["solution-6-3"]], 365 / (365 + c(9, 999, 999999)))
  expect_equal(round(10^-solved[["solution-6-4"]]$log10_prior_odds_min[1]), 25)
  expect_match(solved[["solution-6-5"]], "odds of 1 to 10", all = FALSE)
  expect_equal(
    round(solved[["solution-6-6"]], 1),
    rbind(raw = c(largest = 22, bound = 1.6), calibrated = c(largest = 4.7, bound = 2.6))
  )
  # A bound depends on the comparisons of the other hypothesis.
  supported <- solved[["solution-6-7"]]
  expect_equal(supported[, "upper"] / supported[1, "upper"], c(1, 1, 10), tolerance = 0.02)
  expect_equal(supported[, "one_in"] / supported[1, "one_in"], c(1, 10, 1), tolerance = 0.02)
  expect_equal(solved[["solution-6-8"]][["cllr"]], Inf)
  expect_lt(solved[["solution-6-8"]][["cllr_min"]], 1)
})

test_that("every call that other software is compared with runs", {
  here <- new.env(parent = globalenv())
  withr::with_seed(1, sys.source(
    system.file("lessons", "coming-from.R", package = "calibrant"), here
  ))
  for (call in here$calls$ours) {
    expect_no_error(suppressWarnings(eval(parse(text = call), here)))
  }
  expect_setequal(here$calls$software, c(
    "BOSARIS", "FoCal", "PYLLR", "lir", "comparison", "ROC", "pROC", "yardstick", "reliabilitydiag",
    "scikit-learn", "SpeechBrain", "rms", "CalibrationCurves", "dcurves"
  ))
  # Numbers of scikit-learn 1.2.1 and rms 6.5.0 for these trials. The EER and the minimal DCF are
  # those of the definitions of SpeechBrain.
  gives <- \(part) eval(parse(text = grep(part, here$calls$ours, value = TRUE)[1]), here)
  numbers <- c("0.005" = 0.7672039473684211, "^auc.risks" = 0.90634375, "^rule_risk.risks, \"b" =
    0.12134727653141048, "^rule_risk.risks, \"l" = 0.3787357103263965, "steps" = 0.195,
    "^dcf_min.x, prior = 0.01" = 0.00985)
  expect_equal(vapply(names(numbers), gives, 0), numbers)
  expect_equal(sum(gives("^isotonic")^2), 115.22004521739098)
  expect_equal(gives("bins = 5")$posterior[1], 0.06479638, tolerance = 1e-6)
  clinical <- with(gives("lowess"), stats::setNames(estimate, measure))
  expect_equal(clinical[["calibration_slope"]], 0.9319807791327)
  expect_equal(clinical[["ici"]], 0.1295072345942)
  expect_equal(clinical[["e90"]], 0.2571493394961)
  expect_equal(clinical[["e_max"]], 0.2787561564341)
  # Those of pROC 1.18.0, with its standard methods.
  area <- gives("^measures.x, \"auc\"")
  expect_equal(c(area$lower, area$upper), c(0.885240898, 0.927446602), tolerance = 1e-8)
  pair <- suppressMessages(gives("^compare_systems"))
  expect_equal(c(pair$lower, pair$upper), c(0.0752313863, 0.127243614), tolerance = 1e-8)
  expect_equal(pair$p_value, 2.35089625e-14, tolerance = 1e-8)
  # Those of comparison 1.0.8 and dcurves 0.5.1.
  ece <- eval(quote(c(cross_entropy(x, prior = 0.5), cross_entropy_min(x, prior = 0.1))), here)
  expect_equal(ece, c(0.5563900859, 0.2684589114), tolerance = 1e-9)
  benefit <- gives("threshold = 1:2")
  benefit <- benefit$estimate[grepl("^net_benefit", benefit$measure)]
  expect_equal(benefit, c(0.1478888889, 0.1115, 0.1111111111, 0), tolerance = 1e-9)
  platt <- coef(here$platt)
  expect_equal(unname(platt["slope"]), 0.9164117393943375)
  expect_equal(unname(platt["offset"]) + qlogis(mean(here$target)), -1.3153658436077293)
  expect_equal(unname(here$ridge$par), c(2.15360077, 0.07246264), tolerance = 1e-5)
  expect_equal(optimize(here$loss, c(0.1, 10), tol = 1e-8)$minimum, 1.03805449, tolerance = 1e-6)
  expect_equal(
    c(eval(quote(rule_risk(x, "log", prior = 0.2)), here)),
    c(eval(quote(cross_entropy(x, prior = 0.2)), here)) * log(2)
  )
})

test_that("the concept test has one key for each item, and each goal has items", {
  items <- as.data.frame(read.dcf(system.file("course", "concept-test.dcf", package = "calibrant")))
  expect_equal(nrow(items), 12)
  expect_false(anyNA(items))
  expect_setequal(items$Lesson, 1:6)
  expect_true(all(items$Key %in% c("A", "B", "C", "D")))
  expect_lte(max(table(items$Key)), 5)
})

test_that("the answers of the exam that are worked out by hand are right", {
  five <- lr_set(list(h1 = c(16, 2, 1 / 4), h2 = c(1, 1 / 16)), scale = "lr")
  # The costs in the exam suffice to compute Cllr.
  expect_equal(cllr(five), (mean(c(.087, .585, 2.322)) + mean(c(1, .087))) / 2, tolerance = 1e-3)
  expect_equal(pav(five)$log10_lr_pav, c(-Inf, log10(2 / 3), Inf))
})

test_that("slides, handout, concept test and exam render without a network", {
  skip_unless_extended()
  skip_if_not(rmarkdown::pandoc_available())
  folder <- withr::local_tempdir()
  old <- ggplot2::theme_get()
  withr::defer(ggplot2::theme_set(old))
  file.copy(system.file(c("course", "report"), package = "calibrant"), folder, recursive = TRUE)
  folder <- file.path(folder, "course")
  for (name in c("slides", "handout", "handout-de", "concept-test", "exam")) {
    out <- rmarkdown::render(file.path(folder, paste0(name, ".Rmd")), quiet = TRUE)
    html <- readLines(out, warn = FALSE)
    expect_no_match(html, "(src|href)=\"https?:")
    # Numbers of tables are written as on a board.
    expect_no_match(html, "<td[^>]*>([0-9.]+e[-+][0-9]+|[1-9][0-9]*[.]0+)</td>")
  }
  expect_match(readLines(file.path(folder, "slides.html"), warn = FALSE), "slidy", all = FALSE)
  # Slides and exam are about other LRs, with items or without, where these are given.
  rendered <- function(name, ...) {
    out <- rmarkdown::render(file.path(folder, name), params = list(...), quiet = TRUE)
    text <- paste(readLines(out, warn = FALSE), collapse = " ")
    gsub("<[^>]+>|.*<body", "", gsub("&quot;", "\"", text))
  }
  glass <- subset(glass_lr, model == "mvn" & item1 <= 30 & item2 <= 30)
  by_item <- lr_set(same_source ~ log10_lr, glass, "log10",
    source1 = glass$item1, source2 = glass$item2)
  items <- rendered("slides.Rmd", lrs = by_item)
  calibrated <- cross_calibrate(by_item, folds = "source")
  expect_match(items, paste("Cllr is", round(cllr(calibrated), 3)), fixed = TRUE)
  trials <- rendered("slides.Rmd", lrs = lr_set(same_source ~ log10_lr, glass, "log10"))
  of_voices <- "vowels, multiplied|telephone|by speaker|other speakers"
  expect_no_match(c(items, trials), of_voices)
  expect_identical(grepl("by item", c(items, trials)), c(TRUE, FALSE))
  exam <- rendered("exam.Rmd", data = "read.csv(\"ours.csv\")", about = "log10 LRs", items = "cars")
  expect_match(exam, "The data are read.csv(\"ours.csv\"): log10 LRs.", fixed = TRUE)
  expect_match(exam, "by car and by comparison", fixed = TRUE)
  expect_no_match(exam, "speaker|vowel")
})

test_that("lesson 7: what a conclusion is worth", {
  solved <- solve_lesson(7)
  expect_equal(solved[["solution-7-1"]][["package"]], solved[["solution-7-1"]][["by_hand"]])
  expect_equal(round(solved[["solution-7-2"]][c(2, 4)], 2), c(0.10, 0.96))
  expect_equal(solved[["solution-7-3"]]$rate[1:3], c(20 / 2842, 20 / 981, 1881 / 2842))
  expect_true(all(diff(solved[["solution-7-4"]]["log10_lr", ]) < 0))
  expect_gt(min(solved[["solution-7-4"]]["lower", ]), 10)
  expect_equal(round(solved[["solution-7-5"]], 3), c(lost = 0.035, told = 0.592))
  expect_length(solved[["solution-7-6"]], 3)
})

test_that("lesson 8: how much do so few comparisons tell?", {
  solved <- solve_lesson(8)
  widths <- solved[["solution-8-1"]]
  expect_lt(widths[["by_trial"]], widths[["by_item"]])
  expect_gt(solved[["solution-8-2"]][["few"]], 3 * widths[["by_item"]])
  expect_equal((1 - solved[["solution-8-3"]])^50, 0.05)
  power <- solved[["solution-8-4"]]
  expect_lt(power[["calibrated"]], 0.15)
  expect_lt(power[["overstated_30"]], 0.5)
  expect_gt(power[["overstated_200"]], 0.8)
  expect_equal(diff(log2(solved[["solution-8-5"]]))[[1]], 2, tolerance = 0.02)
  difference <- solved[["solution-8-6"]]
  expect_true(difference$lower < 0 && difference$upper > 0 && difference$paired)
})

test_that("lesson 9: how sure is this LR?", {
  solved <- solve_lesson(9)
  known <- solved[["solution-9-1"]]
  wanted <- c(lr = 1.4151, lower = 1.1341, upper = 1.6960)
  expect_equal(log10(unlist(known)), wanted, tolerance = 1e-3)
  expect_true(all(diff(solved[["solution-9-2"]]) > 0))
  widths <- solved[["solution-9-3"]]
  expect_identical(unname(apply(widths, 2, which.min)), c(3L, 2L))
  expect_identical(solved[["solution-9-4"]]$upper[2], Inf)
  expect_lt(solved[["solution-9-5"]][["integrated"]], solved[["solution-9-5"]][["plain"]])
  expect_match(solved[["solution-9-6"]], "support LRs between 14 and 50")
})

# The types of lines in a plot, in the words of a reader: long dashes are dashes.
line_types_of <- function(plot) {
  drawn <- ggplot2::ggplot_build(plot)$data
  types <- unique(unlist(lapply(drawn, \(layer) layer$linetype)))
  named <- c("blank", "solid", "dashed", "dotted", "dotdash", "longdash", "twodash")
  sub("longdash", "dashed", ifelse(types %in% 0:6, named[match(types, 0:6)], types))
}

# Each heading of a guide with the plots below it and the words that describe their lines and
# colours.
plots_and_words <- function(file) {
  lines <- readLines(file, encoding = "UTF-8")
  lines <- lines[-seq_len(grep("^---$", lines)[2])]
  in_code <- cumsum(startsWith(lines, "```")) %% 2 == 1
  section <- cumsum(startsWith(lines, "## ") & !in_code)
  words_in <- \(text, pattern) {
    tolower(unlist(regmatches(text, gregexpr(pattern, text, ignore.case = TRUE, perl = TRUE))))
  }
  lapply(split(seq_along(lines), section), \(here) {
    code <- lines[here[in_code[here]]]
    text <- lines[here[!in_code[here]]]
    list(
      plots = unique(words_in(code, "plot_(ece|pav|det|tippett|bayes_error|ape|cost)(?=\\()")),
      lines = unique(words_in(text, "\\b(solid|dashed|dotted)\\b")),
      grounds = unique(words_in(text, "\\b(grey|sand-coloured|orange|blue|green)(?= ground)"))
    )
  })
}

test_that("guides name the lines that their plots draw", {
  guides <- c("which-curve", "from-lrs-to-a-validated-system", "calibrating-and-fusing", "lesson-2")
  files <- test_path("..", "..", "vignettes", paste0(guides, ".Rmd"))
  skip_if_not(all(file.exists(files)), "the sources of the vignettes are not here")
  x <- withr::with_seed(1, simulate_lr(40, 40, s = 2, stretch = 2))
  drawn <- list()
  checked <- 0
  for (section in unlist(lapply(files, plots_and_words), recursive = FALSE)) {
    if (length(section$plots) == 0) next
    for (name in setdiff(section$plots, names(drawn))) {
      drawn[[name]] <- line_types_of(getExportedValue("calibrant", name)(x))
    }
    expect_identical(setdiff(section$lines, unlist(drawn[section$plots])), character())
    # The guide calls the shaded ground "shaded", and does not name its colour.
    expect_length(section$grounds, 0)
    checked <- checked + length(section$lines)
  }
  expect_gt(checked, 10)
})

test_that("guides have goals and a summary", {
  guides <- c(
    "which-curve", "from-lrs-to-a-validated-system", "calibrating-and-fusing", "many-classes",
    "validation"
  )
  files <- test_path("..", "..", "vignettes", paste0(guides, ".Rmd"))
  skip_if_not(all(file.exists(files)), "the sources of the vignettes are not here")
  for (file in files) {
    lines <- readLines(file)
    expect_length(grep("[*][*]You will learn[*][*]", lines), 1)
    expect_length(grep("^## Summary", lines), 1)
  }
})

test_that("texts for readers have standard terms", {
  folder <- test_path("..", "..")
  skip_if_not(dir.exists(file.path(folder, "vignettes")), "the sources are not here")
  files <- c(
    list.files(file.path(folder, "vignettes"), "[.]Rmd$", recursive = TRUE, full.names = TRUE),
    file.path(folder, "README.Rmd"),
    list.files(file.path(folder, "inst", "course"), "[.]Rmd$", full.names = TRUE)
  )
  house <- paste0(
    "\\b(honest|flatter(s|ing|y)|boast|to blame|promises|bears? out|borne out|",
    "keeps? its word|is charged|timid)"
  )
  for (file in files) {
    lines <- grep("Honest calibration assessment", readLines(file), value = TRUE, invert = TRUE)
    expect_identical(grep(house, lines, value = TRUE, ignore.case = TRUE), character())
  }
})

test_that("the teacher's guide names slides, questions and materials that exist", {
  guide <- test_path("..", "..", "vignettes", "articles", "teachers-guide.Rmd")
  skip_if_not(file.exists(guide), "the sources of the vignettes are not here")
  lines <- readLines(guide)
  slides <- readLines(system.file("course", "slides.Rmd", package = "calibrant"))
  named <- unlist(regmatches(lines, gregexpr("(?<=slide [*])[^*]+(?=[*])", lines, perl = TRUE)))
  expect_gte(length(named), 1)
  expect_true(all(paste("##", named) %in% slides))
  files <- unlist(regmatches(lines, gregexpr("[a-z-]+[.]Rmd", lines)))
  expect_true(all(nzchar(system.file("course", files, package = "calibrant"))))
})
