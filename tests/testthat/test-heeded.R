# The walk of `make heeded` over the verbs that take no time; CALIBRANT_EXTENDED walks over all.
test_that("every argument is heeded or refused, and every call of the walk runs", {
  root <- normalizePath(test_path("..", ".."))
  file <- file.path("tests", "robustness", "heeded.R")
  skip_if_not(file.exists(file.path(root, file)), "sources are not here")
  for (package in c("hdf5r", "RSQLite", "nanoparquet", "svglite")) skip_if_not_installed(package)
  withr::local_dir(root)
  walker <- new.env()
  suppressMessages(suppressWarnings(sys.source(file, walker)))
  quick <- "^(dcf|bayes_(dec|thr)|error_rates|threshold_at|isotonic|rule_score|scoring_rule|read_)"
  forms <- c(walker$all_forms, walker$further_forms)
  all <- identical(Sys.getenv("CALIBRANT_EXTENDED"), "true")
  found <- walker$walk(Filter(\(form) all || grepl(quick, deparse1(form)), forms))
  bad <- found$judged[!found$judged$is %in% c("heeded", "refused"), ]
  expect_identical(sprintf("%s(%s =) is %s", bad$verb, bad$argument, bad$is), character())
  expect_identical(as.character(found$broken), character())
  expect_gt(nrow(found$judged), 40)
})
