number <- function(x) format(signif(x, 3))
read <- function(...) paste(unclass(explain(...)), collapse = " ")
hall_limits <- function(x, prior, unweighted = TRUE) {
  ece_interval(explained_counts(systems_of(x)[[1]]), prior, unweighted)
}

test_that("explain() is found whether dplyr is attached before or after", {
  skip_if_not_installed("dplyr")
  for (order in list(c("dplyr", "calibrant"), c("calibrant", "dplyr"))) {
    script <- c(
      sprintf(".libPaths(%s)", paste(deparse(.libPaths()), collapse = "")),
      sprintf("library(%s, warn.conflicts = FALSE)", order), "set.seed(1)",
      "x <- simulate_lr(50, 60)", "stopifnot(is.character(explain(x)))",
      "stopifnot(is.character(explain(calibrate(x))))", "cat('explained')"
    )
    run <- c("--vanilla", "-e", shQuote(paste(script, collapse = "; ")))
    said <- system2(file.path(R.home("bin"), "Rscript"), run, stdout = TRUE, stderr = TRUE)
    expect_match(paste(said, collapse = " "), "explained")
  }
  skip_if_not_installed("RSQLite")
  skip_if_not_installed("dbplyr")
  table <- dbplyr::memdb_frame(a = 1:2)
  expect_output(suppressMessages(explain(table)), "SELECT|SCAN")
})

test_that("says how uncertain the truth is before and after the evidence, and how sure that is", {
  x <- set_of(c(2, 1, 3, -1, 2), c(-2, -1, 0.5, -3, -1))
  text <- explain(x, prior = 0.1)
  expect_s3_class(text, "lr_explanation")
  expect_length(text, 1)
  ece <- cross_entropy(x, 0.1)
  hall <- c(hall_limits(x, 0.1), null = ece_null(qlogis(0.1)))
  for (phrase in c(
    "5 comparisons in which H1 is true", "5 comparisons in which H2 is true",
    "prior probability of H1 of 10 % (odds of 1 to 9)", "uncertain by 0.469 bits",
    paste("With the LRs it is", bits_text(number_of_interval(ece, hall)), "(95 % interval")
  )) {
    expect_match(text, phrase, fixed = TRUE)
  }
})

test_that("the interval is that of measures()", {
  x <- withr::with_seed(3, simulate_lr(40, 90, s = 1.5, stretch = 2))
  separate <- set_of(h1 = 1:8, h2 = -(1:9))
  for (prior in c(0.1, 0.5)) {
    found <- hall_limits(x, prior)
    drawn <- measures(x, "cross_entropy", prior = prior, replicates = 20)
    expect_equal(c(found$lower, found$upper), c(drawn$lower, drawn$upper))
    apart <- hall_limits(separate, prior)
    drawn <- measures(separate, "cross_entropy", prior = prior, replicates = 20)
    expect_equal(c(apart$lower, apart$upper), c(drawn$lower, drawn$upper))
  }
  expect_true(is.na(hall_limits(x, prior, unweighted = FALSE)$lower))
  expect_true(is.na(hall_limits(set_of(1, c(-1, 2)), .5)$lower))
})

test_that("priors are in per cent, also next to 1, and odds the right way round", {
  x <- set_of(c(1, -0.5), c(-1, 0.5))
  expect_match(explain(x, prior = 0.75), "75 % (odds of 3 to 1)", fixed = TRUE)
  expect_match(explain(x, prior = 0.2), "20 % (odds of 1 to 4)", fixed = TRUE)
  expect_match(explain(x), "50 % (odds of 1 to 1)", fixed = TRUE)
  expect_match(explain(x, prior = .999999), "99.9999 % (odds of 1 000 000 to 1)", fixed = TRUE)
})

test_that("claims no more than the trials support", {
  few <- explain(lr_set(list(h1 = c(3, .8, 20), h2 = c(.1, .5, 1.4)), scale = "lr"))
  expect_match(few, "support no LR other than 1")
  expect_match(few, "not settled whether the LRs help or do harm at this prior")
  calibrated <- withr::with_seed(1, explain(simulate_lr(500, 500, s = 2)))
  expect_match(calibrated, "Logistic calibration would remove less than 5 %")
  expect_match(calibrated, "The LRs help: they reduce the uncertainty to")
  reversed <- explain(lr_set(list(h1 = c(-2, -1, -3, .1, -2), h2 = c(2, 3, 1, -.1, 2)),
    scale = "log10"))
  expect_match(reversed, "No calibration that keeps their order can help")
  expect_no_match(reversed, "calibration would remove")
  separate <- explain(set_of(1:5, -(1:5)))
  expect_match(separate, "cannot be learned from them")
})

