# Words on the limits of LRs: the precision of each LR.

# Facts about the k-th system, or about all. Half of the LRs are known to within the factor. Open
# limits count as infinitely far.
limits_facts <- function(x, k = NULL) {
  refuted <- are_refuted(x)
  x <- unclass(x)
  own <- if (is.null(k) || is.null(x$system)) TRUE else as.integer(x$system) == k
  log10 <- lapply(x[c("lower", "upper")], \(end) to_log10(end[own], x$scale))
  width <- log10$upper - log10$lower
  width <- width[!is.na(width)]
  list(
    n = length(width), n_open = sum(width == Inf), level = limits_level(x),
    factor = 10^(stats::median(width) / 2), refuted = any(rep_len(refuted, length(own))[own])
  )
}

# One sentence; none for a set without limits.
told_limits <- function(x, k = NULL) {
  if (is.null(unclass(x)$lower)) return(NULL)
  fact <- limits_facts(x, k)
  if (fact$n == 0) return(NULL)
  say("set_limits", c(
    fact[c("n", "n_open")],
    list(
      refuted = fact$refuted, factor = fact$factor, times = format_number(signif(fact$factor, 2)),
      at = at_level_text(fact$level)
    )
  ))
}
