# False alarms of monitor() and its trials to detection, beside other methods.
#   R_LIBS=.lib Rscript bench/monitor.R [streams] [peer streams]     writes bench/monitor.md
# The level is a theorem; the streams show the margin. CUSUM, repeated tests and the
# safe Hosmer-Lemeshow test are written only here, as peers; they must know the share of H1.
suppressMessages(library(calibrant))
arguments <- commandArgs(TRUE)
streams <- if (length(arguments) > 0) as.integer(arguments[1]) else 2000L
peer_streams <- if (length(arguments) > 1) as.integer(arguments[2]) else 200L
alarm <- log(20)

# A stream: LLRs and truth. `s` and `share` may change from trial to trial.
gaussian <- \(n, s = 2, share = 0.5, slope = 1, shift = 0) {
  truth <- stats::runif(n) < share
  list(llr = slope * stats::rnorm(n, ifelse(truth, 1, -1) * s^2 / 2, s) + shift, truth = truth)
}
steps <- \(n) {
  p2 <- c(.3, .25, .2, .1, .08, .05, .02)
  llr <- c(-3, -1.5, -.7, .1, .9, 1.6)
  llr <- c(llr, log((1 - sum(p2[-7] * exp(llr))) / p2[7]))
  truth <- stats::runif(n) < 0.3
  place <- sample.int(7, n, TRUE, p2)
  place[truth] <- sample.int(7, sum(truth), TRUE, p2 * exp(llr))
  list(llr = llr[place], truth = truth)
}
heavy <- \(n) { # scores with Student's t of 3 degrees of freedom about 1 and -1
  truth <- stats::runif(n) < 0.5
  score <- stats::rt(n, 3) + ifelse(truth, 1, -1)
  list(llr = stats::dt(score - 1, 3, log = TRUE) - stats::dt(score + 1, 3, log = TRUE), truth = truth)
}
populations <- list(
  "s = 1, half H1" = \(n) gaussian(n, 1), "s = 2.5, a tenth H1" = \(n) gaussian(n, 2.5, 0.1),
  "t with 3 degrees of freedom" = heavy, "scale of seven steps, 30 % H1" = steps,
  "s from 1 to 3 and H1 from 10 to 90 %" = \(n) {
    gaussian(n, seq(1, 3, length.out = n), seq(0.1, 0.9, length.out = n))
  }
)

fresh <- \(prior = NULL, auc = NULL) {
  calibrant:::fresh_state(list(prior = prior, auc = auc, groups = character()))$all
}
# Trials arrive one at a time: in a batch, their numbers would be known beforehand.
paths <- \(x, state, batch = 10) {
  out <- matrix(0, length(x$llr), 2)
  for (from in seq(1, length(x$llr), batch)) {
    i <- seq(from, min(from + batch - 1, length(x$llr)))
    found <- .Call(calibrant:::ffi_monitor, state, list(llr = x$llr[i], truth = x$truth[i]))
    out[i, ] <- found$log_e
    state <- found$state
  }
  out
}
first_alarm <- \(log_e) which(log_e >= alarm)[1]

watchers <- list(
  "monitor()" = \(x, share, s) first_alarm(paths(x, fresh())[, 1]),
  "monitor(prior)" = \(x, share, s) first_alarm(paths(x, fresh(share))[, 1])
)

# Cox's test of slope and shift at the share of H1, after every 50 trials, at .05.
repeated_cox <- \(x, share, s) {
  for (n in seq(50, length(x$llr), 50)) {
    i <- seq_len(n)
    l <- x$llr[i] + stats::qlogis(share)
    y <- x$truth[i]
    null <- -2 * sum(stats::plogis(ifelse(y, l, -l), log.p = TRUE))
    fit <- suppressWarnings(stats::glm.fit(cbind(1, l), as.double(y), family = stats::binomial()))
    if (null - fit$deviance > stats::qchisq(0.95, 2)) return(n)
  }
  NA
}

# Largest of two one-sided CUSUM charts of the residuals of the truth, with the limit that 5 % of
# calibrated streams of this very population reach within 500 trials.
cusum_path <- \(x, share) {
  residual <- x$truth - stats::plogis(x$llr + stats::qlogis(share))
  up <- down <- 0
  vapply(residual, \(r) {
    up <<- max(0, up + r - 0.05)
    down <<- max(0, down - r - 0.05)
    max(up, down)
  }, 0)
}
limits <- new.env()
cusum_limit <- \(share, s) {
  key <- paste(share, s)
  if (is.null(limits[[key]])) {
    highest <- replicate(1000, max(cusum_path(gaussian(500, s, share), share)))
    limits[[key]] <- stats::quantile(highest, 0.95)
  }
  limits[[key]]
}
cusum <- \(x, share, s) which(cusum_path(x, share) >= cusum_limit(share, s))[1]

