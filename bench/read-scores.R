# Time to read a file of a million scores with its key into a set, beside fread() and merge() of
# data.table, and to get from eight such files on the disk to a DET curve.
#   Rscript bench/read-scores.R [rounds]    writes bench/read-scores.md
suppressMessages(library(calibrant))

arguments <- as.numeric(commandArgs(TRUE))
rounds <- if (length(arguments) > 0) arguments[1] else 5
n <- 1e6
folder <- tempfile("scores")
dir.create(folder)

# Lists like those of VoxCeleb: 6000 recordings, a tenth of the trials targets, scores in another
# order than the key.
set.seed(1)
items <- sprintf("id1%04d/%s/%05d.wav", sample(1251, 6000, TRUE), "abcdefghijk", 1:6000)
pairs <- sample(6000^2, n)
truth <- stats::runif(n) < 0.1
first <- items[(pairs - 1) %% 6000 + 1]
second <- items[(pairs - 1) %/% 6000 + 1]
key <- file.path(folder, "key.txt")
writeLines(paste(+truth, first, second), key)
files <- file.path(folder, sprintf("system%d.txt", 1:8))
for (file in files) {
  at <- sample(n)
  writeLines(sprintf("%s %s %.6f", first[at], second[at], (stats::rnorm(n) + 3 * truth)[at]), file)
}

ours <- function() read_scores(files[1], key)
peer <- function(threads = 1) {
  data.table::setDTthreads(threads)
  scores <- data.table::fread(files[1], col.names = c("a", "b", "score"))
  merge(data.table::fread(key, col.names = c("truth", "a", "b")), scores, by = c("a", "b"))
}
eight <- function() det_curve(read_scores(files, key))

both <- list(ours(), peer())
stopifnot(isTRUE(all.equal(
  sort(both[[1]]$value[both[[1]]$truth]), sort(both[[2]]$score[both[[2]]$truth == 1])
)))
rm(both)

ways <- list(
  "`read_scores()`" = ours, "`fread()` and `merge()`, 1 thread" = peer,
  "8 files: `read_scores()`, `det_curve()`" = eight
)
took <- lapply(ways, \(way) {
  times <- replicate(rounds, {
    gc(FALSE)
    time <- system.time(way())
    c(sum(time[c("user.self", "sys.self", "user.child", "sys.child")]), time[["elapsed"]])
  })
  c(apply(times, 1, stats::median), apply(times, 1, min))
})
rows <- vapply(names(took), \(name) {
  paste0("| ", paste(c(name, sprintf("%.2f", took[[name]])), collapse = " | "), " |")
}, "")
writeLines(c(
  "# A million scores with their key, from text to trials", "",
  sprintf(
    "Seconds, medians of %d rounds and the least; made by bench/read-scores.R with calibrant %s,",
    rounds, utils::packageVersion("calibrant")
  ),
  sprintf(
    "data.table %s, %s, on a machine of %d processors that others use as well.",
    utils::packageVersion("data.table"), R.version.string, parallel::detectCores()
  ), "",
  "| | processor | elapsed | least processor | least elapsed |", "|---|---|---|---|---|", rows
), "bench/read-scores.md")
