# Writes to bench/decisions.md how many conditions of decisions (`a && b` has two) the C tests show
# to change the decision alone (modified condition/decision coverage, by clang 18 or later). Fails
# if a condition is neither shown nor in open-branches.tsv with a reason.
#   apt-get install clang-19 llvm-19 libclang-rt-19-dev
source("tests/kernels/programs.R")
versions <- 25:18
version <- versions[nzchar(Sys.which(paste0("clang-", versions)))][1]
if (is.na(version)) stop("clang 18 or later was not found: apt-get install clang-19 llvm-19")
work <- tempfile("calibrant-decisions-")
dir.create(work)

count <- "-fprofile-instr-generate"
clang <- paste0("clang-", version)
told <- file.path(work, "told")
objects <- compile_kernels(
  paste(clang, "2>>", told, "-O0 -fcoverage-mapping -fcoverage-mcdc", count), work
)
n_unjudged <- sum(grepl("unsupported MC/DC", readLines(told)))
run_programs(
  paste(clang, "-O1", count), "", work,
  env = \(stem) sprintf("LLVM_PROFILE_FILE=%s/%s.profraw", work, stem)
)
run("llvm-profdata-%d merge -o %s/all.profdata %s/*.profraw", version, work, work)
text <- system(
  sprintf(
    "llvm-cov-%d export -instr-profile=%s/all.profdata %s", version, work,
    paste("-object", objects, collapse = " ")
  ),
  intern = TRUE
)
unlink(work, recursive = TRUE)

# A record holds the lines and columns of the decision, followed by whether each condition is shown.
decisions_of <- function(file) {
  if (length(file$mcdc_records) == 0) return(NULL)
  rows <- lapply(file$mcdc_records, \(record) {
    shown <- unlist(record[[length(record)]])
    data.frame(
      line = record[[1]], last = record[[3]], conditions = length(shown), shown = sum(shown)
    )
  })
  cbind(file = sub(".*kernels/", "", file$filename), do.call(rbind, rows))
}

files <- jsonlite::fromJSON(paste(text, collapse = ""), simplifyVector = FALSE)$data[[1]]$files
decisions <- do.call(rbind, lapply(files, decisions_of))

# Lines of the decision are in the table of branches, each with its reason.
lines_of <- function(file, line, last) {
  path <- Sys.glob(file.path(c("src/kernels", "inst/include/calibrant/kernels"), file))
  trimws(readLines(path[1])[line:last])
}
reasons <- utils::read.delim("tests/kernels/open-branches.tsv", quote = "")
reason_of <- function(file, code) {
  found <- reasons$reason[reasons$file == file & reasons$code %in% code]
  if (length(found) > 0) found[1] else NA
}

open <- decisions[decisions$shown < decisions$conditions, ]
code <- Map(lines_of, open$file, open$line, open$last)
open$reason <- unlist(Map(reason_of, open$file, code))
open$code <- vapply(code, paste, "", collapse = " ")
n_shown <- sum(decisions$shown)
n_conditions <- sum(decisions$conditions)
bar <- function(x) gsub("|", "\\|", x, fixed = TRUE)
writeLines(c(
  "# Decisions", "",
  sprintf("Written by `make decisions`, with clang %d: of each decision that is made of", version),
  "several conditions, as `a && b`, how many of these the C tests show to turn it alone (modified",
  "condition/decision coverage, MC/DC). Decisions of one condition are in `branches.md`. The",
  sprintf("compiler cannot judge %d decisions, in which a negation holds a decision.", n_unjudged),
  "",
  sprintf(
    "**%d of %d conditions in %d decisions are shown, %.1f %%.**", n_shown, n_conditions,
    nrow(decisions), 100 * n_shown / n_conditions
  ),
  "Each of the others has a reason.", "",
  "| file | decision | conditions | shown | reason |", "|---|---|--:|--:|---|",
  sprintf(
    "| `%s` | `%s` | %d | %d | %s |", open$file, bar(open$code), open$conditions, open$shown,
    open$reason
  )
), "bench/decisions.md")

unknown <- open[is.na(open$reason), ]
cat(with(unknown, sprintf("no reason: %s:%d: %s\n", file, line, code)), sep = "")
cat(sprintf("%d passed, %d failed\n", n_shown, nrow(unknown)))
quit(status = as.integer(nrow(unknown) > 0))
