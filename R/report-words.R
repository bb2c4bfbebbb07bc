# All sentences that the package writes for reports, ready for translation (see po/). A template is
# one literal string inside `gettextf()`, so that it is found by what collects them.

# Words that stand for a number of things or for a number.

comparisons_text <- function(n) {
  sprintf(
    ngettext(n, "%s comparison", "%s comparisons"), plain_count(n)
  )
}

bits_text <- function(bits) {
  number <- format_number(bits)
  if (number == "1") {
    return(gettext("1 bit"))
  }
  paste(number, gettext("bits"))
}

share_text <- function(share, digits = 3) {
  percent <- 100 * share
  # Near 100 the distance from it is what counts: 99.9999 is not 100.
  if (percent > 50 && percent < 100) {
    percent <- 100 - signif(100 - percent, digits)
    return(paste(format(percent, digits = 15), "%"))
  }
  paste(format_number(percent, digits), "%")
}

# "1 to 99" or "3 to 1".
odds_text <- function(log10_odds) {
  if (is.infinite(log10_odds)) {
    return(gettext("certainty"))
  }
  large <- odds_number(10^abs(log10_odds))
  if (log10_odds < 0) {
    gettextf("1 to %s", large)
  } else {
    gettextf("%s to 1", large)
  }
}

# 1 000 000 rather than 1e+06, as far as such a number can be read.
odds_number <- function(x) {
  if (x < 1e3 || x >= 1e12) format_number(x) else plain_count(signif(x, 3))
}

prior_text <- function(prior) {
  gettextf("%s (odds of %s)", share_text(prior), odds_text(from_ln(stats::qlogis(prior), "log10")))
}

# Explanations of a system at one prior. `fact` is a row of `explain_facts()`, as a list.

sentence_trials <- function(fact) {
  who <- if (fact$named) {
    gettextf("System %s", fact$system)
  } else {
    gettext("The system")
  }
  n_h1 <- comparisons_text(fact$n_h1)
  n_h2 <- comparisons_text(fact$n_h2)
  if (is.null(fact$hypotheses)) {
    return(gettextf(
      "%s was tested on %s in which H1 is true and on %s in which H2 is true.", who, n_h1, n_h2
    ))
  }
  gettextf(
    "%s was tested on %s in which %s (H1) and on %s in which %s (H2).", who, n_h1,
    fact$hypotheses[["h1"]], n_h2, fact$hypotheses[["h2"]]
  )
}

sentence_before <- function(fact) {
  gettextf(
    paste(
      "Before the evidence, at a prior probability of H1 of %s, the truth is uncertain by %s",
      "(0 bits is certainty, 1 bit a coin that is tossed)."
    ),
    prior_text(fact$prior), bits_text(fact$null)
  )
}

sentence_after <- function(fact) {
  if (is.infinite(fact$ece)) {
    return(gettext(paste(
      "With the LRs it is infinite, because some of them claim certainty and are wrong",
      "(LR = 0 under H1 or LR = infinity under H2)."
    )))
  }
  if (fact$ece == fact$null) {
    return(gettext("With the LRs it is the same: at this prior they make no difference."))
  }
  after <- paste0(bits_text(fact$ece), interval_text(fact$lower, fact$upper, fact$level))
  if (fact$ece > fact$null) {
    return(gettextf(
      "With the LRs it is %s on average: at this prior they do harm on these comparisons.", after
    ))
  }
  delivered <- share_text(1 - fact$ece / fact$null, 2)
  if (is.na(fact$upper) || fact$upper < fact$null) {
    return(gettextf(
      "With the LRs it is %s on average: they deliver %s of what was missing.", after, delivered
    ))
  }
  gettextf(
    paste(
      "With the LRs it is %s on average: they deliver %s of what was missing, but so few",
      "comparisons do not exclude that they do harm."
    ),
    after, delivered
  )
}

# Nothing where the interval is not known.
interval_text <- function(lower, upper, level) {
  if (is.na(lower)) {
    return("")
  }
  gettextf(" (%s interval %s to %s)", share_text(level), format_number(lower), format_number(upper))
}

