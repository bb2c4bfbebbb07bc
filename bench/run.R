# Times our functions against the peers that R users have, in one process and in alternating
# rounds, and writes bench/results.md. Arguments: the numbers of trials, 1e4 1e5 1e6 by default.
# On a shared machine only the ratios mean something.

local_library <- ".lib"
if (dir.exists(local_library)) .libPaths(c(local_library, .libPaths()))
for (peer in c("monotone", "comparison")) {
  if (!requireNamespace(peer, quietly = TRUE)) {
    repos <- getOption("repos")
    if (any(repos %in% c("", "@CRAN@"))) repos <- "https://cloud.r-project.org"
    try(install.packages(peer, lib = local_library, repos = repos, quiet = TRUE))
  }
}
for (file in c("shapes", "peers", "jobs", "memory")) {
  source(file.path("bench", paste0(file, ".R")))
}

# Processor time, which other users of the machine disturb least.
seconds <- function(f, trials, times) {
  before <- proc.time()
  for (i in seq_len(times)) f(trials)
  sum((proc.time() - before)[c("user.self", "sys.self")]) / times
}

# How often to call for 0.05 s, of which the clock resolves a fiftieth.
repeats <- function(f, trials) {
  f(trials)
  max(1, ceiling(0.05 / max(seconds(f, trials, 1), 1e-4)))
}

same_numbers <- function(a, b) {
  finite <- is.finite(unlist(b))
  isTRUE(all.equal(unlist(a)[finite], unlist(b)[finite], tolerance = 1e-9))
}

time_job <- function(job, trials) {
  if (!isFALSE(job$same)) stopifnot(same_numbers(job$ours(trials), job$peer(trials)))
  times <- c(ours = repeats(job$ours, trials), peer = repeats(job$peer, trials))
  slow <- times[["peer"]] == 1 && seconds(job$peer, trials, 1) > 2
  timed <- vapply(seq_len(if (slow) 3 else 9), \(round) {
    gc(FALSE)
    peer <- seconds(job$peer, trials, times[["peer"]])
    c(ours = seconds(job$ours, trials, times[["ours"]]), peer = peer)
  }, c(ours = 0, peer = 0))
  1000 * apply(timed, 1, median)
}

bench_row <- function(job, shape, n) {
  ms <- time_job(job, make_trials(shape, n))
  gate <- if (shape == "two Gaussians") job$gate[as.character(n)] else NA
  ratio <- ms[["peer"]] / ms[["ours"]]
  row <- data.frame(
    job = job$name, peer = job$peer_name, shape = shape, trials = n,
    ours_ms = signif(ms[["ours"]], 3), peer_ms = signif(ms[["peer"]], 3),
    ratio = signif(ratio, 3), gate = if (length(gate) == 0) NA else unname(gate)
  )
  row$met <- if (is.na(row$gate)) "" else if (ratio >= row$gate) "yes" else "no"
  message(paste(format(row), collapse = "  "))
  row
}

markdown_table <- function(data) {
  cells <- vapply(data, \(x) ifelse(is.na(x), "", format(x, trim = TRUE, scientific = FALSE)),
    character(nrow(data)))
  rows <- apply(matrix(cells, nrow(data)), 1, paste, collapse = " | ")
  c(
    paste("|", paste(gsub("_", " ", names(data)), collapse = " | "), "|"),
    paste0("|", strrep("---|", ncol(data))),
    paste("|", rows, "|")
  )
}

machine <- function() {
  cpu <- grep("model name", readLines("/proc/cpuinfo"), value = TRUE)[1]
  gcc <- system2("gcc", "--version", stdout = TRUE)[1]
  packages <- c("calibrant", "monotone", "comparison")
  installed <- packages[vapply(packages, requireNamespace, NA, quietly = TRUE)]
  versions <- vapply(installed, \(p) as.character(packageVersion(p)), "")
  flags <- system2(file.path(R.home("bin"), "R"), c("CMD", "config", "CFLAGS"), stdout = TRUE)
  c(
    paste("* CPU:", sub(".*: ", "", cpu), "with", parallel::detectCores(), "cores"),
    paste0("* ", R.version.string, ", ", gcc, ", flags ", gsub("-ffile-prefix-map=\\S+ ", "", flags)),
    paste("*", paste(installed, versions, collapse = ", "))
  )
}

sizes <- as.numeric(commandArgs(trailingOnly = TRUE))
if (length(sizes) == 0) sizes <- c(1e4, 1e5, 1e6)
rows <- list()
for (n in sizes) {
  for (job in Filter(\(job) can_run(job, n), jobs)) {
    rows[[length(rows) + 1]] <- bench_row(job, "two Gaussians", n)
  }
}
fast <- Filter(\(job) isTRUE(job$all_shapes) && can_run(job, 1e6), jobs)
for (shape in names(shapes)[-1]) {
  for (job in fast) rows[[length(rows) + 1]] <- bench_row(job, shape, min(1e6, max(sizes)))
}

writeLines(c(
  "# Benchmark results",
  "",
  "Written by `make bench`. Milliseconds of processor time: medians of nine alternating rounds in",
  "one process (three where the peer takes more than two seconds), and how many times longer the",
  "peer takes. Ours includes `lr_set()` each time, from the vectors; the peers find their input",
  "prepared (classes split, labels as integers). The gate is the ratio to be reached with R's",
  "default compiler flags, for the first shape of data.",
  "",
  machine(),
  "",
  markdown_table(do.call(rbind, rows)),
  "",
  "## Memory",
  "",
  "Peak beyond the input of 12 bytes per trial (value and truth), in bytes per trial at 4e6",
  "trials: by how much the resident memory of a fresh process grew, beyond what the making of the",
  "data had left free in it, and the highest that R's own heap reached.",
  "",
  markdown_table(memory_table())
), "bench/results.md")
