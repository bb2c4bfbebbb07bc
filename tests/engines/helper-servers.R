# Servers of databases, each in a temporary folder of its own, reached only through that folder or
# the loopback device, and run by a user without rights even if root runs the tests. They end with
# the R process at the latest.

servers <- new.env()

server_folder <- function(name) {
  folder <- tempfile(paste0("calibrant-", name, "-"), dirname(tempdir()))
  dir.create(folder, mode = "0700")
  servers[[folder]] <- list()
  folder
}

# The command as that of `user`, who owns the folder from now on.
as_user <- function(user, folder, command, args) {
  if (Sys.info()[["effective_user"]] != "root") {
    return(list(command = command, args = args))
  }
  user <- if (system2("id", user, stdout = FALSE, stderr = FALSE) == 0) user else "nobody"
  system2("chown", c("-R", user, folder))
  list(
    command = "setpriv",
    args = c("--reuid", user, "--regid", id_of_group(user), "--clear-groups", command, args)
  )
}

id_of_group <- function(user) system2("id", c("-g", user), stdout = TRUE)

start_server <- function(user, folder, command, args, answers, signal = 2L, attempts = 300) {
  run <- as_user(user, folder, command, args)
  log <- file.path(folder, "log")
  process <- processx::process$new(run$command, run$args,
    stdout = log, stderr = "2>&1", wd = folder, cleanup = TRUE, supervise = TRUE
  )
  server <- list(process = process, folder = folder, signal = signal)
  servers[[folder]] <- server
  for (attempt in seq_len(attempts)) {
    if (tryCatch(suppressWarnings(answers()), error = \(cnd) FALSE)) {
      return(server)
    }
    if (!process$is_alive()) break
    Sys.sleep(0.1)
  }
  said <- utils::tail(readLines(log, warn = FALSE), 5)
  stop_server(server)
  stop("the server does not answer: ", paste(said, collapse = "\n"))
}

stop_server <- function(server) {
  if (server$process$is_alive()) server$process$signal(server$signal)
  server$process$wait(5000)
  server$process$kill()
  unlink(server$folder, recursive = TRUE)
  rm(list = server$folder, envir = servers)
}

stop_servers <- function() for (server in as.list(servers)) if (length(server)) stop_server(server)

reg.finalizer(servers, \(e) stop_servers(), onexit = TRUE)

# ---- PostgreSQL ----

postgres_program <- function(name) {
  found <- c(Sys.glob(sprintf("/usr/lib/postgresql/*/bin/%s", name)), Sys.which(name))
  utils::tail(found[nzchar(found)], 1)
}

# No port: its socket lies in the folder.
start_postgres <- function() {
  folder <- server_folder("postgres")
  data <- file.path(folder, "data")
  init <- as_user("postgres", folder, postgres_program("initdb"), c(
    "-D", data, "-U", "owner", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"
  ))
  processx::run(init$command, init$args, wd = folder)
  args <- c(
    "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off",
    "-c", "shared_buffers=128MB", "-c", "max_parallel_workers_per_gather=1"
  )
  start_server("postgres", folder, postgres_program("postgres"), args, \() {
    con <- connect_postgres(list(folder = folder))
    on.exit(DBI::dbDisconnect(con))
    DBI::dbIsValid(con)
  })
}

connect_postgres <- function(server, user = "owner") {
  DBI::dbConnect(RPostgres::Postgres(), host = server$folder, user = user, dbname = "postgres")
}

# The driver that Debian ships.
connect_older <- function(server, user = "owner") {
  DBI::dbConnect(
    RPostgreSQL::PostgreSQL(), host = server$folder, user = user, dbname = "postgres"
  )
}

# ---- MariaDB ----

