run_r <- function(...) {
  suppressWarnings(system2(file.path(R.home("bin"), "R"), c(...), stdout = TRUE, stderr = TRUE))
}

can_compile <- function() {
  compiler <- strsplit(run_r("CMD", "config", "CC")[1], " ")[[1]][1]
  all(nzchar(Sys.which(c("make", compiler))))
}

# Installs the package in `downstream`, which links to the installed version of this one.
local_downstream <- function(env = parent.frame()) {
  library_folder <- withr::local_tempdir(.local_envir = env)
  source_folder <- file.path(library_folder, "source")
  dir.create(source_folder)
  file.copy(test_path("downstream"), source_folder, recursive = TRUE)
  log <- withr::with_envvar(
    c(R_LIBS = paste(.libPaths(), collapse = .Platform$path.sep)),
    run_r(
      "CMD", "INSTALL", "--no-docs", "--no-test-load",
      paste0("--library=", shQuote(library_folder)),
      shQuote(file.path(source_folder, "downstream"))
    )
  )
  expect_null(attr(log, "status"), info = paste(log, collapse = "\n"))
  # R CMD check treats a name in quotes as a required package.
  name <- "downstream"
  namespace <- loadNamespace(name, lib.loc = library_folder)
  withr::defer(unloadNamespace(name), envir = env)
  namespace
}

test_that("another package gets the same numbers from C", {
  skip_on_cran()
  skip_if(!can_compile(), "no compiler")
  downstream <- local_downstream()

  h1 <- c(-1, 0.5, 0.5, 2, 3, Inf)
  h2 <- c(-Inf, -3, -2, -0.5, 0.5, 1, -4)
  x <- lr_set(list(h1 = h1, h2 = h2), scale = "ln")
  found <- downstream$evaluate(h1, h2, stats::qlogis(0.2))

  expect_equal(found$pav, pav(x)$log10_lr_pav * log(10), tolerance = 1e-15)
  expect_equal(found$ece / log(2), cross_entropy(x, 0.2), tolerance = 1e-15)
  expect_equal(found$ece_min / log(2), cross_entropy_min(x, 0.2), tolerance = 1e-15)
  expect_equal(sum(c(0.2, 0.8) * found$halves), found$ece, tolerance = 1e-15)
  expect_equal(-found$excess * 0.2 / log(2), effective_information(x, 0.2), tolerance = 1e-14)
  expect_equal(found$softplus, log1p(0.25), tolerance = 1e-15)

  # An example small enough to pool by hand.
  g <- downstream$evaluate(c(-1, 0.5, 2, 3), c(-3, -2, -0.5, 1, -4), 0)
  expect_equal(g$pav, c(-Inf, log(1.25), Inf), tolerance = 1e-15)
  expect_equal(g$ece, 0.443457150513, tolerance = 1e-11)
  expect_equal(g$ece_min, 0.309132709469, tolerance = 1e-11)
})
