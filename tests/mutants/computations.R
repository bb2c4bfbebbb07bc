# Judges changes of computations in R by the test files in R whose names are nearest.

# Pictures are left out: what they draw is a matter of taste to a mutation.
mutable_files <- function() {
  setdiff(
    list.files("R", "[.]R$", full.names = TRUE),
    list.files("R", "^(plot-|.*-methods|data-|util-package|util-reexports)", full.names = TRUE)
  )
}

mutations <- mutations_r

prepare <- function(copy) install(copy)

# A change in R needs no installation.
judge <- function(copy, change, path, n_files) {
  by <- noticed_in_r(copy, sub("[.]R$", "", basename(change$file)), n_files, path)
  verdict(if (nzchar(by)) "noticed" else "not noticed", by)
}