# No port either.
start_mariadb <- function() {
  folder <- server_folder("mariadb")
  data <- file.path(folder, "data")
  user <- as_user("mysql", folder, "mariadb-install-db", c(
    "--no-defaults", paste0("--datadir=", data), "--auth-root-authentication-method=normal",
    "--skip-test-db"
  ))
  processx::run(user$command, user$args, wd = folder)
  args <- c(
    "--no-defaults", paste0("--datadir=", data), "--skip-networking",
    paste0("--socket=", mariadb_socket(folder)), "--innodb-buffer-pool-size=128M",
    "--innodb-flush-log-at-trx-commit=0", paste0("--pid-file=", file.path(folder, "pid"))
  )
  server <- list(folder = folder)
  start_server("mysql", folder, unname(Sys.which("mariadbd")), args, \() {
    con <- connect_mariadb(server, db = "mysql")
    on.exit(DBI::dbDisconnect(con))
    DBI::dbExecute(con, "CREATE DATABASE IF NOT EXISTS trials")
    DBI::dbIsValid(con)
  }, signal = 15L)
}

mariadb_socket <- function(folder) file.path(folder, "socket")

connect_mariadb <- function(server, user = "root", db = "trials") {
  DBI::dbConnect(
    RMariaDB::MariaDB(), unix.socket = mariadb_socket(server$folder), username = user, dbname = db
  )
}

# ---- ClickHouse ----

# Two nodes that are shards of one cluster.
start_clickhouse <- function(nodes = 2) {
  ports <- matrix(free_ports(3 * nodes), 3, dimnames = list(c("tcp", "http", "between"), NULL))
  lapply(seq_len(nodes), \(node) start_clickhouse_node(node, ports))
}

free_ports <- function(n) {
  candidates <- sample(20000:32000, 50 * n)
  utils::head(Filter(is_free, candidates), n)
}

is_free <- function(port) {
  socket <- tryCatch(serverSocket(port), error = \(cnd) NULL)
  if (!is.null(socket)) close(socket)
  !is.null(socket)
}

start_clickhouse_node <- function(node, ports) {
  folder <- server_folder("clickhouse")
  shards <- sprintf(
    "<shard><replica><host>127.0.0.1</host><port>%d</port></replica></shard>", ports["tcp", ]
  )
  writeLines(sprintf(
    clickhouse_config, folder, ports["http", node], ports["tcp", node], ports["between", node],
    folder, folder, paste(shards, collapse = "")
  ), file.path(folder, "config.xml"))
  writeLines(clickhouse_users, file.path(folder, "users.xml"))
  server <- list(port = ports[["tcp", node]])
  started <- start_server(
    "clickhouse", folder, unname(Sys.which("clickhouse-server")),
    paste0("--config-file=", file.path(folder, "config.xml")), \() {
      close(socketConnection("127.0.0.1", server$port, timeout = 1))
      con <- connect_clickhouse(server)
      on.exit(DBI::dbDisconnect(con))
      nrow(DBI::dbGetQuery(con, "SELECT 1 AS one")) == 1
    },
    signal = 15L
  )
  c(started, server)
}

connect_clickhouse <- function(server) {
  DBI::dbConnect(RClickhouse::clickhouse(), host = "127.0.0.1", port = server$port)
}

clickhouse_config <- "<yandex>
<logger><level>warning</level><log>%s/server.log</log></logger>
<http_port>%d</http_port><tcp_port>%d</tcp_port><interserver_http_port>%d</interserver_http_port>
<listen_host>127.0.0.1</listen_host><path>%s/</path><tmp_path>%s/scratch/</tmp_path>
<users_config>users.xml</users_config><default_profile>default</default_profile>
<default_database>default</default_database><mark_cache_size>67108864</mark_cache_size>
<remote_servers><both>%s</both></remote_servers>
</yandex>"

clickhouse_users <- "<yandex>
<profiles><default><max_memory_usage>2000000000</max_memory_usage>
<load_balancing>in_order</load_balancing></default></profiles>
<users><default><password></password><profile>default</profile><quota>default</quota>
<networks><ip>127.0.0.1</ip></networks></default></users>
<quotas><default></default></quotas>
</yandex>"
