# Waiting times of a newcomer: the demo of a fresh clone, loading the package, the first number.
#   Rscript bench/first-minutes.R    writes bench/first-minutes.md
# Packages of R and Debian remain installed; .lib of the clone is empty.
clone <- tempfile("clone")
shown <- tempfile(fileext = ".txt")
run <- \(command, ...) system2(command, ..., stdout = FALSE, stderr = FALSE)
invisible(run("git", c("clone", "-q", ".", clone)))
clean <- c("R_LIBS=", "R_LIBS_USER=none")
demo <- system.time(
  status <- system2("make", c("-C", clone, "demo"), env = clean, stdout = shown, stderr = shown)
)
stopifnot(status == 0)
lines <- grep("^make", readLines(shown), value = TRUE, invert = TRUE)

library_of <- file.path(clone, ".lib")
script <- \(code) c("-e", shQuote(sprintf(".libPaths(c('%s', .libPaths())); %s", library_of, code)))
seconds <- function(code, what, n = 9) {
  stats::median(replicate(n, {
    time <- system.time(run("Rscript", script(code)))
    if (what == "processor") sum(time[c("user.child", "sys.child")]) else time[["elapsed"]]
  }))
}
empty <- seconds("invisible()", "processor")
loading <- seconds("library(calibrant)", "processor") - empty
first <- "library(calibrant); x <- lr_set(same_source ~ log10_lr | model, glass_lr, scale = 'log10')"
files <- list.files(file.path(library_of, "calibrant"), recursive = TRUE, full.names = TRUE)
megabytes <- sum(file.size(files)) / 2^20

row <- \(what, is, wanted) sprintf("| %s | %s | %s |", what, is, wanted)
writeLines(c(
  "# First minutes", "",
  sprintf("Made by bench/first-minutes.R, with %s and the packages that calibrant needs", R.version.string),
  "already there, as Debian has them; nothing compiled before. Medians of nine.", "",
  "| what | is | wanted |", "|---|---|---|",
  row("`make demo` of a fresh clone, elapsed s", round(demo[["elapsed"]], 1), "45"),
  row("the same, s of processor", round(sum(demo[c("user.child", "sys.child")]), 1), ""),
  row("lines on the screen", length(lines), ""),
  row("lines of compilers among them", sum(grepl("^(gcc|g[+][+]|clang|ccache) ", lines)), "0"),
  row("`library(calibrant)`, s of processor", round(loading, 3), "0.25"),
  row("from the shell to the first Cllr, elapsed s", round(seconds(
    paste(first, "cllr(x)", sep = "; "), "elapsed"), 2), "0.5"),
  row("from the shell to the first picture, elapsed s", round(seconds(
    paste0(first, "; pdf(NULL); print(plot_ece(x))"), "elapsed"), 2), ""),
  row("installed size, MB", round(megabytes, 1), "5"), "",
  "The demo ends with:", "", trimws(paste0("    ", utils::tail(lines, 9)), "right")
), "bench/first-minutes.md")
unlink(clone, recursive = TRUE)
