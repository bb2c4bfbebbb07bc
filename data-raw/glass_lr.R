# Likelihood ratios for glass, from the `glass` data of the CRAN package
# `comparison`, which must be installed. Run from the package root:
#
#   Rscript data-raw/glass_lr.R
#
# It takes about two minutes, has no random part, and writes
# data/glass_lr.rda and data-raw/glass_lr-versions.txt.
#
# Design. Fragments 1 and 2 of an item are the control, fragments 3 and 4 the
# recovered glass. The 200 same-source comparisons are control of i with
# recovered of i; the 19 900 different-source comparisons are control of i with
# recovered of j, for i < j.
#
# Variables. log10(Ca/K), log10(Ca/Si) and log10(Ca/Fe), as in Aitken and Lucy
# (2004) and Ramos et al. (2018, section 6.2), who use them on another set of
# glass. `glass` holds log10 ratios to oxygen, whose differences these are. With
# all seven ratios the models discriminate better but calibrate worse, perhaps
# because 200 items are few for the 28 free parameters of a covariance matrix.
#
# Replicates. The three measurements of a fragment are averaged first, on these
# variables. Each side of a comparison then has two replicates, and variation
# within an item is the variation between its fragment means. The model of Aitken
# and Lucy has no level for replicate measurements of one fragment. Six
# measurements treated as independent understate the variation of a sample and make
# the LRs too strong: Cllr is then 1.24 / 1.13 (mvn / mvk), not 1.05 / 0.85.
#
# Background. The items that are not being compared: 199 for a same-source
# comparison, 198 for a different-source one. Estimating each background with
# makeCompVar() would take over half an hour, so the estimates are computed
# from sums over items, and compared with makeCompVar() on a few pairs.
#
# The data as they are. Some fragments of `glass` repeat another fragment of the
# same item exactly, and for 15 items a repeat links control and recovered
# glass; ?glass_lr lists them. All 200 items are kept.
#
# Underflow. calcLR() answers on the scale of the ratio, so for items far apart
# it gives 0 or a subnormal number. Where its answer is a normal double, that is
# what is shipped. Elsewhere the same formula is evaluated in logarithms, from
# the same estimates; the script stops if the two differ where both exist.
#
# Rounding. Six decimals of log10 LR.

ratios <- item ~ log_ca_k + log_ca_si + log_ca_fe

read_measurements <- function() {
  loaded <- new.env()
  data("glass", package = "comparison", envir = loaded)
  with(
    loaded$glass,
    data.frame(
      item = as.integer(sub("^s", "", item)),
      fragment = as.integer(fragment),
      log_ca_k = logCaO - logKO,
      log_ca_si = logCaO - logSiO,
      log_ca_fe = logCaO - logFeO
    )
  )
}

fragment_means <- function(measurements) {
  aggregate(. ~ fragment + item, data = measurements, FUN = mean)
}

comparison_items <- function(means, fragments) {
  chosen <- means[means$fragment %in% fragments, ]
  split(chosen, chosen$item) |>
    lapply(\(item) comparison::makeCompItem(ratios, data = item))
}

scatter_within <- function(means) {
  split(means[all.vars(ratios)[-1]], means$item) |>
    lapply(\(item) crossprod(scale(item, scale = FALSE)))
}

# Estimates of makeCompVar() without the items `left_out`, by the formulas of a balanced design,
# which `glass` has.
background_without <- function(background, scatter, left_out) {
  item_means <- background$item.means[-left_out, , drop = FALSE]
  n_items <- nrow(item_means)
  n_replicates <- background$item.n[[1]]
  overall_means <- colMeans(item_means)
  s_within <- background$s.within - Reduce(`+`, scatter[left_out])
  s_between <- n_replicates * crossprod(sweep(item_means, 2, overall_means))
  v_within <- s_within / (n_items * (n_replicates - 1))
  estimates <- list(
    v.within = v_within,
    v.between = (s_between / (n_items - 1) - v_within) / n_replicates,
    n.observations = n_items * n_replicates,
    n.items = n_items,
    item.n = background$item.n[-left_out],
    item.means = item_means,
    overall.means = overall_means,
    s.within = s_within,
    s.between = s_between
  )
  background[names(estimates)] <- estimates
  background
}

check_background <- function(background, scatter, means, left_out) {
  kept <- means[!means$item %in% left_out, ]
  expected <- comparison::makeCompVar(ratios, data = kept)
  found <- background_without(background, scatter, left_out)
  stopifnot(all.equal(found, expected, tolerance = 1e-10))
}

