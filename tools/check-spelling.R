# Fails on words that neither the dictionary nor inst/WORDLIST knows, and prints them.
words <- spelling::spell_check_package(".")
print(words)
quit(status = as.integer(nrow(words) > 0))
