# The words of the validation report, ready for translation; see R/report-words.R.

report_words <- function() {
  c(
    lang = gettext("en-GB"),
    title = gettext("Validation of a likelihood ratio method"),
    summary = gettext("Summary"),
    data = gettext("Data"),
    numbers = gettext("Numbers"),
    pictures = gettext("Pictures"),
    sentences = gettext("What the LRs do at some priors"),
    limits = gettext("What may be claimed"),
    warnings = gettext("Warnings"),
    matrix = gettext("Validation matrix"),
    method = gettext("How this report was made"),
    signatures = gettext("Signatures")
  )
}

report_questions <- function() {
  c(
    tested = gettext("What was tested?"),
    help = gettext("Do the LRs help?"),
    mislead = gettext("How often do they mislead?"),
    calibrated = gettext("Do they mean what they say?"),
    useful = gettext("Where may they be used?"),
    claimed = gettext("How strong an LR may be claimed?"),
    repaired = gettext("What would calibration give?"),
    plan = gettext("Is what was planned met?")
  )
}

report_headings <- function() {
  c(
    question = gettext("Question"),
    answer = gettext("Answer"),
    system = gettext("System"),
    measure = gettext("Measure"),
    result = gettext("Result"),
    interval = gettext("Interval"),
    plug_in = gettext("Uncorrected"),
    rate = gettext("Share of comparisons"),
    misleading = gettext("Misleading LRs"),
    characteristic = gettext("Characteristic"),
    condition = gettext("Data"),
    criterion = gettext("Criterion"),
    margin = gettext("Margin"),
    decision = gettext("Decision"),
    bound = gettext("Bound by"),
    smallest = gettext("Smallest LR"),
    largest = gettext("Largest LR"),
    beyond = gettext("Comparisons beyond"),
    prior_odds = gettext("Prior odds at which the LRs help"),
    name = gettext("Name and function"),
    date = gettext("Date"),
    signature = gettext("Signature")
  )
}

report_bound_names <- function() {
  c(
    elub = gettext("misleading evidence (ELUB)"),
    iv = gettext("invariance verification (IV)"),
    n_source = gettext("number of items or comparisons alone")
  )
}

report_characteristics <- function() {
  c(
    accuracy = gettext("accuracy"),
    discriminating_power = gettext("discriminating power"),
    calibration = gettext("calibration"),
    robustness = gettext("robustness"),
    coherence = gettext("coherence"),
    generalisation = gettext("generalisation")
  )
}

report_measure_words <- function() {
  c(
    cllr = gettext("Cllr (bits): what is still unknown at even prior odds; 1 is no evidence"),
    cllr_min = gettext("Cllr_min (bits): the part that is due to discrimination"),
    cllr_cal = gettext("Cllr_cal (bits): the part that is due to calibration"),
    eer = gettext("EER: error rate where both kinds of errors are equally frequent"),
    auc = gettext("AUC: how often an LR under H1 exceeds one under H2"),
    cross_entropy = gettext("ECE (bits): what is still unknown")
  )
}

# The clauses of the hypotheses, or their names.
hypothesis_clauses <- function(hypotheses) {
  if (!is.null(hypotheses)) {
    return(hypotheses)
  }
  c(
    h1 = gettextf("%s is true", "H1"),
    h2 = gettextf("%s is true", "H2")
  )
}

# `cllr` is a row of measures().
report_sentence_help <- function(cllr) {
  if (is.infinite(cllr$estimate)) {
    return(gettext(paste(
      "No. Some LRs claim certainty and are wrong, which no fact finder could ever correct. The",
      "LRs must not be used as they are."
    )))
  }
  missing <- bits_and_interval(cllr)
  if (is.na(cllr$lower)) {
    return(gettextf(
      paste(
        "Not known: the comparisons are too few. At even prior odds 1 bit is unknown without the",
        "LRs and %s with them."
      ),
      missing
    ))
  }
  if (cllr$upper < 1) {
    return(gettextf(
      "Yes. At even prior odds 1 bit is unknown without the LRs and %s with them.", missing
    ))
  }
  if (cllr$lower > 1) {
    return(gettextf(
      paste(
        "No, they do harm. At even prior odds 1 bit is unknown without the LRs and %s with them:",
        "who ignores them is better informed."
      ),
      missing
    ))
  }
  gettextf(
    paste(
      "This is not shown. At even prior odds 1 bit is unknown without the LRs and %s with them, so",
      "that they may help or harm."
    ),
    missing
  )
}

