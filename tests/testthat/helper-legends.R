# All legends of a picture as one table, NULL without any. Newer versions of ggplot2 have a place
# for legends on each side, most of them empty.
guide_box <- function(plot) {
  table <- ggplot2::ggplotGrob(plot)
  boxes <- table$grobs[grepl("guide-box", table$layout$name)]
  Find(\(box) inherits(box, "gtable"), boxes)
}
