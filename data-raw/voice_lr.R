# Likelihood ratios for voices, from the vowels of Peterson and Barney (1952) as they are in `pb52`
# of the CRAN package `phonTools`, which must be installed. Run from the package root:
#
#   Rscript data-raw/voice_lr.R
#
# It takes a few minutes, has no random part, and writes data/voice_lr.rda and
# data-raw/voice_lr-versions.txt.
#
# Design. The first repetition of a word is the control, the second the recovered speech: 76
# comparisons of a speaker with himself and 2 850 of the control of speaker i with the recovered
# speech of speaker j, for i < j.
#
# Variables. ln F1, ln F2 and ln F3 of one vowel; or ln F0, averaged over the ten words.
#
# Model. Two levels, normal within a speaker and between speakers. A normal kernel around each speaker
# of the background, instead of one normal density, was tried: it is no better for any vowel
# (Cllr between .01 lower and .03 higher) and worse for the product (.47 for .41).
#
# Background. The speakers who are not being compared: 75 for a same-speaker comparison, 74 for
# others. Two repetitions give the covariance within speakers; that of their means less half of it
# is the covariance between speakers.
#
# Product. `all ten` is the product of the ten LRs of a comparison, which would be right only if
# vowels were independent given the speaker. They are not.
#
# Rounding. Six decimals of log10 LR.

words <- c(
  i = "heed", I = "hid", E = "head", "{" = "had", A = "hod", O = "hawed", U = "hood", u = "who'd",
  V = "hud", "3'" = "heard"
)
formants <- c("f1", "f2", "f3")

read_measurements <- function() {
  loaded <- new.env()
  data("pb52", package = "phonTools", envir = loaded)
  measured <- c("f0", formants)
  speech <- loaded$pb52
  speech[measured] <- log(speech[measured])
  speech$word <- factor(words[as.character(speech$vowel)], levels = words)
  speech[order(speech$speaker), ]
}

# One matrix per repetition, with a row per speaker.
repetitions <- function(speech, variables) {
  lapply(1:2, \(r) as.matrix(speech[speech$repetition == r, variables, drop = FALSE]))
}

# The covariance between speakers is a difference; a direction with a negligible or negative
# variance gets a small one.
positive <- function(covariance) {
  parts <- eigen(covariance, symmetric = TRUE)
  spread <- pmax(parts$values, 1e-4 * max(parts$values))
  parts$vectors %*% diag(spread, length(spread)) %*% t(parts$vectors)
}

background_of <- function(said, left_out) {
  first <- said[[1]][-left_out, , drop = FALSE]
  second <- said[[2]][-left_out, , drop = FALSE]
  means <- (first + second) / 2
  within <- crossprod(first - second) / 2 / nrow(means)
  list(means = means, within = within, between = positive(cov(means) - within / 2))
}

# Log of the normal density at `x`, without the powers of 2 * pi, which cancel in the likelihood
# ratio.
log_density <- function(x, mean, covariance) {
  root <- chol(covariance)
  -sum(backsolve(root, x - mean, transpose = TRUE)^2) / 2 - sum(log(diag(root)))
}

ln_lr <- function(x, y, background) {
  mean <- colMeans(background$means)
  within <- background$within
  between <- background$between
  log_density(x - y, 0, 2 * within) +
    log_density((x + y) / 2, mean, within / 2 + between) -
    log_density(x, mean, within + between) -
    log_density(y, mean, within + between)
}

all_pairs <- function(n) {
  grid <- expand.grid(speaker2 = seq_len(n), speaker1 = seq_len(n))
  grid[grid$speaker1 <= grid$speaker2, c("speaker1", "speaker2")]
}

compare_all <- function(said) {
  compare <- \(i, j) ln_lr(said[[1]][i, ], said[[2]][j, ], background_of(said, unique(c(i, j))))
  mapply(compare, pairs$speaker1, pairs$speaker2) / log(10)
}

speech <- read_measurements()
stopifnot(nrow(speech) == 1520, !anyNA(speech), identical(unique(speech$speaker), 1:76))
pairs <- all_pairs(76)
mean_f0 <- aggregate(f0 ~ repetition + speaker, speech, mean)
speaker_group <- speech$type[match(1:76, speech$speaker)]
group_names <- c(m = "man", w = "woman", c = "child")

said <- c(
  lapply(split(speech, speech$word), repetitions, variables = formants),
  list(F0 = repetitions(mean_f0, "f0"))
)

log10_lr <- lapply(said, compare_all)
log10_lr[["all ten"]] <- Reduce(`+`, log10_lr[words])
evidence <- names(log10_lr)
n_kinds <- length(evidence)
group <- \(speaker) factor(group_names[as.character(speaker_group[speaker])], group_names)

voice_lr <- data.frame(
  evidence = factor(rep(evidence, each = nrow(pairs)), levels = evidence),
  speaker1 = rep(pairs$speaker1, n_kinds),
  speaker2 = rep(pairs$speaker2, n_kinds),
  group1 = rep(group(pairs$speaker1), n_kinds),
  group2 = rep(group(pairs$speaker2), n_kinds),
  same_speaker = rep(pairs$speaker1 == pairs$speaker2, n_kinds),
  log10_lr = round(unlist(log10_lr, use.names = FALSE), 6)
)
stopifnot(nrow(voice_lr) == 12 * 2926, all(is.finite(voice_lr$log10_lr)))

save(voice_lr, file = "data/voice_lr.rda", compress = "xz", version = 2)
writeLines(
  c(paste("R", getRversion()), paste("phonTools", packageVersion("phonTools"))),
  "data-raw/voice_lr-versions.txt"
)
