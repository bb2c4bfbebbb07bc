# Evaluates the shipped glass data and leaves a table, sentences and figures in demo-output/,
# together on one page: demo-output/index.html.
library(calibrant)

folder <- "demo-output"
dir.create(folder, showWarnings = FALSE)
options(width = 100)

in_folder <- function(...) file.path(folder, paste0(...))

save_figure <- function(figure, stem, width = 7, height = 5) {
  for (type in c("png", "pdf")) {
    ggplot2::ggsave(
      in_folder(stem, ".", type), figure,
      width = width, height = height, dpi = 150, bg = "white"
    )
  }
}

escape_html <- function(x) {
  x <- gsub("&", "&amp;", x, fixed = TRUE)
  gsub(">", "&gt;", gsub("<", "&lt;", x, fixed = TRUE), fixed = TRUE)
}

html_figure <- function(stem, caption) {
  c(
    "<figure>",
    sprintf('<a href="%s.pdf"><img src="%s.png" alt="%s"></a>', stem, stem, caption),
    sprintf("<figcaption>%s</figcaption>", caption),
    "</figure>"
  )
}

html_page <- function(table, sentences, captions) {
  c(
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    "<title>calibrant: glass</title>\n<style>",
    "body { max-width: 60rem; margin: 2rem auto; font-family: sans-serif; }",
    "pre { overflow-x: auto; }\nimg { max-width: 100%; }\nfigure { margin: 2rem 0; }",
    "</style>\n</head>\n<body>\n<h1>Likelihood ratios for glass comparison</h1>",
    "<pre>", escape_html(table), "</pre>",
    sprintf("<p>%s</p>", escape_html(sentences)),
    unlist(Map(html_figure, names(captions), captions), use.names = FALSE),
    '<p>The numbers: <a href="summary.csv">summary.csv</a></p>',
    "</body>\n</html>"
  )
}

x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
results <- summary(x)
table <- utils::capture.output(print(results))
sentences <- explain(x, prior = 0.01)

writeLines(table, in_folder("summary.txt"))
utils::write.csv(as.data.frame(results), in_folder("summary.csv"), row.names = FALSE)
writeLines(utils::capture.output(print(sentences)), in_folder("explain.txt"))

save_figure(plot_ece(x), "ece")
save_figure(plot_tippett(x), "tippett")
save_figure(plot_pav(x), "pav")

captions <- c(
  ece = "Empirical cross-entropy over the prior odds",
  tippett = "Tippett plot",
  pav = "LRs before and after the PAV transformation"
)
writeLines(html_page(table, sentences, captions), in_folder("index.html"))

writeLines(table)
cat("\nWritten:\n")
writeLines(paste0("  ", in_folder(c(
  "index.html", "summary.txt", "summary.csv", "explain.txt",
  paste0(rep(names(captions), each = 2), c(".png", ".pdf"))
))))
