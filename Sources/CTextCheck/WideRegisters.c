// SPDX-License-Identifier: MIT

#include "WideRegisters.h"

#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)

#include <sys/platform/x86.h>

// The loader has asked the processor already, which takes long where the machine is a virtual one.
int32_t cq_has_wide_registers(void) {
  return CPU_FEATURE_ACTIVE(AVX2) && CPU_FEATURE_ACTIVE(BMI1) && CPU_FEATURE_ACTIVE(BMI2) &&
         CPU_FEATURE_ACTIVE(LZCNT) && CPU_FEATURE_ACTIVE(POPCNT);
}

#else

int32_t cq_has_wide_registers(void) { return 0; }

#endif
