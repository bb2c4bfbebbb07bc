#' Qualification of an installation
#'
#' `qualify()` returns the results of tests of this installation. Run it after each installation or
#' update of this package, of R or of the machine, if you must show that the software works. It
#' takes less than a minute. The tests:
#'
#' * `files`: the certified sets have the SHA-256 of this version.
#' * `arithmetic`: exponentials, logarithms and powers of the machine are right to two units in the
#'   last place.
#' * `costs`, `discrimination`, `decisions`, `bounds`, `fits`, `classes`, `conclusions`: measures of
#'   46 certified sets, in `system.file("certified", package = "calibrant")`, have at least 13
#'   correct digits, according to two independent computations with 25 digits.
#' * `report`: a report on [glass_lr] equals a stored one line by line.
#' * `seeds`: limits drawn from a seed equal stored ones to 12 digits, with one thread and with two.
#' * `intervals`: at least 180 of 200 simulated sets, from a fixed seed, have the true Cllr within
#'   their 95 % limits.
#' * `calibration`: the [calibration_test()] rejects at most 20 of 200 simulated sets of calibrated
#'   LRs, from a fixed seed, at the level 0.05.
#'
#' With a `file`, `qualify()` writes a report with the results, requirements against tests,
#' versions, libraries, locale, the SHA-256 of the installed code, and lines to sign.
#'
#' @param file Optional: path of a report, with the extension `.html`, `.docx` or `.pdf`.
#' @param ... Unused.
#' @param author Optional: the person who runs the tests.
#' @param language As in [validation_report()].
#' @return A data frame of class `qualification` with a row per test, invisible with a `file`:
#'   `check` (one of the names above), `requirement` and `test` in words, `found`, and `passed`. The
#'   attribute `"machine"` is a data frame that describes the machine (`item`, `statement`). A
#'   failed test is not an error.
#' @concept qualification
#' @concept software validation
#' @concept installation test
#' @export
#' @examples
#' \donttest{
#' found <- qualify()
#' found
#' all(found$passed)
#' }
qualify <- function(file = NULL, ..., author = NULL, language = NULL) {
  check_dots(...)
  if (!is.null(author)) author <- read_line(author, class = "calibrant_error_plan")
  if (is.null(file)) return(with_words_of(language, run_qualification()))
  type <- file_type(file, c("html", "docx", "pdf"))
  check_report_tools(type)
  with_words_of(language, {
    found <- run_qualification()
    render_report(qualification_facts(found, author), type, file)
    invisible(found)
  })
}

run_qualification <- function() {
  checks <- qualification_checks()
  report_step("Judging the certified sets.")
  judged <- tryCatch(judge_certified(), error = conditionMessage)
  rows <- lapply(names(checks), \(name) {
    report_step("Testing {.val {name}}.")
    check <- checks[[name]]
    result <- tryCatch(
      suppressMessages(check$run(judged)),
      error = \(cnd) list(passed = FALSE, found = conditionMessage(cnd))
    )
    data.frame(check = name, requirement = check$requirement, test = check$test,
      found = result$found, passed = isTRUE(result$passed))
  })
  new_object("qualification", do.call(rbind, rows), machine = machine_facts(), date = Sys.time())
}

#' @export
print.qualification <- \(x, ...) printed(x, {
  stopifnot(!is.null(x$passed))
  cat(sprintf("%s %-14s %s\n", ifelse(x$passed, "pass", "FAIL"), x$check, x$found), sep = "")
  machine <- attr(x, "machine")
  if (!is.null(machine)) cat("", paste0(machine$item, ": ", machine$statement), sep = "\n")
  cat("\n", qualification_verdict(x), "\n", sep = "")
})

qualification_verdict <- \(x) say("qualified", list(failed = sum(!x$passed), number = nrow(x)))

# Machine and software, as far as these affect numbers or words.
machine_facts <- function() {
  system <- Sys.info()
  statements <- c(
    calibrant = as.character(utils::packageVersion("calibrant")), R = R.version.string,
    computer = system[["nodename"]],
    platform = label("%s, %s endian, long double of %s bytes", R.version$platform,
      .Platform$endian, .Machine$sizeof.longdouble),
    system = paste(system[c("sysname", "release")], collapse = " "),
    locale = Sys.getlocale("LC_CTYPE"), blas = extSoftVersion()[["BLAS"]], lapack = La_library(),
    packages = paste(package_versions(), collapse = ", "),
    threads = as.character(read_threads(NULL)), installed_sums()
  )
  data.frame(item = unname(words_for("machine")[names(statements)]), statement = unname(statements))
}

# Checksums of the installed files, so that two reports can be compared.
installed_sums <- function() {
  files <- c(code = getLoadedDLLs()[["calibrant"]][["path"]],
    r_code = system.file("R", "calibrant.rdb", package = "calibrant"),
    sets = certified_file("SHA256SUMS"))
  vapply(files, \(file) if (file.exists(file)) cli::hash_file_sha256(file) else "", "")
}

qualification_facts <- function(found, author) {
  list(
    title = label("Qualification of an installation"), author = author,
    about = character(), count = rlang::new_environment(list(tables = 0)), method = NULL,
    date = format(Sys.Date()),
    pictures = list(), found = found,
    sections = list(front = section_front, found = section_found, machine = section_machine,
      signatures = \(report) section_signatures())
  )
}

section_found <- function(report) {
  found <- report$found
  table <- data.frame(
    requirement = found$requirement, test = found$test, found = found$found,
    result = ifelse(found$passed, label("passed"), label("FAILED"))
  )
  names(table) <- words_for("qualification")[names(table)]
  c(
    plain_paragraph(qualification_verdict(found)),
    paste("#", plain_text(label("Requirements and tests"))),
    markdown_table(table, c(2.4, 2.8, 2.4, 1))
  )
}

section_machine <- function(report) {
  headings <- words_for("heading")[c("item", "statement")]
  table <- rlang::set_names(attr(report$found, "machine"), headings)
  c(paste("#", plain_text(label("The machine"))), markdown_table(table, c(1, 3)))
}
