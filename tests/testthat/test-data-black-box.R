test_that("the counts add up to what the studies print", {
  total <- \(...) sum(subset(black_box, ...)$n)
  expect_equal(total(study == "latent prints"), 17121)
  expect_equal(total(part == "VID" & truth == "same"), 5969)
  expect_equal(total(part == "VID" & truth == "different"), 4083)
  expect_equal(total(study == "bullets"), 4320)
  expect_equal(total(study == "cartridge cases"), 4320)
})
