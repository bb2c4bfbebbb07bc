# Formats the R files that differ from the last commit, in the project's variant of the tidyverse
# style: line breaks stay, since styler does not know which code belongs together.
git <- function(...) system2("git", c(...), stdout = TRUE)

changed <- c(
  git("diff", "--name-only", "--diff-filter=d", "HEAD"),
  git("ls-files", "--others", "--exclude-standard")
)
files <- grep("^(R|tests|tools|bench)/.*[.]R$", changed, value = TRUE)
style <- styler::tidyverse_style(scope = I(c("spaces", "tokens", "indention")))
if (length(files) > 0) styler::style_file(files, transformers = style)
