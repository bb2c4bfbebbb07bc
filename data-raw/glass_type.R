# Makes data/glass_type.rda: log-likelihoods of the type of glass fragments, by three classifiers
# that have never seen the fragment they judge. Run from the root of the package.

glass <- MASS::fgl
elements <- setdiff(names(glass), "type")
types <- levels(glass$type)

standardise <- function(x, by) sweep(sweep(x, 2, colMeans(by)), 2, apply(by, 2, sd), "/")

pooled_covariance <- function(x, type) {
  centred <- x - apply(x, 2, \(column) ave(column, type))
  crossprod(centred) / (nrow(x) - nlevels(type))
}

# Log normal densities with one covariance, without the terms that all classes share.
lda <- function(x, type, new) {
  covariance <- pooled_covariance(x, type)
  vapply(types, \(class) {
    -mahalanobis(new, colMeans(x[type == class, , drop = FALSE]), covariance) / 2
  }, 0)
}

# Log of a mean of normal kernels in standardised variables, with the rule-of-thumb bandwidth.
kernel <- function(x, type, new) {
  p <- ncol(x)
  vapply(types, \(class) {
    members <- x[type == class, , drop = FALSE]
    h <- (4 / ((p + 2) * nrow(members)))^(1 / (p + 4))
    exponents <- -colSums((t(members) - drop(new))^2) / (2 * h^2)
    top <- max(exponents)
    top + log(mean(exp(exponents - top))) - p * log(h)
  }, 0)
}

# Log posteriors, less the logs of the proportions that logistic regression has learnt as priors.
multinom <- function(x, type, new) {
  data <- data.frame(type = type, x)
  fit <- nnet::multinom(type ~ ., data, decay = 0.01, maxit = 2000, reltol = 1e-12, trace = FALSE)
  design <- c(1, drop(new))
  logits <- c(0, drop(coef(fit) %*% design))
  logits - log(tabulate(type, nlevels(type)))
}

recognisers <- list(lda = lda, kernel = kernel, multinom = multinom)

# Each fragment is judged by classifiers trained on the other 213.
leave_one_out <- function(classify) {
  all <- as.matrix(glass[elements])
  t(vapply(seq_len(nrow(all)), \(i) {
    rest <- all[-i, ]
    log_lik <- classify(
      standardise(rest, rest), glass$type[-i], standardise(all[i, , drop = FALSE], rest)
    )
    log_lik - max(log_lik)
  }, numeric(length(types))))
}

one_recogniser <- function(name) {
  log_lik <- round(leave_one_out(recognisers[[name]]), 6)
  colnames(log_lik) <- types
  data.frame(
    recogniser = factor(name, levels = names(recognisers)),
    fragment = seq_len(nrow(glass)),
    type = glass$type,
    log_lik
  )
}

glass_type <- do.call(rbind, lapply(names(recognisers), one_recogniser))
stopifnot(nrow(glass_type) == 642, !anyNA(glass_type))

# The first classifier is that of MASS, apart from the prior.
by_mass <- MASS::lda(type ~ ., glass, prior = rep(1 / 6, 6), CV = TRUE)$posterior
by_us <- exp(as.matrix(glass_type[1:214, types]))
stopifnot(all.equal(by_us / rowSums(by_us), by_mass, tolerance = 1e-4, check.attributes = FALSE))

save(glass_type, file = "data/glass_type.rda", compress = "xz", version = 2)
writeLines(
  c(
    paste("R", getRversion()),
    paste("MASS", packageVersion("MASS")),
    paste("nnet", packageVersion("nnet"))
  ),
  "data-raw/glass_type-versions.txt"
)
