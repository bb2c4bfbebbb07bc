# Rows and tables of results.md.

bench_row <- function(job, shape, n) {
  trials <- if (is.null(job$data)) make_trials(shape, n) else job$data(n)
  ms <- time_job(job, trials)
  is_limit <- !is.null(job$limit)
  ratios <- if (is_limit) ms / ms[["peer"]] else ms[["peer"]] / ms
  ratio <- ratios[["ours"]]
  passes <- if (is_limit) `<=` else `>=`
  bound <- if (shape == first_shape) c(job$gate, job$limit)[as.character(n)]
  bound <- if (is.null(bound)) NA else unname(bound)
  row <- data.frame(
    job = job$name, peer = job$peer_name, shape = if (is.null(job$data)) shape else "", trials = n,
    ours_ms = signif(ms[["ours"]], 3), peer_ms = signif(ms[["peer"]], 3),
    ratio = signif(ratio, 3), narrow = signif(unname(ratios["narrow"]), 3), gate = bound,
    met = yes_no(all(passes(ratios[names(ratios) != "peer"], bound))), job_is_limit = is_limit
  )
  message(paste(format(row[names(row) != "job_is_limit"]), collapse = "  "))
  row
}

yes_no <- function(x) if (is.na(x)) "" else if (x) "yes" else "no"

# Names of the columns if jobs have limits instead of peers.
limit_names <- function(rows) {
  renamed <- names(rows) %in% c("peer", "ratio", "gate")
  names(rows)[renamed] <- c("compared_with", "multiple", "limit")
  rows
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
  load <- strsplit(readLines("/proc/loadavg"), " ")[[1]][1]
  gcc <- system2("gcc", "--version", stdout = TRUE)[1]
  packages <- c("calibrant", "monotone", "comparison", "nnet")
  installed <- packages[vapply(packages, requireNamespace, NA, quietly = TRUE)]
  versions <- vapply(installed, \(p) as.character(packageVersion(p)), "")
  flags <- system2(file.path(R.home("bin"), "R"), c("CMD", "config", "CFLAGS"), stdout = TRUE)
  c(
    paste0("* CPU: ", sub(".*: ", "", cpu), " with ", parallel::detectCores(),
      " cores, load average ", load, " at the start"),
    paste0("* ", R.version.string, ", ", gcc, ", flags ",
      gsub("-ffile-prefix-map=\\S+ ", "", flags)),
    paste("*", paste(installed, versions, collapse = ", ")),
    paste0("* Code: src/ with the content ", system2("git", c("rev-parse", "HEAD:src"), stdout = TRUE))
  )
}
