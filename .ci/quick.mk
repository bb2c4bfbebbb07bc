# Makevars for what is compiled only to be looked at, where speed of the code does not count.
CFLAGS = -O1
