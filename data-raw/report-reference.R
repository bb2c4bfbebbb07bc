# Makes inst/report/reference.docx, the styles of reports in Word, from those of pandoc: A4, a page
# number below, a smaller sans-serif, and lines between the rows of tables. Needs pandoc and zip.
folder <- tempfile("reference")
dir.create(folder)
original <- file.path(folder, "original.docx")
system2("pandoc", "--print-default-data-file reference.docx", stdout = original)
utils::unzip(original, exdir = folder)
unlink(original)

read <- function(name) paste(readLines(file.path(folder, name), warn = FALSE), collapse = "\n")
write <- function(text, name) writeLines(text, file.path(folder, name))
replace <- function(text, from, to) {
  stopifnot(grepl(from, text, perl = TRUE))
  sub(from, to, text, perl = TRUE)
}

styles <- read("word/styles.xml")
styles <- gsub("<w:rFonts [^>]*/>",
  '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:eastAsia="Arial" w:cs="Arial" />', styles)
styles <- replace(styles, '(<w:rPrDefault>(?s:.)*?)<w:sz w:val="24" />\\s*<w:szCs w:val="24" />',
  '\\1<w:sz w:val="20" /><w:szCs w:val="20" />')
styles <- gsub('w:val="(4F81BD|345A8A|365F91|2E74B5|1F4D78)"', 'w:val="1A1A1A"', styles)
line <- function(side, size, colour) {
  sprintf('<w:%s w:val="single" w:sz="%d" w:space="0" w:color="%s" />', side, size, colour)
}
borders <- paste0(
  "<w:tblBorders>", line("top", 8, "1A1A1A"), line("bottom", 8, "1A1A1A"),
  line("insideH", 4, "BFBFBF"), "</w:tblBorders>"
)
styles <- replace(styles, '(w:styleId="Table"(?s:.)*?<w:tblPr>)', paste0("\\1", borders))
write(styles, "word/styles.xml")

write(paste0(
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<w:ftr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">',
  '<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:fldChar w:fldCharType="begin"/></w:r>',
  '<w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r>',
  '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:ftr>'
), "word/footer1.xml")
types <- read("[Content_Types].xml")
write(replace(types, "</Types>", paste0(
  '<Override PartName="/word/footer1.xml" ContentType="application/vnd.openxmlformats-',
  'officedocument.wordprocessingml.footer+xml" /></Types>'
)), "[Content_Types].xml")
relations <- read("word/_rels/document.xml.rels")
write(replace(relations, "</Relationships>", paste0(
  '<Relationship Id="rIdFooter" Type="http://schemas.openxmlformats.org/officeDocument/2006/',
  'relationships/footer" Target="footer1.xml" /></Relationships>'
)), "word/_rels/document.xml.rels")
document <- read("word/document.xml")
section <- paste0(
  '<w:sectPr><w:footerReference w:type="default" r:id="rIdFooter" />',
  '<w:pgSz w:w="11906" w:h="16838" />',
  '<w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" ',
  'w:footer="567" w:gutter="0" /></w:sectPr>'
)
document <- gsub("<w:sectPr ?/>|<w:sectPr>(?s:.)*?</w:sectPr>", "", document, perl = TRUE)
write(replace(document, "</w:body>", paste0(section, "</w:body>")), "word/document.xml")

target <- file.path(getwd(), "inst/report/reference.docx")
unlink(target)
old <- setwd(folder) # nolint: undesirable_function_linter.
utils::zip(target, list.files(".", recursive = TRUE, all.files = TRUE), flags = "-r9Xq")
setwd(old) # nolint: undesirable_function_linter.
