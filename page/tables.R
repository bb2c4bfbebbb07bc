# Writes what the page takes from the R package: colours, words, tables, and the functions that
# compose sentences, translated into JavaScript. Nothing of it is written a second time.
#   Rscript page/tables.R FOLDER
folder <- commandArgs(TRUE)[1]
package <- asNamespace("calibrant")
from_package <- function(name) get(name, package)

# ---- R functions as JavaScript ------------------------------------------------------------------
# The part of R that R/report-words.R is written in: conditions, assignments, calls, arithmetic of
# single numbers. What is not known here is an error, so that nothing is lost in translation.

operators <- c(
  "==" = "===", "!=" = "!==", "<" = "<", ">" = ">", "<=" = "<=", ">=" = ">=", "&&" = "&&",
  "||" = "||", "+" = "+", "-" = "-", "*" = "*", "/" = "/", "^" = "**"
)

js_string <- function(x) as.character(jsonlite::toJSON(x, auto_unbox = TRUE))

js_name <- function(name) gsub(".", "_", as.character(name), fixed = TRUE)

js_constant <- function(e) {
  if (is.null(e)) return("null")
  if (is.logical(e)) return(if (is.na(e)) "NaN" else tolower(as.character(e)))
  if (is.character(e)) return(js_string(e))
  if (is.na(e)) return("NaN")
  if (is.infinite(e)) return(if (e > 0) "Infinity" else "-Infinity")
  sprintf("%.17g", e)
}

is_call <- function(e, name) is.call(e) && identical(e[[1]], as.name(name))

# A string that is written in pieces.
as_literal <- function(e) {
  if (is.character(e)) return(e)
  if (is_call(e, "paste")) {
    pieces <- as.list(e)[-1]
    if (all(vapply(pieces, is.character, NA))) return(paste(unlist(pieces), collapse = " "))
  }
}

js_expression <- function(e, known) {
  if (is.name(e)) {
    constants <- c("TRUE" = "true", "FALSE" = "false", "Inf" = "Infinity", "NA_real_" = "NaN")
    name <- as.character(e)
    return(if (name %in% names(constants)) constants[[name]] else js_name(name))
  }
  if (!is.call(e)) return(js_constant(e))
  head <- e[[1]]
  if (is.call(head) && as.character(head[[1]]) %in% c("::", ":::")) head <- head[[3]]
  js_call(as.character(head), e, known)
}

js_call <- function(name, e, known) {
  arguments <- as.list(e)[-1]
  sub <- \(x) js_expression(x, known)
  if (name == "(") return(paste0("(", sub(arguments[[1]]), ")"))
  if (name == "{" && length(arguments) == 1) return(sub(arguments[[1]]))
  if (name == "!") return(paste0("!", sub(arguments[[1]])))
  if (name == "-" && length(arguments) == 1) return(paste0("-", sub(arguments[[1]])))
  if (name %in% c("&&", "||")) {
    return(paste0("(", sub(arguments[[1]]), " ", name, " ", sub(arguments[[2]]), ")"))
  }
  if (name %in% names(operators)) {
    side <- \(x) if (is.call(x) || is.name(x)) paste0("R.one(", sub(x), ")") else sub(x)
    return(paste0("(", side(arguments[[1]]), " ", operators[[name]], " ", side(arguments[[2]]), ")"))
  }
  if (name == "if") {
    other <- if (length(arguments) == 3) sub(arguments[[3]]) else "null"
    return(paste0("(", sub(arguments[[1]]), " ? ", sub(arguments[[2]]), " : ", other, ")"))
  }
  if (name == "$") return(paste0(sub(arguments[[1]]), ".", js_name(arguments[[2]])))
  if (name %in% c("[", "[[")) {
    return(sprintf("R.pick(%s, %s)", sub(arguments[[1]]), sub(arguments[[2]])))
  }
  if (name == "function") return(js_function(eval(e), known))
  if (name %in% c("gettext", "gettextf", "ngettext")) return(js_message(name, arguments, known))
  js_plain_call(name, e, known)
}

js_message <- function(name, arguments, known) {
  arguments$domain <- NULL
  texts <- if (name == "ngettext") 2:3 else 1
  pieces <- lapply(seq_along(arguments), \(i) {
    text <- if (i %in% texts) as_literal(arguments[[i]])
    if (is.null(text)) js_expression(arguments[[i]], known) else js_string(text)
  })
  sprintf("R.%s(%s)", name, paste(pieces, collapse = ", "))
}

js_plain_call <- function(name, e, known) {
  if (name %in% names(known)) {
    e <- match.call(known[[name]], e)
    formals <- names(formals(known[[name]]))
    given <- lapply(formals, \(f) if (is.null(e[[f]])) "undefined" else js_expression(e[[f]], known))
    while (length(given) && given[[length(given)]] == "undefined") given <- given[-length(given)]
    return(sprintf("%s(%s)", js_name(name), paste(given, collapse = ", ")))
  }
  arguments <- as.list(e)[-1]
  named <- if (is.null(names(arguments))) rep(FALSE, length(arguments)) else names(arguments) != ""
  text <- vapply(arguments, js_expression, "", known)
  options <- if (any(named)) {
    sprintf("{ %s }", paste0(names(arguments)[named], ": ", text[named], collapse = ", "))
  }
  sprintf("R.%s(%s)", js_name(name), paste(c(text[!named], options), collapse = ", "))
}

