# Reads the log of R CMD check: fails on errors, on warnings, and on notes that hold anything but
# the lines below. Arguments: the log and the exit status of the check.
allowed_in_notes <- c(
  "^Maintainer: ",
  "^New submission$",
  "unable to verify current time"
)

args <- commandArgs(trailingOnly = TRUE)
lines <- readLines(args[1], encoding = "UTF-8")
exit_status <- as.integer(args[2])

# The verdict ends the head of a step, or stands alone on a later line where a step reports parts.
verdict <- function(step) {
  pattern <- "^.*(?:[.]{3}|^)(?:\\s*\\[[^]]*\\])?\\s*(OK|NOTE|WARNING|ERROR|NONE|SKIPPED)\\s*$"
  found <- grep(pattern, step, perl = TRUE, value = TRUE)
  if (length(found)) sub(pattern, "\\1", found[1], perl = TRUE) else NA_character_
}

is_allowed_note <- function(step) {
  body <- trimws(step[-1])
  body <- body[nzchar(body)]
  matches <- vapply(body, \(line) any(vapply(allowed_in_notes, grepl, NA, x = line)), NA)
  length(body) > 0 && all(matches)
}

steps <- split(lines, cumsum(grepl("^[*]+ ", lines)))
steps <- unname(steps[vapply(steps, \(step) grepl("^[*]+ checking ", step[1]), NA)])
verdicts <- vapply(steps, verdict, "")
allowed <- verdicts %in% "NOTE" & vapply(steps, is_allowed_note, NA)
bad <- verdicts %in% c("NOTE", "WARNING", "ERROR") & !allowed

for (step in steps[allowed]) writeLines(c("allowed:", step))
for (step in steps[bad]) writeLines(c("not allowed:", step))
n_bad <- max(sum(bad), as.integer(exit_status != 0))
cat(sprintf("%d passed, %d failed\n", sum(verdicts %in% "OK") + sum(allowed), n_bad))
quit(status = as.integer(n_bad > 0))
