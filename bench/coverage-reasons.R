# Reasons for intervals that cover more than .99, from the properties of the cell. The first that
# applies is reported.
reasons <- c(
  separated = "more than one set in twenty is separated, so that only an upper end is known",
  top = "no valid upper end is below the top of the range, since even trials without an error would
    not exclude it, so that intervals miss on one side only",
  bound = "the truth is within two standard deviations of an end of its range, so that intervals
    miss on one side only",
  counts = "fewer than five errors are expected of the hypothesis that decides, so that ends jump",
  noted = "most sets have a note in the printed row: few trials decide",
  narrow = "none of these, and the width is at most 1.5 times that of `over_oracle`",
  wide = "none of these, and the intervals are wider: they could be better"
)

# The largest value of a measure; Inf if it has none.
top_of <- function(measure) {
  prior <- prior_in(measure)
  switch(sub(" at .*", "", measure),
    cllr_min = , auc = , misleading_h1 = , misleading_h2 = 1, eer = 0.5,
    bayes_error_min = min(prior, 1 - prior), bayes_error = max(prior, 1 - prior),
    cross_entropy_min = -sum(c(prior, 1 - prior) * log2(c(prior, 1 - prior))), Inf
  )
}

prior_in <- function(measure) {
  if (grepl(" at ", measure)) as.numeric(sub(".* at ", "0", measure)) else 0.5
}

# Is the exact limit of the cost at its top if the trials of the hypothesis that adds more to the
# cost have no error? Then no data exclude the cost of decisions without evidence.
is_always_top <- function(measure, n) {
  if (sub(" at .*", "", measure) != "bayes_error_min") return(FALSE)
  prior <- prior_in(measure)
  max(c(prior, 1 - prior) * (1 - 0.025^(1 / n))) >= min(prior, 1 - prior)
}

# The expected number of errors of the hypothesis that adds more to the variance of a cost, at the
# Bayes threshold or the best one. Inf for other measures, and without the cells of the population.
expected_errors <- function(cells, measure, n) {
  family <- sub(" at .*", "", measure)
  if (is.null(cells) || !family %in% c("bayes_error", "bayes_error_min", "eer")) return(Inf)
  cost <- c(prior_in(measure), 1 - prior_in(measure))
  at <- sort(unique(cells$value))
  weight <- \(truth) {
    chosen <- cells$truth == truth
    place <- match(cells$value[chosen], at)
    share <- numeric(length(at))
    share[place] <- cells$weight[chosen] / sum(cells$weight[chosen])
    share
  }
  miss <- c(0, cumsum(weight(TRUE)))
  fa <- 1 - c(0, cumsum(weight(FALSE)))
  cut <- switch(family,
    bayes_error = 1 + sum(at + qlogis(cost[1]) < 0),
    bayes_error_min = which.min(cost[1] * miss + cost[2] * fa), eer = which.min(abs(miss - fa))
  )
  rate <- pmax(c(miss[cut], fa[cut]), 0)
  (n * rate)[which.max(cost^2 * rate / n)]
}

# The share of sets whose hypotheses are separated.
separated_share <- function(population, n, sets = 200) {
  set.seed(1)
  mean(replicate(sets, auc(population$draw(n[1], n[2])) == 1))
}

# The reason for each row of the table, by its name in `reasons`; NA if the coverage is at most .99.
reasons_of <- function(rows, populations) {
  names(populations) <- vapply(populations, `[[`, "", "name")
  number <- \(column) as.numeric(rows[[column]])
  found <- rep(NA_character_, nrow(rows))
  top <- vapply(rows$measure, top_of, 0)
  near <- pmin(number("truth"), top - number("truth")) < 2 * number("sd")
  above <- rows$noted != "" & number("none") < 1 & number("covered") > 0.99
  separated <- list()
  for (i in which(above)) {
    population <- populations[[rows$population[i]]]
    n <- as.numeric(strsplit(rows$n[i], "/")[[1]])
    key <- paste(rows$population[i], rows$n[i])
    if (is.null(population$difference) && is.null(separated[[key]])) {
      separated[[key]] <- separated_share(population, n)
    }
    found[i] <- if (isTRUE(separated[[key]] > 0.05)) {
      "separated"
    } else if (is_always_top(rows$measure[i], n)) {
      "top"
    } else if (isTRUE(near[i])) {
      "bound"
    } else if (expected_errors(population$cells, rows$measure[i], n) < 5) {
      "counts"
    } else if (number("noted")[i] > 0.5) {
      "noted"
    } else {
      if (number("over_oracle")[i] <= 1.5) "narrow" else "wide"
    }
  }
  found
}

# Could intervals that miss on one side only, in .025 of sets, cover as many sets as these? TRUE if
# at least as many have a probability above .025.
as_one_sided <- function(rows) {
  number <- \(column) as.numeric(rows[[column]])
  given <- round(number("sets") * (1 - number("none")))
  covered <- round(number("covered") * given)
  stats::pbinom(covered - 1, given, 0.975, lower.tail = FALSE) > 0.025
}

# Counts of the reasons, in total and by measure.
told_reasons <- function(rows, populations) {
  found <- factor(reasons_of(rows, populations), names(reasons))
  counts <- table(found)
  chance <- table(found[as_one_sided(rows)])
  family <- factor(sub(" at .*", "", rows$measure), unique(sub(" at .*", "", rows$measure)))
  prior <- ifelse(grepl(" at ", rows$measure), "other priors", "even odds or none")
  by_measure <- as.data.frame.matrix(table(paste(family, prior, sep = ", "), found))
  by_measure <- data.frame(measure = rownames(by_measure), by_measure)
  by_measure <- by_measure[rowSums(by_measure[-1]) > 0, ]
  c(
    sprintf("Why %d cells cover more than .99; the first reason that holds counts, and", sum(counts)),
    strwrap(sprintf("behind each number, how many are compatible with a level of .975, which intervals
      have that miss on one side only (in a binomial test at .025); %d of all.", sum(chance)),
      width = 100), "",
    strwrap(sprintf("* `%s`, %d (%d): %s.", names(reasons), counts, chance,
      gsub("\\s+", " ", reasons)), width = 100, exdent = 2), "",
    # Only lines of the table of cells begin as read_rows() expects.
    sub("^[|] ", "|", show(by_measure))
  )
}
