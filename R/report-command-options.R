# Options of the program: what they are, how they are read, and which were given.

trial_options <- c(
  "key", "scale", "score", "truth", "source1", "source2", "h1", "system", "weight", "lir",
  "drop-missing"
)
characteristic_options <- c(
  "accuracy", "discriminating-power", "calibration", "robustness", "coherence", "generalisation"
)

option_kind <- function(value, help, type = "text") list(value = value, help = help, type = type)

# What follows an option (nothing after a flag), what its value is, and what it means.
option_kinds <- function() {
  criterion <- option_kind("TEXT", "criterion such as 'cllr < 0.3', or several with ;", "criteria")
  c(
    list(
      key = option_kind("FILE", "which trials are targets, where the files of scores do not say"),
      scale = option_kind("SCALE", "score (the default), log10, ln, log2 or lr"),
      score = option_kind("COLUMN", "the column of the header with the scores or LRs", "names"),
      truth = option_kind("COLUMN", "the column that says which trials are targets"),
      source1 = option_kind("COLUMN", "the column with the first item of a trial"),
      source2 = option_kind("COLUMN", "the column with the second item of a trial"),
      h1 = option_kind("WORD", "the word for a target, where it is none of the usual"),
      system = option_kind("NAME", "the column with the system of a trial; of apply, the system"),
      weight = option_kind("COLUMN", "the column with the weights of trials"),
      lir = option_kind(NULL, "the two files are log10 LRs of H1 and of H2, of lir", "flag"),
      "drop-missing" = option_kind(NULL, "leave out trials without a score", "flag"),
      which = option_kind("NAMES", "measures, such as cllr,cllr_min,eer", "names"),
      prior = option_kind("NUMBERS", "prior probability of H1", "numbers"),
      "c-miss" = option_kind("NUMBER", "cost of a miss", "numbers"),
      "c-fa" = option_kind("NUMBER", "cost of a false alarm", "numbers"),
      level = option_kind("NUMBER", "level of intervals, such as 0.95", "numbers"),
      replicates = option_kind("NUMBER", "bootstrap replicates; 0 for estimates alone", "numbers"),
      by = option_kind("UNIT", "what intervals draw: trial or source"),
      threads = option_kind("NUMBER", "threads", "numbers"),
      plot = option_kind("NAME=FILE", "plots, such as det=det.png,ece=ece.pdf", "names"),
      method = option_kind("NAME", "logistic, pav, gaussian, kde, bigaussian, beta or spline"),
      penalty = option_kind("NUMBER", "number of pseudo-trials", "numbers"),
      output = option_kind("FILE", "the file to write; else the standard output"),
      plan = option_kind("FILE", "a plan of validation, which is carried out"),
      title = option_kind("TEXT", "title of the report"),
      "method-name" = option_kind("TEXT", "name of the method"),
      author = option_kind("TEXT", "who reports"),
      language = option_kind("LANGUAGE", "en or de"),
      width = option_kind("NUMBER", "the width of a cell, a power of 2", "numbers"),
      auc = option_kind("NUMBER", "the least AUC that discrimination is held to", "numbers"),
      seed = option_kind("NUMBER", "where random numbers start, 1 by default", "numbers"),
      json = option_kind(NULL, "print JSON", "flag")
    ),
    rlang::set_names(rep(list(criterion), length(characteristic_options)), characteristic_options)
  )
}

command_options <- function(command) option_kinds()[c(command$options, "seed", "json")]

option_parser <- function(name, command) {
  check_package("optparse", "for the command line")
  found <- command_options(command)
  options <- Map(\(kind, name) {
    optparse::make_option(
      c(if (name == "output") "-o", paste0("--", name)), dest = name, metavar = kind$value,
      help = kind$help,
      action = if (kind$type == "flag") "store_true" else "store",
      type = if (kind$type == "flag") "logical" else "character"
    )
  }, found, names(found))
  optparse::OptionParser(
    usage = sprintf("calibrant %s [OPTIONS] %s", name, command$files),
    option_list = unname(options), prog = "calibrant", add_help_option = FALSE,
    description = paste0("\n", command$title, "; see ?command_line in R"),
    epilogue = paste0("Examples:\n", paste0("  calibrant ", command$examples, collapse = "\n"))
  )
}

command_help <- function(name, command) {
  paste0(utils::capture.output(optparse::print_help(option_parser(name, command))), "\n")
}

# Options as R has them, and the files. What follows `--` is a file.
read_arguments <- function(name, command, arguments) {
  end <- match("--", arguments, length(arguments) + 1)
  parsed <- tryCatch(
    optparse::parse_args(
      option_parser(name, command), arguments[seq_len(end - 1)], positional_arguments = TRUE,
      print_help_and_exit = FALSE
    ),
    error = \(cnd) {
      if (inherits(cnd, "calibrant_error")) stop(cnd)
      stop_input(
        "{sub('^Error in [^\n]*\n *', '', trimws(conditionMessage(cnd)))}",
        i = "{.code calibrant {name} --help} lists the options."
      )
    }
  )
  kinds <- command_options(command)
  given <- parsed$options[intersect(names(kinds), names(parsed$options))]
  values <- Map(\(value, name) option_value(value, name, kinds[[name]]$type), given, names(given))
  values$json <- isTRUE(values$json)
  values$seed <- values$seed %||% 1
  check_seed(values$seed)
  list(files = c(parsed$args, arguments[-seq_len(min(end, length(arguments)))]), options = values)
}

option_value <- function(value, name, type) {
  if (type %in% c("flag", "text")) {
    return(value)
  }
  parts <- trimws(strsplit(value, if (type == "criteria") ";" else ",", fixed = TRUE)[[1]])
  if (type != "numbers") {
    return(parts)
  }
  numbers <- suppressWarnings(as.numeric(parts))
  stop_if(
    length(numbers) == 0 || anyNA(numbers),
    "{.code --{name}} must be a number, or several with commas between.",
    x = "It is {.val {value}}."
  )
  numbers
}

# The options of these names that were given, under the names that R has for them.
given_options <- function(options, names) {
  found <- Filter(Negate(is.null), options[names])
  rlang::set_names(found, gsub("-", "_", names(found)))
}
