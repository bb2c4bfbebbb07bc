# Slow tests are extended: they run if the environment variable CALIBRANT_EXTENDED is "true", as
# under `make test EXTENDED=1`. A quick run has a few checks of every kind.
is_extended <- function() identical(Sys.getenv("CALIBRANT_EXTENDED"), "true")

skip_unless_extended <- function() testthat::skip_if_not(is_extended(), "not an extended run")

# All cases; in a quick run, representative ones, by name or by number.
cases_of <- function(all, quick) if (is_extended()) all else all[quick]

# All cases; in a quick run, one of them, number i in turn.
in_turn <- function(all, i) if (is_extended()) all else all[(i - 1) %% length(all) + 1]

# All cases; in a quick run every n-th one. The choice changes with each commit, so that n
# consecutive commits cover all.
of_turn <- function(all, n) {
  turn <- as.integer(Sys.getenv("TURN", "0"))
  if (is_extended()) all else all[seq_along(all) %% n == turn %% n]
}
