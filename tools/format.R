# Formats the R files that differ from the last commit, in the tidyverse style as this project has
# it: styler leaves line breaks where they are, for it does not know what belongs together.
files <- system2("git", c("diff", "--name-only", "--diff-filter=d", "HEAD", "--", "'*.R'"), stdout = TRUE)
new <- system2("git", c("ls-files", "--others", "--exclude-standard", "--", "'*.R'"), stdout = TRUE)
files <- grep("^(R|tests|tools|bench)/", c(files, new), value = TRUE)

style <- styler::tidyverse_style(scope = I(c("spaces", "tokens", "indention")))
if (length(files) > 0) styler::style_file(files, transformers = style)
