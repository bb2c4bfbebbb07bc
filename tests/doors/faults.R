# The part `writers` of the doors alone, with a report of its own.
#   Rscript tests/doors/faults.R 200     and writes bench/faults.md
suppressMessages(library(calibrant))
tries <- as.integer(commandArgs(trailingOnly = TRUE)[1])
space <- new.env()
sys.source(file.path("tests", "doors", "writers.R"), space)
set.seed(1)
found <- space$all_attacks(tries)
rows <- sprintf("| %s | %d | %d | %s |", found$attack, found$tried, found$held, found$note)
writeLines(c(
  "# Faults on the way out", "",
  sprintf("From `make faults TRIES=%d`. Each try must leave the old or the new", tries),
  "content, and must end in an error where nothing could be written. Writers are all classes of",
  "`write_calibrant()`, the page, pictures, and the program for the shell.", "",
  "| attack | tried | held | note |", "|---|---:|---:|---|", rows
), file.path("bench", "faults.md"))
cat(rows, sep = "\n")
cat(sprintf("%d passed, %d failed\n", sum(found$held), sum(found$tried - found$held)))
quit(status = as.integer(any(found$held < found$tried)))
