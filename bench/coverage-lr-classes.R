# Coverage of the limits that predict(fit, level = .95) gives to LRs of a class against the rest,
# for many classes. Three or five classes have normal log-likelihoods, which a recogniser
# exaggerates twofold and shifts; LRs are evaluated at new trials of each class.
#   Rscript bench/coverage-lr-classes.R [sets per cell] [methods ...]
# prints the table: coverage of LRs below 1/10, between, and above 10.
suppressMessages(library(calibrant))
options(calibrant.sure = TRUE)

# Correct log-likelihoods of trials of these classes, the means of which are at equal distances `d`.
draw <- function(truth, n_classes, d) {
  x <- matrix(rnorm(length(truth) * n_classes), length(truth))
  x[cbind(seq_along(truth), truth)] <- x[cbind(seq_along(truth), truth)] + d / sqrt(2)
  x * d / sqrt(2)
}

true_llrs <- function(log_lik, prior) {
  vapply(seq_along(prior), \(k) {
    rest <- replace(prior, k, 0) / (1 - prior[k])
    log_lik[, k] - log(exp(log_lik) %*% rest)
  }, numeric(nrow(log_lik))) / log(10)
}

one_set <- function(n, d, method, source) {
  n_classes <- length(n)
  truth <- rep(seq_along(n), n)
  shift <- 0.5 * seq_len(n_classes)
  seen <- \(w) 2 * w + rep(shift, each = nrow(w))
  if (source) {
    # Five trials of an item, with half of the variance of their log-likelihoods in common.
    item <- paste(truth, ave(truth, truth, FUN = \(i) (seq_along(i) - 1) %/% 5))
    effect <- matrix(rnorm(length(unique(item)) * n_classes), ncol = n_classes)
    noise <- sqrt(0.5) * effect[match(item, unique(item)), ] +
      sqrt(0.5) * matrix(rnorm(length(truth) * n_classes), ncol = n_classes)
    noise[cbind(seq_along(truth), truth)] <- noise[cbind(seq_along(truth), truth)] + d / sqrt(2)
    w <- noise * d / sqrt(2)
  } else {
    item <- NULL
    w <- draw(truth, n_classes, d)
  }
  x <- loglik_set(seen(w), factor(LETTERS[truth], LETTERS[seq_along(n)]), "ln")
  new <- draw(seq_along(n), n_classes, d)
  prior <- rep(1 / n_classes, n_classes)
  found <- tryCatch(
    suppressWarnings(predict(calibrate(x, method), seen(new), level = 0.95, source = item)),
    calibrant_error = \(cnd) NULL
  )
  if (is.null(found)) {
    return(NULL)
  }
  true <- as.double(t(true_llrs(new, prior)))
  data.frame(true, holds = found$lower <= true & true <= found$upper,
    half = (found$upper - found$lower) / 2)
}

arguments <- commandArgs(TRUE)
sets <- if (length(arguments) > 0) as.integer(arguments[1]) else 200
methods <- if (length(arguments) > 1) arguments[-1] else
  c("affine", "temperature", "vector", "matrix", "one_vs_rest", "source")
cat("| method | trials per class | d' | sets | below 1/10 | 1/10 to 10 | above 10 | width |\n",
  "|---|---|---:|---:|---:|---:|---:|---:|\n", sep = "")
for (method in methods) {
  source <- method == "source"
  for (n in if (source) list(c(50, 50, 50), c(200, 200, 200)) else
    list(c(30, 30, 30), c(200, 200, 200), c(20, 200, 200), rep(30, 5))) {
    for (d in c(1.5, 3)) {
      set.seed(1)
      # A method without offsets is right only for a recogniser without shifts.
      all <- lapply(seq_len(sets), \(i) one_set(n, d, if (source) "affine" else method, source))
      one <- do.call(rbind, all)
      band <- cut(one$true, c(-Inf, -1, 1, Inf))
      cat(sprintf("| %s | %s | %.1f | %d |", method, paste(n, collapse = "/"), d,
        sum(lengths(all) > 0)),
        sprintf(" %.2f |", c(tapply(one$holds, band, mean), median(one$half))), "\n", sep = "")
    }
  }
}
