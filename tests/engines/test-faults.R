# Killed servers, lost rights, concurrent sessions and interrupts from the keyboard, on engines that
# run in a process of their own.

faulty <- list(
  PostgreSQL = list(
    start = \() start_postgres(), connect = \(...) connect_postgres(...),
    slow = "SELECT llr, same FROM %s, (SELECT pg_sleep(2)) AS s",
    guest = c("CREATE ROLE visitor LOGIN", "GRANT SELECT ON %s TO visitor"),
    revoke = "REVOKE SELECT ON %s FROM visitor"
  ),
  MariaDB = list(
    start = \() start_mariadb(), connect = \(...) connect_mariadb(...),
    slow = "SELECT llr, same FROM %s WHERE SLEEP(0.0001) = 0",
    guest = c("CREATE USER visitor@localhost", "GRANT SELECT ON %s TO visitor@localhost"),
    revoke = "REVOKE SELECT ON %s FROM visitor@localhost"
  )
)

server_of <- function(engine) {
  connection(engine)
  started[[c(PostgreSQL = "postgres one", MariaDB = "mariadb")[[engine]]]]
}

quietly_close <- function(con) suppressWarnings(try(DBI::dbDisconnect(con), silent = TRUE))

# Another R, with this build of the package.
other_session <- function(code, ..., env = character()) {
  needs("callr")
  env <- c(callr::rcmd_safe_env(), env)
  callr::r_bg(code, list(...), libpath = .libPaths(), stdout = "|", env = env)
}

judge_elsewhere <- function(driver, arguments, query) {
  library(calibrant)
  con <- do.call(DBI::dbConnect, c(getExportedValue(driver[1], driver[2])(), arguments))
  on.exit(DBI::dbDisconnect(con))
  table <- dplyr::tbl(con, dplyr::sql(query))
  x <- lr_set(table, same ~ llr, scale = "ln", way = "push", sure = TRUE)
  writeLines("begun")
  # An interrupt ends a query, and the next one is sent again.
  first <- tryCatch(cllr_min(x), interrupt = \(cnd) "interrupted")
  list(first = first, cllr_min = cllr_min(x), cllr = cllr(x), pav = as.list(pav(x)))
}

address <- function(engine, server) {
  if (engine == "PostgreSQL") {
    list(host = server$folder, user = "owner", dbname = "postgres")
  } else {
    list(unix.socket = mariadb_socket(server$folder), username = "root", dbname = "trials")
  }
}

driver_of <- list(PostgreSQL = c("RPostgres", "Postgres"), MariaDB = c("RMariaDB", "MariaDB"))

# Many values, so that no answer is known before the query.
many_trials <- function(n = 150000) {
  withr::with_seed(5, transform(draw_trials("spread", n), same = as.integer(same)))
}

for (engine in intersect(names(faulty), wanted_engines())) {
  says <- \(what) paste(engine, what, sep = " | ")
  of <- faulty[[engine]]

  test_that(says("a server that is killed inside a query"), {
    connection(engine)
    server <- of$start()
    con <- of$connect(server)
    DBI::dbWriteTable(con, "short", good(20000))
    table <- dplyr::tbl(con, dplyr::sql(sprintf(of$slow, "short")), vars = c("llr", "same"))
    pid <- server$process$get_pid()
    killer <- processx::process$new("sh", c("-c", sprintf("sleep 1; kill -9 %d", pid)))
    for (way in c("push", "stream")) {
      expect_error(judge(list(table), way = way), class = "calibrant_error_connection")
    }
    quietly_close(con)
    stop_server(server)
  })

  test_that(says("rights that are lost in between"), {
    owner <- connection(engine)[[1]]
    name <- paste0("lent_", tolower(engine))
    DBI::dbWriteTable(owner, name, many_trials())
    for (one in of$guest) DBI::dbExecute(owner, gsub("%s", name, one, fixed = TRUE))
    guest <- of$connect(server_of(engine), user = "visitor")
    withr::defer(quietly_close(guest))
    table <- dplyr::tbl(guest, dplyr::sql(sprintf("SELECT * FROM %s", name)))
    x <- without_few_parts(judge(list(table)))
    before <- cllr(x)
    DBI::dbExecute(owner, sprintf(of$revoke, name))
    expect_error(cllr_min(x), class = "calibrant_error_database")
    expect_identical(cllr(x), before)
    expect_refused(list(table), "calibrant_error_database")
    DBI::dbExecute(owner, gsub("%s", name, of$guest[2], fixed = TRUE))
    expect_identical(cllr_min(x), cllr_min(in_memory(many_trials())))
  })

  test_that(says("two sessions at once"), {
    owner <- connection(engine)[[1]]
    name <- paste0("both_", tolower(engine))
    DBI::dbWriteTable(owner, name, many_trials())
    sessions <- lapply(1:2, \(i) other_session(
      judge_elsewhere, driver_of[[engine]], address(engine, server_of(engine)),
      sprintf("SELECT * FROM %s", name)
    ))
    expected <- in_memory(many_trials())
    for (session in sessions) {
      session$wait(120000)
      found <- session$get_result()
      expect_identical(found$cllr_min, cllr_min(expected))
      expect_identical(found$pav, as.list(pav(expected)))
      expect_equal(found$cllr, cllr(expected), tolerance = 1e-14)
    }
  })

  test_that(says("an interrupt from the keyboard"), {
    owner <- connection(engine)[[1]]
    name <- paste0("broken_off_", tolower(engine))
    DBI::dbWriteTable(owner, name, many_trials(20000))
    session <- other_session(
      judge_elsewhere, driver_of[[engine]], address(engine, server_of(engine)),
      sprintf(of$slow, name)
    )
    for (attempt in 1:600) {
      if ("begun" %in% session$read_output_lines()) break
      Sys.sleep(0.1)
    }
    Sys.sleep(0.5)
    session$interrupt()
    session$wait(120000)
    found <- session$get_result()
    expect_identical(found$first, "interrupted")
    expect_identical(found$cllr_min, cllr_min(in_memory(many_trials(20000))))
  })
}

test_that("a stream | a disk that is full of the trials of a stream", {
  folder <- withr::local_tempdir()
  mount <- \(...) system2("mount", c(...), stdout = FALSE, stderr = FALSE)
  if (mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", folder) != 0) skip("no disk of 2 MB")
  withr::defer(system2("umount", c("-l", folder)), priority = "first")
  trials <- many_trials(600000)
  elsewhere <- other_session(\(trials) {
    library(calibrant)
    options(calibrant.stream_limits = list(values = 2^12, buckets = 2^14))
    at <- 0
    reader <- lr_chunks(\() {
      at <<- at + 1
      if (at <= 6) trials[(at - 1) * 1e5 + 1:1e5, ]
    }, rewind = \() at <<- 0)
    x <- lr_set(reader, same ~ llr, scale = "ln", sure = TRUE)
    list(cllr_min = cllr_min(x), folder = dirname(tempdir()))
  }, trials, env = c(TMPDIR = folder))
  elsewhere$wait(120000)
  found <- elsewhere$get_result()
  expect_identical(found$folder, folder)
  expect_identical(found$cllr_min, cllr_min(in_memory(trials)))
})
