#' The command line
#'
#' `calibrant` is a program for the shell that comes with the package: it judges files of scores or
#' likelihood ratios, calibrates and fuses them, applies calibrations to casework, and carries out
#' plans of validation, by the functions of the package and with their numbers.
#'
#' @section Installation:
#' The program needs the packages optparse and jsonlite. One call puts a link to it into a folder of
#' the search path:
#' ```r
#' file.symlink(system.file("bin/calibrant", package = "calibrant"), "~/.local/bin/calibrant")
#' ```
#' `source <(calibrant completion bash)` completes commands, options and files in bash;
#' `calibrant completion zsh` is for zsh. Where there is no `env -S`, as on Windows,
#' `Rscript path/to/calibrant judge scores.txt` does the same.
#' @section Commands:
#' | command | what it does | function |
#' |---|---|---|
#' | `calibrant judge FILE ...` | measures with intervals, and plots | [measures()] |
#' | `calibrant calibrate FILE` | trains a calibration and writes it as JSON | [calibrate()] |
#' | `calibrant fuse FILE ...` | trains a fusion of several systems | [fuse()] |
#' | `calibrant apply FIT FILE ...` | adds log10 LRs to lines | [predict()][predict.lr_fusion] |
#' | `calibrant report FILE ...` | writes a report of a validation | [validation_report()] |
#' | `calibrant plan PLAN FILE ...` | declares a plan, or carries it out | [validation_run()] |
#' | `calibrant monitor STATE FILE` | adds trials to a monitor | [monitor()] |
#' | `calibrant tally FILE ...` | counts trials, or adds tallies | [lr_tally()] |
#'
#' `calibrant judge --help` lists the options of a command, with examples. Each FILE is one of those
#' that [read_scores()] reads, `-` is the standard input, and `A=a.txt` names its system A. `--lir`
#' reads two files by [read_lir()]; `--system` takes the systems from a column of a table.
#' @section Output:
#' A table for readers, or with `--json` an object in JSON whose numbers have as many digits as give
#' them back; what is infinite is `"Inf"` or `"-Inf"` there. Messages and warnings go to the
#' standard error. Random numbers start from `--seed`, by default 1: the same call prints the same
#' numbers. Scores are on the scale `"score"` unless `--scale` says another.
#'
#' The exit status is 0; 1 where a plan is carried out and some criterion does not pass, or where a
#' monitor gives an alarm; 2 where the arguments or the files are wrong, with nothing on the
#' standard output.
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

# What the program does: the exit status. All output comes at the end, so that there is none where
# something is wrong.
run_command <- function(arguments) {
  name <- if (length(arguments) > 0) arguments[1] else "--help"
  done <- tryCatch(
    withCallingHandlers(
      answer_command(name, arguments[-1]),
      message = \(cnd) tell_on_stderr(cnd, "muffleMessage"),
      warning = \(cnd) tell_on_stderr(cnd, "muffleWarning")
    ),
    error = \(cnd) {
      message("calibrant: ", plain_message(cnd))
      list(status = 2L)
    }
  )
  cat(enc2utf8(done$text %||% ""), sep = "")
  done$status %||% 0L
}

tell_on_stderr <- function(cnd, restart) {
  cat(plain_message(cnd), "\n", sep = "", file = stderr())
  invokeRestart(restart)
}

plain_message <- function(cnd) {
  text <- if (inherits(cnd, "rlang_error")) rlang::cnd_message(cnd) else conditionMessage(cnd)
  cli::ansi_strip(sub("\n$", "", text))
}

answer_command <- function(name, arguments) {
  known <- command_table()
  if (name %in% c("--help", "-h", "help")) {
    return(list(text = command_overview(known)))
  }
  if (name == "--version") {
    return(list(text = sprintf("calibrant %s\n", utils::packageVersion("calibrant"))))
  }
  if (name == "completion") {
    return(list(text = command_completion(known, arguments)))
  }
  stop_if(
    !name %in% names(known),
    "{.val {name}} is no command of calibrant.",
    i = meant_hint(name, names(known)),
    i = "{.code calibrant --help} lists them."
  )
  command <- known[[name]]
  if (any(c("--help", "-h") %in% arguments)) {
    return(list(text = command_help(name, command)))
  }
  read <- read_arguments(name, command, arguments)
  set.seed(read$options$seed)
  command$run(read$files, read$options)
}

command_overview <- function(known) {
  paste0(
    "Usage: calibrant COMMAND [OPTIONS] FILE ...\n\nCommands:\n",
    paste0(sprintf("  %-10s %s\n", names(known), vapply(known, `[[`, "", "title")), collapse = ""),
    "  completion the completion of bash or zsh, to be sourced\n\n",
    "calibrant COMMAND --help has the options of a command and examples.\n",
    "FILE is a table with a header, or a file of scores of BOSARIS, Kaldi, VoxCeleb,\n",
    "SpeechBrain, WeSpeaker or NIST; - is the standard input, and A=FILE names its system.\n",
    "The exit status is 0; 1 where a plan does not pass or a monitor gives an alarm; 2 where the\n",
    "arguments or the files are wrong.\n"
  )
}
