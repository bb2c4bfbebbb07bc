# Faults of writing: full disks, read-only folders, pipes that close, sessions that end at a random
# moment, several writers at once. Each must leave the old or the new content, and none may be
# reported as a success. The attacks return whether the file survived, a logical per attempt.
# tests/testthat/helper-writers.R finds the functions that write files.
space <- environment()
parent.env(space) <- asNamespace("calibrant")
sys.source(file.path("tests", "testthat", "helper-writers.R"), space)

all_attacks <- function(tries) {
  attacks <- list(
    "full disk (/dev/full), all writers" = attack_full(),
    "tmpfs of 8 kB, all writers" = attack_small_disk(),
    "folder that is read only, all writers" = attack_read_only(),
    "pipe that closes, all writers" = attack_closed_pipe(),
    "SIGKILL at a random moment, all writers" = attack_signal(tools::SIGKILL, tries),
    "SIGINT at a random moment, all writers" = attack_signal(tools::SIGINT, tries),
    "readers beside a writer, all writers" = attack_readers(tries),
    "two writers at once, all writers" = attack_two(max(2, tries %/% 10)),
    "six programs that add to one monitor" = attack_programs(max(1, tries %/% 50)),
    "SIGKILL of a program that adds to a monitor" = attack_killed_program(max(2, tries %/% 5)),
    "standard output of a program on a full disk" = attack_output("full"),
    "standard output of a program on a closed pipe" = attack_output("closed")
  )
  held <- lapply(attacks, \(x) as.logical(x))
  data.frame(
    attack = names(attacks), tried = lengths(held), held = vapply(held, sum, 1),
    note = vapply(attacks, \(x) attr(x, "note") %||% "", "")
  )
}

skipped <- function(note) structure(logical(), note = paste("skipped:", note))

# The content of a file and of its companions, without files left by a killed writer.
content <- function(file) {
  files <- list.files(dirname(file), full.names = TRUE)
  if (!endsWith(file, ".json") || !any(grepl("[.]csv$", files))) {
    return(hash_of(file))
  }
  # The parts of a tally are those named in its header.
  tally <- tryCatch(suppressMessages(read_calibrant(file)), error = conditionMessage)
  rlang::hash(unclass(tally))
}

hash_of <- function(file) if (file.exists(file)) rlang::hash_file(file) else "none"

# The contents after the first and the second write of a writer if nothing fails.
contents <- function(writer) {
  vapply(writer$write, \(write) {
    file <- new_place(writer)
    write(file)
    content(file)
  }, "")
}

new_place <- function(writer, folder = tempfile("place")) {
  dir.create(folder, showWarnings = FALSE)
  file.path(folder, paste0("x", writer$end))
}

# A writer must raise an error of ours.
refuses <- function(code) {
  tryCatch({
    suppressMessages(code)
    FALSE
  }, calibrant_error_file = \(cnd) TRUE, error = \(cnd) FALSE)
}

each_writer <- function(attack) {
  unlist(lapply(file_writers(), attack))
}

attack_full <- function() {
  if (!file.exists("/dev/full")) return(skipped("there is no /dev/full"))
  each_writer(\(writer) {
    file <- new_place(writer)
    file.symlink("/dev/full", file)
    vapply(writer$write, \(write) refuses(write(file)) && file.exists("/dev/full"), NA)
  })
}

mounted <- function(options) {
  folder <- tempfile("disk")
  dir.create(folder)
  arguments <- c("-t", "tmpfs", "-o", options, "tmpfs", folder)
  done <- suppressWarnings(system2("mount", arguments, stdout = FALSE, stderr = FALSE))
  if (done == 0) folder
}

unmounted <- function(folder) system2("umount", folder)

emptied <- function(folder) unlink(dir(folder, all.files = TRUE, no.. = TRUE, full.names = TRUE))

# A file too large for the disk is refused, and the old file stays. The filler leaves less space
# than a file of ours needs.
attack_small_disk <- function() {
  each_on_disk("size=8k", \(writer, folder) {
    file <- new_place(writer, folder)
    is_json <- writer$end == ".json"
    if (!is_json) writeLines("old", file)
    writeBin(raw(if (is_json) 8192 else 4096), file.path(folder, "filler"))
    before <- dir(folder, all.files = TRUE)
    held <- vapply(writer$write, \(write) {
      refuses(write(file)) && identical(dir(folder, all.files = TRUE), before) &&
        (is_json || identical(readLines(file), "old"))
    }, NA)
    emptied(folder)
    held
  })
}

attack_read_only <- function() {
  each_on_disk("size=1m", \(writer, folder) {
    file <- new_place(writer, folder)
    system2("mount", c("-o", "remount,rw", folder))
    writer$write[[1]](file)
    old <- content(file)
    system2("mount", c("-o", "remount,ro", folder))
    held <- refuses(writer$write[[2]](file)) && content(file) == old
    system2("mount", c("-o", "remount,rw", folder))
    emptied(folder)
    held
  })
}

each_on_disk <- function(options, attack) {
  folder <- mounted(options)
  if (is.null(folder)) return(skipped("no file system can be mounted"))
  on.exit(unmounted(folder))
  each_writer(\(writer) attack(writer, folder))
}

# Content that fits into the buffer of a pipe always reaches the reader.
attack_closed_pipe <- function() {
  if (!nzchar(Sys.which("mkfifo"))) return(skipped("there is no mkfifo"))
  long <- Filter(\(writer) file_length(writer) > 2^17, file_writers())
  unlist(lapply(long, \(writer) {
    file <- new_place(writer)
    system2("mkfifo", file)
    system2("head", c("-c", "10", file), stdout = FALSE, wait = FALSE)
    refuses(writer$write[[1]](file))
  }))
}

