// SPDX-License-Identifier: MIT

#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// Functions of real numbers.
typedef enum {
  CQ_EXPONENTIAL,
  /// The natural logarithm.
  CQ_LOGARITHM,
  CQ_LOGARITHM_TO_BASE,
  CQ_POWER,
} cq_real_function;

/// How many digits a result has.
enum { cq_real_digits = 50 };

/// A result: 0.digits times ten to the exponent.
typedef struct {
  /// Without a sign, with a closing zero.
  char digits[cq_real_digits + 1];
  long exponent;
  bool is_negative;
} cq_real;

/// Computes a function of one or two numbers that are written in decimal notation; false where it
/// has no value there. One of more than a thousand digits is told as such. The second number is not
/// read by a function of one.
///
/// It is computed to more digits than are given, so that rounding these again is right but where
/// all of them behind the wanted ones lie on the border. Any thread may call.
bool cq_real_compute(
    cq_real_function function, const char *first, const char *_Nullable second, cq_real *result);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
