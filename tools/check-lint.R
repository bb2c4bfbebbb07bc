# Fails if lintr finds anything by the rules of .lintr in the files that are due.
files <- dir(c("R", "tests", "inst"), "[.]R$", recursive = TRUE, full.names = TRUE)
passed <- system2(".ci/due", "not", input = files, stdout = TRUE)
lints <- lintr::lint_package(".", cache = FALSE, exclusions = as.list(passed))
# lintr recognises a method only if its generic is in the same file.
registered <- grep("^S3method[(][a-z]", readLines("NAMESPACE"), value = TRUE)
methods <- sub("S3method[(](.*::)?(.*),(.*)[)]", "^\\2.\\3 <-", registered) |> paste(collapse = "|")

# Names of replacement methods and of arguments of base generics are fixed.
given <- paste0("<-[.]|row[.]names|conf[.](int|level)|", methods)
is_given_name <- \(lint) lint$linter == "object_name_linter" && grepl(given, lint$line)
# Tests and tools run programs on their own texts.
runs_program <- \(lint) grepl("hands text", lint$message) && !grepl("^(R|inst)/", lint$filename)
lints <- lints[!vapply(lints, \(lint) is_given_name(lint) || runs_program(lint), NA)]

for (lint in lints) print(lint)
quit(status = as.integer(length(lints) > 0))
