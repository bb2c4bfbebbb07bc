number <- function(x) format(signif(x, 3))
read <- function(...) paste(unclass(explain(...)), collapse = " ")

test_that("says how uncertain the truth is before and after the evidence, and how sure that is", {
  x <- set_of(c(2, 1, 3, -1), c(-2, -1, 0.5, -3))
  text <- explain(x, prior = 0.1)
  expect_s3_class(text, "lr_explanation")
  expect_length(text, 1)
  ece <- cross_entropy(x, 0.1)
  for (phrase in c(
    "4 comparisons in which H1 is true", "4 comparisons in which H2 is true",
    "prior probability of H1 of 10 % (odds of 1 to 9)", "uncertain by 0.469 bits",
    paste("With the LRs it is", number(ece), "bits (95 % interval")
  )) {
    expect_match(text, phrase, fixed = TRUE)
  }
})

test_that("the interval is what that of measures() tends to with many replicates", {
  x <- withr::with_seed(3, simulate_lr(40, 90, s = 1.5, stretch = 2))
  for (prior in c(0.1, 0.5)) {
    found <- ece_interval(counts_of(systems_of(x)[[1]]), prior, TRUE)
    drawn <- withr::with_seed(1, measures(x, "cross_entropy", prior = prior, replicates = 2e5))
    expect_equal(c(found$lower, found$upper), c(drawn$lower, drawn$upper), tolerance = 3e-3)
  }
  expect_true(is.na(ece_interval(counts_of(systems_of(x)[[1]]), prior, FALSE)$lower))
  expect_true(is.na(ece_interval(counts_of(systems_of(set_of(1, c(-1, 2)))[[1]]), .5, TRUE)$lower))
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
  expect_match(few, "do not exclude that they do harm")
  calibrated <- withr::with_seed(1, explain(simulate_lr(500, 500, s = 2)))
  expect_match(calibrated, "Recalibration would save less than 5 %")
  expect_no_match(calibrated, "remove")
  reversed <- explain(lr_set(list(h1 = c(-2, -1, -3, .1, -2), h2 = c(2, 3, 1, -.1, 2)),
    scale = "log10"))
  expect_match(reversed, "no calibration which keeps their order can help")
  expect_no_match(reversed, "ecalibration would save")
  separate <- explain(set_of(1:5, -(1:5)))
  expect_match(separate, "not to be learned from them")
})

test_that("says what recalibration would save, and that it is what calibrate() saves", {
  x <- withr::with_seed(1, simulate_lr(3000, 3000, s = 4, stretch = 0.15))
  gain <- cross_entropy(x, 0.5) - cross_entropy(predict(calibrate(x)), 0.5)
  expect_match(explain(x), paste("save about", number(gain), "bits of it"), fixed = TRUE)
  expect_match(explain(x), "Most of that is bad calibration")
})

test_that("says when LRs do not help, and where they do", {
  expect_match(explain(set_of(c(-1, 1), c(2, -1))), "do harm on these comparisons")
  expect_match(explain(set_of(c(-1, 1), c(2, -1))), "no prior at which the LRs are better")
  x <- set_of(c(2, 1, 2, 1, -2.4), c(-2, -1, -2, -1, 2.3))
  ends <- unlist(useful_range(x)[2:3])
  expect_match(explain(x), sprintf("between 1 to %s and %s to 1", number(10^-ends[[1]]),
    number(10^ends[[2]])), fixed = TRUE)
})

test_that("says that the uncertainty is infinite, without a warning on top", {
  x <- set_of(c(-Inf, 1, 2), c(-1, -2))
  expect_no_warning(text <- explain(x))
  expect_match(text, "infinite, because some of them claim certainty and are wrong")
  expect_no_match(text, "Recalibration")
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
  for (i in 1:3) expect_match(text[i], calibrant:::format_number(cllr(x)[[i]]), fixed = TRUE)
  bad <- loglik_set(5 * x["lda"]$log_lik, x["lda"]$truth, "ln")
  expect_match(explain(bad), "better to ignore")
  wrong <- loglik_set(rbind(c(-Inf, 0), c(1, 0), c(0, 1)), c(1, 1, 2), "ln")
  expect_match(suppressWarnings(explain(wrong)), "in 1 trial the true class was excluded")
})

test_that("with a level, intervals are those of the bootstrap, and the ends have some", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10", source1 = "item1",
    source2 = "item2")["mvn"]
  withr::local_seed(1)
  text <- explain(x, prior = c(0.1, 0.5), level = 0.9, replicates = 100)
  withr::local_seed(1)
  found <- measures(x, "cross_entropy", c(0.1, 0.5), replicates = 100, level = 0.9, by = "source")
  ends <- useful_range(x, level = 0.9, by = "source", replicates = 100)
  interval <- sprintf("(90 %% interval %s to %s)", number(found$lower), number(found$upper))
  for (i in 1:2) expect_match(text[i], interval[i], fixed = TRUE)
  expect_match(text, odds_text(ends$min_lower), fixed = TRUE)
  expect_match(text, odds_text(ends$max_upper), fixed = TRUE)
  expect_match(text, "share items")
  expect_match(explain(x, level = 0.9, by = "trial", replicates = 20), "as independent")
})

test_that("ends without limits are not spoken of", {
  said <- \(begins, ends) {
    say("ends", list(
      level = 0.95, begins = limits_text(begins, -Inf), ends = limits_text(rev(ends), Inf)
    ))
  }
  expect_match(said(c(-2, -1), c(NA, NA)), "begin .* between 1 to 100 and 1 to 10 \\(95 % interval")
  expect_no_match(said(c(-2, -1), c(NA, NA)), "cease")
  expect_match(said(numeric(), c(1, Inf)), "cease .* of no less than 10 to 1 ")
  expect_match(said(numeric(), c(-Inf, 1)), "cease .* of no more than 10 to 1, if they ever are ")
  expect_match(said(c(-Inf, 1), c(1, 2)), "of no more than 10 to 1, and .* 10 to 1 and 100 to 1 ")
  expect_match(said(c(-1, Inf), c(1, 2)), "of no less than 1 to 10, if at all, and cease")
  expect_identical(said(numeric(), numeric()), "")
  expect_identical(said(c(-Inf, Inf), numeric()), "")
  nowhere <- withr::with_seed(1, {
    explain(set_of(c(-1, 1, -2, 0.5, -3), c(2, -1, 3, 1, 2)), level = 0.95, replicates = 20)
  })
  expect_match(nowhere, "no prior at which")
})

test_that("no line ends within a number, nor between it and its unit", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  text <- explain(x, prior = c(0.5, 0.01))
  for (width in 30:80) {
    lines <- withr::with_options(list(width = width), capture.output(print(text)))
    goes_on <- grepl("^([0-9]{3}\\b|%|bit)", lines[-1])
    expect_false(any(grepl("[0-9]$", lines[-length(lines)]) & goes_on))
    # Nothing but the ends of the lines has changed.
    expect_identical(gsub("\\s+", " ", paste(lines, collapse = " ")),
      gsub("\\s+", " ", paste(unclass(text), collapse = " ")))
  }
})
