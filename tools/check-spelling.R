# Fails on words that neither the dictionary nor inst/WORDLIST knows, and prints them.
words <- spelling::spell_check_package(".")
if (nrow(words) > 0) {
  print(words)
  quit(status = 1)
}
