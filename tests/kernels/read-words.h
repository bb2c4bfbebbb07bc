// The words that the tests of readers know.
#ifndef CALIBRANT_TESTS_READ_WORDS_H
#define CALIBRANT_TESTS_READ_WORDS_H

#include "kernels/read/words.h"

static const char read_words[] =
    "score: llr, score\ntruth: label, same\nsource1: model, source1\nsource2: segment, "
    "source2\nid: utt, id\n"
    "system: system\nside: side\nweight: weight\nclaimed: claimed\nreal: real\n"
    "conclusion: decision, opinion\nexaminer: examiner\nitem: pair, item\ncount: n\n"
    "h1: target, same, t\nh2: nontarget, different, f\nh1_digit: 1\nh2_digit: 0, -1\n"
    "side_letter: a, b\nmissing: na, -\nno_number: low, too high, exclusion\n"
    "concluded: exclusion\nother_number: duration\n";

static inline struct cal_words new_words(struct cal_host* host) {
  struct cal_words words;
  cal_words_begin(host, &words, read_words, (ptrdiff_t)sizeof read_words - 1);
  return words;
}

#endif
