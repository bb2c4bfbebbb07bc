# Writes codemeta.json from DESCRIPTION and inst/CITATION, so that nothing is said in two places.
#   Rscript tools/codemeta.R [file]
file <- c(commandArgs(trailingOnly = TRUE), "codemeta.json")[1]
fields <- read.dcf("DESCRIPTION", keep.white = character())[1, ]

person_entry <- function(person) {
  list(
    "@type" = "Person", givenName = paste(person$given, collapse = " "), familyName = person$family,
    email = person$email
  )
}

requirements <- function(field) {
  specs <- trimws(strsplit(fields[[field]], ",")[[1]])
  lapply(specs, \(spec) {
    entry <- list("@type" = "SoftwareApplication", name = sub("[[:space:](].*", "", spec))
    if (grepl("(", spec, fixed = TRUE)) entry$version <- gsub(".*[(]|[)].*", "", spec)
    entry
  })
}

articles <- utils::readCitationFile("inst/CITATION", meta = list(Version = fields[["Version"]]))
articles <- Filter(\(entry) !is.null(entry$doi), articles)

people <- lapply(eval(parse(text = fields[["Authors@R"]])), identity)
meta <- list(
  "@context" = "https://doi.org/10.5063/schema/codemeta-2.0",
  "@type" = "SoftwareSourceCode",
  identifier = "calibrant",
  name = paste0("calibrant: ", fields[["Title"]]),
  description = gsub("[[:space:]]+", " ", fields[["Description"]]),
  version = fields[["Version"]],
  license = "https://spdx.org/licenses/MIT",
  codeRepository = fields[["URL"]],
  issueTracker = fields[["BugReports"]],
  programmingLanguage = list(
    list("@type" = "ComputerLanguage", name = "R"), list("@type" = "ComputerLanguage", name = "C")
  ),
  author = lapply(people, person_entry),
  softwareRequirements = c(requirements("Depends"), requirements("Imports")),
  referencePublication = lapply(articles, \(entry) {
    list(
      "@type" = "ScholarlyArticle", name = entry$title,
      identifier = paste0("https://doi.org/", entry$doi)
    )
  })
)
drop_empty <- function(x) if (is.list(x)) lapply(Filter(\(y) length(y) > 0, x), drop_empty) else x
jsonlite::write_json(drop_empty(meta), file, auto_unbox = TRUE, pretty = 2)
