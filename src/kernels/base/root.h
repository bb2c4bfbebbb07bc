#ifndef CALIBRANT_KERNELS_BASE_ROOT_H
#define CALIBRANT_KERNELS_BASE_ROOT_H

// A function of one variable, with its other data. Its values are finite.
struct cal_function {
  double (*at)(void* data, double x);
  void* data;
};

// Zero of the function between two places, at which it has different signs or is 0, to within the
// tolerance. Brent 1973, chapter 4: inverse interpolation, or bisection if that is slower. The
// steps are those of uniroot() in R.
double cal_find_root(struct cal_function f, double lower, double upper, double tolerance);

// A place between two others where the function has a minimum. Brent 1973, chapter 5: parabolas, or
// the golden section if these are slower. The steps are those of optimize() in R.
double cal_find_minimum(struct cal_function f, double lower, double upper, double tolerance);

#endif
