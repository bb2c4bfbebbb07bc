# Replaces code of the loaded package, and runs its tests.
suppressMessages({
  library(calibrant)
  library(testthat)
})
namespace <- asNamespace("calibrant")
exported <- as.environment("package:calibrant")
# Methods of autoplot() are registered with their generic, so ggplot2 must be loaded.
invisible(loadNamespace("ggplot2"))

in_fork <- function(code) {
  found <- parallel::mccollect(parallel::mcparallel(code, mc.set.seed = FALSE))[[1]]
  if (inherits(found, "try-error")) stop(found)
  found
}

# Definitions in a file: their code, their place and, for constants, their name.
read_code <- function(file) {
  parsed <- parse(file, keep.source = TRUE, encoding = "UTF-8")
  is_named <- vapply(parsed, \(x) is.call(x) && identical(x[[1]], quote(`<-`)), NA)
  code <- as.list(parsed)[is_named]
  constant <- vapply(code, \(x) if (is_definition(x[[3]])) "" else as.character(x[[2]]), "")
  list(code = code, places = attr(parsed, "srcref")[is_named], constant = constant)
}

is_definition <- function(x) is.call(x) && identical(x[[1]], quote(`function`))

read_package <- function() {
  paths <- setdiff(sort(list.files("R", "[.]R$", full.names = TRUE), method = "radix"),
                   c("R/util-package.R", "R/util-reexports.R"))
  lapply(rlang::set_names(paths), read_code)
}

# Replaces code in the order of files, as R does: a constant keeps the functions that it was made
# of.
replace_code <- function(files) {
  for (place in list(namespace, exported)) unlock(place)
  for (one in files) for (definition in one$code) eval(definition, namespace)
  publish()
}

unlock <- function(place) {
  for (name in ls(place, all.names = TRUE)) unlockBinding(name, place)
}

# Copies the namespace to the places that hold copies: exports and methods for dispatch.
publish <- function() {
  for (name in setdiff(getNamespaceExports(namespace), getNamespaceExports("generics"))) {
    if (name != "autoplot") assign(name, namespace[[name]], exported)
  }
  methods <- getNamespaceInfo(namespace, "S3methods")
  for (i in seq_len(nrow(methods))) {
    home <- if (is.na(methods[i, 4])) "calibrant" else methods[i, 4]
    if (!isNamespaceLoaded(home)) next
    registerS3method(methods[i, 1], methods[i, 2], namespace[[methods[i, 3]]], asNamespace(home))
  }
}

# The stems of the test files; those that wait, compile or fill the memory are left out.
test_stems <- function() {
  found <- sub("^test-(.*)[.]R$", "\\1", list.files("tests/testthat", "^test-.*[.]R$"))
  setdiff(found, c("interrupt", "callables", "long-vectors"))
}

test_path_of <- function(stem) sprintf("tests/testthat/test-%s.R", stem)

# Runs a test file. For each test around(desc, run) is called; run() runs it and says whether one
# has failed so far. Returns whether any has.
run_test_file <- function(stem, around) {
  reporter <- testthat::SilentReporter$new()
  has_failed <- function() any(vapply(reporter$expectations(), is_failure, NA))
  env <- new.env(parent = namespace)
  env$test_that <- function(desc, code) {
    call <- sys.call()
    call[[1]] <- testthat::test_that
    caller <- parent.frame()
    around(desc, function() {
      eval(call, caller)
      has_failed()
    })
  }
  testthat::test_dir(
    "tests/testthat", filter = sprintf("^%s$", stem), env = env, package = "calibrant",
    load_package = "installed", reporter = reporter, stop_on_failure = FALSE
  )
  has_failed()
}

is_failure <- function(x) {
  inherits(x, paste0("expectation_", c("failure", "error", "warning")))
}
