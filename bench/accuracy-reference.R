# The measures by their definitions, in numbers of 200 bits. Sourced by accuracy.R.

# LLRs in 200 bits, from the doubles of the user without intermediate rounding.
bits <- 200

exact <- function(x) mpfr(x, precBits = bits)

exact_ln <- function(value, scale) {
  switch(scale,
    ln = exact(value),
    log10 = exact(value) * log(exact(10)),
    log2 = exact(value) * log(exact(2)),
    lr = log(exact(value))
  )
}

softplus_exact <- function(x) {
  positive <- x
  positive[x < 0] <- 0
  positive + log1p(exp(-abs(x)))
}

# Weighted mean over the trials that exist; values without trials cost nothing even if their cost is
# infinite.
mean_exact <- function(cost, llr, n) {
  sum(cost(llr[n > 0]) * n[n > 0]) / sum(exact(n))
}

# Both halves of the cross-entropy at exact log-odds h, in nats.
halves_exact <- function(points, h) {
  list(
    h1 = mean_exact(\(llr) softplus_exact(-(llr + h)), points$llr, points$n_h1),
    h2 = mean_exact(\(llr) softplus_exact(llr + h), points$llr, points$n_h2)
  )
}

ece_exact <- function(points, prior) {
  prior <- exact(prior)
  costs <- halves_exact(points, log(prior) - log1p(-prior))
  (prior * costs$h1 + (1 - prior) * costs$h2) / log(exact(2))
}

null_exact <- function(prior) {
  prior <- exact(prior)
  -(prior * log(prior) + (1 - prior) * log1p(-prior)) / log(exact(2))
}

# Distinct values and the trials on them, without the package.
count_exact <- function(x) {
  weight <- if (is.null(x$weight)) rep(1, length(x$value)) else x$weight
  value <- sort(unique(x$value))
  at <- match(x$value, value)
  add <- function(of) {
    out <- numeric(length(value))
    sums <- rowsum(weight[of], at[of])
    out[as.integer(rownames(sums))] <- sums
    out
  }
  list(llr = exact_ln(value, x$scale), value = value, n_h1 = add(x$truth), n_h2 = add(!x$truth))
}

# PAV with a stack, on whole numbers whose products are exact.
pav_exact <- function(counts) {
  n <- length(counts$n_h1)
  first <- m1 <- m2 <- numeric(n)
  top <- 0
  for (i in seq_len(n)) {
    top <- top + 1
    first[top] <- i
    m1[top] <- counts$n_h1[i]
    m2[top] <- counts$n_h2[i]
    while (top > 1 && m1[top - 1] * m2[top] >= m1[top] * m2[top - 1]) {
      m1[top - 1] <- m1[top - 1] + m1[top]
      m2[top - 1] <- m2[top - 1] + m2[top]
      top <- top - 1
    }
  }
  keep <- seq_len(top)
  # One logarithm, so that a ratio of 1 gives 0.
  llr <- log(exact(m1[keep]) * sum(exact(m2[keep])) / (exact(m2[keep]) * sum(exact(m1[keep]))))
  list(first = first[keep], last = c(first[keep][-1] - 1, n), n_h1 = m1[keep], n_h2 = m2[keep],
    llr = llr)
}

dev_pav_exact <- function(counts, blocks) {
  finite <- which(blocks$n_h1 > 0 & blocks$n_h2 > 0)
  corners <- c(rbind(blocks$first[finite], blocks$last[finite]))
  x <- counts$llr[corners] / log(exact(10))
  d <- blocks$llr[rep(finite, each = 2)] / log(exact(10)) - x
  n <- length(x)
  left <- abs(d[-n])
  right <- abs(d[-1])
  across <- d[-n] * d[-1] < 0
  height <- (left + right) / 2
  height[across] <- ((left^2 + right^2) / (2 * (left + right)))[across]
  sum(height * (x[-1] - x[-n])) / (x[n] - x[1])
}

# Distance of h from the next zero of ECE - ECE_null, by one Newton step.
root_error <- function(points, h) {
  excess <- function(h) {
    costs <- halves_exact(points, h)
    (costs$h1 - softplus_exact(-h)) / (1 + exp(-h)) +
      (costs$h2 - softplus_exact(h)) / (1 + exp(h))
  }
  here <- excess(h)
  step <- exact(2)^-80
  here * step / (excess(h + step) - here)
}
