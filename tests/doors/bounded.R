# Files and arguments that ask for more memory or time than there is. Each runs in a session of its
# own, with 2 GB of memory and 20 seconds of processor time, and must give a result or an error of
# this package. In the shell the program must refuse the same files with status 2.

lines_of <- function(..., gz = FALSE) {
  file <- tempfile(fileext = if (gz) ".csv.gz" else ".csv")
  connection <- if (gz) gzfile(file, "wb", compression = 9) else file(file, "wb")
  on.exit(close(connection))
  for (part in list(...)) cat(part, file = connection)
  file
}

wide_file <- function() {
  lines_of(paste0("c", 1:1e6, collapse = ","), "\n", paste(rep(1, 1e6), collapse = ","), "\n")
}

long_line <- function() lines_of("score,truth\n", strrep("1", 2e8), ",1\n")

# Members of a gzip file form one text, so a member of 10 MB, repeated a thousand times, is 10 GB.
bomb <- function() {
  member <- lines_of(strrep("1", 1e7), gz = TRUE)
  bytes <- readBin(member, "raw", file.size(member))
  file <- tempfile(fileext = ".csv.gz")
  writeBin(rep(bytes, 1000), file)
  file
}

# A link, since the file is deleted afterwards.
endless <- function() {
  file <- tempfile(fileext = ".csv")
  file.symlink("/dev/zero", file)
  file
}

many_systems <- function() {
  rows <- sprintf("%s,%d,s%d\n", rep(c("1.5", "-1.5"), 1e5), rep(1:0, 1e5), rep(1:1e5, each = 2))
  lines_of("score,truth,system\n", paste(rows, collapse = ""))
}

deep_json <- function(open, close) lines_of(strrep(open, 3000), "1", strrep(close, 3000))

# A calibration without a seal, with `asked` in place of exp(d) in its conditions.
greedy <- function(asked) {
  truth <- rep(c(TRUE, FALSE), 30)
  data <- data.frame(s = cos(1:60) + truth, t = truth, d = (1:60) / 100)
  fit <- calibrant::calibrate(t ~ s | exp(d), data = data, scale = "score", penalty = 1)
  file <- tempfile(fileext = ".json")
  text <- sub(",[^,]*\"sha256\".*", "\n}", calibrant::write_calibrant(fit, NULL))
  writeLines(gsub("exp(d)", asked, text, fixed = TRUE), file)
  file
}

named <- "c(1, -1, 2, -2), c(TRUE, FALSE, TRUE, FALSE), scale = \"ln\""
use_greedy <- "predict(read_calibrant(file), data.frame(s = 1, d = 0.5))"
bounded_calls <- list(
  "1e6 columns" = list(wide_file, "read_scores(file)", "lr_set(lr_chunks(file), c1 ~ c2, \"ln\")"),
  "a line of 200 MB" = list(
    long_line, "read_scores(file)", "lr_set(lr_chunks(file), truth ~ score, scale = \"ln\")"
  ),
  "a label of 200 MB" = list(
    \() lines_of("score,truth\n1,", strrep("x", 2e8), "\n2,0\n"), "read_scores(file)",
    "lr_set(lr_chunks(file), truth ~ score, scale = \"ln\")"
  ),
  "a field with 1e8 quotes" = list(
    \() lines_of("score,truth\n1,\"", strrep("\"\"", 1e8), "\"\n2,0\n"), "read_scores(file)",
    "lr_set(lr_chunks(file), truth ~ score, scale = \"ln\")"
  ),
  "2e8 commas" = list(
    \() lines_of("score,truth\n1,1", strrep(",", 2e8), "\n2,0\n"), "read_scores(file)",
    "lr_set(lr_chunks(file), truth ~ score, scale = \"ln\")"
  ),
  "gzip with a line of 10 GB" = list(
    bomb, "read_scores(file)", "lr_set(lr_chunks(file), truth ~ score, scale = \"ln\")"
  ),
  "a device without end" = list(
    endless, "read_scores(file)", "read_scores(file(file))", "conclusion_set(file)",
    "read_calibrant(file)", "lr_set(lr_chunks(file), truth ~ score, scale = \"ln\")"
  ),
  "1e5 systems" = list(
    many_systems, "read_scores(file)",
    "lr_set(lr_chunks(file), truth ~ score | system, scale = \"ln\")",
    "lr_set(truth ~ score | system, data = read.csv(file), scale = \"ln\")"
  ),
  "arrays of JSON, 3 000 deep" = list(\() deep_json("[", "]"), "read_calibrant(file)"),
  "objects of JSON, 3 000 deep" = list(\() deep_json("{\"a\":", "}"), "read_calibrant(file)"),
  "conditions of exp(d), which may be" = list(\() greedy("exp(d)"), use_greedy),
  "conditions of exp(1:3e9)" = list(\() greedy("exp(1:3e9)"), use_greedy),
  "conditions of numeric(3e9)" = list(\() greedy("exp(numeric(3e9))"), use_greedy),
  "conditions of a basis of 1e9 columns" = list(\() greedy("poly(d, 1e9)"), use_greedy),
  "conditions with 1e30 terms" = list(\() greedy("(exp(d) + d)^100"), use_greedy),
  "conditions 1 000 000 deep" = list(
    \() greedy(paste0(strrep("(", 1e6), "d", strrep(")", 1e6))), use_greedy
  ),
  "names of 1 MB" = list(
    \() "", sprintf("print(summary(lr_set(%s, hypotheses = c(h1 = long, h2 = \"b\"))))", named),
    sprintf("print(summary(lr_set(%s, system = rep(c(long, \"b\"), each = 2))))", named),
    "lr_set(c(1, -1), factor(c(long, \"b\")), scale = \"ln\", h1 = \"b\")",
    "lr_set(t ~ s, data = setNames(data.frame(1:2, 1:0), c(long, \"t\")), scale = \"ln\")"
  )
)

