// SPDX-License-Identifier: MIT

#include "CTextCheck.h"
#include "UTF8Check.h"
#include "WideRegisters.h"

namespace {

/// Shorter texts are not worth a question.
constexpr size_t least_wide = 512;

[[gnu::always_inline]] inline bool is_utf8(const uint8_t *bytes, size_t length) {
  UTF8Check check;
  uint64_t errors = 0;
  const size_t whole = length / block_size * block_size;
  for (size_t place = 0; place < whole; place += block_size) {
    errors |= check.errors(Block(bytes + place));
  }
  if (length > whole) {
    uint8_t rest[block_size] = {};
    std::memcpy(rest, bytes + whole, length - whole);
    errors |= check.errors(Block(rest));
  }
  return errors == 0 && !check.is_cut();
}

CQ_WIDE bool is_utf8_wide(const uint8_t *bytes, size_t length) { return is_utf8(bytes, length); }

}  // namespace

int32_t cq_is_utf8(const uint8_t *bytes, size_t length) {
  const bool is_wide = length >= least_wide && cq_has_wide_registers() != 0;
  return is_wide ? is_utf8_wide(bytes, length) : is_utf8(bytes, length);
}
