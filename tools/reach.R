# Calls every entry point, and fails where one is reached by nothing.
source("tools/entry-points.R")
missed <- reach_entry_points(\(name, call) call())
for (name in missed) cat(name, "is reached by no example and no job in tools/entry-points.R\n")
quit(status = as.integer(length(missed) > 0))
