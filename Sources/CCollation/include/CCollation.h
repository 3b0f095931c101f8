#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Whether ICU's root collation can be used. The first call loads the library; any thread may call.
bool cq_collation_is_available(void);

/// Writes the sort key of a text in UTF-16 and returns its length, without a closing zero.
///
/// A length above `capacity` means that the key was not written whole; 0 means that there is no
/// collation. Any thread may call.
int32_t cq_collation_key(
    const uint16_t *_Nullable text, int32_t length, uint8_t *_Nullable key, int32_t capacity);

#pragma clang assume_nonnull end