js_statement <- function(e, last, known) {
  if (is_call(e, "{")) {
    parts <- as.list(e)[-1]
    return(unlist(lapply(seq_along(parts), \(i) {
      js_statement(parts[[i]], last && i == length(parts), known)
    })))
  }
  if (is_call(e, "<-")) {
    return(sprintf("%s = %s;", js_name(e[[2]]), js_expression(e[[3]], known)))
  }
  if (is_call(e, "if") && (last || holds_statements(e))) {
    other <- if (length(e) == 4) c("} else {", js_statement(e[[4]], last, known))
    return(c(sprintf("if (%s) {", js_expression(e[[2]], known)),
      js_statement(e[[3]], last, known), other, "}"))
  }
  if (is_call(e, "return")) return(sprintf("return %s;", js_expression(e[[2]], known)))
  value <- js_expression(e, known)
  if (last) sprintf("return %s;", value) else paste0(value, ";")
}

holds_statements <- function(e) {
  any(c("return", "<-") %in% all.names(e))
}

assigned_names <- function(e) {
  if (!is.call(e) || is_call(e, "function")) return(NULL)
  c(if (is_call(e, "<-")) as.character(e[[2]]), unlist(lapply(as.list(e), assigned_names)))
}

js_function <- function(f, known, name = NULL) {
  arguments <- formals(f)
  parameters <- vapply(names(arguments), \(a) {
    if (identical(arguments[[a]], quote(expr = ))) {
      return(js_name(a))
    }
    paste(js_name(a), "=", js_expression(arguments[[a]], known))
  }, "")
  locals <- setdiff(unique(assigned_names(body(f))), names(arguments))
  lines <- c(
    if (length(locals)) sprintf("let %s;", paste(js_name(locals), collapse = ", ")),
    js_statement(body(f), TRUE, known)
  )
  text <- paste(lines, collapse = "\n")
  if (is.null(name)) {
    return(sprintf("(%s) => {\n%s\n}", paste(parameters, collapse = ", "), text))
  }
  sprintf("export function %s(%s) {\n%s\n}", js_name(name), paste(parameters, collapse = ", "), text)
}

defined_in <- function(file) {
  expressions <- parse(file, keep.source = FALSE)
  is_function <- vapply(expressions, \(e) is_call(e, "<-") && is_call(e[[3]], "function"), NA)
  vapply(expressions[is_function], \(e) as.character(e[[2]]), "")
}

# What the page says and all that this calls.
reachable <- function(from, known) {
  found <- character()
  while (length(from) > 0) {
    found <- c(found, from)
    called <- unlist(lapply(from, \(name) all.names(body(known[[name]]))))
    from <- setdiff(intersect(names(known), called), found)
  }
  intersect(names(known), found)
}

write_sentences <- function() {
  known <- mget(c(defined_in("R/report-words.R"), "explain_paragraph"), package)
  names <- reachable(c("explain_paragraph", "sentence_verbal"), known)
  functions <- vapply(names, \(name) js_function(known[[name]], known, name), "")
  writeLines(c("import * as R from \"../src/r-words.js\";", functions),
    file.path(folder, "sentences.js"), useBytes = TRUE)
}

# ---- Words and tables ---------------------------------------------------------------------------

# Messages of a .po file with their translations; those with a plural as two.
read_po <- function(file) {
  lines <- readLines(file, encoding = "UTF-8")
  starts <- regmatches(lines, regexpr("^(msgid_plural|msgid|msgstr(\\[[01]\\])?)", lines))
  field <- sub("^(msgid_plural|msgid|msgstr(\\[[01]\\])?) .*$", "\\1", lines)
  field[!grepl("^msg", lines)] <- ""
  stopifnot(length(starts) > 0)
  string <- sub("^[^\"]*\"(.*)\"$", "\\1", lines)
  quoted <- grepl("\"$", lines)
  out <- list()
  entry <- list()
  at <- ""
  close <- function() {
    id <- entry[["msgid"]]
    if (!is.null(id) && nzchar(id)) {
      one <- entry[["msgstr"]]
      if (is.null(one)) {
        out[[id]] <<- entry[["msgstr[0]"]]
        out[[entry[["msgid_plural"]]]] <<- entry[["msgstr[1]"]]
      } else {
        out[[id]] <<- one
      }
    }
  }
  for (i in which(quoted)) {
    if (nzchar(field[i])) {
      if (field[i] == "msgid") {
        close()
        entry <- list()
      }
      at <- field[i]
      entry[[at]] <- ""
    }
    entry[[at]] <- paste0(entry[[at]], unescaped(string[i]))
  }
  close()
  out
}

unescaped <- function(x) gsub("\\\\(.)", "\\1", gsub("\\n", "\n", x, fixed = TRUE))

