set.seed(11)
three <- repeated()
found <- lr_precision(three$set, three$comparison)

test_that("the picture has a point per comparison and the pooled lines", {
  drawn <- autoplot(found)
  points <- ggplot2::layer_data(drawn, 1)
  expect_equal(nrow(points), 40)
  each <- tapply(three$set$value, three$comparison, sd)
  expect_equal(sort(points$y), sort(c(each)), ignore_attr = TRUE)
  expect_equal(ggplot2::layer_data(drawn, 2)$yintercept, found$within[1:2])
})
