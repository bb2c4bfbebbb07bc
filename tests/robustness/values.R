# Values that no argument, or hardly any, has a use for; each has broken a check somewhere.
methods::setClass("Unexpected", representation(slot = "numeric"))

bad_values <- list(
  null = NULL, na = NA, na_real = NA_real_, na_character = NA_character_, nan = NaN,
  inf = Inf, minus_inf = -Inf, zero = 0, minus_one = -1, fraction = 1.5, two = 2,
  huge = 1e308, tiny = 1e-320, minus_tiny = -1e-320, int_max = .Machine$integer.max,
  beyond_int = 2^40, true = TRUE, false = FALSE,
  empty_string = "", word = "zzz", number_string = "0.5", words = c("a", "b"),
  utf8 = "\u00e4\u4e2d", no_text = "a\xff",
  braces = "{stop('evaluated')}",
  no_characters = character(0), no_numbers = numeric(0), no_integers = integer(0),
  no_logicals = logical(0), no_list = list(),
  list_one = list(1), list_named = list(a = 1, b = "x"), list_nested = list(list(1), NULL),
  with_na = c(0.5, NA), pair = c(0.2, 0.3), decreasing = c(3, 2, 1), repeated = c(1, 1),
  logical_na = c(TRUE, NA), long = seq(0, 1, length.out = 1000),
  complex = 1i, raw = as.raw(1), factor_one = factor("a"), factor_two = factor(c("a", "b", "a")),
  date = as.Date("2020-01-01"), time = as.POSIXct("2020-01-01", tz = "UTC"),
  duration = as.difftime(1, units = "secs"),
  matrix = matrix(c(0.1, 0.2, 0.3, 0.4), 2), matrix_one = matrix(0.5),
  array = array(1:8, c(2, 2, 2)),
  data_frame_empty = data.frame(), data_frame = data.frame(a = 1:3, b = c("x", "y", "z")),
  builtin = sum, closure = mean, lambda = \(x) x, symbol = quote(a), call = quote(a + b),
  formula = y ~ x, expression = expression(a), environment = new.env(),
  s4 = methods::new("Unexpected", slot = 1),
  unknown_class = structure(list(1), class = "unexpected"),
  double_class = structure(0.5, class = "unexpected")
)
