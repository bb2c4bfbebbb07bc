# Section of a report on the system in use, from a monitor.

section_monitor <- function(report, monitor) {
  said <- paste(
    label("Evidence against the system in use, trial by trial."),
    label("Where the thick line reaches the dashed one, there is an alarm.")
  )
  c(
    paste("#", plain_text(label("The system in use"))), "",
    plain_paragraph(explain(monitor)), picture_lines(report, "monitor", said)
  )
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
