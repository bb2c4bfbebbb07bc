test_that("tables for Word hold what the console prints", {
  skip_if_not_installed("flextable")
  x <- c(simulate_lr(30, 90, s = 2, system = "a"), simulate_lr(30, 90, s = 1, system = "b"))
  shown <- \(x) flextable::as_flextable(x)
  cells <- \(x) unlist(shown(x)$body$dataset)
  notes <- \(x) unlist(shown(x)$footer$dataset)

  set <- summary(x)
  expect_true(all(c("a", "b") %in% names(shown(set)$body$dataset)))
  expect_true("Cllr" %in% cells(set))
  expect_match(notes(set), "in bits", all = FALSE)

  alone <- simulate_lr(30, 90, s = 2)
  expect_identical(ncol(shown(summary(alone))$body$dataset), 2L)
  table <- measures(x, c("cllr", "eer"), replicates = 50)
  expect_identical(nrow(shown(table)$body$dataset), nrow(table))
  expect_true(even_number(table$estimate, 3)[1] %in% cells(table))
  expect_match(notes(table), "50 bootstrap replicates", all = FALSE)
  expect_s3_class(shown(compare_systems(x, "eer", replicates = 50)), "flextable")
  expect_match(notes(bound_lr(x)), "ELUB", all = FALSE)

  # Other tables are treated as data frames.
  expect_s3_class(flextable::flextable(tidy(table)), "flextable")
  expect_s3_class(flextable::flextable(as.data.frame(det_curve(x))), "flextable")
})

test_that("pictures can be put together", {
  skip_if_not_installed("patchwork")
  withr::local_seed(1)
  x <- two()
  both <- patchwork::wrap_plots(plot_ece(x["a"]), plot_ece(x["b"]), guides = "collect") &
    theme_calibrant(7)
  expect_s3_class(both, "patchwork")
  drawn <- patchwork::patchworkGrob(both)
  # Both pictures share one legend of lines and one of the background.
  boxes <- drawn$grobs[grepl("guide-box", drawn$layout$name)]
  legends <- sum(vapply(boxes, \(box) sum(grepl("guides", box$layout$name)), 0))
  expect_identical(legends, 2)
  # patchwork before 1.1.3 cannot draw panels with rows and columns of their own.
  several <- patchwork::wrap_plots(
    plot_det(x), patchwork::wrap_elements(full = plot_ape(x)), plot_tippett(x)
  )
  expect_s3_class(patchwork::patchworkGrob(several), "gtable")
})
