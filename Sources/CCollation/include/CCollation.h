// SPDX-License-Identifier: MIT

#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Opens the order of a locale, "" for the root; NULL when ICU is not installed or does not know
/// the locale. The first call loads the library; any thread may call.
void *_Nullable cq_collator_open(const char *locale);

void cq_collator_close(void *collator);

/// Whether the order is the root's, as it is for `en`, `de` and others.
bool cq_collator_orders_as_root(const void *collator);

/// Writes the sort key of a text in UTF-16 and returns its length, without a closing zero.
///
/// A length above `capacity` means that the key was not written whole. Any thread may call, also
/// with one collator at the same time.
int32_t cq_collation_key(
    const void *collator, const uint16_t *_Nullable text, int32_t length, uint8_t *_Nullable key,
    int32_t capacity);

#pragma clang assume_nonnull end
