# Makes small changes to kernels or to computations in R, one at a time, and runs the tests.
# A change that no test notices is a gap in the tests, or a change that changes nothing.
#   Rscript tests/mutants/run.R KIND NUMBER SEED MINUTES FILES
# KIND is c or r; each kind has its own random draw. A run that was interrupted continues where it
# stopped. With the number 0, changes that no test noticed are judged anew on the present code. A
# run stops after so many minutes of processor time. For kernels only FILES test files in R are run,
# those with the most similar names; none if FILES is 0. The last line counts the changes that were
# noticed and those that were not.
source("tests/mutants/mutations.R")
source("tests/mutants/verdicts.R")
source("tests/mutants/copy.R")

arguments <- commandArgs(trailingOnly = TRUE)
kind <- match.arg(arguments[1], names(kinds))
source(c(c = "tests/mutants/kernels.R", r = "tests/mutants/computations.R")[[kind]])
numbers <- as.numeric(arguments[-1])
n_mutants <- numbers[1]
seed <- numbers[2]
minutes <- numbers[3]
n_files <- numbers[4]

folder <- sprintf(".lib/mutants/%s-%s", kind, if (n_mutants > 0) seed else "again")
if (n_mutants == 0) unlink(folder, recursive = TRUE)
copy <- make_copy(folder)

# The first changes of a longer draw are those of a shorter one.
draw <- function() {
  all <- withr::with_dir(copy, do.call(rbind, lapply(mutable_files(), mutations)))
  set.seed(seed)
  drawn <- all[sample.int(nrow(all))[seq_len(n_mutants)], ]
  drawn <- data.frame(seed = seed, number = seq_len(n_mutants), drawn)
  drawn[!key_of(drawn) %in% key_of(read_verdicts(kind)), ]
}

drawn_again <- function() {
  rows <- open_verdicts(kind)
  do.call(rbind, lapply(seq_len(nrow(rows)), \(i) find_again(rows[i, ])))
}

judge_one <- function(change) {
  began <- proc.time()[["elapsed"]]
  found <- verdict("gone")
  if (!is.na(change$line)) {
    change$code <- readLines(file.path(copy, change$file), encoding = "UTF-8")[change$line]
    found <- judge(copy, change, write_mutant(copy, change), n_files)
  }
  change[c("verdict", "by")] <- found
  change$seconds <- round(proc.time()[["elapsed"]] - began, 1)
  add_verdict(kind, change)
  cat(sprintf("%s %s: %s: %s %s\n", change$seed, change$number, describe(change), found$verdict,
              found$by))
  found$verdict
}

used <- function() sum(proc.time()[c("user.self", "sys.self", "user.child", "sys.child")]) / 60

changes <- if (n_mutants > 0) draw() else drawn_again()
prepare(copy)
verdicts <- character()
for (i in seq_len(nrow(changes))) {
  if (used() > minutes) break
  verdicts[i] <- judge_one(changes[i, ])
}
if (length(verdicts) == nrow(changes)) unlink(folder, recursive = TRUE)
source("tests/mutants/report.R")
cat(sprintf("%d passed, %d failed\n", sum(verdicts == "noticed"), sum(verdicts == "not noticed")))
