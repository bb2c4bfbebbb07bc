# Small changes to the code, each of which a test should notice.

# Rules for C as clang-format leaves it: an operator has a space on both sides, a pointer has none
# before it.
c_rules <- list(
  c(" < ", " <= "), c(" <= ", " < "), c(" > ", " >= "), c(" >= ", " > "),
  c(" == ", " != "), c(" != ", " == "), c(" && ", " || "), c(" || ", " && "),
  c(" + ", " - "), c(" - ", " + "), c(" * ", " / "), c(" / ", " * "),
  c(" += ", " -= "), c(" -= ", " += "), c("++", "--"),
  c("fmax(", "fmin("), c("fmin(", "fmax("), c("true", "false"), c("false", "true"),
  c("continue;", "break;"), c("return true;", "return false;")
)

r_tokens <- c(
  LT = "<=", LE = "<", GT = ">=", GE = ">", EQ = "!=", NE = "==", AND2 = "||", OR2 = "&&",
  AND = "|", OR = "&", "'+'" = "-", "'-'" = "+", "'*'" = "/", "'/'" = "*", "'!'" = ""
)
r_words <- c("TRUE" = "FALSE", "FALSE" = "TRUE", "min" = "max", "max" = "min", "any" = "all",
             "all" = "any", "pmin" = "pmax", "pmax" = "pmin", "head" = "tail", "rev" = "identity",
             "cumsum" = "identity")

# Replaces a number by another one.
other_number <- function(text) {
  suffix <- if (grepl("L$", text)) "L" else ""
  value <- as.numeric(sub("L$", "", text))
  if (value == 0) paste0("1", suffix) else paste0(format(value * 2, digits = 15), suffix)
}

mutation <- function(file, line, from, to, before, after) {
  data.frame(file = file, line = line, first = from, last = to, before = before, after = after)
}

# Directives, comments and contracts are not changed; assertions of types at file level are few.
mutations_c <- function(file) {
  lines <- readLines(file, encoding = "UTF-8")
  code <- sub("//.*", "", lines)
  is_code <- !grepl("^ *#|^ *//|^ *(/[*])? *@|^(enum|static const|struct|typedef)|\"", code)
  of_rule <- function(i, rule) {
    at <- gregexpr(rule[1], code[i], fixed = TRUE)[[1]]
    if (at[1] < 0) return(NULL)
    do.call(rbind, lapply(at, \(k) mutation(file, i, k, k + nchar(rule[1]) - 1, rule[1], rule[2])))
  }
  of_numbers <- function(i) {
    at <- gregexpr("(?<![\\w.])[0-9]+([.][0-9]+)?(e-?[0-9]+)?(?![\\w.])", code[i], perl = TRUE)[[1]]
    if (at[1] < 0) return(NULL)
    old <- substring(code[i], at, at + attr(at, "match.length") - 1)
    do.call(rbind, Map(\(k, text) {
      mutation(file, i, k, k + nchar(text) - 1, text, other_number(text))
    }, as.vector(at), old))
  }
  do.call(rbind, lapply(which(is_code), \(i) {
    rbind(do.call(rbind, lapply(c_rules, \(rule) of_rule(i, rule))), of_numbers(i))
  }))
}

replacement_r <- function(token, text) {
  if (token %in% names(r_tokens)) {
    r_tokens[[token]]
  } else if (token == "NUM_CONST" && !text %in% c("TRUE", "FALSE") && grepl("^[0-9]", text)) {
    other_number(text)
  } else if (text %in% names(r_words) && token %in% c("NUM_CONST", "SYMBOL_FUNCTION_CALL")) {
    r_words[[text]]
  } else {
    NA_character_
  }
}

mutations_r <- function(file) {
  data <- utils::getParseData(parse(file, keep.source = TRUE, encoding = "UTF-8"))
  data <- data[data$terminal & data$line1 == data$line2, ]
  after <- unlist(Map(replacement_r, data$token, data$text), use.names = FALSE)
  data <- data[!is.na(after), ]
  after <- after[!is.na(after)]
  if (nrow(data) == 0) return(NULL)
  mutation(file, data$line1, data$col1, data$col2, data$text, after)
}

mutate_line <- function(line, change) {
  paste0(substr(line, 1, change$first - 1), change$after, substring(line, change$last + 1))
}
