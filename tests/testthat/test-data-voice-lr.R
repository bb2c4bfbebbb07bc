of_kind <- function(kind) {
  rows <- voice_lr[voice_lr$evidence == kind, ]
  lr_set(same_speaker ~ log10_lr, rows, scale = "log10",
    source1 = rows$speaker1, source2 = rows$speaker2)
}

words <- head(levels(voice_lr$evidence), 10)

test_that("holds the comparisons that its help describes", {
  expect_named(voice_lr, c(
    "evidence", "speaker1", "speaker2", "group1", "group2", "same_speaker", "log10_lr"
  ))
  expect_equal(as.vector(table(voice_lr$evidence)), rep(2926, 12))
  expect_equal(voice_lr$same_speaker, voice_lr$speaker1 == voice_lr$speaker2)
  expect_equal(sum(voice_lr$same_speaker), 12 * 76)
  expect_false(anyDuplicated(voice_lr[c("evidence", "speaker1", "speaker2")]) > 0)
  group <- unique(voice_lr[c("speaker1", "group1")])
  expect_equal(as.vector(table(group$group1)), c(33, 28, 15))
  expect_true(all(is.finite(voice_lr$log10_lr)))
})

test_that("all ten is the product of the ten words", {
  each <- vapply(words, \(word) voice_lr$log10_lr[voice_lr$evidence == word], numeric(2926))
  product <- voice_lr$log10_lr[voice_lr$evidence == "all ten"]
  expect_lt(max(abs(rowSums(each) - product)), 1.1e-5)
})

test_that("is as good as its help states", {
  state <- \(kind) {
    x <- of_kind(kind)
    unname(round(c(cllr(x), cllr_min(x), 100 * eer(x), coef(calibrate(x))[1]), c(2, 2, 1, 2)))
  }
  expect_equal(state("hud"), c(0.40, 0.34, 12.3, 0.71))
  expect_equal(state("hod"), c(0.82, 0.57, 17.8, 0.47))
  expect_equal(state("F0"), c(0.36, 0.33, 11.8, 0.91))
  expect_equal(state("all ten"), c(0.41, 0.10, 2.5, 0.21))
  expect_equal(round(cllr(cross_calibrate(of_kind("all ten"), folds = "source")), 2), 0.17)
  expect_equal(round(max(voice_lr$log10_lr[!voice_lr$same_speaker]), 1), 10.5)
})

test_that("is worse calibrated among the men alone", {
  men <- voice_lr[voice_lr$evidence == "all ten" & voice_lr$group1 == "man" &
    voice_lr$group2 == "man", ]
  x <- lr_set(same_speaker ~ log10_lr, men, scale = "log10")
  expect_equal(round(c(cllr(x), cllr_min(x)), 2), c(0.92, 0.05))
})

test_that("free weights learn 76 speakers by heart", {
  each <- vapply(words, \(word) voice_lr$log10_lr[voice_lr$evidence == word], numeric(2926))
  first <- voice_lr[voice_lr$evidence == "heed", ]
  fused <- \(penalty) {
    fuse(each, first$same_speaker, penalty = penalty,
      source1 = first$speaker1, source2 = first$speaker2)
  }
  expect_equal(round(cllr(predict(fused(0))), 2), c(fusion = 0.09))
  expect_equal(round(cllr(predict(fused(10))), 2), c(fusion = 0.12))
  skip_unless_extended()
  withr::local_options(cli.progress_show_after = Inf)
  expect_equal(round(cllr(cross_calibrate(fused(0), folds = "source")), 2), c(fusion = 0.41))
})
