# Calls every exported function and the main methods with two values of each argument that must give
# two results, or with the argument and without it, and fails where they give the same one: an
# argument is heeded or refused. Arguments that may leave a result unchanged are listed with their
# reasons in tests/robustness/unheeded.tsv. The last line counts the arguments.
#   Rscript tests/robustness/heeded.R
# The variable FILTER is a regular expression for the calls.
suppressMessages(library(calibrant))
`%||%` <- rlang::`%||%`
for (file in c("forms", "arguments", "comparable", "further")) {
  source(file.path("tests", "robustness", paste0(file, ".R")), local = TRUE)
}

# Two values of each argument, as code in the environment of the forms.
read_table <- \(file) {
  utils::read.delim(file, quote = "", comment.char = "#", colClasses = "character")
}
values <- read_table(file.path("tests", "robustness", "heeded.tsv"))
reasons <- read_table(file.path("tests", "robustness", "unheeded.tsv"))

# Result of a call in a form that can be compared; a refusal is its class.
result_of <- function(form, argument, value = NULL) {
  attributes(form) <- list(names = names(form))
  if (!is.null(value)) form[[argument]] <- str2lang(value)
  if (is.null(value) && argument %in% names(form)) form[[argument]] <- NULL
  set.seed(1)
  tryCatch(suppressWarnings(suppressMessages(comparable(eval(form, new.env(parent = objects))))),
    calibrant_error = \(cnd) structure(class(cnd)[1], refused = TRUE)
  )
}

judge <- function(form, argument) {
  found <- if (argument %in% names(form)) {
    with <- result_of(form, argument, deparse1(form[[argument]]))
    if (!is_same(with, result_of(form, argument))) return("heeded")
    "ignored"
  }
  for (i in which(values$argument == argument)) {
    first <- result_of(form, argument, values$first[i])
    second <- result_of(form, argument, values$second[i])
    if (!is_same(first, second)) return("heeded")
    if (isTRUE(attr(first, "refused"))) return("refused")
    found <- "ignored"
  }
  found %||% "untried"
}

has_reason <- \(verb, argument) {
  key <- paste(reasons$verb, reasons$argument)
  any(c(paste(verb, argument), paste("*", argument), paste(verb, "*")) %in% key)
}

# A call that is refused without changes shows nothing.
broken_of <- function(form) {
  found <- tryCatch(result_of(form, "."), error = \(cnd) {
    structure(paste("base error:", conditionMessage(cnd)), refused = TRUE)
  })
  lost <- isTRUE(attr(found, "refused")) && found != "calibrant_error_missing_package"
  if (lost) sprintf("%s: %s", deparse1(form), found)
}

# One call that heeds an argument is enough: in another call the argument may not apply.
judge_all <- function(argument, forms) {
  found <- character()
  for (form in forms) {
    one <- tryCatch(judge(form, argument), error = \(cnd) {
      paste("base error:", conditionMessage(cnd))
    })
    if (one == "heeded") return(one)
    found <- c(found, one)
  }
  if (all(found == "refused")) "refused" else setdiff(found, "refused")[1]
}

# The verdict of each argument, and the calls that decide nothing.
walk <- function(wanted, cores = 1) {
  withr::local_options(calibrant.threads = 1, browser = \(url) NULL, cli.num_colors = 1)
  wanted <- Filter(\(form) !has_reason(head_of(form), "*"), wanted)
  pairs <- do.call(rbind, lapply(seq_along(wanted), \(i) {
    arguments <- arguments_of(wanted[[i]])
    verb <- head_of(wanted[[i]])
    if (length(arguments) > 0) data.frame(verb = verb, argument = arguments, form = i)
  }))
  key <- unique(pairs[c("verb", "argument")])
  key <- key[!mapply(has_reason, key$verb, key$argument), ]
  key$is <- unlist(parallel::mcmapply(\(verb, argument) {
    judge_all(argument, wanted[pairs$form[pairs$verb == verb & pairs$argument == argument]])
  }, key$verb, key$argument, mc.cores = cores, USE.NAMES = FALSE))
  list(judged = key, broken = unlist(lapply(wanted, broken_of)))
}

if (sys.nframe() == 0) {
  is_wanted <- \(form) grepl(Sys.getenv("FILTER"), deparse1(form))
  found <- walk(Filter(is_wanted, c(all_forms, further_forms)), cores = 2)
  bad <- found$judged[!found$judged$is %in% c("heeded", "refused"), ]
  cat(sprintf("%s(%s =) is %s\n", bad$verb, bad$argument, bad$is), sep = "")
  cat(sprintf("This call is refused: %s\n", found$broken), sep = "")
  print(table(sub(":.*", "", found$judged$is)))
  failed <- nrow(bad) + length(found$broken)
  cat(sprintf("%d passed, %d failed\n", nrow(found$judged) - nrow(bad), failed))
  quit(status = as.integer(failed > 0))
}
