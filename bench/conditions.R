# Calibration under conditions: its gain if conditions matter, its loss if they do not, the level of
# the test, and the coverage of the limits.
#   Rscript bench/conditions.R 400 > bench/conditions.md
library(calibrant)

arguments <- as.numeric(commandArgs(TRUE))
sets <- if (length(arguments) > 0) arguments[1] else 20

quiet <- function(expr) suppressMessages(suppressWarnings(expr))

# Scores with a known LR, whose distance grows with the duration.
matters <- function(n) {
  same <- rep(c(TRUE, FALSE), length.out = n)
  duration <- exp(runif(n, log(3), log(60)))
  distance <- 0.6 * log(duration)
  s <- rnorm(n, ifelse(same, distance, 0), 1)
  data.frame(same, s, duration, llr = distance * s - distance^2 / 2)
}

# The same scores, centred between the hypotheses, so that the slope is linear in log(duration).
linear <- function(n) {
  d <- matters(n)
  transform(d, s = s - 0.3 * log(duration))
}

# Scores that are independent of z and g.
matters_not <- function(n, share = 0.5) {
  same <- seq_len(n) <= n * share
  data.frame(same, s = rnorm(n, ifelse(same, 1, -1), 1), z = rnorm(n),
    g = sample(c("a", "b", "c"), n, TRUE))
}

plain <- function(d) calibrate(same ~ s, data = d, scale = "score")
judged <- function(fit, d) lr_set(predict(fit, d), d$same, scale = "log10")
within <- function(d, known, name) {
  d[d[[name]] >= min(known[[name]]) & d[[name]] <= max(known[[name]]), ]
}

pilot <- function() {
  set.seed(5)
  all <- matters(8000)
  train <- all[seq_len(4000), ]
  test <- within(all[-seq_len(4000), ], train, "duration")
  line <- calibrate(same ~ s | I(log(duration)), data = train, scale = "score")
  spline <- calibrate(same ~ s | splines::ns(log(duration), 3), data = train, scale = "score")
  found <- list(plain = judged(plain(train), test), `log(duration)` = judged(line, test),
    `ns(log(duration), 3)` = judged(spline, test), truth = lr_set(test$llr, test$same, scale = "ln"))
  short <- test$duration < 6
  cat("## Where conditions matter\n\n4000 trials for training, 4000 others.\n\n",
    "| calibration | Cllr | Cllr_cal under 6 s |\n|---|---|---|\n", sep = "")
  for (name in names(found)) {
    cat(sprintf("| %s | %.3f | %.3f |\n", name, quiet(cllr(found[[name]])),
      quiet(cllr_cal(found[[name]][short]))))
  }
}

harm <- function() {
  set.seed(3)
  cat("\n## Where conditions do not matter\n\nMean difference of Cllr from that without conditions, ",
    "in bits, on 20 000 other trials, with its standard error; ", sets, " sets.\n\n",
    "| trials | H1 | difference | standard error | terms kept |\n|---|---|---|---|---|\n", sep = "")
  for (case in list(c(100, 0.5), c(200, 0.5), c(220, 0.1), c(1000, 0.5))) {
    found <- replicate(sets, {
      train <- matters_not(case[1], case[2])
      test <- within(matters_not(20000), train, "z")
      under <- calibrate(same ~ s | z + g, data = train, scale = "score")
      c(quiet(cllr(judged(under, test))) - quiet(cllr(judged(plain(train), test))),
        mean(under$conditions$variance > 1e-5))
    })
    cat(sprintf("| %d | %d | %.5f | %.5f | %.3f |\n", case[1], case[1] * case[2], mean(found[1, ]),
      sd(found[1, ]) / sqrt(sets), mean(found[2, ])))
  }
}

level <- function() {
  set.seed(4)
  cat("\n## The test at .05\n\nShare of ", sets, " sets without effect that it accuses, by term; ",
    "`items`: pairs of 40 items whose condition is that of the first.\n\n",
    "| trials | H1 | z | g | all |\n|---|---|---|---|---|\n", sep = "")
  cases <- list(c(100, 0.5), c(200, 0.5), c(220, 0.1), c(1000, 0.5))
  for (case in cases) {
    found <- replicate(sets, {
      fit <- calibrate(same ~ s | z + g, matters_not(case[1], case[2]), scale = "score", penalty = 1)
      anova(fit)[["Pr(>Chisq)"]] < 0.05
    })
    cat(sprintf("| %d | %d | %s |\n", case[1], case[1] * case[2],
      paste(sprintf("%.3f", rowMeans(found)), collapse = " | ")))
  }
  found <- replicate(sets, {
    fit <- calibrate(same ~ s | I(z), items(40), scale = "score", penalty = 1,
      source1 = "first", source2 = "second")
    c(anova(fit)[["Pr(>Chisq)"]], anova(fit, by = "trial")[["Pr(>Chisq)"]]) < 0.05
  })
  cat(sprintf("| items | 40 | %.3f by source, %.3f by trial | | |\n", mean(found[1, ]),
    mean(found[2, ])))
}