file_length <- function(writer) {
  file <- new_place(writer)
  writer$write[[1]](file)
  file.size(file)
}

# A child writes the two contents in turn until it is killed.
attack_signal <- function(signal, tries) {
  if (.Platform$OS.type == "windows") return(skipped("there is no fork"))
  writers <- file_writers()
  known <- lapply(writers, contents)
  unlist(lapply(seq_len(tries), \(i) {
    name <- names(writers)[(i - 1) %% length(writers) + 1]
    writer <- writers[[name]]
    file <- new_place(writer)
    writer$write[[1]](file)
    child <- forked_writer(writer, file)
    Sys.sleep(stats::runif(1, 0.01, 0.15))
    tools::pskill(child$pid, signal)
    Sys.sleep(0.02)
    tools::pskill(child$pid, tools::SIGKILL)
    suppressWarnings(parallel::mccollect(child))
    content(file) %in% known[[name]]
  }))
}

# A monitor continues, and never returns to an earlier state.
forked_writer <- function(writer, file) {
  parallel::mcparallel(repeat {
    for (write in writer$write) try(suppressMessages(write(file)), silent = TRUE)
  }, silent = TRUE)
}

attack_readers <- function(tries) {
  if (.Platform$OS.type == "windows") return(skipped("there is no fork"))
  writers <- file_writers()
  unlist(lapply(writers, \(writer) {
    known <- contents(writer)
    file <- new_place(writer)
    writer$write[[1]](file)
    child <- forked_writer(writer, file)
    on.exit({
      tools::pskill(child$pid, tools::SIGKILL)
      suppressWarnings(parallel::mccollect(child))
    })
    vapply(seq_len(max(2, tries %/% length(writers))), \(i) {
      Sys.sleep(stats::runif(1, 0, 0.02))
      content(file) %in% known
    }, NA)
  }))
}

attack_two <- function(tries) {
  if (.Platform$OS.type == "windows") return(skipped("there is no fork"))
  each_writer(\(writer) {
    known <- contents(writer)
    file <- new_place(writer)
    children <- list(forked_writer(writer, file), forked_writer(writer, file))
    on.exit({
      for (child in children) tools::pskill(child$pid, tools::SIGKILL)
      suppressWarnings(parallel::mccollect(children))
    })
    while (!file.exists(file)) Sys.sleep(0.01)
    vapply(seq_len(tries), \(i) {
      Sys.sleep(0.02)
      content(file) %in% known
    }, NA)
  })
}

program <- function(...) {
  script <- system.file("bin", "calibrant", package = "calibrant")
  words <- c(file.path(R.home("bin"), "Rscript"), "--no-init-file", script, ...)
  paste(shQuote(words), collapse = " ")
}

trials_file <- function(seed, n = 20) {
  x <- as.data.frame(with_seed(seed, simulate_lr(n, n, s = 1)))
  file <- tempfile(fileext = ".csv")
  utils::write.csv(data.frame(score = x$log10_lr, truth = x$truth), file, row.names = FALSE)
  file
}

add_to_monitor <- function(file, seed) {
  paste(program("monitor", file, trials_file(seed), "--scale", "log10"), "> /dev/null 2>&1")
}

new_monitor <- function() {
  file <- tempfile(fileext = ".json")
  write_calibrant(monitor(method = "voices"), file)
  file
}

# Each update must be present, in any order.
attack_programs <- function(tries) {
  unlist(lapply(seq_len(tries), \(i) {
    file <- new_monitor()
    calls <- paste(vapply(1:6, \(k) add_to_monitor(file, 10 * i + k), ""), "&")
    system(paste(c(calls, "wait"), collapse = "\n"))
    rep(sum_of_trials(file) == 6 * 40, 6)
  }))
}

sum_of_trials <- function(file) {
  found <- tryCatch(read_calibrant(file), error = \(cnd) NULL)
  if (is.null(found)) return(-1)
  sum(vapply(found$entries, \(entry) sum(entry$n_h1, entry$n_h2), 1))
}

attack_killed_program <- function(tries) {
  file <- new_monitor()
  unlist(lapply(seq_len(tries), \(i) {
    before <- sum_of_trials(file)
    wait <- format(stats::runif(1, 0.3, 3))
    status <- system(paste("exec timeout -s KILL", wait, add_to_monitor(file, i)))
    added <- sum_of_trials(file) - before
    if (status %in% 0:1) added == 40 else added %in% c(0, 40)
  }))
}

# A full disk has status 3; a reader that has closed the pipe has status 141, without a message.
attack_output <- function(fault) {
  known <- trials_file(1)
  calls <- c(
    program("judge", known, "--scale", "log10", "--replicates", "0"),
    program("calibrate", known, "--scale", "log10"), program("--help"),
    program("completion", "bash")
  )
  unlist(lapply(calls, \(call) {
    if (fault == "full") {
      return(system(paste(call, "> /dev/full 2> /dev/null")) == 3)
    }
    said <- tempfile()
    script <- paste0("{ sleep 3; ", call, " 2> ", said, "; echo $? > ", said, "-status; } | true")
    system(paste("bash -c", shQuote(script)))
    for (wait in 1:200) if (file.exists(paste0(said, "-status"))) break else Sys.sleep(0.1)
    identical(readLines(paste0(said, "-status")), "141") && !any(grepl("written", readLines(said)))
  }))
}

doors_part <- function(short, seed) {
  set.seed(seed)
  found <- all_attacks(if (short) 10 else 100)
  data.frame(
    door = "write_calibrant(), reports, shell", what = found$attack, tried = found$tried,
    done = 0L, refused = 0L, not_to_do = found$held, broke = found$tried - found$held
  )
}