# Log of the mean normal density at `x` over kernels at the rows of `centres`.
# The powers of 2 * pi are left out: they cancel in the likelihood ratio.
log_density <- function(x, centres, covariance) {
  root <- chol(covariance)
  z <- backsolve(root, x - t(centres), transpose = TRUE)
  exponents <- -colSums(z^2) / 2
  top <- max(exponents)
  top + log(mean(exp(exponents - top))) - sum(log(diag(root)))
}

log10_lr_two_level <- function(control, recovered, within, centres, between) {
  n <- c(control$n.replicates, recovered$n.replicates)
  x <- control$item.means
  y <- recovered$item.means
  pooled <- (n[1] * x + n[2] * y) / sum(n)
  nowhere <- matrix(0, 1, length(x))
  numerator <- log_density(x - y, nowhere, within * sum(1 / n)) +
    log_density(pooled, centres, within / sum(n) + between)
  denominator <- log_density(x, centres, within / n[1] + between) +
    log_density(y, centres, within / n[2] + between)
  (numerator - denominator) / log(10)
}

log10_lr_mvn <- function(control, recovered, background) {
  log10_lr_two_level(
    control,
    recovered,
    within = background$v.within,
    centres = t(background$overall.means),
    between = background$v.between
  )
}

log10_lr_mvk <- function(control, recovered, background) {
  p <- background$n.vars
  bandwidth <- (4 / ((2 * p + 1) * background$n.items))^(1 / (p + 4))
  log10_lr_two_level(
    control,
    recovered,
    within = background$v.within,
    centres = background$item.means,
    between = bandwidth^2 * background$v.between
  )
}

compare <- function(control, recovered, background) {
  lr <- \(method) {
    drop(comparison::calcLR(control, recovered, background, method))
  }
  c(
    mvn = lr("mvn"),
    mvk = lr("kde"),
    log10_mvn = log10_lr_mvn(control, recovered, background),
    log10_mvk = log10_lr_mvk(control, recovered, background)
  )
}

compare_all <- function(means, pairs) {
  control <- comparison_items(means, 1:2)
  recovered <- comparison_items(means, 3:4)
  background <- comparison::makeCompVar(ratios, data = means)
  scatter <- scatter_within(means)
  for (left_out in list(1, 200, c(1, 2), c(57, 143), c(199, 200))) {
    check_background(background, scatter, means, left_out)
  }
  one_pair <- function(i, j) {
    others <- background_without(background, scatter, unique(c(i, j)))
    compare(control[[i]], recovered[[j]], others)
  }
  mapply(one_pair, pairs$item1, pairs$item2) |> t()
}

package_or_log_space <- function(lr, log10_lr, model) {
  is_normal <- is.finite(lr) & lr >= .Machine$double.xmin
  gap <- max(abs(log10(lr[is_normal]) - log10_lr[is_normal]))
  message(sprintf("%s: calcLR() underflows %d times", model, sum(!is_normal)))
  message(sprintf("otherwise the largest difference in log10 is %.1e", gap))
  stopifnot(gap < 1e-6, all(is.finite(log10_lr)), all(lr < Inf))
  ifelse(is_normal, log10(lr), log10_lr)
}

all_pairs <- function(n) {
  grid <- expand.grid(item2 = seq_len(n), item1 = seq_len(n))
  grid[grid$item1 <= grid$item2, c("item1", "item2")]
}

means <- read_measurements() |> fragment_means()
stopifnot(nrow(means) == 800)
pairs <- all_pairs(200)
compared <- compare_all(means, pairs)

one_model <- function(model) {
  log10_lr <- package_or_log_space(
    compared[, model],
    compared[, paste0("log10_", model)],
    model
  )
  data.frame(
    model = factor(model, levels = c("mvn", "mvk")),
    item1 = pairs$item1,
    item2 = pairs$item2,
    same_source = pairs$item1 == pairs$item2,
    log10_lr = round(log10_lr, 6)
  )
}

glass_lr <- rbind(one_model("mvn"), one_model("mvk"))
stopifnot(nrow(glass_lr) == 40200, sum(glass_lr$same_source) == 400)

save(glass_lr, file = "data/glass_lr.rda", compress = "xz")
writeLines(
  c(
    paste("R", getRversion()),
    paste("comparison", packageVersion("comparison"))
  ),
  "data-raw/glass_lr-versions.txt"
)
