# Coverage of the interval of a mean cost (Hall 1992, as in R/interval-limits.R) for the Cllr of the
# population and its cross-entropy at two other priors. Standard deviation and skewness come from
# the sample instead of from replicates, so that thousands of sets take seconds. A normal interval
# of the logarithm of Cllr is beside it.
#   Rscript bench/coverage-means.R [sets per cell]    writes bench/coverage-means.md
n_sets <- as.numeric(c(commandArgs(TRUE), 2000)[1])
softplus <- \(x) log1p(exp(-abs(x))) + pmax(x, 0)

half_truth <- function(s, slope, shift, sign) {
  at <- \(l) dnorm(l, sign * s^2 / 2, s) * softplus(-sign * (slope * l + shift)) / log(2)
  integrate(at, -80, 80, subdivisions = 2000, rel.tol = 1e-10)$value
}

# A row per set: the cost of each trial in bits, multiplied by the weight of its class. Prior odds
# shift the LLRs.
costs <- function(n, s, slope, shift, sign, weight) {
  llr <- matrix(rnorm(n * n_sets, sign * s^2 / 2, s), n_sets)
  weight * softplus(-sign * (slope * llr + shift)) / log(2)
}

covered <- function(s, slope, shift, n, prior) {
  set.seed(sum(n) + 10 * s)
  shift <- shift + qlogis(prior)
  truth <- prior * half_truth(s, slope, shift, 1) + (1 - prior) * half_truth(s, slope, shift, -1)
  parts <- list(
    costs(n[1], s, slope, shift, 1, prior), costs(n[2], s, slope, shift, -1, 1 - prior)
  )
  moment <- \(k) mapply(\(x, n) rowMeans((x - rowMeans(x))^k) / n^(k - 1), parts, n) |> rowSums()
  cost <- rowSums(vapply(parts, rowMeans, numeric(n_sets)))
  spread <- sqrt(moment(2))
  skewness <- 1.25 * moment(3) / spread^3
  freedom <- min(n) - 1
  z <- qt(0.975, freedom) * sqrt((freedom + 1) / freedom)
  undo <- \(z) {
    cube <- 1 + skewness * (z - skewness / 6)
    pmin(pmax(3 / skewness * (sign(cube) * abs(cube)^(1 / 3) - 1), -2.5 * abs(z)), 2.5 * abs(z))
  }
  inside <- \(lower, upper) mean(lower <= truth & upper >= truth)
  c(
    hall = inside(cost - spread * undo(z), cost - spread * undo(-z)),
    log = inside(cost * exp(-z * spread / cost), cost * exp(z * spread / cost))
  )
}

cells <- expand.grid(
  n = c("30/30", "50/50", "200/200", "50/2000", "1000/1000"), s = 1:3,
  llr = c("as they are", "x 1.5", "+ 1.5"), stringsAsFactors = FALSE
)
found <- Map(\(n, s, llr) {
  at <- \(prior) {
    covered(s, if (llr == "x 1.5") 1.5 else 1, if (llr == "+ 1.5") 1.5 else 0,
      as.numeric(strsplit(n, "/")[[1]]), prior)
  }
  even <- at(0.5)
  c(Cllr = even[["hall"]], `ECE at .1` = at(0.1)[["hall"]], `ECE at .9` = at(0.9)[["hall"]],
    `log Cllr` = even[["log"]])
}, cells$n, cells$s, cells$llr)
rows <- cbind(cells[c("llr", "s", "n")], round(do.call(rbind, found), 3))
writeLines(c(
  "# Coverage of 95 % intervals of Cllr, and of the ECE at two priors", "",
  sprintf("%d sets per cell, bi-Gaussian LLRs. Made by bench/coverage-means.R, %s.", n_sets,
    R.version.string), "",
  paste0("| ", paste(names(rows), collapse = " | "), " |"),
  paste0("|", strrep("---|", ncol(rows))),
  do.call(paste, c(list("|"), unname(lapply(rows, paste, "|"))))
), "bench/coverage-means.md")
