every_measure <- names(measure_kinds)

replicates_of <- function(x, which, prior, c_fa, n, by = "trial", threads = 1) {
  kinds <- kinds_at(measure_kinds[which], prior, 1, c_fa)
  resampling <- list(replicates = n, by = by, threads = threads, corrected = FALSE,
    exact = by == "trial" && !is_weighted(x))
  found <- suppressWarnings(measure_systems(x, kinds, resampling))
  found$systems[[1]]$replicates
}

# All pairs of some items, each measured with its own effect; the last two items have only one
# sample, so they are not compared with themselves.
paired_items <- function(n = 9, seed = 5) {
  withr::local_seed(seed)
  pairs <- expand.grid(a = seq_len(n), b = seq_len(n))
  pairs <- pairs[pairs$a <= pairs$b & !(pairs$a == pairs$b & pairs$a > n - 2), ]
  truth <- pairs$a == pairs$b
  effect <- rnorm(n)
  llr <- ifelse(truth, 1, -1) + effect[pairs$a] + effect[pairs$b] + rnorm(nrow(pairs))
  lr_set(round(llr, 1), truth, "ln", source1 = letters[pairs$a], source2 = letters[pairs$b])
}
