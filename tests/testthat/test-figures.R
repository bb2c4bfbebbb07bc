test_that("every figure of the papers is drawn by a call or two, and none is left out", {
  script <- system.file("figures", "figures.R", package = "calibrant")
  here <- new.env(parent = globalenv())
  withr::with_seed(1, sys.source(script, here))
  for (name in cases_of(names(here$figures), seq(1, length(here$figures), by = 6))) {
    built <- ggplot2::ggplot_build(here$figures[[name]]())
    expect_gt(sum(vapply(built$data, nrow, 1L)), 0, label = name)
  }

  numbers <- function(paper) {
    of_paper <- grep(paper, names(here$figures), value = TRUE)
    unique(sub(".*figure ([0-9D]+[.]?[0-9]*).*", "\\1", of_paper))
  }
  expect_setequal(numbers("Ramos 2018"), as.character(2:9))
  expect_setequal(numbers("Ramos 2008"), c("2", "4", "5", "6"))
  expect_setequal(numbers("Ramos 2013"), as.character(1:9))
  expect_setequal(numbers("Tornetta"), as.character(1:7))
  expect_setequal(numbers("mmer 2010"), c(
    "2.1", "2.2", "3.1", paste0("7.", 1:9), paste0("8.", 1:4), "D.1"
  ))
})

tornetta <- new.env(parent = globalenv())
sys.source(system.file("figures", "tornetta.R", package = "calibrant"), tornetta)
truth <- factor(c("a", "a", "b", "c"))
few <- rbind(c(0.8, 0.1, 0.1), c(0.4, 0.5, 0.1), c(0.2, 0.6, 0.2), c(0, 0.1, 0.9))
colnames(few) <- levels(truth)
many <- few^2 / rowSums(few^2)

test_that("words are counted, text by text", {
  skip_if_not_installed("Matrix")
  text <- c("To be, or not to BE?", "be 2 bees", "")
  counts <- tornetta$word_counts(text)
  expect_identical(colnames(counts), c("2", "be", "bees", "not", "or", "to"))
  literal <- rbind(c(0, 2, 0, 1, 1, 2), c(1, 1, 1, 0, 0, 0), 0)
  expect_equal(unname(as.matrix(counts)), literal)
  expect_equal(unname(as.matrix(tornetta$word_counts(text, c("to", "unseen", "be")))),
    rbind(c(2, 0, 2), c(0, 0, 1), 0))
  expect_identical(colnames(tornetta$word_counts(text, most = 2)), c("be", "to"))
})

test_that("texts are classified by what was learnt from others", {
  skip_if_not_installed("Matrix")
  train <- tornetta$word_counts(c("cat dog cat", "dog mouse", "bank money", "money bank bank"))
  model <- naive_bayes(train, c("animal", "animal", "money", "money"))
  new <- tornetta$word_counts(c("a cat and a dog", "my bank"), colnames(train))
  # Multinomial by hand: 5 animal and 5 money tokens, 5 words, smoothing 1.
  theta <- c((2 + 1) * (2 + 1), 1) / 10^2
  expect_equal(unname(predict(model, new)[1, ]), theta / sum(theta))
  expect_gt(predict(model, new)[2, "money"], 0.5)
})

test_that("each step has accuracy, entropy score and purity", {
  path <- tornetta$confidence_path(list(m = list(few = few, many = many)), truth)
  expect_equal(path$accuracy, c(0.75, 0.75))
  expect_equal(path$entropy_score, prob_entropy_score(list(few, many)))
  expect_equal(path$purity, prob_purity(list(few, many), truth))
  expect_identical(path$label, c("few", "many"))
  points <- ggplot2::layer_data(tornetta$plot_confidence(path, "purity"), 3)
  expect_equal(points$y, path$purity)
})

test_that("steps may have truths and classes of their own", {
  two <- cbind(a = c(0.9, 0.3), b = c(0.1, 0.7))
  path <- tornetta$confidence_path(list(m = list(few, two)), list(truth, factor(c("a", "b"))))
  expect_equal(path$accuracy, c(0.75, 1))
  expect_equal(path$uniform, 1 - sqrt(c(2 / 6, 1 / 4)))
})

test_that("the lines of the simplex are those of prob_complement()", {
  lines <- tornetta$complement_lines(lines = 3, points = 11)
  stages <- split(lines[c("p1", "p2", "p3")], lines$stage)
  expect_equal(unname(as.matrix(stages[[2]])), unname(prob_complement(as.matrix(stages[[1]]))))
  # The middle of an edge moves to (2, 2, 1) / 5.
  middle <- which(stages[[1]]$p1 == 0 & stages[[1]]$p2 == 0.5)[1]
  expect_equal(unname(unlist(stages[[2]][middle, ])), c(1, 2, 2) / 5)
})
