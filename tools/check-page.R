# Fails if inst/page/calibrant.html was not built from the present kernels, library, sources in page/
# and words of the package. The page holds a checksum of its sources, which is computed here as in
# page/build.mjs.
generated <- file.path(tempfile("page-"), "generated")
status <- system2("Rscript", c("page/tables.R", generated))
stopifnot("page/tables.R fails" = status == 0)

listed <- function(folder, pattern) list.files(folder, pattern, recursive = TRUE, full.names = TRUE)
kernels <- listed(c("src/kernels", "inst/include/calibrant/kernels", "lib"), "[.][ch]$")
sources <- listed("page", "[.](js|mjs|json|css|html|[chR]|txt)$")
files <- c(
  grep("/classes/", kernels, value = TRUE, invert = TRUE),
  grep("/(node_modules|generated)/", sources, value = TRUE, invert = TRUE)
)
made <- listed(generated, "[.](js|json)$")
sums <- c(tools::md5sum(files), tools::md5sum(made))
names(sums) <- c(files, file.path("page/generated", basename(made)))
sums <- sums[order(names(sums), method = "radix")]

listing <- tempfile()
connection <- file(listing, "wb")
writeLines(paste0(sums, "  ", names(sums)), connection, sep = "\n")
close(connection)
wanted <- unname(tools::md5sum(listing))

page <- readLines("inst/page/calibrant.html", encoding = "UTF-8", warn = FALSE)
head <- grep("data-kernels=\"", page, value = TRUE)[1]
found <- sub(".*data-kernels=\"([0-9a-f]*)\".*", "\\1", head)
if (!identical(found, wanted)) stop("inst/page/calibrant.html is out of date: run make page")