# What limits the system: `gain` is what a recalibration by two numbers would save.
sentence_blame <- function(fact) {
  if (fact$reversed) {
    return(gettext(paste(
      "The comparisons under H1 have the smaller LRs, so that no calibration which keeps their",
      "order can help: either the hypotheses are exchanged in the data, or the system is worse",
      "than chance."
    )))
  }
  if (fact$min == 0) {
    return(gettext(paste(
      "The LRs tell the hypotheses apart without an error on these comparisons. How strong such",
      "LRs may be is then not to be learned from them."
    )))
  }
  if (is.infinite(fact$ece) || is.na(fact$gain)) {
    return(gettextf(
      paste(
        "The best that could be had from LRs in this order is %s, found with these very",
        "comparisons and therefore flattering."
      ),
      bits_text(fact$min)
    ))
  }
  saved <- max(fact$gain, 0) / fact$ece
  if (saved < 0.05) {
    return(gettext(paste(
      "Recalibration would save less than 5 % of that: what is left is due to how well the",
      "system tells the hypotheses apart."
    )))
  }
  if (saved < 0.5) {
    return(gettextf(
      paste(
        "Recalibration would save about %s of that (%s); the rest is due to how well the system",
        "tells the hypotheses apart."
      ),
      bits_text(fact$gain), share_text(saved, 2)
    ))
  }
  gettextf(
    paste(
      "Most of that is bad calibration: recalibration would save about %s of it (%s) on these",
      "comparisons."
    ),
    bits_text(fact$gain), share_text(saved, 2)
  )
}

# Where the LRs help, and how strong an LR so many comparisons can show to be.
sentence_useful <- function(fact) paste(sentence_range(fact), sentence_bounds(fact))

sentence_range <- function(fact) {
  range <- fact$useful[[1]]
  if (nrow(range) == 0) {
    return(gettext(
      "On these comparisons there is no prior at which the LRs are better than no evidence at all."
    ))
  }
  if (nrow(range) == 1 && range$prior_min == 0 && range$prior_max == 1) {
    return(gettext(
      "On these comparisons the LRs are better than no evidence at any prior that was looked at."
    ))
  }
  spans <- mapply(span_text, range$log10_prior_odds_min, range$log10_prior_odds_max)
  gettextf(
    "On these comparisons the LRs are better than no evidence at prior odds of H1 %s.",
    paste(spans, collapse = gettext(" and "))
  )
}

span_text <- function(low, high) {
  if (low == -Inf) {
    return(gettextf("up to %s", odds_text(high)))
  }
  if (high == Inf) {
    return(gettextf("from %s upwards", odds_text(low)))
  }
  gettextf("between %s and %s", odds_text(low), odds_text(high))
}

# Where the useful prior odds begin and end, as far as this has limits.
sentence_ends <- function(fact) {
  begins <- limits_text(fact$begins, -Inf)
  ends <- limits_text(rev(fact$ends), Inf)
  level <- share_text(fact$level)
  if (begins == "" && ends == "") {
    return(NULL)
  }
  if (ends == "") {
    return(gettextf("The LRs begin to be better than no evidence at prior odds %s (%s interval).",
      begins, level))
  }
  if (begins == "") {
    return(gettextf("The LRs cease to be better than no evidence at prior odds %s (%s interval).",
      ends, level))
  }
  gettextf(
    paste(
      "The LRs begin to be better than no evidence at prior odds %s, and cease to be so at prior",
      "odds %s (%s intervals)."
    ),
    begins, ends, level
  )
}

# Of an end, its `outer` limit first. Where the inner one is infinite there may be no range at all.
limits_text <- function(limits, outer) {
  if (length(limits) < 2 || anyNA(limits) || all(is.infinite(limits))) {
    return("")
  }
  if (all(is.finite(limits))) {
    odds <- vapply(sort(limits), odds_text, "")
    return(gettextf("between %s and %s", odds[1], odds[2]))
  }
  known <- odds_text(limits[is.finite(limits)])
  if (limits[1] != outer) {
    return(if (outer < 0) {
      gettextf("of no less than %s, if at all", known)
    } else {
      gettextf("of no more than %s, if they ever are", known)
    })
  }
  if (outer < 0) {
    gettextf("of no more than %s", known)
  } else {
    gettextf("of no less than %s", known)
  }
}

