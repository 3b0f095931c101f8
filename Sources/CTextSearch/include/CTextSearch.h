// SPDX-License-Identifier: MIT

#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// What is looked for in texts.
typedef struct {
  /// At least one byte; with small letters only where `ignores_case`.
  const uint8_t *bytes;
  size_t count;
  /// The places of two of the bytes that are seldom met.
  size_t first;
  size_t second;
  /// Whether letters of ASCII match in any case.
  uint8_t ignores_case;
  /// Whether the bytes can stand in a text as they are here.
  uint8_t is_sought;
  /// Whether runs of bytes beyond ASCII are told, unless `letters` lets them pass.
  uint8_t tells_runs;
  /// For each byte a bit for each of the first 63 places at which it stands, in any case; for
  /// those beyond ASCII none.
  const uint64_t *_Nullable places;
  /// For each of the letters from U+0080 to U+017F, for which other bytes stand once they are
  /// folded, a bit for each place of what is looked for that these may be at; the highest bit where
  /// no more is known.
  const uint64_t *_Nullable letters;
  /// Whether the processor has registers of 32 bytes, and all that goes with them: AVX2, BMI1 and
  /// BMI2, LZCNT, POPCNT.
  uint8_t has_wide_registers;
} cq_text_needle;

/// What is at a place.
typedef enum {
  /// Nothing more.
  cq_text_end,
  /// What is looked for.
  cq_text_found,
  /// A run of bytes beyond ASCII that has to be looked at.
  cq_text_run,
  /// Too much nearly was what is looked for: another search has to go on from here.
  cq_text_in_vain,
} cq_text_event;

/// The first place from `from` on at which there is something, and what. `in_vain`, 0 at the
/// beginning of a text, counts the bytes that were compared.
size_t cq_text_next(
    const cq_text_needle *needle, const uint8_t *_Nullable text, size_t length, size_t from,
    size_t *in_vain, cq_text_event *event);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
