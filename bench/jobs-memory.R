# Compares our speed with that of the memory: one thread reading the same number of bytes.

# Compiles the reader with vectors, whatever R's own flags are.
load_reader <- function() {
  folder <- tempfile()
  dir.create(folder)
  file.copy("bench/read-memory.c", folder)
  makevars <- file.path(folder, "Makevars")
  writeLines("CFLAGS = -O3 -march=native -fPIC", makevars)
  file <- file.path(folder, paste0("read-memory", .Platform$dynlib.ext))
  system2(file.path(R.home("bin"), "R"),
    c("CMD", "SHLIB", "-o", file, file.path(folder, "read-memory.c")),
    env = paste0("R_MAKEVARS_USER=", makevars), stdout = FALSE
  )
  getNativeSymbolInfo("read_memory", dyn.load(file))
}

reader <- load_reader()

# Reading of the values once.
read_once <- function(trials) .Call(reader, trials$value)

# Reading of the values and the labels twice.
read_three_times <- function(trials) for (i in 1:3) read_once(trials)

reading_jobs <- list(
  list(
    name = "ECE, 201 priors", peer_name = "reading 8 bytes per trial", same = NULL, sizes = 1e7,
    ours = \(trials) calibrant::cross_entropy(set_of(trials), priors), peer = read_once,
    limit = c("1e+07" = 28)
  ),
  list(
    name = "Cllr_min", peer_name = "reading 24 bytes per trial", same = NULL, sizes = 1e7,
    ours = ours_cllr_min, peer = read_three_times,
    limit = c("1e+07" = 12)
  )
)