test_that("says what logistic calibration would remove, as calibrate() does", {
  x <- withr::with_seed(1, simulate_lr(3000, 3000, s = 4, stretch = 0.15))
  gain <- cross_entropy(x, 0.5) - cross_entropy(predict(calibrate(x)), 0.5)
  said <- sub(".*most of this uncertainty on these comparisons, ([0-9.]+) .*", "\\1", explain(x))
  expect_equal(as.numeric(said), gain, tolerance = 5e-3)
})

test_that("says when LRs do not help, and where they do", {
  bad <- set_of(c(-1, 1, -2, -2, -3), c(2, -1, 3, 2, 4))
  expect_match(explain(bad), "The LRs do harm at this prior: they raise", fixed = TRUE)
  expect_match(explain(set_of(c(-1, 1), c(2, -1))), "no prior at which the LRs are better")
  x <- set_of(c(2, 1, 2, 1, -2.4), c(-2, -1, -2, -1, 2.3))
  ends <- vapply(useful_range(x)[c("prior_min", "prior_max")], span_end_text, "")
  expect_match(explain(x), paste("between", ends[1], "and", ends[2]), fixed = TRUE)
})

test_that("says that the uncertainty is infinite, without a warning on top", {
  x <- set_of(c(-Inf, 1, 2), c(-1, -2))
  expect_no_warning(text <- explain(x))
  expect_match(text, "infinite, because some of them claim certainty and are wrong")
  expect_no_match(text, "calibration would")
})

test_that("has a paragraph per system and prior, in the words of the user", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10",
    hypotheses = c(h1 = "the fragments come from the same window", h2 = "they do not"))
  text <- explain(x, prior = c(0.01, 0.5))
  expect_length(text, 4)
  expect_match(text[1:2], "System mvn")
  expect_match(text[3:4], "System mvk")
  expect_match(text[c(1, 3)], "H1 of 1 %")
  expect_match(text[1], "19 900 comparisons in which they do not (H2)", fixed = TRUE)
  expect_no_match(text, "trial")
})

test_that("prints wrapped paragraphs", {
  withr::local_options(width = 60)
  text <- explain(set_of(1, -1), prior = c(0.1, 0.5))
  output <- capture.output(shown <- withVisible(print(text)))
  expect_identical(shown$value, text)
  expect_false(shown$visible)
  expect_true(all(nchar(output) < 60))
  paragraphs <- grep("^The system was tested", output)
  expect_length(paragraphs, 2)
  expect_equal(output[paragraphs[2] - 1], "")
})

test_that("takes what lr_set() takes and refuses certain priors and scores", {
  expect_equal(
    explain(c(1, -1), truth = c(TRUE, FALSE), scale = "ln", prior = 0.2),
    explain(set_of(1, -1), prior = 0.2)
  )
  for (prior in list(0, 1, 2, NA, "a", numeric())) {
    expect_error(explain(set_of(1, -1), prior = prior), class = "calibrant_error_input")
  }
  expect_error(explain(set_of(1, -1, scale = "score")), class = "calibrant_error_score")
})

test_that("recognisers of many classes are explained by the numbers of their summary", {
  x <- loglik_set(glass_type, truth = "type", system = "recogniser")
  text <- explain(x)
  expect_length(text, 3)
  expect_match(text[1], "214 trials of 6 classes")
  expect_match(text, calibrant:::format_number(log2(6)), fixed = TRUE)
  stated <- as.numeric(sub(".*recogniser it is ([0-9.]+) bits.*", "\\1", text))
  expect_equal(stated, unname(cllr(x)), tolerance = 0.05)
  bad <- loglik_set(5 * x["lda"]$log_lik, x["lda"]$truth, "ln")
  withr::local_seed(1)
  expect_match(explain(bad), "does harm: ignoring it is better")
  expect_match(explain(x["lda"]), "not settled whether using the recogniser is better")
  log_lik <- diag(2)[rep(1:2, 40), ] * stats::rnorm(80, 2, 0.5)
  good <- loglik_set(log_lik, rep(1:2, 40), "ln")
  expect_no_match(explain(good), "ignore")
  wrong <- loglik_set(rbind(c(-Inf, 0), c(1, 0), c(0, 1)), c(1, 1, 2), "ln")
  expect_match(suppressWarnings(explain(wrong)), "it excluded the true class in 1 trial")
})

