# Threads and processes, in R, in C and in Python, each with a time limit, since a fault shows as a
# deadlock. Also calibration files with one random change: Python must refuse all files that R
# refuses, and both must predict the same from the files that both read. The tests describe the
# checks.

counted <- function(door, what, command, arguments, environment) {
  said <- suppressWarnings(system2(command, arguments, TRUE, TRUE, env = environment))
  line <- utils::tail(grep("[0-9]+ passed, [0-9]+ failed", said, value = TRUE), 1)
  numbers <- as.numeric(regmatches(line, gregexpr("[0-9]+", line))[[1]])
  if (length(numbers) == 0) numbers <- c(0, 1)
  if (numbers[2] > 0) cat(said, sep = "\n")
  data.frame(
    door = door, what = what, tried = sum(numbers), done = numbers[1], refused = 0, not_to_do = 0,
    broke = numbers[2]
  )
}

# The short form is that of `make test` and `make python`.
doors_part <- function(short, seed) {
  if (short) {
    return(NULL)
  }
  environment <- c(sprintf("SEED=%d", seed), "CALIBRANT_EXTENDED=true")
  in_r <- counted(
    "threads: R", "forks", "Rscript", "tools/test.R", c("FILTER=util-threads", environment)
  )
  in_c <- if (nzchar(Sys.which("cc"))) {
    counted("threads: C", "OpenMP, forks, threads, caps", "tests/doors/library.sh", "", environment)
  }
  if (system2("python/test.sh", "there", FALSE, FALSE) != 0) {
    return(rbind(in_r, in_c))
  }
  rbind(in_r, in_c, counted(
    "threads: Python", "forks, files", "python/test.sh", c("processes", "files"), environment
  ))
}
