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