test_that("with a level, intervals are those of the bootstrap, and settle what is settled", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10", source1 = "item1",
    source2 = "item2")["mvn"]
  withr::local_seed(1)
  text <- explain(x, prior = c(0.1, 0.5), level = 0.9, replicates = 100)
  withr::local_seed(1)
  at <- c(0.1, 0.5, plogis(log(10) * verdict_odds))
  along <- measures(x, "cross_entropy", at, replicates = 100, level = 0.9, by = "source")
  found <- along[1:2, ]
  along <- along[-(1:2), ]
  for (i in 1:2) {
    fact <- c(as.list(found[i, ]), level = 0.9, null = ece_null(qlogis(at[i])))
    expect_match(text[i], say("interval", fact), fixed = TRUE)
  }
  expect_match(text[1], "The LRs do harm at this prior", fixed = TRUE)
  expect_match(text[2], "do not settle whether the LRs help or do harm")
  settled <- settled_facts(along, c(200, 200))
  expect_identical(settled$helps, "")
  expect_match(text, paste("do harm at prior probabilities", settled$harms), fixed = TRUE)
  expect_match(text, "share items")
  expect_match(explain(x, level = 0.9, by = "trial", replicates = 20), "assume.*independent")
})

test_that("what intervals settle is said, and what they do not", {
  n <- length(verdict_odds)
  none <- ece_null(log(10) * verdict_odds)
  said <- \(lower, upper, sizes = c(15, 40)) {
    rows <- data.frame(estimate = (lower + upper) / 2, lower, upper)
    say("settled", c(list(level = 0.95, ece = 0.5, null = 1), settled_facts(rows, sizes)))
  }
  known <- rep(NA_real_, n)
  expect_match(said(known, known), "No interval can be given")
  expect_match(said(none - 0.1, none + 0.1), "settle this at no prior probability")
  help <- "help at prior probabilities between 0.1 % and 99.9 %.$"
  expect_match(said(none - 0.1, none - 0.01), help)
  expect_match(said(none + 0.01, none + 0.1), "do harm at prior probabilities between 0.1 % and")
  both <- said(none + rep(c(0.01, -0.1), c(9, n - 9)), none + rep(c(0.1, -0.01), c(9, n - 9)))
  expect_match(both, "help at prior probabilities between 15 % and 99.9 %, and do harm")
  one <- said(none - 0.1, replace(none + 0.1, 13, 0))
  expect_match(one, "help at prior probabilities of 50 %.", fixed = TRUE)
  # An interval may exclude the cost of no evidence at one prior, but include it for all priors
  # together.
  expect_match(said(none - 0.1, none - 0.001), "settle this at no prior probability")
  expect_match(said(none - 0.1, none - 0.01, c(14, 1000)), "fewer than 15 comparisons")
})

test_that("few comparisons settle nothing", {
  tiny <- lr_set(list(h1 = c(1.2, .3, 2.1, -.4, .9), h2 = c(-2, -.7, .2, -1.1, -3, .6, -.9)),
    scale = "log10")
  expect_match(explain(tiny), "every prior. With fewer than 15 comparisons of a hypothesis, this")
  expect_match(explain(lr_set(h1 = c(1, 2), h2 = c(-1, -2), scale = "log10")),
    "No interval can be given, so this is not settled")
})

test_that("no line ends within a number, nor between it and its unit", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  text <- explain(x, prior = c(0.5, 0.01))
  for (width in 30:80) {
    lines <- withr::with_options(list(width = width), capture.output(print(text)))
    goes_on <- grepl("^([0-9]{3}\\b|%|bit)", lines[-1])
    expect_false(any(grepl("[0-9]$", lines[-length(lines)]) & goes_on))
    # Only the ends of the lines have changed.
    expect_identical(gsub("\\s+", " ", paste(lines, collapse = " ")),
      gsub("\\s+", " ", paste(unclass(text), collapse = " ")))
  }
})

