# Writes the comparisons of men of `voice_lr` by two kinds of evidence as text files of scores with a
# key, in inst/extdata/. README reads them.
load("data/voice_lr.rda")
men <- subset(voice_lr, group1 == "man" & group2 == "man")
write_lines <- function(rows, value, name) {
  text <- sprintf("m%02d m%02d %s", rows$speaker1, rows$speaker2, value(rows))
  writeLines(text, file.path("inst/extdata", name), useBytes = TRUE)
}
for (evidence in c("hud", "F0")) {
  rows <- men[men$evidence == evidence, ]
  write_lines(rows, \(rows) format(rows$log10_lr, trim = TRUE), paste0(evidence, ".txt"))
}
write_lines(rows, \(rows) ifelse(rows$same_speaker, "target", "nontarget"), "key.txt")
