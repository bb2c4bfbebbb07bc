# Coverage of the profile limits of four-parameter logistic calibration.
#   Rscript bench/coverage-four-parameter.R [sets per cell]  writes bench/coverage-four-parameter.md
# Scores are normal with unit variance and means 3 apart; a share of the trials has the label of the
# other hypothesis. The model is then exact, and its floor and ceiling are the odds of that share.
suppressMessages(library(calibrant))
source("bench/report.R")
options(calibrant.sure = TRUE)

n_sets <- if (length(commandArgs(TRUE)) > 0) as.numeric(commandArgs(TRUE)[1]) else 250
scores <- c(floor = -Inf, "-1" = -1, "0" = 0, "1" = 1, ceiling = Inf)
apart <- 3

true_llr <- function(score, exchanged) {
  odds <- exp(apart * score)
  llr <- log(((1 - exchanged) * odds + exchanged) / (1 - exchanged + exchanged * odds))
  ends <- sign(score) * log((1 - exchanged) / exchanged)
  ifelse(is.infinite(score), ends, llr)
}

draw <- function(n, exchanged) {
  of_h1 <- rep(c(TRUE, FALSE), n)
  like_h1 <- xor(of_h1, runif(sum(n)) < exchanged)
  lr_set(rnorm(sum(n), ifelse(like_h1, apart, -apart) / 2), of_h1, scale = "score")
}

# NA where the fit is refused, because a step costs less.
held <- function(n, exchanged) {
  fit <- tryCatch(
    suppressWarnings(calibrate(draw(n, exchanged), "four_parameter")),
    calibrant_error = \(cnd) NULL
  )
  if (is.null(fit)) return(NA * scores)
  limits <- suppressWarnings(predict(fit, scores, type = "ln", level = 0.95))
  truth <- true_llr(scores, exchanged)
  limits$lower <= truth + 1e-9 & truth <= limits$upper + 1e-9
}

cell <- function(n, exchanged) {
  found <- vapply(seq_len(n_sets), \(i) held(n, exchanged), scores)
  data.frame(
    trials = paste(n, collapse = "/"), exchanged = exchanged,
    refused = sum(is.na(found[1, ])), t(sprintf("%.3f", rowMeans(found, na.rm = TRUE)))
  )
}

set.seed(56)
rows <- list()
for (n in list(c(50, 50), c(100, 300), c(300, 1000))) {
  for (exchanged in c(0.1, 0.03, 0)) rows <- c(rows, list(cell(n, exchanged)))
}
table <- do.call(rbind, rows)
names(table)[4:8] <- names(scores)

writeLines(c(
  "# Coverage of limits of four-parameter calibration", "",
  "Made by bench/coverage-four-parameter.R: shares of 95 % profile limits that contain the LR of",
  sprintf("the population, at three scores and both ends. %d sets a cell; a share of .95", n_sets),
  "has a standard error of .014 in 250. `exchanged` is the share of trials with the other label;",
  "`refused` counts the sets in which a step costs less than any curve, which have no limits.", "",
  markdown_table(table)
), "bench/coverage-four-parameter.md")
