# Checks of sets: their scale, weights, number of systems and kind.

check_calibrated <- function(x) {
  if (is.list(x) && identical(.subset2(x, "scale"), "score")) refuse("scores_given")
}

check_no_weights <- function(x, why = NULL) refuse_if(is_weighted(x), "weights_given")

check_one_system <- function(x) refuse_if(n_systems(x) > 1, "one_system")

read_either_set <- function(x) {
  if (!inherits(x, "loglik_set")) return(lr_set(x))
  check_intact(x)
  x
}
