// SPDX-License-Identifier: MIT

#pragma once

#include <stdint.h>

#if defined(__x86_64__)
/// What is compiled once more for processors with registers of 32 bytes.
#define CQ_WIDE [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]]
#else
#define CQ_WIDE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Not 0 where the processor has all that `CQ_WIDE` asks for.
int32_t cq_has_wide_registers(void);

#ifdef __cplusplus
}
#endif
