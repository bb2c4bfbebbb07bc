# Makevars of `make dev`: remembers which headers an object was made from.
CFLAGS += -MMD -MP
-include $(OBJECTS:.o=.d)
