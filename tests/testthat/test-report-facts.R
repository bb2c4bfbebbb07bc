test_that("sentences stand under the system and the prior that they are about", {
  x <- reported_set()
  lines <- strsplit(lines_of(report_of(x), "sentences"), "\n")[[1]]
  expect_identical(grep("^##", lines, value = TRUE),
    c("## System mvn, prior 20 %", "## System mvk, prior 20 %"))
  expect_match(lines[which(lines == "## System mvk, prior 20 %") + 2], "^System mvk")
  expect_match(lines_of(report_of(x["mvk"]), "sentences"), "\n## Prior 20 %\n")
})

test_that("the test of very many trials has LRs to a thousandth, and every trial", {
  x <- withr::with_seed(1, simulate_lr(1000, 2e5, s = 2))
  coarse <- tested_trials(x)
  move <- from_ln(to_ln(values_of(x), x$scale), "log10") - values_of(coarse)
  expect_lte(max(abs(move)), 0.0005 + 1e-12)
  expect_identical(coarse$truth, x$truth)
  expect_identical(test_replicates(x), 199)
  small <- x[1:2000]
  expect_identical(tested_trials(small), small)
})

test_that("who waits is told for what", {
  rlang::local_interactive(TRUE)
  expect_message(report_step("Drawing."), "Drawing")
  rlang::local_interactive(FALSE)
  expect_silent(report_step("Drawing."))
  withr::local_options(calibrant.progress = TRUE)
  expect_message(report_step("Drawing."), "Drawing")
})

test_that("the picture of the measures has room for a line per system in every panel", {
  table <- \(n_measures, n_systems) {
    expand.grid(measure = paste0("m", seq_len(n_measures)), system = seq_len(n_systems), prior = NA)
  }
  height <- \(...) measures_height(table(...))
  expect_equal(height(3, 1), height(1, 1))
  expect_gt(height(4, 1), height(3, 1) + 0.5)
  expect_gt(height(7, 12), 3 * 12 * 0.2)
})

test_that("rows of the matrix have room for two lines, in panels of any number of rows", {
  plan <- validation_plan(accuracy = paste("cllr <", 1:6 / 10), calibration = "eer < 10 %",
    replicates = 10)
  judged <- suppressWarnings(validation_run(plan, withr::with_seed(1, simulate_lr(30, 60, s = 2))))
  picture <- matrix_picture(list(judged = judged))
  panels <- svg_clips(svg_of(picture$plot, 7, picture$height))
  heights <- with(panels, bottom - top)
  expect_gt(max(heights[heights < 72 * picture$height - 1]), 6 * 2 * 9)
  expect_null(matrix_picture(list()))
})