# The safe Hosmer-Lemeshow test (Henzi and others 2022) bets by an isotonic fit of other trials.
# Here these are all earlier trials, with a new fit after every 10, so that the test is valid at any
# time.
safe_hosmer_lemeshow <- \(x, share, s) {
  l <- x$llr + stats::qlogis(share)
  log_e <- 0
  for (from in seq(1, length(l), 10)) {
    now <- seq(from, min(from + 9, length(l)))
    p <- stats::plogis(l[now])
    q <- p
    if (from > 20) {
      past <- seq_len(from - 1)
      order <- order(l[past])
      fit <- stats::isoreg(l[past][order], as.double(x$truth[past][order]))$yf
      n <- length(past)
      # Half a trial away from 0 and 1, since otherwise one trial could take the whole capital.
      q <- stats::approx(l[past][order], fit, l[now], rule = 2, ties = mean)$y
      q <- pmin(pmax(q, 1 / (2 * n)), 1 - 1 / (2 * n))
      q <- (q + p) / 2
    }
    y <- x$truth[now]
    path <- log_e + cumsum(log(ifelse(y, q, 1 - q)) - log(ifelse(y, p, 1 - p)))
    if (any(path >= alarm)) return(now[which(path >= alarm)[1]])
    log_e <- path[length(path)]
  }
  NA
}
peers <- list(
  "Cox's test every 50" = repeated_cox, "CUSUM, limit simulated" = cusum,
  "safe Hosmer-Lemeshow" = safe_hosmer_lemeshow
)

table_of <- \(rows) {
  rows <- do.call(rbind, rows)
  c(
    paste0("| ", paste(colnames(rows), collapse = " | "), " |"),
    paste0("|", strrep("---|", ncol(rows))),
    apply(rows, 1, \(row) paste0("| ", paste(row, collapse = " | "), " |"))
  )
}
percent <- \(x) format(round(100 * x, 1))

null_rows <- lapply(names(populations), \(name) {
  set.seed(1)
  # The least AUC over time, in the population that changes.
  y <- if (name == names(populations)[5]) gaussian(2e5, 1) else populations[[name]](2e5)
  least <- auc(y$llr, y$truth, scale = "score", sure = TRUE)[[1]] - 1e-3
  found <- replicate(streams, {
    x <- populations[[name]](1000)
    a <- paths(x, fresh(auc = least))
    both <- log((exp(a[, 1]) + exp(a[, 2])) / 2)
    conformal <- .Call(calibrant:::ffi_conformal, sort(x$llr[1:200]), numeric(12), x$llr[-(1:200)])
    c(any(a[, 1] >= alarm), any(both >= alarm), any(conformal$log_e >= alarm))
  })
  rate <- rowMeans(found)
  # monitor_scores() detects changes of the trials, so its alarm is right there.
  if (name == names(populations)[5]) rate[3] <- NA
  c(population = name, calibration = percent(rate[1]), "with discrimination" = percent(rate[2]),
    "monitor_scores()" = if (is.na(rate[3])) "(changes)" else percent(rate[3]))
})

cells <- expand.grid(change = 1:5, s = c(1, 2.5), share = c(0.5, 0.1))
changes <- list(c(1, 0), c(1, 1), c(1, -1), c(1.7, 0), c(0.6, 0))
change_words <- c("none", "LLR + 1", "LLR - 1", "LLR x 1.7", "LLR x .6")
power_rows <- lapply(seq_len(nrow(cells)), \(i) {
  cell <- cells[i, ]
  change <- changes[[cell$change]]
  stream <- \() gaussian(500, cell$s, cell$share, change[1], change[2])
  told <- \(watch, n) {
    set.seed(2)
    at <- replicate(n, watch(stream(), cell$share, cell$s))
    at[is.na(at)] <- Inf
    median <- stats::median(at)
    sprintf("%.0f %%%s", 100 * mean(is.finite(at)),
      if (is.finite(median)) sprintf(", %.0f", median) else "")
  }
  c(
    "s" = format(cell$s), "H1" = paste(100 * cell$share, "%"), change = change_words[cell$change],
    vapply(watchers, told, "", streams), vapply(peers, told, "", peer_streams)
  )
})

discrimination_rows <- lapply(c(2, 1.5, 1), \(s) {
  set.seed(3)
  least <- pnorm(2 / sqrt(2)) - 0.02
  at <- replicate(streams, first_alarm(paths(gaussian(500, s), fresh(auc = least))[, 2]))
  at[is.na(at)] <- Inf
  c("AUC held to" = format(round(least, 3)), "AUC" = format(round(pnorm(s / sqrt(2)), 3)),
    "alarms in 500 trials" = paste(percent(mean(is.finite(at))), "%"),
    median = if (is.finite(stats::median(at))) format(stats::median(at)) else "")
})

writeLines(c(
  "# Watching a system", "",
  sprintf("By `bench/monitor.R %d %d`. Alarm at an e-value of 20 (level 95 %%).", streams,
    peer_streams), "",
  "## False alarms", "",
  sprintf("Of %d streams of 1000 calibrated trials, looked at after each, in per cent; at most 5.",
    streams), "",
  table_of(null_rows), "",
  "## Trials to detection", "",
  paste("Streams of 500 trials that are wrong from the first: in how many there is an alarm, and the",
    "median trial of it."),
  sprintf("%d streams for monitor(), %d for the others.", streams, peer_streams),
  paste("All but the first must know the share of H1; the limit of the CUSUM is simulated from the",
    "very population that is watched, which nobody has; Cox's test has no level at so many looks",
    "(row \"none\"). The safe Hosmer-Lemeshow test is a sequential form of that of Henzi and others:",
    "the isotonic fit of all trials before, mixed evenly with the stated probability."), "",
  table_of(power_rows), "",
  "## Loss of discrimination", "",
  "Calibrated LRs, half of H1, that discriminate less than what the AUC is held to.", "",
  table_of(discrimination_rows)
), "bench/monitor.md")
