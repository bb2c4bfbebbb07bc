# Renders a report as a document: its Markdown, its pictures, and the programs that this needs.

# Works in a folder of its own; only the finished report leaves it.
render_report <- function(report, type, file) {
  folder <- tempfile("report")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  report_step("Writing {.file {file}}.")
  made <- made_report(report, type, folder)
  write_bytes(readBin(made, raw(), file.size(made)), file)
}

made_report <- function(report, type, folder) {
  file.copy(list.files(system.file("report", package = "calibrant"), full.names = TRUE), folder)
  end <- file.path(folder, "end.html")
  asked <- charToRaw(enc2utf8(paste(report$asked, collapse = "")))
  write_bytes(c(readBin(end, raw(), file.size(end)), asked), end)
  printed <- type == "pdf" && !nzchar(latex_engine())
  if (printed) type <- "html"
  report$type <- type
  report$files <- draw_pictures(report$pictures, folder, if (type == "pdf") "pdf" else "png")
  lines <- report_markdown(report, report$sections)
  markdown <- file.path(folder, "report.md")
  write_text(paste0(lines, "\n", collapse = ""), markdown)
  made <- with_home(rmarkdown::render(
    markdown, report_output(report, folder), output_file = paste0("report.", type), quiet = TRUE
  ))
  if (printed) print_html(made, file.path(folder, "report.pdf")) else made
}

# Markdown, not R Markdown, so that no text of a user can run as code. Metadata are in the header of
# the file, since arguments of pandoc pass through a shell.
report_markdown <- function(report, sections) {
  headings <- words_for("report")
  sections <- lapply(names(sections), \(name) {
    heading <- if (name %in% names(headings)) paste("#", plain_text(headings[[name]]))
    c("", heading, "", keep_together(sections[[name]](report), report$type))
  })
  # Word has a place for the author.
  author <- if (report$type == "docx") report$author
  metadata <- c(title = report$title, lang = say("report.lang"), author = author)
  head <- sprintf("%s: \"%s\"", names(metadata), vapply(metadata, as_entities, ""))
  c("---", head, "geometry: margin=25mm", "papersize: a4", "---", unlist(sections))
}

# Page breaks are the only raw TeX or XML; HTML has none.
report_extensions <- c(
  "-raw_html", "-tex_math_dollars", "-tex_math_single_backslash", "-autolink_bare_uris", "-smart"
)

report_output <- function(report, folder) {
  type <- report$type
  extensions <- paste(report_extensions, collapse = "")
  switch(type,
    html = rmarkdown::html_document(
      theme = NULL, highlight = NULL, mathjax = NULL, css = file.path(folder, "report.css"),
      toc = is.null(report$settings$which), toc_depth = 1, self_contained = TRUE,
      md_extensions = paste0(extensions, "-raw_attribute-raw_tex+ascii_identifiers"),
      includes = rmarkdown::includes(
        before_body = file.path(folder, "begin.html"), after_body = file.path(folder, "end.html")
      )
    ),
    docx = rmarkdown::word_document(
      highlight = NULL, reference_docx = file.path(folder, "reference.docx"),
      md_extensions = extensions
    ),
    pdf = rmarkdown::pdf_document(
      highlight = NULL, latex_engine = latex_engine(), toc = FALSE, md_extensions = extensions,
      includes = rmarkdown::includes(in_header = file.path(folder, "report.tex"))
    )
  )
}

draw_pictures <- function(pictures, folder, device) {
  vapply(names(pictures), \(name) {
    file <- file.path(folder, paste0(name, ".", device))
    picture <- pictures[[name]]
    save_picture(picture$plot, file, width = 7, height = picture$height, dpi = 160, bg = "white")
    basename(file)
  }, "")
}

# Devices do not report a full disk, so the end of the file is checked.
save_picture <- function(picture, file, ...) {
  type <- tolower(tools::file_ext(file))
  drawn <- tempfile(fileext = paste0(".", type))
  on.exit(unlink(drawn))
  ggplot2::ggsave(drawn, picture, ..., device = picture_device(type), limitsize = FALSE)
  bytes <- readBin(drawn, raw(), file.size(drawn))
  end <- switch(type, png = "IEND", pdf = "%%EOF", svg = "</svg>")
  refuse_if(length(grepRaw(end, utils::tail(bytes, 30), fixed = TRUE)) == 0, "picture_unsaved")
  write_bytes(bytes, file)
}

# Cairo supports all characters; of ragg, some versions end R at those that no font has.
picture_device <- function(type) {
  if (capabilities("cairo")) switch(type, pdf = grDevices::cairo_pdf, png = grDevices::png)
}

check_report_tools <- function(type) {
  check_package("rmarkdown", "to write a report")
  refuse_if(!with_home(rmarkdown::pandoc_available("2.0")), "pandoc_missing")
  no_printer <- type == "pdf" && !nzchar(latex_engine()) && !nzchar(chromium())
  refuse_if(no_printer, "printer_missing")
}

# Pandoc refuses to run without a home, which services and containers may lack.
with_home <- function(code) {
  if (nzchar(Sys.getenv("HOME"))) return(code)
  on.exit(Sys.unsetenv("HOME"))
  Sys.setenv(HOME = tempdir())
  code
}

# A browser that prints without a window.
chromium <- function() {
  names <- c("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "msedge")
  found <- c(Sys.getenv("CHROMOTE_CHROME"), Sys.which(names))
  c(unname(found[nzchar(found)]), "")[1]
}

print_html <- function(html, pdf) {
  profile <- tempfile("profile")
  on.exit(unlink(profile, recursive = TRUE))
  root <- identical(Sys.info()[["effective_user"]], "root")
  # The program of the browser, and two quoted files in temporary folders.
  system2(chromium(), c( # nolint: undesirable_function_linter.
    "--headless", if (root) "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
    shQuote(paste0("--user-data-dir=", profile)), shQuote(paste0("--print-to-pdf=", pdf)),
    shQuote(paste0("file://", normalizePath(html)))
  ), stdout = FALSE, stderr = FALSE)
  refuse_if(!file.exists(pdf), "no_pdf")
  pdf
}

# XeLaTeX supports all characters.
latex_engine <- function() {
  found <- Sys.which(c("xelatex", "pdflatex"))
  c(names(found)[nzchar(found)], "")[1]
}
