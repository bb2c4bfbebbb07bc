# Peak memory per trial of one job, each in a process of its own.

memory_jobs <- c(
  "lr_set()" = "x",
  "cllr(), unsorted" = "cllr(x)",
  "cllr_min(), unsorted" = "cllr_min(x)",
  "cross_entropy() at 201 priors, unsorted" = "cross_entropy(x, plogis(seq(-10, 10, 0.1)))",
  "counts, sorted" = "lapply(calibrant:::systems_of(x), calibrant:::counts_of)",
  "tippett_curve(), sorted" = "tippett_curve(x)"
)

memory_script <- '
n <- 4e6
peak <- \\() {
  line <- grep("VmHWM", readLines("/proc/self/status"), value = TRUE)
  1024 * as.numeric(gsub("[^0-9]", "", line))
}
library(calibrant)
set.seed(1)
h1 <- logical(n)
h1[1:(n / 10)] <- TRUE
llr <- rnorm(n)
x <- lr_set(llr[1:5000], rep(c(TRUE, FALSE), 2500), scale = "ln")
invisible(JOB)
invisible(gc(reset = TRUE))
heap <- sum(gc()[, 2])
writeLines("5", "/proc/self/clear_refs")
before <- peak()
x <- lr_set(llr, h1, scale = "ln")
result <- JOB
cat((peak() - before) / n, 2^20 * (sum(gc()[, 6]) - heap) / n)
'

memory_of <- function(job) {
  script <- tempfile(fileext = ".R")
  writeLines(gsub("JOB", job, memory_script, fixed = TRUE), script)
  out <- system2(file.path(R.home("bin"), "Rscript"), script, stdout = TRUE)
  as.numeric(strsplit(out[length(out)], " ")[[1]])
}

memory_table <- function() {
  Sys.setenv(R_LIBS = paste(.libPaths(), collapse = ":"))
  bytes <- vapply(memory_jobs, memory_of, c(0, 0))
  data.frame(job = names(memory_jobs), resident = round(bytes[1, ], 1), heap = round(bytes[2, ], 1))
}
