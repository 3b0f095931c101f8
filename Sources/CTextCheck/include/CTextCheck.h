// SPDX-License-Identifier: MIT

#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Not 0 where bytes are UTF-8 (RFC 3629). All bytes are looked at, 64 at once.
int32_t cq_is_utf8(const uint8_t *_Nullable bytes, size_t length);

#ifdef __cplusplus
}
#endif