# The first argument of the warning that a guard gives: what it says, without the markup of cli.
guard_text <- function(name) {
  find <- function(e) {
    if (is_call(e, "warn_slip")) return(e[[2]])
    if (is.call(e)) for (part in as.list(e)) {
      found <- find(part)
      if (!is.null(found)) return(found)
    }
  }
  words <- as.list(find(body(from_package(name))))[-1]
  text <- unlist(words[vapply(words, is.character, NA)])
  stopifnot("a guard has no words" = length(text) > 0)
  unname(gsub("\\s+", " ", plain_words(text)))
}

plain_words <- function(x) {
  x <- gsub("\\{\\.val \\{([a-z]+)\\}\\}", "{\\1}", x)
  x <- gsub("\\{\\.(arg|code|val|field) ([^{}]*)\\}", "\\2", x)
  gsub("\\{\\.fn ([^{}]*)\\}", "\\1()", x)
}

# The exercise of a lesson that is done at the sliders: what stands above and below its settings.
slider_exercise <- function(n) {
  lines <- readLines(sprintf("vignettes/lesson-%d.Rmd", n), encoding = "UTF-8")
  at <- grep("^<!-- sliders: .* -->$", lines)
  stopifnot(length(at) == 1)
  first <- max(grep("^[*][*][0-9][.][0-9][*][*] ", lines[seq_len(at)]))
  last <- at + which(lines[-seq_len(at)] == "</details>")[1]
  asked <- paragraphs(lines[first:(at - 1)])
  pattern <- "^[*][*][0-9.]+[*][*] [*](.*?)[.][*] "
  list(
    title = regmatches(asked[1], regexec(pattern, asked[1], perl = TRUE))[[1]][2],
    task = sub(pattern, "", asked[1], perl = TRUE),
    look = asked[2],
    setUp = eval(parse(text = sub("^<!-- sliders: (.*) -->$", "list(\\1)", lines[at]))),
    answer = paragraphs(lines[(at + 1):last])
  )
}

# Without chunks of code and markup.
paragraphs <- function(lines) {
  fences <- cumsum(grepl("^```", lines))
  lines <- ifelse(fences %% 2 == 1 | grepl("^(```|</?details)", lines), "", lines)
  parts <- split(lines[nzchar(lines)], cumsum(!nzchar(lines))[nzchar(lines)])
  unname(vapply(parts, paste, "", collapse = " "))
}

grey <- function(x) {
  named <- grepl("^grey", x)
  x[named] <- grDevices::rgb(t(grDevices::col2rgb(x[named])), maxColorValue = 255)
  x
}

# The share of light that a colour sends back, and the contrast of two (WCAG 2.1).
luminance <- function(x) {
  share <- grDevices::col2rgb(x)[, 1] / 255
  linear <- ifelse(share <= 0.03928, share / 12.92, ((share + 0.055) / 1.055)^2.4)
  sum(c(0.2126, 0.7152, 0.0722) * linear)
}

contrast <- function(x, y) {
  light <- sort(c(luminance(x), luminance(y)))
  (light[2] + 0.05) / (light[1] + 0.05)
}

# On a screen lines must stand out from the ground that they cross, also where it is tinted.
legible <- function(colours, ground = from_package("harm_fill")) {
  vapply(colours, \(colour) {
    darker <- grDevices::colorRampPalette(c(colour, "black"))(101)
    darker[which(vapply(darker, contrast, 0, ground) >= 3)[1]]
  }, "", USE.NAMES = FALSE)
}

roles <- from_package("roles")
roles[c("colour", "fill")] <- lapply(roles[c("colour", "fill")], grey)
roles$colour <- legible(roles$colour)
two <- calibrant::lr_set(c(1, -1, 0.5, -0.5), c(TRUE, FALSE, FALSE, TRUE), scale = "log10",
  weight = 1:4, source1 = 1:4, source2 = c(1, 3, 4, 4)
)

tables <- list(
  version = as.character(utils::packageVersion("calibrant")),
  roles = lapply(split(roles, factor(rownames(roles), rownames(roles))), as.list),
  systems = list(
    colours = legible(from_package("system_colours")), shapes = from_package("system_shapes")
  ),
  harm = list(words = from_package("harm_words")(), fill = from_package("harm_fill")),
  widths = as.list(from_package("widths")),
  losses = as.list(from_package("loss_fills")),
  ece_words = as.list(from_package("ece_words")()),
  summary_rows = names(from_package("summary_rows")(summary(two), 3)),
  verbal = lapply(from_package("published_scales"), \(scale) scale[c("lr_min", "level", "border", "source")]),
  guards = list(
    ratios = guard_text("warn_plain_ratios"),
    probabilities = guard_text("warn_posteriors"),
    reversed = guard_text("tell_reversed")
  ),
  h1_words = from_package("h1_words"),
  exercises = lapply(1:6, slider_exercise),
  german = read_po("po/R-de.po")
)

dir.create(folder, showWarnings = FALSE, recursive = TRUE)
writeLines(jsonlite::toJSON(tables, auto_unbox = TRUE, digits = NA, pretty = TRUE),
  file.path(folder, "tables.json"), useBytes = TRUE)
write_sentences()
