# The commands of the program, each with its options and examples.

command_table <- function() c(number_commands(), validation_commands())

number_commands <- function() {
  training <- c("prior", "penalty", "output")
  list(
    judge = list(
      run = judge_command, title = "measures with intervals, and plots", files = "FILE ...",
      options = c(trial_options, "which", "prior", "c-miss", "c-fa", "level", "replicates", "by",
        "threads", "plot"),
      examples = c(
        "judge scores.txt --key key.txt",
        "judge llr.csv --scale log10 --which cllr,cllr_min,eer --json",
        "judge A=a.txt B=b.txt --key key.txt --plot det=det.png,tippett=tippett.pdf",
        "judge - --scale ln --replicates 0 < llr.csv"
      )
    ),
    calibrate = list(
      run = calibrate_command, title = "train a calibration", files = "FILE",
      options = c(trial_options, "method", training),
      examples = c(
        "calibrate scores.txt --key key.txt --output fit.json",
        "calibrate scores.csv --method pav > fit.json"
      )
    ),
    fuse = list(
      run = fuse_command, title = "train a fusion of several systems", files = "FILE ...",
      options = c(setdiff(trial_options, c("lir", "system")), training),
      examples = c(
        "fuse A=a.txt B=b.txt --key key.txt --output fusion.json",
        "fuse scores.csv --score a,b --truth same --output fusion.json"
      )
    ),
    apply = list(
      run = apply_command, title = "add calibrated log10 LRs to the lines of a file",
      files = "FIT.json FILE ...", options = c("score", "source1", "source2", "system", "level"),
      examples = c(
        "apply fit.json cases.csv --level 0.95 > lr.csv",
        "apply fusion.json A=a.txt B=b.txt --json"
      )
    )
  )
}

validation_commands <- function() {
  list(
    report = list(
      run = report_command, title = "write a report of a validation", files = "FILE ...",
      options = c(trial_options, "level", "replicates", "threads", "output", "plan", "title",
        "method-name", "author", "language"),
      examples = c(
        "report llr.csv --scale log10 --output report.html",
        "report llr.csv --scale log10 --plan plan.json --language de --output report.docx"
      )
    ),
    plan = list(
      run = plan_command, title = "declare a plan of validation, or carry it out",
      files = "[PLAN.json FILE ...]",
      options = c(trial_options, characteristic_options, "method-name", "level", "replicates",
        "threads", "output"),
      examples = c(
        "plan --accuracy 'cllr < 0.3' --calibration 'cllr_cal < 0.05' --output plan.json",
        "plan plan.json llr.csv --scale log10",
        "plan plan.json baseline=clean.csv noise=noisy.csv --scale log10 --json"
      )
    ),
    monitor = list(
      run = monitor_command, title = "add trials to a monitor, which the first call begins",
      files = "STATE.json [FILE]",
      options = c(trial_options, "method-name", "prior", "auc", "level"),
      examples = c("monitor state.json today.csv --scale log10", "monitor state.json --json")
    ),
    tally = list(
      run = tally_command, title = "count trials in cells, or add tallies of several places",
      files = "FILE ...", options = c(trial_options, "width", "output"),
      examples = c(
        "tally llr.csv --scale log10 --output here.json",
        "tally here.json there.json --output both.json"
      )
    )
  )
}
