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

# Whose trials the monitor watches, by the hash of the data with which it began.
monitored_words <- function(x, monitor) {
  known <- monitor$settings$reference$sha256
  if (is.null(known)) {
    return(label("The monitor does not name its data, so it may be of another system."))
  }
  own <- Filter(\(system) {
    one <- take_system(x, system)
    data_hash(if (inherits(one, "conclusion_set")) lr_set(one) else one) == known
  }, system_names(x))
  if (length(own) == 0) {
    return(labelf(
      "The monitor began with other data (SHA-256: %s), perhaps of another system.", known
    ))
  }
  if (length(system_names(x)) == 1) return(label("The monitor began with the data of this report."))
  labelf("The monitor began with the data of %s in this report.", own[1])
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
