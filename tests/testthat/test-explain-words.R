# Templates in the functions of a file, in the form in which they are looked up.
templates <- function(e) {
  if (!is.call(e)) {
    return(character())
  }
  own <- switch(if (is.name(e[[1]])) as.character(e[[1]]) else "",
    label = if (is.character(e[[2]])) e[[2]]
  )
  c(own, unlist(lapply(as.list(e), \(part) if (!missing(part)) templates(part))))
}

test_that("every sentence has its German, with the same places for numbers", {
  german <- german_words()
  spoken <- "sentence|_text$|decision_words|margin_|^report_|^section_"
  names <- grep(spoken, ls(asNamespace("calibrant")), value = TRUE)
  found <- unlist(lapply(names, \(name) {
    f <- get(name, asNamespace("calibrant"))
    if (is.function(f)) templates(body(f))
  }))
  cases <- do.call(rbind, sentences())
  texts <- c(cases$Text, cases$One[!is.na(cases$One)])
  worded <- grepl("[[:alpha:]]", gsub("[{][a-z0-9_]+[}]", "", texts))
  found <- unique(trimws(c(found, texts[worded], verbal_tables()$level)))
  expect_gt(length(found), 180)
  expect_identical(setdiff(found, names(german)), character())
  places <- \(text) sort(unlist(regmatches(text, gregexpr("%[s%]|[{][a-z0-9_]+[}]", text))))
  for (id in found) for (one in german[[id]]) expect_identical(places(one), places(id), info = id)
})

test_that("of a sentence the first case is said that holds, with its slots filled", {
  expect_identical(say("odds", list(log10_odds = -Inf, size = Inf, large = "x")), "certainty")
  expect_identical(say("who", list(named = TRUE, system = "{n} %s {h1}")), "System {n} %s {h1}")
  expect_identical(say("missing", list(estimate = 0.5, lower = NA, upper = NA)), "0.5 bits")
  missing <- say("missing", list(estimate = 1, lower = 0.5, upper = 2))
  expect_identical(missing, "1.0 bits (0.5 to 2.0)")
  expect_identical(say("about", list(named = FALSE)), "")
  expect_identical(say("comparisons", list(n = 1)), "1 comparison")
})

test_that("all that sentences name is a slot, a sentence or a format", {
  known <- list(cases = sentences(), formats = sentence_store$formats)
  texts <- unlist(lapply(known$cases, `[[`, "Text"))
  slots <- gsub("[{}]", "", unlist(regmatches(texts, gregexpr("[{][a-z0-9_]+[}]", texts))))
  expect_identical(setdiff(names(known$formats), slots), character())
  expect_identical(setdiff(unname(known$formats), names(slot_formats)), character())
  for (when in unlist(lapply(known$cases, `[[`, "When"))) {
    condition <- "^(\\w+ (==|<|>|<=|>=) (-?[[:alnum:]_.]+|\"[^\"]*\")( & |$))+$"
    if (!is.na(when)) expect_match(when, condition)
  }
})

test_that("sentences follow the language of the session", {
  german <- withr::with_language("de", verbal_scale(350, "lr")$sentence)
  expect_match(german, "350 Mal wahrscheinlicher")
  x <- set_of(c(2, 1), c(-1, -2))
  expect_match(withr::with_language("de", unclass(explain(x))), "Ungewissheit")
})

test_that("numbers in sentences have the decimal mark of the language, or the one that is chosen", {
  x <- set_of(c(2, 1, -0.5), c(-1, -2, 0.25))
  said <- \(language, mark = ".") {
    withr::local_options(OutDec = mark)
    text <- withr::with_language(language, unclass(explain(x, prior = 0.125)))
    expect_identical(getOption("OutDec"), mark)
    text
  }
  expect_match(said("en"), "12.5 %", fixed = TRUE)
  expect_match(said("en", ","), "12,5 %", fixed = TRUE)
  german <- said("de")
  expect_match(german, "12,5 %", fixed = TRUE)
  expect_no_match(german, "[0-9][.][0-9]")
  verbal <- withr::with_language("de", verbal_scale(1.5, "lr")$sentence)
  expect_match(verbal, "1,5 Mal", fixed = TRUE)
  fit <- withr::with_language("de", unclass(explain(calibrate(x, penalty = 1))))
  expect_no_match(fit, "[0-9][.][0-9]")
})

