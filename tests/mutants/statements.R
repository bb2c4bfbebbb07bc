# Statements of the R code that each test reaches.
# A region is a statement, a function or a constant. A copy of the code calls hit() with the numbers
# of the regions that it enters. A constant is reached with each statement that names it, and so are
# the regions from which the constant was made.

seen <- logical()
hit <- function(ids) seen[ids] <<- TRUE

take_seen <- function() {
  found <- which(seen)
  seen[] <<- FALSE
  found
}

regions <- list()
constants <- new.env()

add_region <- function(file, place) {
  id <- length(regions) + 1L
  regions[[id]] <<- list(file, as.integer(place)[c(1, 5, 3, 6)])
  id
}

constants_in <- function(code) {
  names <- setdiff(all.names(code, unique = TRUE), "")
  unlist(mget(names, constants, ifnotfound = list(NULL)), use.names = FALSE)
}

hit_call <- function(file, place, code) {
  as.call(list(hit, c(add_region(file, place), constants_in(code))))
}

# `code` with a call of hit() before each statement and at the head of each function.
counted <- function(code, file) {
  if (!is.call(code) && !is.pairlist(code)) return(code)
  parts <- as.list(code)
  present <- !vapply(parts, identical, NA, rlang::missing_arg())
  parts[present] <- lapply(parts[present], counted, file)
  if (is.pairlist(code)) return(as.pairlist(parts))
  if (identical(parts[[1]], quote(`{`)) && length(parts) > 1) {
    hits <- Map(\(place, part) hit_call(file, place, part), attr(code, "srcref")[-1], code[-1])
    parts <- c(parts[1], rbind(unname(hits), parts[-1]))
  } else if (is_definition(code)) {
    # The last part is the source; printed calls need it there.
    hits <- hit_call(file, code[[4]], as.call(c(list(quote(c), code[[3]]), as.list(code[[2]]))))
    parts <- c(parts[1:2], call("{", hits, parts[[3]]), list(NULL))
  }
  as.call(parts)
}

# The code of all files, with counters. Must come before the code below.
count_code <- function(files) {
  for (file in names(files)) {
    one <- files[[file]]
    for (i in which(nzchar(one$constant))) {
      constants[[one$constant[i]]] <- add_region(file, one$places[[i]])
    }
  }
  found <- Map(\(one, file) lapply(one$code, counted, file), files, names(files))
  seen <<- logical(length(regions))
  found
}

# Replaces the code of the package by counted code. Returns the source of each region.
load_counted <- function(code) {
  origins <- vector("list", length(regions))
  unlock(namespace)
  for (definition in unlist(unname(code))) {
    take_seen()
    eval(definition, namespace)
    id <- constants[[as.character(definition[[2]])[1]]]
    if (!is.null(id)) origins[[id]] <- c(take_seen(), constants_in(definition[[3]]))
  }
  replace_code(list())
  origins
}

# The regions as rows.
table_of_regions <- function(origins) {
  places <- do.call(rbind, lapply(regions, `[[`, 2))
  list(
    file = vapply(regions, `[[`, "", 1), line1 = places[, 1], first = places[, 2],
    line2 = places[, 3], last = places[, 4], origins = origins
  )
}

# The innermost region of a change, with the constants that are made of it.
goals_of <- function(change, map) {
  after_begin <- map$line1 < change$line | map$line1 == change$line & map$first <= change$first
  before_end <- map$line2 > change$line | map$line2 == change$line & map$last >= change$last
  around <- which(map$file == change$file & after_begin & before_end)
  size <- (map$line2 - map$line1)[around] * 1000 + (map$last - map$first)[around]
  goals <- around[which.min(size)]
  repeat {
    made_of <- which(vapply(map$origins, \(x) any(goals %in% x), NA))
    if (all(made_of %in% goals)) return(goals)
    goals <- union(goals, made_of)
  }
}

processor_seconds <- function() {
  sum(proc.time()[c("user.self", "sys.self", "user.child", "sys.child")])
}

# Regions that a test file reaches, and the time of each test. Regions that are reached outside of
# tests count for all tests.
record_file <- function(stem) {
  tests <- list()
  outside <- constants_in(parse(test_path_of(stem), keep.source = FALSE))
  take_seen()
  began <- processor_seconds()
  failed <- run_test_file(stem, function(desc, run) {
    outside <<- c(outside, take_seen())
    before <- processor_seconds()
    run()
    seconds <- processor_seconds() - before
    tests[[length(tests) + 1]] <<- list(desc = desc, seconds = seconds, reached = take_seen())
  })
  list(
    stem = stem, failed = failed, outside = unique(c(outside, take_seen())),
    seconds = processor_seconds() - began, descs = vapply(tests, `[[`, "", "desc"),
    each = vapply(tests, `[[`, 0, "seconds"), reached = lapply(tests, `[[`, "reached")
  )
}

# The tests of a file that reach one of the goals, and how long they take.
tests_reaching <- function(record, goals) {
  reach <- if (any(goals %in% record$outside)) {
    rep(TRUE, length(record$descs))
  } else {
    vapply(record$reached, \(x) any(goals %in% x), NA)
  }
  rest <- record$seconds - sum(record$each)
  list(
    stem = record$stem, descs = unique(record$descs[reach]),
    seconds = rest + sum(record$each[reach])
  )
}
