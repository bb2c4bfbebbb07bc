#ifndef CALIBRANT_KERNELS_READ_DECIMAL_H
#define CALIBRANT_KERNELS_READ_DECIMAL_H

// Largest number of digits of a number in a text.
enum { CAL_MOST_DIGITS = 400 };

// The double nearest to digit[0] digit[1] ... digit[n - 1] times 10^exponent, ties to even:
// infinite beyond the largest, 0 below half of the smallest. Digits are characters; n is at most
// CAL_MOST_DIGITS.
double cal_decimal(const char* digit, int n, int exponent);

#endif