limited <- function(command) {
  limits <- "ulimit -v 2097152; ulimit -t 20; timeout -s KILL 200 "
  said <- suppressWarnings(system2(
    "bash", c("-c", shQuote(paste0(limits, command, " 2>&1"))), TRUE, FALSE
  ))
  list(said = said, status = max(attr(said, "status"), 0L))
}

# Answer of a session: "done", "refused" by an error of ours, or something else.
in_session <- function(call, file) {
  script <- tempfile(fileext = ".R")
  writeLines(c(
    "suppressMessages(library(calibrant)); options(calibrant.sure = TRUE)",
    sprintf("file <- %s; long <- strrep(\"x\", 1e6)", deparse(file)),
    sprintf("end <- tryCatch({ %s; \"done\" }, calibrant_error = \\(cnd) \"refused\",", call),
    "  error = \\(cnd) paste(\"base error:\", substr(conditionMessage(cnd), 1, 200)))",
    "cat(\"\\nEND\", end)"
  ), script)
  run <- limited(paste("Rscript", script))
  end <- grep("^END ", run$said, value = TRUE)
  if (length(end) == 1) sub("END ", "", end) else sprintf("no answer, status %d", run$status)
}

in_shell <- function(command, file) {
  run <- limited(paste("inst/bin/calibrant", sprintf(command, file)))
  switch(as.character(run$status), "0" = "done", "2" = "refused", sprintf("status %d", run$status))
}

# Cases marked "may be" must succeed.
bounded_row <- function(door, what, ends) {
  if (endsWith(what, "may be")) ends[ends == "refused"] <- "refused, though it may be"
  for (end in setdiff(ends, c("done", "refused"))) cat(paste(door, what, end, sep = ": "), "\n")
  done <- sum(ends == "done")
  refused <- sum(ends == "refused")
  data.frame(
    door = door, what = what, tried = length(ends), done = done, refused = 0, not_to_do = refused,
    broke = length(ends) - done - refused
  )
}

# The program takes no conditions.
commands_for <- function(what, file, cases) {
  if (endsWith(what, "may be") || !nzchar(file)) {
    return(NULL)
  }
  if (grepl("JSON|conditions", what)) paste("apply %s", cases) else "judge %s --scale ln"
}

# The short form leaves out slow cases.
doors_part <- function(short, seed) {
  cases <- lines_of("s,d\n1,0.5\n")
  asked <- names(bounded_calls)
  if (short) asked <- grep("JSON|conditions|names|columns", asked, value = TRUE)
  rows <- lapply(asked, \(what) {
    file <- bounded_calls[[what]][[1]]()
    on.exit(unlink(file))
    row <- bounded_row("bounded: R", what, vapply(bounded_calls[[what]][-1], in_session, "", file))
    commands <- commands_for(what, file, cases)
    if (is.null(commands)) {
      return(row)
    }
    rbind(row, bounded_row("bounded: shell", what, vapply(commands, in_shell, "", file)))
  })
  do.call(rbind, rows)
}
