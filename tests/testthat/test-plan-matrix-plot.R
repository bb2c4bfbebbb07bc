test_that("the picture draws margins, in per cent where measures are shares", {
  found <- example_matrix()
  drawn <- autoplot(found)
  points <- Filter(\(layer) inherits(layer$geom, "GeomPoint"), drawn$layers)[[1]]
  scale <- ifelse(found$measure == "eer", 100, 1)
  expect_equal(points$data$margin, found$margin * scale)
  expect_identical(as.character(points$data$decision), c("Pass", "Fail", "Undecided"))
  expect_identical(levels(points$data$panel), c("bits", "percentage points"))
  expect_match(drawn$labels$alt, "1 passed, 1 failed, 1 undecided")
})

test_that("rows are named by what differs, are equally high", {
  found <- example_matrix()
  expect_identical(rev(levels(matrix_rows_drawn(found)$row)), found$criterion)
  more <- rbind(as.data.frame(found), within(as.data.frame(found), condition <- "telephone"))
  expect_identical(
    rev(levels(matrix_rows_drawn(more)$row)), paste0(more$condition, ": ", more$criterion)
  )
  more$system <- rep(c("a", "b"), each = nrow(found))
  expect_match(as.character(matrix_rows_drawn(more)$row[1]), "^a, baseline: cllr")
  grDevices::pdf(NULL, 6, 4)
  withr::defer(grDevices::dev.off())
  table <- ggplot2::ggplotGrob(autoplot(found))
  heights <- table$heights[grid::unitType(table$heights) == "null"]
  expect_identical(as.numeric(heights), c(2, 1))
})

test_that("legend and title have one line where the names leave room for it", {
  grDevices::pdf(NULL, 6, 4)
  withr::defer(grDevices::dev.off())
  built <- ggplot2::ggplot_build(autoplot(example_matrix()))$plot
  expect_no_match(built$labels$x, "\n")
  expect_identical(n_legend_rows(built$guides), 1)
})
