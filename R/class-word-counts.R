#' Count the words of texts
#'
#' A row per text and a column per word, for [naive_bayes()]: the bag of words.
#'
#' Texts are put into lower case and cut wherever there is neither a letter nor a digit; what is
#' left are words \eqn{\mu}, and
#' \deqn{x_{t\mu} = \textrm{number of times word } \mu \textrm{ is in text } t.}{
#'   x[t, mu] = number of times word mu is in text t.}
#' Binary features \eqn{x_{t\mu} > 0} are what `"bernoulli"` makes of them (Tornetta 2021, section
#' 3.1). Words that are not in the vocabulary do not count.
#'
#' @param text A character vector with an element per text.
#' @param vocabulary The words to count: of texts to be classified, the column names of the counts
#'   that the classifier was trained on. `NULL` for those of the texts themselves.
#' @param most How many words to keep where there is no vocabulary: the most frequent ones, of
#'   equally frequent ones the first in the alphabet.
#' @return A sparse matrix of the package Matrix (class `dgCMatrix`), or where that package is not
#'   installed a plain one, with the words as column names, in the order of the vocabulary or of the
#'   alphabet.
#' @section Errors: Missing texts, texts without any word together, a vocabulary with a word twice:
#'   `calibrant_error_input`.
#' @references
#' Tornetta GN (2021). Entropy methods for the confidence assessment of probabilistic classification
#' models. *Statistica* 81, 383-398. \doi{10.6092/issn.1973-2201/11479}
#' @seealso [naive_bayes()], [plot_confidence()]
#' @export
#' @examples
#' train <- c("the cat sat on the mat", "dogs bark at the cat", "shares fell on the news")
#' counts <- word_counts(train)
#' model <- naive_bayes(counts, c("animals", "animals", "money"))
#' new <- word_counts("news of shares", vocabulary = colnames(counts))
#' predict(model, new)
word_counts <- function(text, vocabulary = NULL, most = 10000) {
  call <- rlang::current_env()
  if (!is.character(text)) {
    stop_input("{.arg text} must be text, not {.obj_type_friendly {text}}.", call = call)
  }
  check_no_missing(text, "text", call)
  check_count(most, "most", call)
  words <- regmatches(tolower(text), gregexpr("[[:alnum:]]+", tolower(text)))
  if (is.null(vocabulary)) vocabulary <- frequent_words(unlist(words), most, call)
  check_vocabulary(vocabulary, call)
  trial <- rep(seq_along(words), lengths(words))
  word <- match(unlist(words), vocabulary)
  known <- !is.na(word)
  count_pairs(trial[known], word[known], length(text), vocabulary)
}

frequent_words <- function(words, most, call) {
  counts <- table(words)
  if (length(counts) == 0) stop_input("There must be a word in {.arg text}.", call = call)
  kept <- utils::head(order(-counts, names(counts), method = "radix"), most)
  sort(names(counts)[kept], method = "radix")
}

check_vocabulary <- function(vocabulary, call) {
  if (!is.character(vocabulary) || length(vocabulary) == 0 || anyNA(vocabulary) ||
    anyDuplicated(vocabulary)) {
    stop_input("{.arg vocabulary} must be different words.", call = call)
  }
}

# How often each pair of a text and a word occurs.
count_pairs <- function(trial, word, n, vocabulary, sparse = rlang::is_installed("Matrix")) {
  names <- list(NULL, vocabulary)
  if (sparse) {
    return(Matrix::sparseMatrix(trial, word,
      x = rep(1, length(word)), dims = c(n, length(vocabulary)), dimnames = names
    ))
  }
  cells <- tabulate(trial + n * (word - 1), n * length(vocabulary))
  matrix(as.double(cells), n, dimnames = names)
}
