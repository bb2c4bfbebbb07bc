# Draws from `seed` and leaves the state of R's random numbers as it was.
with_seed <- function(seed, code) {
  state <- get0(".Random.seed", globalenv(), inherits = FALSE)
  kind <- RNGkind()
  on.exit({
    do.call(RNGkind, as.list(kind))
    if (is.null(state)) {
      rm(".Random.seed", envir = globalenv())
    } else {
      assign(".Random.seed", state, globalenv())
    }
  })
  RNGkind("Mersenne-Twister", "Inversion", "Rejection")
  set.seed(seed)
  code
}
