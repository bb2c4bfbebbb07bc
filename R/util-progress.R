# Bars for work that takes longer than two seconds. They are cli's, which waits that long and
# estimates the rest. Scripts have no viewer: there, `options(calibrant.progress = TRUE)` asks for
# bars. A function in that option is called with the share that is done, instead of a bar.

# A function of the share that is done, or NULL without a bar. The bar names the systems in
# progress, if they have names.
progress_bar <- function(what, systems = "system") {
  wanted <- getOption("calibrant.progress", interactive())
  if (is.function(wanted)) return(wanted)
  if (!isTRUE(wanted)) return(NULL)
  name <- progress_name(what, systems %||% "system")
  bar <- NULL
  frame <- rlang::caller_env(2)
  function(share) {
    if (is.null(bar)) {
      bar <<- cli::cli_progress_bar(
        name, total = 100, .envir = frame,
        format = "{cli::pb_name}{cli::pb_bar} {cli::pb_percent} | {cli::pb_eta_str}"
      )
    }
    cli::cli_progress_update(set = floor(100 * share), id = bar, .envir = frame)
  }
}

progress_name <- function(what, systems) {
  if (identical(systems, "system") || length(systems) == 0) return(what)
  n <- length(systems)
  shown <- paste(substring(systems[seq_len(min(n, 3))], 1, 30), collapse = ", ")
  paste0(what, ": ", shown, if (n > 3) sprintf(" and %d more", n - 3))
}

# Loop over parts of the work; each part advances the bar.
with_progress <- function(parts, work, what, systems = "system") {
  tell <- progress_bar(what, systems)
  for (k in seq_along(parts)) {
    if (!is.null(tell)) tell((k - 1) / length(parts))
    work(parts[[k]], k)
  }
}
