# The answer of plan_size() in sentences, in the language of the session.

size_sentence <- function(facts, table) {
  paste_said(
    if (is.na(facts$answer)) none_sentence(facts) else answer_sentence(facts, table),
    if (facts$design != "independent") {
      label("Intervals are by item; more comparisons of the same items would hardly help.")
    },
    if (facts$exact) {
      label("By quadrature, for Gaussian log LRs and independent comparisons.")
    } else if (facts$pilot) {
      label("By simulated studies that allow for what the pilot leaves open.")
    } else {
      label("By simulated studies.")
    }
  )
}

answer_sentence <- function(facts, table) {
  row <- table[table$answer, ]
  numbers <- if (nrow(row) > 0) as.double(row[1, c("n_h1", "n_h2")]) else rep(facts$answer, 2)
  size <- labelf(
    "%s comparisons under H1 and %s under H2", plain_count(numbers[1]), plain_count(numbers[2])
  )
  if (facts$design != "independent") {
    size <- labelf("%s items (%s)", plain_count(facts$answer), size)
  }
  aim <- goal_words(facts)
  if (is.null(facts$assurance)) return(labelf("With %s, %s on average.", size, aim))
  labelf("With %s, %s with a probability of %s.", size, aim, percent_text(facts$assurance))
}

goal_words <- function(facts) {
  level <- percent_text(facts$level)
  reach <- if (!is.null(facts$reach)) lr_text(log10(facts$reach))
  switch(facts$kind,
    measure = labelf(
      "the %s interval of %s has a half-width of at most %s", level, facts$target,
      format_number(facts$half_width)
    ),
    criterion = labelf("the criterion %s is passed", sQuote(facts$target, FALSE)),
    calibration_test = label("calibration_test() sees that the LRs are not calibrated"),
    calibration_range = labelf("%s proves an LR of %s right", facts$target, reach),
    bound_lr = labelf("bound_lr() supports an LR of %s", reach)
  )
}

none_sentence <- function(facts) {
  least <- plain_count(facts$studied[1])
  most <- plain_count(facts$studied[2])
  if (is.null(facts$assurance)) {
    return(labelf(
      "From %s to %s no size was found at which %s on average.", least, most, goal_words(facts)
    ))
  }
  labelf(
    "From %s to %s no size was found at which %s with a probability of %s.", least, most,
    goal_words(facts), percent_text(facts$assurance)
  )
}