# Comparisons of every item with itself and with every other item. Each item has its own level and
# conditions.
items <- function(n) {
  pairs <- rbind(cbind(seq_len(n), seq_len(n)), t(utils::combn(n, 2)))
  d <- data.frame(first = paste0("i", pairs[, 1]), second = paste0("i", pairs[, 2]),
    same = pairs[, 1] == pairs[, 2])
  own <- rnorm(n, sd = 0.5)
  d$s <- rnorm(nrow(d), ifelse(d$same, 1, -1)) + own[pairs[, 1]] + own[pairs[, 2]]
  d$z <- rnorm(n)[pairs[, 1]]
  d
}

coverage <- function() {
  set.seed(6)
  cat("\n## Limits of level .95 under conditions\n\nShare of ", sets, " sets whose limits hold the ",
    "true LR, at durations of 4, 13 and 50 s and true LRs of 1/10 to 100; over all, and the least of ",
    "the cells.\n\n| trials | H1 | all | least |\n|---|---|---|---|\n",
    sep = "")
  at <- expand.grid(duration = c(4, 13, 50), llr = log(c(0.1, 1, 10, 100)))
  at$s <- at$llr / (0.6 * log(at$duration))
  for (n in c(200, 500, 2000)) {
    found <- replicate(sets, {
      train <- rbind(linear(n), transform(linear(2), duration = c(3, 60)))
      fit <- calibrate(same ~ s | I(log(duration)), data = train, scale = "score")
      limits <- quiet(predict(fit, at, type = "ln", level = 0.95))
      limits$lower <= at$llr & at$llr <= limits$upper
    })
    cat(sprintf("| %d | %d | %.3f | %.3f |\n", n, n / 2, mean(found), min(rowMeans(found))))
  }
}

# Calibrated LLRs that are stronger for longer durations.
calibrated <- function(duration) {
  same <- rep(c(TRUE, FALSE), length.out = length(duration))
  distance <- log(duration)
  llr <- rnorm(length(duration), ifelse(same, 1, -1) * distance^2 / 2, distance)
  data.frame(same, duration, llr)
}

as_set <- \(d) lr_set(d$llr, d$same, scale = "ln")

like <- function() {
  set.seed(7)
  cat("\n## Measures under conditions like those of a case\n\nShare of ", sets, " validations whose ",
    "intervals of 95 % hold the measure of a million LRs under the conditions of the case or of ",
    "casework. The validations have durations from 3 to 60 s; `trials` is the median effective ",
    "number of H1 trials.\n\n| validation | like | trials | Cllr | Cllr_min | Cllr_cal | EER |\n",
    "|---|---|---|---|---|---|---|\n", sep = "")
  asked <- c("cllr", "cllr_min", "cllr_cal", "eer")
  wanted <- list(
    `a case of 8 s` = \(n) rep(8, n), `a case of 30 s` = \(n) rep(30, n),
    `casework about 8 s` = \(n) pmin(pmax(exp(rnorm(n, log(8), 0.4)), 4), 40)
  )
  for (n in c(400, 1000)) for (name in names(wanted)) {
    truth <- measures(as_set(calibrated(wanted[[name]](1e6))), asked, replicates = 0)$estimate
    found <- replicate(sets, {
      d <- calibrated(exp(runif(n, log(3), log(60))))
      like <- data.frame(duration = wanted[[name]](if (startsWith(name, "a case")) 1 else 100))
      row <- quiet(measures_like(as_set(d), like, ~ log(duration), d, asked, replicates = 100))
      c(row$n_h1[1], row$lower <= truth & truth <= row$upper)
    })
    cat(sprintf("| %d | %s | %.0f | %s |\n", n, name, median(found[1, ]),
      paste(sprintf("%.3f", rowMeans(found[-1, ])), collapse = " | ")))
  }
}

cat("# Calibration under conditions\n\nMade by `Rscript bench/conditions.R ", sets, "`.\n\n", sep = "")
pilot()
harm()
level()
coverage()
like()