test_that("sentences are these", {
  local_edition(3)
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10",
    hypotheses = c(h1 = "the fragments come from the same window", h2 = "they do not"))
  expect_snapshot(cat(unclass(explain(x, prior = c(0.01, 0.5))), sep = "\n"))
  values <- c(350, 1, 1 / 20, 1.05, 1.5, 0, Inf, 1e9)
  expect_snapshot(cat(verbal_scale(values, "lr")$sentence, sep = "\n"))
})

test_that("a p-value is told no closer than its distribution is known", {
  expect_identical(p_value_text(0.0312), "p = 0.031")
  expect_identical(p_value_text(4.1e-82), "p < 0.000001")
  expect_identical(p_value_text(1e-6), "p = 0.000001")
  # A number is on its side of the limit with which a verdict compares it.
  expect_identical(p_value_text(0.0496), "p = 0.0496")
  expect_identical(p_value_text(0.009996), "p = 0.009996")
  expect_identical(p_value_text(0.05), "p = 0.05")
})

test_that("every number that a verdict compares with another prints on its side of it", {
  printed <- \(text, pattern) as.numeric(regmatches(text, regexec(pattern, text))[[1]][-1])
  ends <- "([0-9.]+) bits? .*interval ([0-9.]+) to ([0-9.]+)"
  withr::local_seed(541)
  for (i in 1:300) {
    # Ends near the uncertainty without evidence, in any size.
    null <- 10^runif(1, -6, 0)
    gap <- sample(c(-1, 1), 1) * 10^runif(1, -5.5, -0.5)
    upper <- null * (1 + gap)
    fact <- list(
      null = null, lower = upper * runif(1, 0.2, 0.9999), upper = upper, level = 0.95,
      first = FALSE, prior = 0.5, delivered = 0.1, few = i %% 3 == 0
    )
    if (gap > 0 && i %% 2 == 0) fact$lower <- null * (1 + gap * runif(1, 0.01, 0.9))
    fact$ece <- mean(c(fact$lower, fact$upper))
    near <- sign(gap) * max(abs(gap) / 100, 3e-6)
    none <- printed(say("before", fact), "uncertain by ([0-9.]+) bit")
    found <- printed(say("after", fact), ends)
    expect_equal(sign(found[2:3] - none), sign(c(fact$lower, fact$upper) - null), info = i)
    expect_true(found[2] <= found[1] && found[1] <= found[3])
    of_classes <- list(cross_entropy_null = null, cross_entropy = fact$ece, level = 0.95,
      cross_entropy_cal = 0.1, lower = fact$lower, upper = fact$upper)
    none <- printed(say("classes_before", c(of_classes, flat = TRUE)), "is ([0-9.]+) bit")
    found <- printed(say("classes_after", c(of_classes, named = FALSE)), ends)
    expect_equal(sign(found[2:3] - none), sign(c(fact$lower, fact$upper) - null), info = i)
    claims <- list(ece = 1, claimed = null, told = upper, claims_p = 0.5, reversed = FALSE)
    found <- printed(say("claims", claims), "claim ([0-9.]+) bits? .* deliver ([0-9.]+) bit")
    expect_equal(sign(found[1] - found[2]), -sign(gap))
    informs <- list(prior = 0.5, null = 1, information = 0.2, lower = 0.05 * null, upper = 0.5,
      level = 0.95)
    expect_gt(printed(say("conclusions_tell", informs), ends)[2], 0)
    saved <- 0.5 * (1 + near)
    text <- say("blame", list(
      min = 0.1, null = 1, saved = saved, gain = 0.1, reversed = FALSE, parted = FALSE
    ))
    share <- printed(text, "[(]([0-9.]+) %[)]")
    expect_equal(share < 50, grepl("would remove [0-9.]+ bit", text))
    p <- 0.05 * (1 + near)
    expect_equal(printed(p_value_text(p), "([0-9.]+)") < 0.05, p < 0.05)
    # Regions of the calibration, and e-values.
    slope <- printed(slope_words(sort(c(1 + near, 1 + 3 * sign(gap) * 0.3))),
      "([0-9.]+) to ([0-9.]+) times")
    expect_false(any(slope == 1))
    factor <- printed(shift_words(sort(c(near, sign(gap) * 0.3))),
      "factor of ([0-9.]+) to ([0-9.]+)")
    expect_true(all(factor > 1))
    expect_equal(printed(format_e(log(20 * (1 + near)), 20), "([0-9.]+)") < 20, gap < 0)
  }
})
