# Writes the tutorials in inst/tutorials/ from the lessons: the text of the vignette, an exercise
# where it has a folded solution, and the code of the solution and the check of the answer from
# inst/lessons/. Numbers that the lesson computes are inserted as text.
#   learnr::run_tutorial("lesson-1", package = "calibrant")
# Another folder may be named instead.
read_code <- function(stem, n) {
  lines <- readLines(sprintf("inst/lessons/%s-%d.R", stem, n))
  is_label <- grepl("^## ---- .* ----$", lines)
  labels <- gsub("^## ---- | ----$", "", lines[is_label])
  code <- split(lines[!is_label], factor(cumsum(is_label)[!is_label], labels = labels))
  lapply(code, \(chunk) chunk[seq_len(max(which(nzchar(chunk))))])
}

front <- function(title) {
  c(
    "---", paste0("title: \"", title, "\""), "output:", "  learnr::tutorial:",
    "    progressive: false", "    mathjax: null", "    pandoc_args: [\"--mathml\"]",
    "runtime: shiny_prerendered", "---", "",
    "```{r setup, include = FALSE}", "library(learnr)", "library(calibrant)",
    "source(system.file(\"lessons\", \"check-answer.R\", package = \"calibrant\"), local = TRUE)",
    "tutorial_options(exercise.checker = check_answer)", "ggplot2::theme_set(theme_calibrant())",
    "knitr::opts_chunk$set(fig.width = 6, fig.height = 3.4)", "```", ""
  )
}

# The text with the values of its inline code, after the code of the lesson up to it has been run.
fill <- function(text, here) {
  inline <- gregexpr("`r [^`]+`", text)
  format_value <- knitr::knit_hooks$get("inline")
  compute <- \(code) format_value(eval(parse(text = substr(code, 4, nchar(code) - 1)), here))
  regmatches(text, inline) <- lapply(regmatches(text, inline), \(found) vapply(found, compute, ""))
  text
}

run <- function(code, label, here) {
  if (label %in% names(code)) suppressWarnings(eval(parse(text = code[[label]]), here))
}

# Code that an exercise needs: the code of the text and of the earlier solutions
before <- function(code, label) unlist(code[seq_len(match(label, names(code)) - 1)])

# The hint is separate text; the rest is code that check_answer() reads.
check_chunks <- function(number, check) {
  is_hint <- startsWith(check, "hint(")
  c(
    sprintf("<div id=\"exercise-%s-hint\">", number),
    eval(parse(text = check[is_hint]), list(hint = identity)), "</div>", "",
    sprintf("```{r exercise-%s-check}", number), check, "```", ""
  )
}

exercise <- function(block, code, checks, here) {
  at <- grep("^```[{]r solution", block)
  label <- sub("^```[{]r (solution-[0-9]-[0-9]).*", "\\1", block[at])
  number <- sub("solution-", "", label)
  run(code, label, here)
  words <- fill(block[-c(1, at, at + 1, length(block))], here)
  ready <- before(code, label)
  options <- "exercise = TRUE"
  if (length(ready) > 0) {
    options <- sprintf("%s, exercise.setup = \"prepare-%s\"", options, number)
    ready <- c(sprintf("```{r prepare-%s, include = FALSE}", number), ready, "```", "")
  }
  c(
    ready, sprintf("```{r exercise-%s, %s}", number, options), "", "```", "",
    sprintf("```{r exercise-%s-solution}", number), code[[label]], "```", "",
    check_chunks(number, checks[[paste0("check-", number)]]),
    "<details><summary>In words</summary>", words, "</details>"
  )
}

write_tutorial <- function(n, tutorials) {
  lines <- readLines(sprintf("vignettes/lesson-%d.Rmd", n))
  code <- read_code("lesson", n)
  checks <- read_code("checks", n)
  title <- gsub("^title: \"|\"$", "", grep("^title:", lines, value = TRUE))
  lines <- lines[-seq_len(which(lines == "```")[1])]
  text <- gsub("\\[([^]]*)\\]\\(lesson-[0-9][.]html\\)", "\\1", paste(lines, collapse = "\n"))
  lines <- strsplit(text, "\n", fixed = TRUE)[[1]]
  out <- character()
  here <- new.env(parent = globalenv())
  i <- 1
  while (i <= length(lines)) {
    line <- lines[i]
    end <- i
    if (startsWith(line, "<details>")) {
      end <- i + which(lines[-seq_len(i)] == "</details>")[1]
      out <- c(out, exercise(lines[i:end], code, checks, here))
    } else {
      label <- sub("^```[{]r ([a-z0-9-]+)[},].*", "\\1", line)
      chunk <- if (startsWith(line, "```{r ")) code[[label]]
      run(code, label, here)
      out <- c(out, fill(line, here), chunk)
    }
    i <- end + 1
  }
  folder <- file.path(tutorials, sprintf("lesson-%d", n))
  dir.create(folder, showWarnings = FALSE, recursive = TRUE)
  writeLines(c(front(title), out), file.path(folder, sprintf("lesson-%d.Rmd", n)))
}

suppressPackageStartupMessages(library(calibrant))
tutorials <- c(commandArgs(trailingOnly = TRUE), "inst/tutorials")[1]
for (n in 1:9) write_tutorial(n, tutorials)
