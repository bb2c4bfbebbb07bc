# Texts that would run, be drawn differently or end a file if a writer did not escape them; and
# ordinary texts. All must be written as typed.
hostile_texts <- c(
  "Glass\"\nfoo: !expr file.create('secret')\nbar: \"x", "The \"new\" 'method' \\ 2",
  "`r file.create('secret')`", "x\n\n```{r}\nfile.create('secret')\n```",
  "<script>alert(1)</script>", "`<b onclick=x>`{=html}", "<img src=x y>", "![](secret)",
  "[a](javascript:alert(1)) <javascript:alert(1)> http://evil.example",
  "\\input{secret} \\textbf{x}",
  "A [2024] \\[x\\] $y$ \\(z\\)", "a | b\n|---|", "x. one", "- - -", "# one", ": one", "(a) one",
  "---\ntitle: other\n---", "a &lt;b&gt; &amp; &#60; c -- d... @e ^[f] ~g~ *h* _i_ --- k",
  "{stop('ran')}", "{.pkg x} {.run stop('ran')}", "%s %d %1$s %%", "`r stop('ran')`",
  "eval(stop())",
  "=1+cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(1)", "=HYPERLINK(\"http://evil.example\")",
  "</script><svg onload=x>", "]]> <!-- x -->", "<?xml version=\"1.0\"?>", "<!DOCTYPE x>",
  "'; drop table trials; --", "\\u003cscript\\u003e", "\\", "$HOME `id` $(id)", "../../secret",
  "{\"x\": 1}", "NA", "NULL", "TRUE", "Inf", ".", "alpha[1]", "x ~ y", "10 % < x & y > z",
  "\u201eGlas\u201c", "M\u00fcller & S\u00f6hne", "The \"new\" method", "caf\u00e9 \u2013 \u03b1",
  "a  b", "x,y;z\tw"
)

# Texts that fit on one line unchanged.
hostile_lines <- grep("[\n\t]", hostile_texts, value = TRUE, invert = TRUE)
