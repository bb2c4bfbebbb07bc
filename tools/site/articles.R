# Runs the code of the articles in vignettes/articles/, which are not in the tarball: each is
# knitted, and what they draw and print is thrown away.
options(rmarkdown.html_vignette.check_title = FALSE)
articles <- list.files("vignettes/articles", "[.]Rmd$", full.names = TRUE)
stopifnot("there are no articles" = length(articles) > 0)
for (article in articles) {
  cat(basename(article), "\n")
  rmarkdown::render(article, output_dir = tempfile(), intermediates_dir = tempfile(), quiet = TRUE)
}
cat(length(articles), "articles\n")
