# A criterion that is 0 but for rounding is kept.
bound_slack <- 1e-12

# A threshold that is meant to equal an LR must equal it.
grid_points <- function(at, step) signif(at * step, 12)
