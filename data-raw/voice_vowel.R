# Makes data/voice_vowel.rda: log-likelihoods of the vowel of spoken words, by three classifiers that
# have never heard the speaker, from `pb52` of the CRAN package `phonTools`, which must be installed.
# Run from the package root:
#
#   Rscript data-raw/voice_vowel.R
#
# Log-likelihoods are rounded to four decimals.

words <- c(
  i = "heed", I = "hid", E = "head", "{" = "had", A = "hod", O = "hawed", U = "hood", u = "who'd",
  V = "hud", "3'" = "heard"
)
formants <- c("f1", "f2", "f3")

loaded <- new.env()
data("pb52", package = "phonTools", envir = loaded)
speech <- loaded$pb52
speech[c("f0", formants)] <- log(speech[c("f0", formants)])
speech$word <- factor(words[as.character(speech$vowel)], levels = words)
speech <- speech[order(speech$speaker, speech$word, speech$repetition), ]

log_normal <- function(x, mean, covariance) {
  -mahalanobis(x, mean, covariance) / 2 - determinant(covariance)$modulus / 2
}

per_word <- function(x, word, density) {
  vapply(levels(word), \(level) density(x[word == level, , drop = FALSE]), numeric(20))
}

# Normal densities with one covariance.
lda <- function(x, word, new) {
  centred <- x - apply(x, 2, \(column) ave(column, word))
  covariance <- crossprod(centred) / (nrow(x) - nlevels(word))
  per_word(x, word, \(members) log_normal(new, colMeans(members), covariance))
}

# Normal densities, each with a covariance of its own.
qda <- function(x, word, new) {
  per_word(x, word, \(members) log_normal(new, colMeans(members), cov(members)))
}

# Normal kernels with the covariance of the word's tokens, by the rule of thumb of Silverman.
kernel <- function(x, word, new) {
  per_word(x, word, \(members) {
    p <- ncol(members)
    bandwidth <- (4 / ((p + 2) * nrow(members)))^(1 / (p + 4))
    covariance <- bandwidth^2 * cov(members)
    apply(new, 1, \(token) {
      exponents <- log_normal(members, token, covariance)
      top <- max(exponents)
      top + log(mean(exp(exponents - top)))
    })
  })
}

recognisers <- list(
  lda = list(classify = lda, variables = formants),
  qda = list(classify = qda, variables = c("f0", formants)),
  kernel = list(classify = kernel, variables = c("f0", formants))
)

# Each speaker's twenty words are judged by classifiers trained on the other 75 speakers.
leave_speaker_out <- function(recogniser) {
  x <- as.matrix(speech[recogniser$variables])
  judged <- lapply(unique(speech$speaker), \(speaker) {
    own <- speech$speaker == speaker
    recogniser$classify(x[!own, ], speech$word[!own], x[own, ])
  })
  log_lik <- do.call(rbind, judged)
  log_lik - do.call(pmax, as.data.frame(log_lik))
}

one_recogniser <- function(name) {
  data.frame(
    recogniser = factor(name, levels = names(recognisers)),
    speaker = speech$speaker,
    group = factor(speech$type, c("m", "w", "c"), c("man", "woman", "child")),
    repetition = speech$repetition,
    word = speech$word,
    round(leave_speaker_out(recognisers[[name]]), 4),
    check.names = FALSE
  )
}

voice_vowel <- do.call(rbind, lapply(names(recognisers), one_recogniser))
row.names(voice_vowel) <- NULL
stopifnot(nrow(voice_vowel) == 3 * 1520, !anyNA(voice_vowel))

save(voice_vowel, file = "data/voice_vowel.rda", compress = "xz", version = 2)
writeLines(
  c(paste("R", getRversion()), paste("phonTools", packageVersion("phonTools"))),
  "data-raw/voice_vowel-versions.txt"
)
