# Writes the parts of the page that come from the R package: colours, words, sentences and tables.
# Each is written once, in R.
#   Rscript page/tables.R FOLDER
folder <- commandArgs(TRUE)[1]
package <- asNamespace("calibrant")
from_package <- function(name) get(name, package)

# Words of the warnings about slips, without the markup of cli.
guard_texts <- function() {
  records <- as.data.frame(gsub("\\s*\n\\s*", " ", read.dcf("inst/slips.dcf")))
  words <- function(slip, fields) {
    text <- unlist(records[records$Slip == slip, fields], use.names = FALSE)
    plain_words(gsub("\\{format_number\\(([a-z0-9_]+)(, [0-9])?\\)\\}", "{\\1}", text))
  }
  full <- c("ratios", "probabilities")
  brief <- c("percent", "reversed", "distances", "named")
  c(
    sapply(full, words, c("Text", "Because", "Remedy"), simplify = FALSE),
    sapply(brief, words, c("Text", "Because"), simplify = FALSE)
  )
}

plain_words <- function(x) {
  x <- gsub("\\{\\.val \\{([a-z]+)\\}\\}", "{\\1}", x)
  x <- gsub("\\{\\.(arg|code|val|field) ([^{}]*)\\}", "\\2", x)
  gsub("\\{\\.fn ([^{}]*)\\}", "\\1()", x)
}

# The exercise of a lesson that uses the sliders: the text above and below its settings.
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
    answer = slider_answer(lines[(at + 1):last], n)
  )
}

# One text, with the numbers that the lesson computes in their places.
slider_answer <- function(lines, n) {
  text <- paste(paragraphs(lines), collapse = " ")
  # A clause that introduces printed numbers loses its colon.
  text <- sub(": [^:]*:$", ".", text)
  inline <- "`r ([^`]*)`"
  code <- sub(inline, "\\1", regmatches(text, gregexpr(inline, text))[[1]])
  for (k in seq_along(code)) text <- sub(inline, sprintf("{%d}", k), text)
  world <- if (length(code) > 0) lesson_world(n)
  values <- lapply(code, \(expression) as.character(eval(str2lang(expression), world)))
  list(
    text = gsub("[*`]", "", text), values = stats::setNames(values, seq_along(values))
  )
}

# Objects that the solutions of a lesson define.
lesson_world <- function(n) {
  suppressPackageStartupMessages(library(calibrant))
  world <- new.env(parent = globalenv())
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  utils::capture.output(suppressWarnings(
    sys.source(sprintf("inst/lessons/lesson-%d.R", n), world)
  ))
  world
}

# Paragraphs of a text, without chunks of code and markup.
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

# The share of light that a colour reflects, and the contrast of two colours (WCAG 2.1).
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

# The page uses the sentences on one system at one prior, and the verbal equivalent of an LR.
page_sentences <- function() {
  known <- from_package("read_sentences")("inst/sentences.dcf")
  list(
    formats = as.list(known$formats),
    cases = lapply(known$cases, \(cases) {
      lapply(seq_len(nrow(cases)), \(i) {
        Filter(Negate(is.na), c(when = cases$When[i], one = cases$One[i], text = cases$Text[i])) |>
          as.list()
      })
    })
  )
}

roles <- from_package("roles")
roles[c("colour", "fill")] <- lapply(roles[c("colour", "fill")], grey)
roles$colour <- legible(roles$colour)
two <- calibrant::lr_set(c(1, -1, 0.5, -0.5), c(TRUE, FALSE, FALSE, TRUE), scale = "log10",
  weight = 1:4, source1 = 1:4, source2 = c(1, 3, 4, 4)
)

verbal <- calibrant::verbal_scale()

tables <- list(
  version = as.character(utils::packageVersion("calibrant")),
  roles = lapply(split(roles, factor(rownames(roles), rownames(roles))), as.list),
  systems = list(
    colours = legible(from_package("system_colours")), shapes = from_package("system_shapes")
  ),
  harm = list(words = from_package("harm_words")(), fill = from_package("harm_fill")),
  widths = as.list(from_package("widths")),
  intervals = sapply(
    c("fewest_trials", "unseen_skewness", "model_widening", "most_area_spread", "most_distinct"),
    from_package,
    simplify = FALSE
  ),
  losses = as.list(from_package("loss_fills")),
  ece_words = as.list(from_package("ece_words")()),
  summary_rows = names(from_package("summary_rows")(summary(two), 3)),
  verbal = lapply(split(verbal, factor(verbal$scale, unique(verbal$scale))), \(scale) {
    c(scale[c("lr_min", "level")], lapply(scale[c("border", "source")], unique))
  }),
  guards = guard_texts(),
  role_words = paste(readLines("inst/roles.dcf", encoding = "UTF-8"), collapse = "\n"),
  sentences = page_sentences(),
  exercises = lapply(1:6, slider_exercise),
  german = as.list(from_package("read_po")("inst/german.po"))
)

# A real data set for the first screen, in the form of a user's file.
voices <- subset(calibrant::voice_lr, evidence %in% c("hud", "all ten"),
  c("evidence", "speaker1", "speaker2", "same_speaker", "log10_lr")
)
example <- list(
  name = "voice_lr.csv",
  text = paste(c(
    paste(names(voices), collapse = ","), do.call(paste, c(unname(lapply(voices, as.character)), sep = ","))
  ), collapse = "\n"),
  code = paste(c(
    "library(calibrant)", "voices <- subset(voice_lr, evidence %in% c(\"hud\", \"all ten\"))",
    "x <- lr_set(same_speaker ~ log10_lr | evidence, data = voices, scale = \"log10\",",
    "  source1 = \"speaker1\", source2 = \"speaker2\")"
  ), collapse = "\n"),
  choice = list(
    columns = list(lr = "log10_lr", truth = "same_speaker", system = "evidence", source1 = "speaker1",
      source2 = "speaker2"), h1 = "TRUE", scale = "log10", drop = FALSE
  )
)

dir.create(folder, showWarnings = FALSE, recursive = TRUE)
writeLines(jsonlite::toJSON(tables, auto_unbox = TRUE, digits = NA, pretty = TRUE),
  file.path(folder, "tables.json"), useBytes = TRUE)
writeLines(jsonlite::toJSON(example, auto_unbox = TRUE), file.path(folder, "example.json"),
  useBytes = TRUE)
