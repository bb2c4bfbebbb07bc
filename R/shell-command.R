#' Command line
#'
#' `calibrant` is a program for the shell. It judges, calibrates and fuses files of scores or
#' likelihood ratios, applies calibrations to casework, and carries out plans of validation, with
#' the numbers of the functions in R.
#'
#' @section Installation:
#' The program needs the package jsonlite. One call links it from a folder of the search path:
#' ```r
#' file.symlink(system.file("bin/calibrant", package = "calibrant"), "~/.local/bin/calibrant")
#' ```
#' `source <(calibrant completion bash)` completes commands, options, values and files in bash;
#' `calibrant completion zsh` does so in zsh. `calibrant manual` prints a page for `man`; save it as
#' `~/.local/share/man/man1/calibrant.1`. Without `env -S`, as on Windows, use `Rscript --no-environ
#' --no-init-file path/to/calibrant judge scores.txt`.
#'
#' The program ignores `.Renviron` and `.Rprofile`, so a folder with case data cannot change the
#' results. Its library is that of calibrant, with `R_LIBS` and `R_LIBS_USER`. Lines have at most
#' 100 characters, or as many as the variable `COLUMNS` says.
#' @section Commands:
#' * `calibrant list FILE ...`: the columns of files, with their roles and values.
#' * `calibrant judge FILE ...`: measures with intervals, and plots ([measures()]).
#' * `calibrant explain FILE ...`: the performance of a system in plain sentences
#'   ([explain.lr_set]).
#' * `calibrant conclusions FILE`: the LRs of conclusions of examiners ([conclusion_lr()]).
#' * `calibrant calibrate FILE`: train a calibration ([calibrate()]).
#' * `calibrant fuse FILE ...`: train a fusion of several systems ([fuse()]).
#' * `calibrant apply FIT.json FILE ...`: add calibrated log10 LRs to the lines of a file
#'   ([predict()][predict.lr_fusion]).
#' * `calibrant report FILE ...`: write a report of a validation ([validation_report()]).
#' * `calibrant plan [PLAN.json FILE ...]`: declare a plan of validation, or carry it out
#'   ([validation_run()]).
#' * `calibrant monitor STATE.json [FILE]`: add trials to a monitor of a system in use
#'   ([monitor()]).
#' * `calibrant tally FILE ...`: count trials in cells, or add tallies of several places
#'   ([lr_tally()]).
#' * `calibrant qualify`: test this installation ([qualify()]).
#'
#' `calibrant help judge` lists the options of a command, with examples. Each FILE has a format of
#' [read_scores()], `-` is the standard input, and `A=a.txt` names its system A.
#' @section Exit status:
#' * 0: done.
#' * 1: a plan does not pass, a monitor gives an alarm, or a test of `qualify` fails.
#' * 2: refused: arguments or files are wrong. The standard output is empty.
#' * 3: no answer: the installation is broken, the output cannot be written, or calibrant failed.
#' * 130: no answer, interrupted; 141 if the output is no longer read.
#' @section Output:
#' The output is a table, or with `--json` a JSON object with numbers in full precision; infinite
#' values are `"Inf"` or `"-Inf"`. Detection costs are divided by the cost of deciding by the prior
#' alone; the column `unit` of the JSON has this cost. Messages, warnings and the progress bar of a
#' terminal go to the standard error. `--provenance call.json` writes the call, the versions of the
#' software, and the SHA-256 of inputs, outputs and answer to a file. Random numbers start from
#' `--seed`, 1 by default, so the same call prints the same numbers.
#' Values are on the scale `"score"` unless `--scale` states another.
#'
#' An option without effect is refused. Input files are never overwritten, and an output replaces
#' only a file of the same kind.
#' @name command_line
#' @concept command line
#' @concept shell
#' @concept terminal
#' @examples
#' file <- tempfile(fileext = ".csv")
#' write.csv(voice_lr[1:200, ], file)
#' program <- system.file("bin/calibrant", package = "calibrant")
#' \dontrun{
#' system2(program, c("judge", file, "--score", "log10_lr", "--truth", "same_speaker", "--json"))
#' }
NULL

# Runs the program: prints its answer and returns the exit status.
run_command <- function(words) {
  rlang::local_options(
    calibrant.progress = isatty(stderr()), cli.progress_show_after = 1, useFancyQuotes = FALSE
  )
  done <- tryCatch(
    withCallingHandlers(
      answer_command(words),
      message = \(cnd) tell_on_stderr(cnd, "muffleMessage"),
      warning = \(cnd) tell_on_stderr(cnd, "muffleWarning")
    ),
    interrupt = \(cnd) list(status = 130L),
    error = \(cnd) {
      cat("calibrant: ", shell_message(cnd), "\n", sep = "", file = stderr())
      list(status = error_status(cnd))
    }
  )
  problem <- write_output(done$text)
  if (is.null(problem)) return(done$status %||% 0L)
  # The status of a writer without readers, which ends silently.
  if (problem == "") return(141L)
  told <- c("calibrant: The standard output cannot be written. ", problem, ".\n")
  cat(told, sep = "", file = stderr())
  3L
}

# Mistakes of users have the status "refused", other errors "no answer".
error_status <- function(cnd) {
  ours <- paste0("calibrant_error_", c("missing_package", "memory", "unwritable"))
  if (inherits(cnd, "calibrant_error") && !inherits(cnd, ours)) 2L else 3L
}

tell_on_stderr <- function(cnd, restart) {
  # Progress bars are drawn by cli itself.
  if (inherits(cnd, "cliMessage")) return()
  cat(shell_message(cnd), "\n", sep = "", file = stderr())
  invokeRestart(restart)
}

answer_command <- function(words) {
  book <- command_book()
  name <- if (length(words) > 0) words[1] else "help"
  words <- words[-1]
  others <- list(
    help = \() if (length(words) > 0) command_help(book, words) else command_overview(book),
    version = \() sprintf("calibrant %s\n", utils::packageVersion("calibrant")),
    completion = \() command_completion(words), manual = \() command_manual(book)
  )
  plain <- sub("^-h$", "help", sub("^--", "", name))
  if (plain %in% names(others)) {
    most <- +(plain %in% c("help", "completion"))
    stop_if(length(words) > most, "{.code calibrant {plain}} takes at most {most} word{?s}.")
    return(list(text = others[[plain]]()))
  }
  command <- find_command(book, name)
  if (any(c("--help", "-h") %in% words)) return(list(text = command_help(book, name)))
  carry_out(command, read_arguments(command, words))
}

# Answer of a command: `text`, its `status`, and the function `save`, which is called if all went
# well.
carry_out <- function(command, call) {
  options <- call$options
  files <- call_files(command, call)
  check_outputs(files$inputs, files$outputs)
  record <- begun_record(command, call, files$inputs)
  seed <- options$given$seed %||% 1
  check_seed(seed)
  set.seed(seed)
  done <- get(paste0(command$name, "_command"))(call$files, options)
  idle <- setdiff(names(options$given), options$asked)
  refuse_if(length(idle) > 0, "options_idle")
  tryCatch({
    for (save in done$save) save()
    end_record(record, files, done$text, options$given$provenance)
    done[c("text", "status")]
  }, calibrant_error_behind = \(cnd) {
    # Another program has added to the file since it was read. Standard input is read once.
    if ("-" %in% call$files) stop(cnd) else carry_out(command, call)
  })
}
