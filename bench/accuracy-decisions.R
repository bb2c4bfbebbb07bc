# Error rates, costs of decisions and other functions of counts, in numbers of 200 bits.

# Error rates at the corners of the ROC curve of groups of trials, beginning with the lowest group.
corners_exact <- function(groups) {
  below <- \(n) c(exact(0), cumsum(exact(n)))
  m <- below(groups$n_h1)
  n <- below(groups$n_h2)
  list(p_miss = m / m[length(m)], p_fa = 1 - n / n[length(n)])
}

# Value at which the curve crosses c_miss P_miss = c_fa P_fa.
crossing_exact <- function(groups, c_miss = 1, c_fa = 1) {
  corners <- corners_exact(groups)
  miss <- c_miss * corners$p_miss
  fa <- c_fa * corners$p_fa
  after <- which(miss >= fa)[1]
  from <- after - 1
  rise <- miss[after] - miss[from]
  miss[from] + rise * (fa[from] - miss[from]) / (rise + fa[from] - fa[after])
}

auc_exact <- function(groups) {
  n <- exact(groups$n_h2)
  below <- cumsum(n) - n
  sum(exact(groups$n_h1) * (below + n / 2)) / (sum(exact(groups$n_h1)) * sum(n))
}

# Error rates if H1 is accepted at this LLR and above.
rates_exact <- function(points, threshold) {
  accepted <- points$llr >= threshold
  share <- \(n, of) sum(exact(n[of])) / sum(exact(n))
  list(p_miss = share(points$n_h1, !accepted), p_fa = share(points$n_h2, accepted))
}

dcf_exact <- function(points, prior, c_miss, c_fa) {
  prior <- exact(prior)
  threshold <- log(exact(c_fa) * (1 - prior)) - log(exact(c_miss) * prior)
  rates <- rates_exact(points, threshold)
  prior * c_miss * rates$p_miss + (1 - prior) * c_fa * rates$p_fa
}

min_dcf_exact <- function(groups, prior, c_miss, c_fa) {
  prior <- exact(prior)
  corners <- corners_exact(groups)
  min(prior * c_miss * corners$p_miss + (1 - prior) * c_fa * corners$p_fa)
}

# Shares above each value, and above none.
tippett_exact <- function(n) {
  above <- sum(exact(n)) - c(exact(0), cumsum(exact(n)))
  above / sum(exact(n))
}

# E[LR | H2] and E[1/LR | H1].
moments_exact <- function(points) {
  mean_exp <- function(llr, n) sum((exp(llr) * n)[n > 0]) / sum(exact(n))
  c(mean_exp(-points$llr, points$n_h1), mean_exp(points$llr, points$n_h2))
}

# Change of the moments if each LLR moves by half a unit in the last place.
inherent_moments <- function(points) {
  llr <- asNumeric(points$llr)
  of <- function(llr, n) sum((exp(llr) * abs(llr) * n)[n > 0 & is.finite(llr)]) / sum(n) * 2^-53
  c(of(-llr, points$n_h1), of(llr, points$n_h2))
}

decision_errors <- function(x, points, blocks) {
  at <- c(0.001, 0.3, 0.9)
  over <- \(f, of) do.call(c, lapply(at, \(prior) f(of, prior, 10, 2)))
  unit <- \(f, of) do.call(c, lapply(at, \(prior) f(of, prior, 1, 1)))
  n_h1 <- sum(points$n_h1)
  n_h2 <- sum(points$n_h2)
  curve <- tippett_curve(x)
  inside <- curve$log10_lr > -Inf & curve$log10_lr < Inf
  finite <- is.finite(asNumeric(points$llr))
  c(
    eer = ulps(eer(x), crossing_exact(blocks)),
    prbep = ulps(prbep(x), crossing_exact(blocks, n_h1, n_h2)),
    auc = ulps(c(auc(x), auc(x, "hull")), c(auc_exact(points), auc_exact(blocks))),
    dcf = ulps(dcf(x, at, 10, 2), over(dcf_exact, points)),
    dcf_min = ulps(dcf_min(x, at, 10, 2), over(min_dcf_exact, blocks)),
    bayes_error = ulps(bayes_error(x, at), unit(dcf_exact, points)),
    bayes_error_min = ulps(bayes_error_min(x, at), unit(min_dcf_exact, blocks)),
    tippett = ulps(
      unlist(curve[inside, c("h1", "h2")]),
      c(tippett_exact(points$n_h1)[-1][finite], tippett_exact(points$n_h2)[-1][finite])
    ),
    misleading = ulps(unname(misleading(x)), misleading_exact(points)),
    lr_moments = moment_error(x, points)
  )
}

misleading_exact <- function(points) {
  share <- \(n, of) sum(exact(c(0, n[of]))) / sum(exact(n))
  c(share(points$n_h1, points$llr < 0), share(points$n_h2, points$llr > 0))
}

moment_error <- function(x, points) {
  reference <- moments_exact(points)
  possible <- which(asNumeric(reference) < 1e300)
  if (length(possible) == 0) {
    return(NA)
  }
  found <- suppressWarnings(
    measures(x, c("lr_moment_h1", "lr_moment_h2"), replicates = 0)
  )$estimate
  ulps(found[possible], reference[possible], inherent_moments(points)[possible])
}
