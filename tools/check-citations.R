# Fails where the package cites a place of the five papers that nobody has looked up: an equation,
# figure, section, table, theorem or appendix that tools/citations.tsv does not have, with what the
# paper says there.
#   Rscript tools/check-citations.R         fails on places that are not in the table
#   Rscript tools/check-citations.R list    prints every citation beside what the paper has there

folders <- c(R = "[.]R$", vignettes = "[.]Rmd$", src = "[.][ch]$", inst = "[.](R|h|Rmd)$",
  tests = "[.](R|c)$")
files <- c("README.md", unlist(lapply(names(folders), \(folder) {
  list.files(folder, folders[[folder]], recursive = TRUE, full.names = TRUE)
})))

# A word, and the numbers that it goes for: "eq. 8.20 to 8.23", "sections 2.4.1 and 5.3".
words <- c(
  eq = "eqs?[.]|equations?", fig = "fig[.]|figures?", section = "sections?", chapter = "chapters?",
  table = "table", theorem = "theorem", appendix = "appendix", footnote = "footnote",
  lemma = "lemma", example = "example", page = "page"
)
number <- "(?:[0-9]+(?:[.][0-9]+)*|[A-E](?:[.][0-9]+)?)(?![0-9a-zA-Z])"
numbers <- sprintf("%1$s(?:(?:,? and |, | to | or | with |-)%1$s)*", number)
cited <- sprintf("(?i:\\b(%s)) \\(?(%s)", paste(words, collapse = "|"), numbers)
# In the articles on the thesis a number in parentheses is an equation, or a section if it has two
# dots.
bare <- sprintf(
  "()\\((?:appendix [A-E], )?(%1$s(?:(?:, | to | and )%1$s)*)(?=[),;:])", "[2-8](?:[.][0-9]+)+"
)

# The last of these that is named before a citation is the one that is meant.
papers <- c(
  "thesis" = "Br\u00fcmmer|Brummer|[Tt]hesis",
  "2018" = "(Ramos et al[.,] \\(?|Ramos |Readers of Ramos et al[.] \\(|[(; ])2018(?=[,) .\"])",
  "2013" = "(?<!N )(Ramos |Rodriguez |Rodriguez \\(|[(; ])2013(?=[,) .\"])",
  "2008" = "(Ramos |Rodriguez |Rodriguez \\(|[(; ]|the )2008(?=[,) .\"])", "tornetta" = "Tornetta",
  "other" = "Silverman|Hinkley|Smith 2007|NIST plans|Fawcett|Morrison|Efron|Owen|Protocol"
)
by_file <- c("bruemmer" = "thesis", "2008" = "2008", "2013" = "2013", "2018" = "2018",
  "tornetta" = "tornetta")

# One space for what starts a comment, so that lists and names run on over lines.
plain_text <- function(lines) {
  gsub("[*_]", "", sub("^ *(#+'?|//|>)? *(# )?", " ", lines))
}

last_named <- function(text) {
  at <- vapply(papers, \(pattern) max(gregexpr(pattern, text, perl = TRUE)[[1]]), 1L)
  if (all(at < 0)) NA else names(papers)[which.max(at)]
}

# "Section 6.2 of Ramos et al. (2018)", or whoever was named before. An article on one paper names
# the others where it means them.
paper_named <- function(text, start, end, default) {
  after <- substr(text, end, end + 60)
  if (startsWith(after, " of ")) {
    named <- last_named(sub("[.;:]( |$).*", "", gsub("et al.", "et al,", after, fixed = TRUE)))
    if (!is.na(named)) return(named)
  }
  named <- last_named(substr(text, max(1, start - if (is.na(default)) 2500 else 90), start + 2))
  if (is.na(named)) default else named
}

expand <- function(list) {
  ends <- strsplit(list, ",? and |, | or | with ")[[1]]
  unlist(lapply(ends, \(part) {
    range <- strsplit(part, " to |-")[[1]]
    if (length(range) < 2) return(part)
    stem <- sub("[0-9]+$", "", range[1])
    last <- as.integer(sub(".*[^0-9]", "", range))
    paste0(stem, seq(last[1], last[2]))
  }))
}

kind_of <- function(word, number, heading) {
  if (word == "") return(if (heading || grepl("[.].*[.]", number)) "section" else "eq")
  names(words)[vapply(words, \(word_is) grepl(sprintf("^(%s)$", word_is), tolower(word)), NA)][1]
}

# Of the five papers the thesis alone numbers its equations by chapter.
paper_of <- function(kind, number, named) {
  by_chapter <- kind %in% c("eq", "fig", "table", "appendix") && grepl("[.A-E]", number)
  if (by_chapter && number != "3.31" || kind %in% c("theorem", "lemma", "chapter")) {
    "thesis"
  } else {
    named
  }
}

citations_in <- function(file) {
  raw <- readLines(file, encoding = "UTF-8", warn = FALSE)
  lines <- plain_text(raw)
  starts <- cumsum(c(1, nchar(lines)))
  text <- paste(lines, collapse = "")
  default <- c(by_file[vapply(names(by_file), grepl, NA, file)], NA)[[1]]
  patterns <- c(cited, if (grepl("paper-bruemmer", file)) bare)
  do.call(rbind, lapply(patterns, \(pattern) {
    found <- gregexpr(pattern, text, perl = TRUE)[[1]]
    if (found[1] < 0) return(NULL)
    do.call(rbind, lapply(seq_along(found), \(i) {
      group <- \(k) {
        start <- attr(found, "capture.start")[i, k]
        substr(text, start, start + attr(found, "capture.length")[i, k] - 1)
      }
      number <- expand(group(2))
      line <- findInterval(found[i], starts)
      heading <- grepl("[.]Rmd$", file) && startsWith(raw[line], "#")
      kind <- vapply(number, \(n) kind_of(group(1), n, heading), "")
      end <- found[i] + attr(found, "match.length")[i]
      named <- paper_named(text, found[i], end, default)
      data.frame(file, line,
        paper = mapply(paper_of, kind, number, named), place = paste(kind, number))
    }))
  }))
}

citations <- do.call(rbind, lapply(files, citations_in))
looked_up <- utils::read.delim("tools/citations.tsv", colClasses = "character", quote = "")
key <- function(x) paste(x$paper, x$place)
citations$what <- looked_up$what[match(key(citations), key(looked_up))]
of_five <- !citations$paper %in% "other"
shown <- sprintf("%s:%d: %s, %s: %s", citations$file, citations$line, citations$paper,
  citations$place, citations$what)
if (identical(commandArgs(TRUE), "list")) {
  writeLines(shown[of_five])
  cat(sum(of_five), "citations of", length(unique(key(citations[of_five, ]))), "places\n")
}
unknown <- of_five & is.na(citations$what)
if (any(unknown)) {
  writeLines(sub(": NA$", ": not in tools/citations.tsv, or no paper is named", shown[unknown]))
  quit(status = 1)
}
