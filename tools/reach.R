# Calls every entry point, and fails where one is reached by nothing.
source("tools/entry-points.R")
missed <- reach_entry_points(\(name, call) call())
for (name in missed) cat(name, "is reached by no example and no job in tools/entry-points.R\n")
n_entries <- length(getDLLRegisteredRoutines("calibrant")$.Call)
cat(sprintf("reached %d entry points\n", n_entries - length(missed)))
quit(status = as.integer(length(missed) > 0))
