# Section of a report on the system in use, from a monitor.

section_monitor <- function(report, monitor) {
  said <- paste(
    label("Evidence against the system in use, trial by trial."),
    label("Where the thick line reaches the dashed one, there is an alarm.")
  )
  c(
    paste("#", plain_text(label("The system in use"))), "",
    plain_paragraph(explain(monitor)), plain_paragraph(monitored_words(report$x, monitor)),
    picture_lines(report, "monitor", said)
  )
}

# States the data with which the monitor began, by their hash.
monitored_words <- function(x, monitor) {
  known <- monitor$settings$reference$sha256
  if (is.null(known)) return(label("The monitor names no data and may be of another system."))
  own <- Filter(\(system) {
    one <- take_system(x, system)
    data_hash(if (inherits(one, "conclusion_set")) lr_set(one) else one) == known
  }, system_names(x))
  named <- if (length(system_names(x)) > 1) own
  begun <- toString(c(named, paste("SHA-256", known)))
  say("monitor_began", list(n_own = length(own), begun = begun))
}

# Adds findings in use to a report, after its validation matrix.
with_monitor <- function(report, monitor) {
  if (is.null(monitor)) return(report)
  report$pictures$monitor <- list(plot = autoplot(monitor), height = 3.8)
  at <- match("matrix", names(report$sections))
  report$sections <- append(
    report$sections, list(monitor = \(report) section_monitor(report, monitor)), at
  )
  report
}
