# Times our functions and the alternatives for R users and writes bench/results.md. Arguments: the
# numbers of trials, by default all that the jobs name. On a shared machine only the ratios are
# meaningful. `make bench` installs the peers.

for (file in c(
  "shapes", "scores", "peers", "peers-fit", "jobs", "jobs-bootstrap", "jobs-fit", "jobs-memory",
  "timing", "report", "memory"
)) {
  source(file.path("bench", paste0(file, ".R")))
}

can_run <- function(job) {
  (is.null(job$needs) || requireNamespace(job$needs, quietly = TRUE)) &&
    (is.null(job$exported) || job$exported %in% getNamespaceExports("calibrant"))
}

machine_lines <- machine()
wanted <- as.numeric(commandArgs(trailingOnly = TRUE))
jobs <- Filter(can_run, c(measure_jobs, bootstrap_jobs, fit_jobs, reading_jobs))
rows <- list()
for (job in jobs) {
  sizes <- if (length(wanted)) intersect(job$sizes, wanted) else job$sizes
  for (n in sizes) rows[[length(rows) + 1]] <- bench_row(job, first_shape, n)
}
fast <- Filter(\(job) isTRUE(job$all_shapes), jobs)
n <- min(1e6, wanted)
for (shape in setdiff(names(shapes), first_shape)) {
  for (job in fast) rows[[length(rows) + 1]] <- bench_row(job, shape, n)
}
rows <- do.call(rbind, rows)
is_limit <- rows$job_is_limit
rows$job_is_limit <- NULL
if (all(is.na(rows$narrow))) rows$narrow <- NULL

writeLines(c(
  "# Benchmark results",
  "",
  "Written by `make bench`. Milliseconds of processor time: medians of nine alternating rounds in",
  "one process (three where a call takes more than two seconds), with everything warm. Ours starts",
  "from the vectors, through `lr_set()`, and caches nothing from call to call. The peers are what",
  "plain R and CRAN do best, and find their input prepared: classes split, labels as integers,",
  "weights and design matrices made. Each job begins with a check that both give the same numbers,",
  "where both give numbers. Figures hold for the first shape of data unless another is named.",
  "",
  machine_lines,
  "",
  "## How many times longer the peer takes",
  "",
  "The gate is the ratio to be reached with R's default compiler flags. `narrow`, where there is such",
  "a column, is the ratio without the loops for processors with AVX2; both must reach the gate.",
  "",
  markdown_table(rows[!is_limit, ]),
  "",
  "* Order: `order()` of R, a radix sort. It is stable, so H1 goes first among ties where there are",
  "  any. `monotone` is the fastest PAV on CRAN; `stats::isoreg()` is quadratic on labels and no",
  "  peer.",
  "* `nnet::multinom()` runs until it reaches the same cost to 1e-9 nats, which takes more than the",
  "  100 iterations of its default.",
  "* The bootstrap draws stratified samples, and ours includes what comes before the first",
  sprintf("  replicate of %d.", n_replicates),
  "",
  if (any(is_limit)) c(
    "## How many times longer ours takes than what bounds it",
    "",
    "Memory is read by one thread in vectorised C. The cross-entropy must read the values once, the",
    "minimum values and labels twice.",
    "",
    markdown_table(limit_names(rows[is_limit, ])),
    ""
  ),
  "## Memory",
  "",
  "Peak beyond the input of 12 bytes per trial (value and truth), in bytes per trial at 4e6",
  "trials: by how much the resident memory of a fresh process grew, beyond what the making of the",
  "data had left free in it, and the highest that R's own heap reached.",
  "",
  markdown_table(memory_table())
), "bench/results.md")
