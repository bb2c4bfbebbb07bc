#ifndef CALIBRANT_KERNELS_READ_NUMBER_H
#define CALIBRANT_KERNELS_READ_NUMBER_H

#include "kernels/read/rows.h"

// Evidence of the decimal mark in a number: `1.5` and `1,234.5` have a decimal point for sure,
// `1,5` and `1.234,5` a decimal comma; `1.234` and `34,000` have either, or separated thousands.
enum cal_marks {
  CAL_MARKS_NONE = 0,
  CAL_MARKS_POINT = 1,
  CAL_MARKS_POINT_OR_NOT = 2,
  CAL_MARKS_COMMA = 4,
  CAL_MARKS_COMMA_OR_NOT = 8
};

// `OTHER_MARK`: a number, but not with `decimal` as the decimal mark. `BEYOND`: finite and not 0,
// but its nearest double is infinite or 0.
enum cal_number { CAL_NUMBER, CAL_NUMBER_OTHER_MARK, CAL_NUMBER_BEYOND, CAL_NUMBER_NONE };

// The number in a field that holds nothing else. It may have a sign (also U+2212), digits with
// `decimal`, which is a point or a comma, thousands parted by the other one, by a blank of any kind
// or by `'`, and an exponent; or be hexadecimal; or `inf`, `infinity` in any case. At least one
// digit stands before or behind the decimal mark, and one in an exponent.
enum cal_number cal_read_number(struct cal_field field, char decimal, double* value,
                                enum cal_marks* marks);

#endif
