# Everything that writes files, for tests of disks that fail and sessions that end.

# Two objects of each kind for write_calibrant(), by the class of the method.
written_objects <- function() {
  sets <- lapply(c(20, 21), \(n) withr::with_seed(n, simulate_lr(n, 30, s = 1.5)))
  classes <- lapply(1:2, \(i) withr::with_seed(i, {
    loglik_set(matrix(rnorm(90), 30), factor(rep(c("a", "b", "c"), 10)))
  }))
  plans <- lapply(c(0.5, 0.6), \(bound) {
    validation_plan(accuracy = paste("cllr <", bound), replicates = 20, declared = "2026-01-05")
  })
  first <- monitor(sets[[1]], method = "voices", date = "2026-02-01")
  list(
    lr_calibration = lapply(sets, calibrate),
    lr_bound = lapply(sets, \(set) bound_lr(calibrate(set))),
    loglik_calibration = lapply(classes, calibrate),
    validation_plan = plans,
    validation_matrix = Map(validation_run, plans, sets),
    lr_monitor = list(first, update(first, sets[[2]], date = "2026-02-02")),
    lr_tally = lapply(sets, lr_tally),
    system_record = lapply(plans, system_record)
  )
}

# Writers by name: each a list of the end of the file's name, and of functions that write a first
# and a second content.
file_writers <- function() {
  objects <- written_objects()
  verbs <- lapply(objects, \(two) {
    list(end = ".json", write = lapply(two, \(x) \(file) write_calibrant(x, file)))
  })
  x <- simulate_lr(20, 20, s = 1)
  others <- list(
    validation_matrix_csv = list(end = ".csv", write = lapply(objects$validation_matrix, \(x) {
      \(file) write_calibrant(x, file)
    })),
    open_page = list(end = ".html", write = list(
      \(file) open_page(file = file, browse = FALSE),
      \(file) open_page(x, file = file, browse = FALSE)
    )),
    picture = list(
      end = if (rlang::is_installed("svglite")) ".svg" else ".png",
      write = lapply(c("det", "pav"), \(kind) \(file) save_plot(x, paste0(kind, "=", file)))
    )
  )
  c(verbs, others)
}

# Exported functions with an argument for an output file, without readers.
exported_writers <- function() {
  names <- getNamespaceExports("calibrant")
  takes_file <- vapply(names, \(name) {
    "file" %in% names(formals(getExportedValue("calibrant", name)))
  }, NA)
  sort(grep("^read_", names[takes_file], invert = TRUE, value = TRUE))
}

# Drops the seal, which files of other programs lack.
unsealed <- function(text) sub(",\n  \"sha256\": \"[0-9a-f]{64}\"\n}\n$", "\n}\n", text)

# Reads without the message about the missing seal.
read_quietly <- function(file) {
  withCallingHandlers(read_calibrant(file), calibrant_message_unsealed = \(cnd) {
    rlang::cnd_muffle(cnd)
  })
}