test_that("LRs separate the hypotheses only if LR = 1 does", {
  truth <- rep(c(TRUE, FALSE), each = 20)
  noise <- withr::with_seed(1, runif(40))
  by <- \(shift) lr_set(ifelse(truth, 3, -3) + noise + shift, truth, scale = "ln")
  for (shift in c(6, -6)) {
    expect_match(explain(by(shift)), "a threshold separates .* but it is not LR = 1")
    expect_no_match(explain(by(shift)), "the LRs separate")
  }
  expect_match(explain(by(0)), "the LRs separate the hypotheses without error")
  # LR = 1 supports neither hypothesis.
  expect_match(explain(set_of(c(0, 1, 2), c(-1, -2, -3))), "the LRs separate")
})

# Sets of many kinds: few and many trials; LRs that help, are harmful or undecided; certain,
# separated, reversed or weak LRs; comparisons that share items.
kinds_of_sets <- function() {
  pair <- \(n1, n2, s, slope = 1, shift = 0) {
    simulate_lr(n1, n2, s = s, stretch = slope) |> (\(x) lr_set(x$value + shift, x$truth, "ln"))()
  }
  sizes <- list(few = c(8, 12), some = c(40, 60), many = c(600, 2000))
  stretched <- list(calibrated = c(1, 0), large = c(2.5, 0), small = c(0.4, 0), shifted = c(1, 3))
  made <- lapply(sizes, \(n) lapply(stretched, \(by) lapply(c(weak = 0.7, strong = 3), \(s) {
    pair(n[1], n[2], s, by[1], by[2])
  })))
  others <- list(
    reversed = lr_set(h1 = c(-2, -1, -3, .1, -2), h2 = c(2, 3, 1, -.1, 2), scale = "log10"),
    separated = set_of(1:8, -(1:8)), wrong = set_of(c(-Inf, 1, 2), c(-1, -2)),
    certain = set_of(c(Inf, 1, 2, .5, 1, -1), c(-1, -2, -.5, .2, -1)), two = set_of(1, -1),
    nothing = set_of(rep(0, 9), rep(0, 9))
  )
  c(unlist(unlist(made, FALSE), FALSE), others)
}

test_that("200 paragraphs say of their numbers what is so", {
  skip_unless_extended()
  withr::local_seed(1)
  sets <- kinds_of_sets()
  priors <- c(0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999)
  said <- character()
  for (name in names(sets)) {
    x <- sets[[name]]
    text <- unclass(explain(x, prior = priors))
    for (i in seq_along(priors)) {
      fact <- explain_facts(x, 1, priors[i])
      verdict <- c(
        helps = grepl("The LRs help: they reduce", text[i]),
        harms = grepl("The LRs do harm at this prior|uncertainty is infinite", text[i]),
        same = grepl("make no difference", text[i]),
        open = grepl("not settle (whether|that) the LRs|not settled whether the LRs help", text[i])
      )
      expected <- c(
        helps = isTRUE(fact$upper < fact$null) && !fact$few,
        harms = isTRUE(fact$lower > fact$null) || fact$ece == Inf, same = fact$ece == fact$null
      )
      expect_identical(unname(verdict), unname(c(expected, !any(expected))), info = name)
    }
    said <- c(said, paste0("[", name, ", ", 100 * priors, " %] ", text))
  }
  expect_gt(length(said), 200)
  expect_no_match(said, "NA|NaN|\\(\\)|  |[a-z]_[a-z]+\\(|\\{|\\}| \\.|\\.\\.|e[-+][0-9]")
  local_edition(3)
  expect_snapshot(writeLines(said))
})

test_that("so many paragraphs as nobody reads are refused at once", {
  systems <- rep(sprintf("s%d", 1:201), each = 4)
  many <- lr_set(rep(c(2, 1, -1, -2), 201), rep(c(TRUE, TRUE, FALSE, FALSE), 201),
    system = systems, scale = "ln")
  expect_error(explain(many), "201", class = "calibrant_error_input")
  expect_error(explain(many["s1"], prior = 1:300 / 301), "300", class = "calibrant_error_input")
})