bits_and_interval <- function(row) {
  paste0(bits_text(row$estimate), interval_words(row$lower, row$upper))
}

interval_words <- function(lower, upper) {
  if (is.na(lower)) {
    return("")
  }
  gettextf(" (%s to %s)", format_number(lower), format_number(upper))
}

# `rates` are the two rows of misleading_rates().
report_sentence_mislead <- function(rates, hypotheses) {
  clauses <- hypothesis_clauses(hypotheses)
  h1 <- rates[rates$hypothesis == "h1", ]
  h2 <- rates[rates$hypothesis == "h2", ]
  gettextf(
    paste(
      "Of the comparisons in which %s, %s have an LR that supports the contrary; of those in",
      "which %s, %s."
    ),
    clauses[["h1"]], rate_and_interval(h1), clauses[["h2"]], rate_and_interval(h2)
  )
}

# Weighted trials have no interval.
rate_and_interval <- function(rate) {
  if (is.na(rate$lower)) {
    return(share_text(rate$rate))
  }
  gettextf("%s (%s to %s)", share_text(rate$rate), share_text(rate$lower), share_text(rate$upper))
}

report_sentence_calibrated <- function(p_value, cllr_cal) {
  if (is.na(p_value)) {
    return(gettext("This was not tested: weighted trials, or too few items."))
  }
  if (p_value < 0.05) {
    return(gettextf(
      paste(
        "No. LRs that mean what they say would hardly be as far off as these (test of calibration,",
        "p = %s). Bad calibration costs %s at even prior odds."
      ),
      format_number(p_value, 2), bits_text(cllr_cal$estimate)
    ))
  }
  gettextf(
    paste(
      "Nothing speaks against it (test of calibration, p = %s). That so many comparisons find no",
      "fault does not prove that there is none."
    ),
    format_number(p_value, 2)
  )
}

report_sentence_repaired <- function(before, after) {
  if (is.null(after)) {
    return(gettext("This could not be found: the comparisons are too few, or separated perfectly."))
  }
  gettextf(
    paste(
      "Calibrated by logistic regression, each comparison by others than itself, the LRs leave %s",
      "unknown at even prior odds, where they leave %s as they are."
    ),
    bits_and_interval(after), bits_text(before$estimate)
  )
}

report_sentence_plan <- function(decision, declared) {
  n <- table(factor(decision, decision_levels))
  verdict <- switch(overall_decision(decision),
    pass = gettext("Yes."),
    fail = gettext("No."),
    undecided = gettext("This is undecided.")
  )
  paste(verdict, gettextf(
    "Of the criteria declared on %s: met %s, not met %s, not to be decided on these data %s.",
    declared, n[["pass"]], n[["fail"]], n[["undecided"]]
  ))
}

report_sentence_reading <- function() {
  gettext(paste(
    "A likelihood ratio (LR) says how many times more probable the findings are if H1 is true than",
    "if H2 is true. It is for the fact finder to judge how probable the hypotheses were before;",
    "this report says how far the LRs of the method can be relied on. Two numbers in brackets are",
    "the interval in which the true value may be expected."
  ))
}

report_sentence_hypotheses <- function(hypotheses) {
  clauses <- hypothesis_clauses(hypotheses)
  c(
    paste0("H1: ", capitalised(clauses[["h1"]]), "."),
    paste0("H2: ", capitalised(clauses[["h2"]]), ".")
  )
}

report_sentence_intervals <- function(level, by, replicates) {
  drawn <- switch(by,
    source = gettext("drawn by item, since comparisons that share an item are not independent"),
    gettext("drawn by comparison, as if all comparisons were independent")
  )
  gettextf(
    paste(
      "Intervals contain the true value in about %s of such studies (bootstrap, %s replicates,",
      "%s). Measures that look better on few comparisons than they are have been corrected for it;",
      "the uncorrected values stand beside them."
    ),
    share_text(level), plain_count(replicates), drawn
  )
}

report_sentence_rates <- function() {
  gettext(paste(
    "Misleading LRs support the hypothesis that is not true. Their intervals are exact for",
    "independent comparisons."
  ))
}

# Sentences that also stand in the console, without what only a user of R can follow.
without_calls <- function(text) gsub("\\s*\\([^()]*[a-z_]+\\(\\)\\)", "", text)

