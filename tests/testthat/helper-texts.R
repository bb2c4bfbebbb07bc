# Places of the texts of a picture on its page, read from a drawing in SVG: a row per line, with the
# edges of its box and those of the clipping box.
drawn_texts <- function(plot, width, height) {
  texts_of_svg(svg_of(plot, width, height), 72 * width, 72 * height)
}

svg_of <- function(plot, width, height) {
  file <- withr::local_tempfile(fileext = ".svg")
  svglite::svglite(file, width, height)
  tryCatch(suppressWarnings(print(plot)), finally = grDevices::dev.off())
  readLines(file)
}

svg_number <- function(text, name) {
  as.double(sub(sprintf(".*\\b%s='([-0-9.]+)(px)?'.*", name), "\\1", text))
}

svg_clips <- function(lines) {
  rects <- grep("<rect", lines[grep("<clipPath", lines) + 1], value = TRUE)
  left <- svg_number(rects, "x")
  top <- svg_number(rects, "y")
  data.frame(
    id = sub(".*id='([^']+)'.*", "\\1", grep("<clipPath", lines, value = TRUE)),
    left = left, top = top, right = left + svg_number(rects, "width"),
    bottom = top + svg_number(rects, "height")
  )
}

texts_of_svg <- function(lines, width, height) {
  clips <- svg_clips(lines)
  group <- ifelse(grepl("<g clip-path", lines), sub(".*url\\(#([^)]+)\\).*", "\\1", lines), NA)
  last <- cummax(ifelse(is.na(group), 0, seq_along(group)))
  at <- grep("<text", lines)
  clip <- clips[match(group[last[at]], clips$id), ]
  texts <- data.frame(text_boxes(lines[at]), clip = I(as.matrix(clip[-1])),
    page = I(matrix(c(0, 0, width, height), length(at), 4, byrow = TRUE)))
  texts[trimws(texts$text) != "", ]
}

# Letters extend from 0.72 of their size above the line to a little below it.
text_boxes <- function(lines) {
  turned <- grepl("rotate\\(", lines)
  angle <- ifelse(turned, sub(".*rotate\\(([-0-9.]+)\\).*", "\\1", lines), "0")
  place <- \(i) as.double(sub(".*translate\\(([-0-9.]+),([-0-9.]+)\\).*", paste0("\\", i), lines))
  suppressWarnings({
    x <- ifelse(turned, place(1), svg_number(lines, "x"))
    y <- ifelse(turned, place(2), svg_number(lines, "y"))
  })
  size <- as.double(sub(".*font-size: ([0-9.]+)px.*", "\\1", lines))
  long <- svg_number(lines, "textLength")
  before <- ifelse(grepl("text-anchor='middle'", lines), 0.5, grepl("text-anchor='end'", lines))
  start <- -before * long
  box <- data.frame(
    text = sub(".*>([^<]*)</text>.*", "\\1", lines), size = size,
    left = x + start, right = x + start + long, top = y - 0.72 * size, bottom = y + 0.05 * size
  )
  up <- angle == "-90"
  down <- angle == "90"
  box[up, c("left", "right", "top", "bottom")] <- cbind(
    x - 0.72 * size, x + 0.05 * size, y - start - long, y - start
  )[up, ]
  box[down, c("left", "right", "top", "bottom")] <- cbind(
    x - 0.05 * size, x + 0.72 * size, y + start, y + start + long
  )[down, ]
  box
}

# Texts cut off by the page or a panel.
cut_texts <- function(texts, room = 0.5) {
  beyond <- \(edge) {
    texts$left < edge[, 1] - room | texts$top < edge[, 2] - room |
      texts$right > edge[, 3] + room | texts$bottom > edge[, 4] + room
  }
  texts$text[beyond(texts$page) | beyond(texts$clip) %in% TRUE]
}

# Pairs of overlapping texts.
overprinted_texts <- function(texts, room = 0.5) {
  pairs <- utils::combn(nrow(texts), 2)
  a <- texts[pairs[1, ], ]
  b <- texts[pairs[2, ], ]
  over <- pmin(a$right, b$right) - pmax(a$left, b$left) > room &
    pmin(a$bottom, b$bottom) - pmax(a$top, b$top) > room
  sprintf("%s | %s", a$text[over], b$text[over])
}
