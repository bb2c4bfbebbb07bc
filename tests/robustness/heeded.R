# Calls every exported function and the main methods with two values of each argument that must give
# two results, and fails where they give the same one: an argument is heeded or refused. Those that
# may leave a result alone stand with their reasons in tests/robustness/unheeded.tsv. The last line
# counts the arguments.
#   Rscript tests/robustness/heeded.R
# The variable FILTER is a regular expression for the calls.
suppressMessages(library(calibrant))
for (file in c("forms", "arguments", "comparable")) {
  source(file.path("tests", "robustness", paste0(file, ".R")))
}

# Two values of each argument, as code in the environment of the forms.
read_table <- \(file) {
  utils::read.delim(file, quote = "", comment.char = "#", colClasses = "character")
}
values <- read_table(file.path("tests", "robustness", "heeded.tsv"))
reasons <- read_table(file.path("tests", "robustness", "unheeded.tsv"))

# What a call gives, in a form that can be compared; a refusal is its class.
result_of <- function(form, argument, value) {
  attributes(form) <- list(names = names(form))
  form[[argument]] <- str2lang(value)
  set.seed(1)
  tryCatch(suppressWarnings(suppressMessages(comparable(eval(form, new.env(parent = objects))))),
    calibrant_error = \(cnd) structure(class(cnd)[1], refused = TRUE)
  )
}

judge <- function(form, argument) {
  for (i in which(values$argument == argument)) {
    first <- result_of(form, argument, values$first[i])
    second <- result_of(form, argument, values$second[i])
    if (!is_same(first, second)) return("heeded")
    if (isTRUE(attr(first, "refused"))) return("refused")
  }
  "ignored"
}

options(calibrant.threads = 1, browser = \(url) NULL, cli.num_colors = 1)
wanted <- Filter(\(form) grepl(Sys.getenv("FILTER"), deparse1(form)), all_forms)
rows <- do.call(rbind, lapply(wanted, \(form) {
  known <- intersect(arguments_of(form), values$argument)
  if (length(known) > 0) data.frame(verb = head_of(form), call = deparse1(form), argument = known)
}))
judged <- parallel::mcmapply(\(call, argument) {
  tryCatch(judge(str2lang(call), argument), error = \(cnd) {
    paste("base error:", conditionMessage(cnd))
  })
}, rows$call, rows$argument, mc.cores = 2, USE.NAMES = FALSE)

excused <- paste(rows$verb, rows$argument) %in% paste(reasons$verb, reasons$argument) |
  rows$argument %in% reasons$argument[reasons$verb == "*"]
# One call that heeds an argument is enough: another may have nothing to which it applies.
heeds <- paste(rows$verb, rows$argument) %in% paste(rows$verb, rows$argument)[judged == "heeded"]
bad <- !judged %in% c("heeded", "refused") & !excused & !heeds
for (i in which(bad)) cat(sprintf("%s: %s is %s\n", rows$call[i], rows$argument[i], judged[i]))
stale <- !paste(reasons$verb, reasons$argument) %in% c(
  paste(rows$verb, rows$argument)[judged == "ignored"], paste("*", rows$argument)
) & !nzchar(Sys.getenv("FILTER"))
for (i in which(stale)) cat(reasons$verb[i], reasons$argument[i], "needs no reason\n")
print(table(sub(":.*", "", judged)))
cat(sprintf("%d passed, %d failed\n", sum(!bad), sum(bad) + sum(stale)))
quit(status = as.integer(any(bad, stale)))
