# The smooth model of interval-smooth.R as numbers of trials in cells, for systems with too many
# trials to draw one by one.

# The kernels of the model have a standard deviation of about five cells.
smooth_cells_number <- \(n) 2^ceiling(log2(64 * n^0.2))

# Expected numbers in a grid of cells on the scale of ranks, over which the kernel of either
# hypothesis spreads the given cells. Tied values have cells of their own.
smooth_cells <- function(cells) {
  n_cells <- smooth_cells_number(sum(cells$n_h1, cells$n_h2))
  model <- smooth_model(cells)
  moved <- lapply(c(h1 = "h1", h2 = "h2"), \(h) {
    class <- model[[h]]
    class$mean + class$shrink * (model$score - class$mean)
  })
  noise <- c(model$h1$noise, model$h2$noise)
  ends <- range(moved) + c(-5, 5) * max(noise)
  step <- (ends[2] - ends[1]) / (n_cells - 1)
  place <- c(ends[1] + step * (seq_len(n_cells) - 1), model$score[cells$tied])
  ascending <- order(place)
  numbers <- Map(\(n, at, noise) {
    tied <- cells$tied
    grid <- spread_out(n[!tied], (at[!tied] - ends[1]) / step, noise / step, n_cells)
    c(grid, n[tied])[ascending]
  }, cells[c("n_h1", "n_h2")], moved, noise)
  c(numbers, list(
    llr = llrs_between(model$score, cells$llr, place[ascending]),
    ties = rep(0:1, c(n_cells, sum(cells$tied)))[ascending]
  ))
}

# Numbers at positions in steps of a cell, by a Gaussian kernel; between two cells in proportion.
spread_out <- function(n, at, noise, n_cells) {
  reach <- ceiling(5 * noise)
  first <- floor(at)
  on <- \(cell, n) {
    sums <- numeric(n_cells + 2 * reach + 1)
    found <- rowsum(n, cell)
    sums[reach + 1 + as.integer(rownames(found))] <- found
    sums
  }
  cells <- on(first, n * (1 - (at - first))) + on(first + 1, n * (at - first))
  kernel <- stats::dnorm(-reach:reach, sd = noise)
  as.vector(stats::filter(cells, kernel / sum(kernel)))[reach + seq_len(n_cells)]
}

# Neighbours of infinite values are infinite.
llrs_between <- function(score, llr, at) {
  if (is.null(llr)) return(NULL)
  finite <- is.finite(llr)
  between <- stats::approx(score[finite], llr[finite], at, rule = 2, ties = "ordered")$y
  ends <- range(score[finite])
  between[any(llr == -Inf) & at < ends[1]] <- -Inf
  between[any(llr == Inf) & at > ends[2]] <- Inf
  between
}