test_that("says which LRs are certain, and what was never seen", {
  set.seed(41)
  h1 <- c(rnorm(90, 1), rep(Inf, 10))
  h2 <- c(rnorm(45, -1), rep(-Inf, 15))
  text <- read(lr_set(h1 = h1, h2 = h2, scale = "log10"))
  expect_match(text, "In 25 comparisons the LR is 0 or infinity, and right.", fixed = TRUE)
  # At the limit, the probability of no wrong one in 60 comparisons is 5 %.
  limit <- uniroot(\(p) dbinom(0, 60, p) - 0.05, c(1e-6, 0.5), tol = 1e-12)$root
  expect_match(text, sprintf("up to %.2f %% of comparisons", 100 * limit), fixed = TRUE)
  # LRs that are all infinite can only be wrong under H2, and LRs that are all 0 under H1.
  one <- read(lr_set(h1 = rnorm(100, 1), h2 = c(-Inf, h2[1:45]), scale = "log10"))
  expect_match(one, "In 1 comparison the LR.*up to 2.95 %")
  expect_no_match(read(lr_set(h1 = h1[1:90], h2 = h2[1:45], scale = "log10")), "infinity")
  wrong <- suppressWarnings(read(lr_set(h1 = h1, h2 = c(h2, Inf), scale = "log10")))
  expect_no_match(wrong, "never seen")
  weighted <- lr_set(c(h1, h2), rep(1:0, c(100, 60)), scale = "log10", weight = rep(2, 160))
  expect_match(read(weighted), "never seen, but a single one")
})

test_that("LRs that are all alike do not tell the hypotheses apart", {
  text <- read(lr_set(rep(1, 40), rep(1:0, 20), scale = "lr"))
  expect_match(text, "leaves 1 bit, as much as without LRs", fixed = TRUE)
  expect_no_match(text, "too good|not settled")
})

# A paragraph in both languages against the set of its system and the intervals behind it. Returns
# the verdicts.
expect_true_paragraph <- function(text, german, x, prior) {
  all <- intervals_of(x, prior)
  expected <- suppressWarnings(verdicts_of(x, prior, all))
  expect_setequal(verdicts_in(text, "en"), expected)
  expect_setequal(verdicts_in(german, "de"), expected)
  expect_equal(sort(numbers_in(german, "de")), sort(numbers_in(text, "en")))
  expect_no_match(c(text, german), "NA|NaN|[{}]|  | [.]|e[-+][0-9]")
  number <- "([0-9.]+)"
  pattern <- paste0("(?:uncertainty to|With the LRs it is) ", number, " bits? \\(95 % interval ",
    number, " to ", number, "\\)")
  stated <- regmatches(text, regexec(pattern, text, perl = TRUE))[[1]][-1]
  none <- sub(".*uncertain by ([0-9.]+) bit.*", "\\1", text)
  expect_true(rounds(none, ece_null(qlogis(prior))))
  if (length(stated) > 0) {
    for (k in 1:3) {
      expect_true(rounds(stated[k], all[[c("estimate", "lower", "upper")[k]]][1]), info = text)
    }
    # No rounding turns the verdict.
    ends <- as.numeric(stated[2:3]) - as.numeric(none)
    if (any(c("helps", "scarce") %in% expected)) expect_lt(ends[2], 1e-9)
    if ("harms" %in% expected) expect_gt(ends[1], -1e-9)
    if ("open" %in% expected) expect_true(ends[1] <= 0 && ends[2] >= 0)
  }
  limits <- regmatches(text, regexec("LRs between ([0-9 ./]+) and ([0-9 .]+);", text))[[1]][-1]
  if (length(limits) > 0) {
    given <- log10(vapply(gsub("([0-9]) ([0-9])", "\\1\\2", limits), \(t) eval(str2lang(t)), 0))
    bounds <- unname(coef(bound_lr(x)))
    expect_true(all(abs(given) <= abs(bounds) + 1e-9 & abs(given) >= abs(bounds) - 0.05))
  }
  expected
}

test_that("verdicts and numbers of random sets are those of the numbers, in both languages", {
  withr::local_seed(54)
  said <- list()
  # All thousand sets take minutes.
  for (i in seq_len(if (is_extended()) 1000 else 20)) {
    x <- suppressWarnings(sentence_set())
    prior <- sample(c(0.001, 0.01, 0.1, 0.3, 0.5, 0.8, 0.99, 0.9999), 1)
    told <- lapply(c("en", "de"), \(language) suppressWarnings(withr::with_seed(1,
      withr::with_language(language, unclass(explain(x, prior, replicates = 20)))
    )))
    for (k in seq_len(n_systems(x))) {
      one <- if (n_systems(x) > 1) x[system_names(x)[k]] else x
      said <- c(said, list(expect_true_paragraph(told[[1]][k], told[[2]][k], one, prior)))
    }
  }
  expect_gt(length(unique(unlist(said))), 6)
})