sentence_drawn <- function(fact) {
  if (fact$by == "source") {
    return(gettext("Intervals allow for comparisons that share items."))
  }
  gettext("Intervals take the comparisons as independent.")
}

sentence_bounds <- function(fact) {
  if (fact$lower_bound == 0 && fact$upper_bound == 0) {
    return(gettext(
      "So few comparisons, or such LRs, bear out no LR other than 1 (see bound_lr())."
    ))
  }
  gettextf(
    "So many comparisons bear out LRs from %s to %s and none beyond (see bound_lr()).",
    format_lr(fact$lower_bound), format_lr(fact$upper_bound)
  )
}

# Explanations of a calibration. `fact` is a row of its glance().

sentence_training <- function(fit, fact) {
  what <- if (fit$scale == "score") {
    gettext("scores")
  } else {
    gettext("likelihood ratios (LRs)")
  }
  n_h1 <- comparisons_text(fact$n_h1)
  n_h2 <- comparisons_text(fact$n_h2)
  if (inherits(fit, "lr_fusion")) {
    return(gettextf(
      paste(
        "The %s of %s systems (%s) were combined into one calibrated LR, with the help of %s in",
        "which H1 is true and %s in which H2 is true."
      ),
      what, length(fit$terms), paste(fit$terms, collapse = ", "), n_h1, n_h2
    ))
  }
  of <- if (fact$named) {
    gettextf("of system %s", fact$system)
  } else {
    gettext("of the system")
  }
  gettextf(
    paste(
      "The %s %s were turned into calibrated LRs, with the help of %s in which H1 is true and %s",
      "in which H2 is true."
    ),
    what, of, n_h1, n_h2
  )
}

sentence_method <- function(fit, transform) {
  method <- calibration_method(fit$method)
  input <- if (fit$scale == "score") {
    gettext("score")
  } else {
    gettext("ln LR before")
  }
  named <- sentence_of_method(fit$method)
  training <- if (isTRUE(method$without_prior)) {
    paste0(named, ".")
  } else {
    gettextf("%s, trained at a prior probability of H1 of %s.", named, share_text(fit$prior)
    )
  }
  result <- gettextf("Result: %s.", method$formula(transform, input, 4))
  paste(c(training, sentence_settings(fit$settings), result), collapse = " ")
}

sentence_of_method <- function(name) {
  switch(name,
    logistic = , fusion = gettext("The method is logistic regression"),
    pav = gettext("The method is isotonic regression (pool adjacent violators)"),
    gaussian = gettext("The method takes the inputs as normally distributed with a common variance"),
    kde = gettext("The method divides two kernel density estimates"),
    bigaussian = gettext("The method is bi-Gaussianised calibration"),
    beta = gettext("The method is beta calibration"),
    name
  )
}

# NULL where there is nothing to say of them.
sentence_settings <- function(settings) {
  if (isTRUE(settings$lambda > 0)) {
    return(gettextf(
      "Regularisation added %s pseudo-comparisons, which pull the LRs towards 1.",
      format_number(settings$lambda)
    ))
  }
  switch(if (is.null(settings$infinite)) "" else settings$infinite,
    keep = gettext(
      "Blocks with comparisons of one hypothesis only were given LRs of 0 and infinity."
    ),
    clip = gettext("Infinite LRs were replaced by the most extreme finite ones."),
    add_misleading = gettext(
      "One misleading comparison was added at each end, so that all LRs are finite."
    )
  )
}

sentence_change <- function(fact) {
  if (is.na(fact$cllr)) {
    return(NULL)
  }
  now <- gettextf(
    paste(
      "Cllr, the log-likelihood-ratio cost, is now %s, where %s would be the least that any",
      "calibration could reach and 1 means no information."
    ),
    bits_text(fact$cllr), bits_text(fact$cllr_min)
  )
  if (is.na(fact$cllr_before)) {
    return(now)
  }
  before <- gettextf("Before, Cllr was %s.", bits_text(fact$cllr_before))
  paste(before, now)
}

