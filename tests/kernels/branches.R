# Counts by gcov the branches of the kernels that the C tests take, and writes bench/branches.md.
# Fails if a branch is neither taken nor listed in open-branches.tsv, or if it is both.
source("tests/kernels/programs.R")
work <- tempfile("calibrant-branches-")
dir.create(work)

# An inline function counts once here, not once per caller.
objects <- compile_kernels("gcc -O0 --coverage -Dalways_inline=unused", work)
run_programs("gcc -O1", "-lgcov", work)

# One row per branch of a function.
branches_of <- function(name, lines) {
  rows <- lapply(which(lengths(lines$branches) > 0), function(i) {
    arms <- lines$branches[[i]]
    data.frame(
      file = name, line = lines$line_number[i], within = lines$function_name[i],
      arm = seq_len(nrow(arms)), count = arms$count
    )
  })
  do.call(rbind, rows)
}

read_counts <- function(object) {
  text <- system(sprintf("gcov -b --json-format --stdout %s 2>/dev/null", object), intern = TRUE)
  files <- jsonlite::fromJSON(text)$files
  ours <- grep("kernels/", files$file)
  do.call(rbind, Map(branches_of, files$file[ours], files$lines[ours]))
}

# A branch in a header is taken if it is taken in any file that includes the header.
counts <- do.call(rbind, lapply(objects, read_counts))
unlink(work, recursive = TRUE)
counts <- stats::aggregate(count ~ arm + line + within + file, counts, sum)
counts$taken <- counts$count > 0
code_at <- function(file, line) trimws(readLines(file)[line])
counts$code <- mapply(code_at, counts$file, counts$line)
counts$file <- sub(".*kernels/", "", counts$file)

place <- function(x) paste(x$file, x$code)
reasons <- utils::read.delim("tests/kernels/open-branches.tsv", quote = "")
left <- counts[!counts$taken, ]
left$reason <- reasons$reason[match(place(left), place(reasons))]
unknown <- left[is.na(left$reason), ]
stale <- reasons[!place(reasons) %in% place(left), ]

known <- left[!is.na(left$reason), ]
open <- stats::aggregate(arm ~ file + code + reason, known, length)
open <- open[order(open$file, open$code), ]
by_file <- stats::aggregate(cbind(arms = 1, taken) ~ file, counts, sum)
bar <- function(x) gsub("|", "\\|", x, fixed = TRUE)
writeLines(c(
  "# Branches", "",
  "Written by `make branches`, with gcov: how many branches of the kernels the C tests take.",
  "A branch is one way out of a condition as gcc compiles it without optimisation, so that",
  "`a && b` has four.",
  "",
  sprintf(
    "**%d of %d are taken, %.2f %%.**",
    sum(counts$taken), nrow(counts), 100 * mean(counts$taken)
  ),
  "Each of the others has a reason below.", "",
  "## Open branches", "",
  "| file | code | open | reason |", "|---|---|--:|---|",
  sprintf("| `%s` | `%s` | %d | %s |", open$file, bar(open$code), open$arm, open$reason), "",
  "## By file", "",
  "| file | branches | taken |", "|---|--:|--:|",
  sprintf("| `%s` | %d | %d |", by_file$file, by_file$arms, by_file$taken)
), "bench/branches.md")

told <- "%s: %s:%d, way %d: %s\n"
cat(with(unknown, sprintf(told, "not taken", file, line, arm, code)), sep = "")
cat(with(stale, sprintf("taken, but in the table: %s: %s\n", file, code)), sep = "")
n_failed <- nrow(unknown) + nrow(stale)
cat(sprintf("%d passed, %d failed\n", sum(counts$taken), n_failed))
quit(status = as.integer(n_failed > 0))
