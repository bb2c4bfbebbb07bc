# Fails where the shared object imports an entry point that R does not count as its public API.
# non-api.txt adds what later versions of R took out of the API to what this R knows.
library_folder <- commandArgs(trailingOnly = TRUE)[1]
shared_objects <- Sys.glob(file.path(library_folder, "calibrant", "libs", "*.so"))
stopifnot("no shared object is installed" = length(shared_objects) > 0)

# Symbol versions follow an @.
imported_symbols <- function(file) {
  lines <- system2("nm", c("-D", "--undefined-only", shQuote(file)), stdout = TRUE)
  sub("@.*", "", sub(".* ", "", lines))
}

known <- get0("nonAPI", asNamespace("tools"), ifnotfound = character())
imported <- unlist(lapply(shared_objects, imported_symbols))
stopifnot("nm found no import" = length(imported) > 0)
bad <- intersect(imported, c(known, readLines("tools/non-api.txt")))
if (length(bad) > 0) {
  writeLines(paste("not in the public API of R:", bad))
  quit(status = 1)
}
