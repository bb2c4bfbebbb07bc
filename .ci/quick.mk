# Makevars for code that is compiled only for inspection, where its speed does not count.
CFLAGS = -O1
