# Slow tests are extended: they run if the environment variable CALIBRANT_EXTENDED is "true", as it
# is for `make test EXTENDED=1`. A quick run has a few of every kind of check.
is_extended <- function() identical(Sys.getenv("CALIBRANT_EXTENDED"), "true")

skip_unless_extended <- function() testthat::skip_if_not(is_extended(), "not an extended run")

# All cases, or those, by name or by number, that stand for them in a quick run.
cases_of <- function(all, quick) if (is_extended()) all else all[quick]

# All of them, or in a quick run the one whose turn it is, the i-th time.
in_turn <- function(all, i) if (is_extended()) all else all[(i - 1) %% length(all) + 1]

# All of them, or in a quick run every n-th, others for each commit, so that n commits in a row have
# all.
of_turn <- function(all, n) {
  turn <- as.integer(Sys.getenv("TURN", "0"))
  if (is_extended()) all else all[seq_along(all) %% n == turn %% n]
}