report_sentence_limits <- function() {
  gettext(paste(
    "No finite experiment bears out LRs of any size. Three methods say how far these comparisons",
    "go; LRs beyond should be reported as the bound. Outside the prior",
    "odds below,",
    "who ignores the LRs is better informed."
  ))
}

report_sentence_matrix <- function() {
  gettext(paste(
    "The margin is how far a result lies on the good side of its criterion. A criterion is met",
    "where the whole interval of the margin is, and undecided where the interval holds both. The",
    "matrix has draws of its own, so that last digits may differ from those of the tables above."
  ))
}

# What a picture shows, and what to look at.
report_captions <- function() {
  c(
    ece = gettext(paste(
      "Where the LRs help. The solid line is what is still unknown with the LRs, at each",
      "prior; the",
      "dotted line what is unknown without. Where the solid line is above the dotted one,",
      "on tinted",
      "ground, the LRs do harm. The dashed line is the best that calibration could do."
    )),
    tippett = gettext(paste(
      "How large the LRs are (Tippett plot). For each value below: the share of comparisons with a",
      "larger LR, under either hypothesis. Good LRs keep the curves far apart. The vertical lines",
      "are the bounds beyond which these comparisons bear nothing out."
    )),
    histogram = gettext(paste(
      "Where the LRs lie. Comparisons under H1 should lie to the right of 0, those under H2 to the",
      "left; what lies on the wrong side is misleading."
    )),
    pav = gettext(paste(
      "What the LRs are worth (PAV plot). To the right, what the method says; upwards, what",
      "it should",
      "have said on these comparisons. On the diagonal LRs mean what they say; a curve",
      "flatter than",
      "the diagonal claims too much. The ends rest on few comparisons."
    )),
    det = gettext(paste(
      "How well the method tells the hypotheses apart (DET plot). Each point is a threshold",
      "with its",
      "two error rates; the closer to the lower left corner, the better."
    )),
    measures = gettext("The measures with their intervals."),
    calibrated = gettext(paste(
      "What calibration would give. The first picture again, after each comparison was",
      "calibrated by",
      "others than itself. What is left between solid and dashed line is what calibration by two",
      "numbers cannot mend."
    )),
    matrix = gettext(paste(
      "The criteria and their margins. A filled point passes, a cross fails; an open one is",
      "undecided, because its interval reaches to both sides of the criterion."
    ))
  )
}

# What a reader must know. `facts` are those of explain_facts(), one system each.

report_warning_few <- function(fact) {
  gettextf(
    paste(
      "%sThere are only %s under one of the hypotheses. All numbers are uncertain, and rare events",
      "cannot be seen."
    ),
    fact$who, comparisons_text(min(fact$n_h1, fact$n_h2))
  )
}

report_warning_infinite <- function(fact, right, wrong) {
  if (wrong > 0) {
    return(gettextf(
      "%s%s claim certainty and are wrong (LR = 0 under H1 or LR = infinity under H2).",
      fact$who, comparisons_text(wrong)
    ))
  }
  gettextf(
    paste(
      "%s%s claim certainty (LR = 0 or LR = infinity). They are right here, but no finite",
      "experiment bears that out."
    ),
    fact$who, comparisons_text(right)
  )
}

report_warning_separated <- function(fact) {
  gettextf(
    paste(
      "%sThe hypotheses are separated without an error, so that errors and bounds can only be",
      "guessed."
    ),
    fact$who
  )
}

report_warning_useless <- function(fact) {
  gettextf("%sThere is no prior at which the LRs are better than no evidence.", fact$who)
}

report_warning_reversed <- function(fact) {
  gettextf(
    paste(
      "%sThe comparisons under H1 have the smaller LRs: the hypotheses may be exchanged in the",
      "data."
    ),
    fact$who
  )
}

report_warning_beyond <- function(fact, n) {
  gettextf("%s%s have an LR beyond what these comparisons bear out.", fact$who, comparisons_text(n))
}

report_warning_dependence <- function(by) {
  if (by == "source") {
    return(gettext(paste(
      "Comparisons share items. Intervals of measures and the test of calibration take this into",
      "account; the intervals of misleading rates and the bounds do not."
    )))
  }
  gettext(paste(
    "Comparisons were taken as independent, since the data do not say which items they compare. If",
    "they share items, all intervals are too narrow."
  ))
}

report_warning_weights <- function() {
  gettext("The comparisons are weighted; the weights are taken as known.")
}

who_words <- function(system, named) {
  if (named) gettextf("System %s: ", system) else ""
}
