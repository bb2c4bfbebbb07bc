# The jobs of the bootstrap, per replicate. Ours includes the work before the first replicate.

n_replicates <- 1000

# The peer draws trials without smoothing.
ours_bootstrap <- function(trials) {
  calibrant::measures(set_of(trials), "cllr_min", replicates = n_replicates, corrected = FALSE)
}

ours_corrected <- function(trials) {
  calibrant::measures(set_of(trials), "cllr_min", replicates = n_replicates)
}

bootstrap_jobs <- list(
  list(
    name = "bootstrap of Cllr_min, per replicate",
    peer_name = "sample + order + monotone + rle", needs = "monotone", exported = "measures",
    same = NULL, sizes = to_1e6, per = n_replicates,
    ours = ours_bootstrap, peer = peer_replicate,
    gate = c("10000" = 40, "1e+05" = 45, "1e+06" = 50)
  ),
  list(
    name = "corrected Cllr_min with its interval, per replicate",
    peer_name = "sample + order + monotone + rle", needs = "monotone", exported = "measures",
    same = NULL, sizes = c(1e4, 1e5), per = n_replicates,
    ours = ours_corrected, peer = peer_replicate
  ),
  list(
    name = "bootstrap of Cllr_min, per replicate", peer_name = "one cllr_min() of ours",
    exported = "measures", same = NULL, sizes = 1e6, per = n_replicates,
    ours = ours_bootstrap, peer = ours_cllr_min,
    limit = c("1e+06" = 0.5)
  )
)