sentence_elsewhere <- function() {
  gettext(paste(
    "These figures are for the comparisons that the calibration was trained on; performance on",
    "others must be shown with others."
  ))
}

# Explanations of a recogniser of many classes. `fact` is a row of its summary.

sentence_classes <- function(fact) {
  who <- if (fact$named) {
    gettextf("Recogniser %s", fact$system)
  } else {
    gettext("The recogniser")
  }
  gettextf("%s was tested on %s of %s classes.", who, trials_text(fact$n), fact$n_classes)
}

sentence_classes_before <- function(fact) {
  gettextf(
    "Before any evidence, at this prior, the true class is uncertain by %s on average.",
    bits_text(fact$cross_entropy_null)
  )
}

sentence_classes_after <- function(fact) {
  if (!is.finite(fact$cross_entropy)) {
    return(gettextf(
      "Afterwards it is infinitely uncertain: in %s the true class was excluded.",
      trials_text(fact$n_excluded)
    ))
  }
  after <- gettextf(
    "Afterwards it is uncertain by %s, of which calibration could remove %s on these trials.",
    bits_text(fact$cross_entropy), bits_text(fact$cross_entropy_cal)
  )
  if (fact$cross_entropy <= fact$cross_entropy_null) {
    return(after)
  }
  paste(after, gettext("It would be better to ignore the recogniser as it is."))
}

trials_text <- function(n) {
  sprintf(ngettext(n, "%s trial", "%s trials"), plain_count(n))
}

# The verbal equivalent of each LR. `hypotheses` are clauses, or NULL.
sentence_verbal <- function(log10_lr, supports, level, hypotheses) {
  vapply(seq_along(log10_lr), \(i) {
    verbal_sentence(log10_lr[i], supports[i], level[i], hypotheses)
  }, "")
}

verbal_sentence <- function(log10_lr, supports, level, hypotheses) {
  towards_h1 <- log10_lr >= 0
  names <- if (towards_h1) c("H1", "H2") else c("H2", "H1")
  clauses <- if (is.null(hypotheses)) {
    vapply(names, \(h) gettextf("%s is true", h), "")
  } else {
    hypotheses[tolower(names)]
  }
  if (is.infinite(log10_lr)) {
    return(sentence_certain(log10_lr, clauses[1]))
  }
  times <- times_text(abs(log10_lr))
  if (times == "1" && supports == "neither") {
    return(gettextf(
      "The findings are about equally probable if %s and if %s, and support neither.",
      clauses[1], clauses[2]
    ))
  }
  more <- if (times == "1") {
    gettextf("The findings are slightly more probable if %s than if %s", clauses[1], clauses[2]
    )
  } else {
    gettextf("The findings are %s times more probable if %s than if %s", times, clauses[1],
      clauses[2]
    )
  }
  paste0(more, sentence_support(supports, level, if (is.null(hypotheses)) names))
}

# Clauses would make long objects of "support": they are the first and the second.
sentence_support <- function(supports, level, names) {
  if (supports == "neither") {
    return(gettext(", too little for this scale to call it support."))
  }
  level <- gettext(level)
  if (is.null(names)) {
    return(gettextf(
      ". This is %s support for the first of these propositions over the second.", level
    ))
  }
  gettextf(": %s support for %s over %s.", level, names[1], names[2])
}

sentence_certain <- function(log10_lr, clause) {
  gettextf(
    paste(
      "The LR is %s: it claims that the findings are impossible unless %s, which no finite",
      "experiment bears out."
    ),
    if (log10_lr > 0) gettext("infinite") else "0", clause
  )
}

# What published scales say, for those who collect words to be translated.
verbal_words <- function() {
  c(
    gettext("weak"), gettext("weak or limited"), gettext("limited"), gettext("moderate"),
    gettext("moderately strong"), gettext("strong"), gettext("very strong"),
    gettext("extremely strong")
  )
}
