// SPDX-License-Identifier: MIT

// A header of Boost includes `<iostream>`, which sets up the standard streams at every start, and
// uses nothing of it. This is the guard of that header in the C++ library of GCC.
#define _GLIBCXX_IOSTREAM 1

#include "CRealNumbers.h"

#include <boost/multiprecision/cpp_dec_float.hpp>

#include <cmath>
#include <string>

namespace boost::multiprecision::backends {

// The library makes its constants, and a table of powers of two, before `main`: 1.8 million
// instructions of every start. Declared here and defined nowhere, what does so is not there; the
// constants are then made where they are first used.
template <>
cpp_dec_float<cq_real_digits + 6>::initializer cpp_dec_float<cq_real_digits + 6>::init;
template <>
cpp_dec_float<2 * cq_real_digits>::initializer cpp_dec_float<2 * cq_real_digits>::init;

}  // namespace boost::multiprecision::backends

namespace {

namespace mp = boost::multiprecision;
template <unsigned digits>
using Float = mp::number<mp::cpp_dec_float<digits>, mp::et_off>;
using Real = Float<cq_real_digits + 6>;
// A power has as many right digits less as its exponent has digits.
using Wide = Float<2 * cq_real_digits>;

// Behind these no result is a number of at most 38 digits, or one that is not zero at 38 places.
constexpr double most_power_of_ten = 1000;

/// Whether ten to a power is too large or too small for any result, which it is then.
template <typename Number>
bool is_beyond(double power_of_ten, Number &result) {
  if (std::abs(power_of_ten) <= most_power_of_ten) return false;
  result = power_of_ten > 0 ? Number("1e1000") : Number(0);
  return true;
}

bool exponential(const Real &x, Real &result) {
  if (!is_beyond(x.convert_to<double>() / std::log(10), result)) result = exp(x);
  return true;
}

bool logarithm(const Real &x, Real &result) {
  if (x <= 0) return false;
  result = log(x);
  return true;
}

bool logarithm(const Real &x, const Real &base, Real &result) {
  if (x <= 0 || base <= 0 || base == 1) return false;
  static const Real of_ten = log(Real(10));
  result = log(x) / (base == 10 ? of_ten : log(base));
  return true;
}

template <typename Number>
bool power(const Number &x, const Number &y, Number &result) {
  if (y == 0) {
    result = 1;
    return true;
  }
  if (x == 0) {
    result = 0;
    return y > 0;
  }
  bool is_whole = floor(y) == y;
  if (x < 0 && !is_whole) return false;
  Number size = abs(x);
  // To a double a number next to 1 is 1; its powers are as near to 1 or found out in full.
  double power_of_ten =
      y.template convert_to<double>() * std::log10(size.template convert_to<double>());
  if (!is_beyond(power_of_ten, result)) result = size == 1 ? Number(1) : Number(pow(size, y));
  bool is_odd = is_whole && floor(y / 2) * 2 != y;
  if (x < 0 && is_odd) result = -result;
  return true;
}

bool power(const Real &x, const Real &y, Real &result) {
  if (abs(y) < 1e9) return power<Real>(x, y, result);
  Wide wide;
  if (!power(Wide(x), Wide(y), wide)) return false;
  result = Real(wide);
  return true;
}

bool compute(cq_real_function function, const Real &x, const Real &y, Real &result) {
  switch (function) {
    case CQ_EXPONENTIAL: return exponential(x, result);
    case CQ_LOGARITHM: return logarithm(x, result);
    case CQ_LOGARITHM_TO_BASE: return logarithm(x, y, result);
    case CQ_POWER: return power(x, y, result);
  }
  return false;
}

}  // namespace

bool cq_real_compute(
    cq_real_function function, const char *first, const char *second, cq_real *result) {
  Real value;
  if (!compute(function, Real(first), Real(second == nullptr ? "0" : second), value)) return false;
  // `d.ddd…e±nn`, behind a sign.
  std::string text = value.str(cq_real_digits, std::ios_base::scientific);
  size_t place = 0;
  result->is_negative = text[place] == '-';
  if (result->is_negative) place++;
  size_t count = 0;
  for (; place < text.size() && text[place] != 'e'; place++) {
    if (text[place] != '.' && count < cq_real_digits) result->digits[count++] = text[place];
  }
  result->digits[count] = 0;
  result->exponent = place < text.size() ? std::stol(text.substr(place + 1)) + 1 : 1;
  return true;
}
