# A lazy table of trials in SQLite; without its packages the test is left out.
sqlite_table <- function(trials, ..., env = parent.frame()) {
  for (package in c("dplyr", "dbplyr", "DBI", "RSQLite")) skip_if_not_installed(package)
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  withr::defer(DBI::dbDisconnect(con), envir = env)
  DBI::dbWriteTable(con, "trials", trials, ...)
  dplyr::tbl(con, "trials")
}
