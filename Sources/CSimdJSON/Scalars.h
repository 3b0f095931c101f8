// SPDX-License-Identifier: MIT

#pragma once

#include "CJSONWindows.h"

#include <cstring>

/// The numbers and words of JSON, checked exactly.
namespace scalars {

inline bool is_blank(uint8_t byte) {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

inline bool is_digit(uint8_t byte) { return static_cast<uint8_t>(byte - '0') < 10; }

inline bool is_hexadecimal(uint8_t byte) {
  return is_digit(byte) || static_cast<uint8_t>((byte | 0x20) - 'a') < 6;
}

inline uint64_t word(const uint8_t *place) {
  uint64_t word;
  std::memcpy(&word, place, 8);
  return word;
}

/// For each of the eight bytes at a place a bit that says whether it is no digit.
inline uint32_t others(const uint8_t *place) {
  constexpr uint64_t low = 0x0101010101010101u;
  const uint64_t bytes = word(place) ^ 0x30 * low;
  const uint64_t found = (((bytes & 0x7F * low) + 0x76 * low) | bytes) & 0x80 * low;
  // Gathers the high bits of all bytes in the highest byte.
  return static_cast<uint32_t>((found >> 7) * 0x0102040810204080u >> 56);
}

/// What a check of a number found: a bit of `cq_json_seen`, 0 for no number, its length, and
/// whether it has an exponent or more digits than are sure to be held.
struct Number {
  uint32_t kind;
  uint32_t length;
  bool is_odd;
};

/// So many digits can be held.
constexpr uint32_t most_digits = 38;

/// Digits from a place on that are followed by something else.
inline const uint8_t *digits_end(const uint8_t *place, const uint8_t *end) {
  while (place < end && is_digit(*place)) place += 1;
  return place;
}

/// Whether a whole number of more than 18 bytes fits 64 bits.
inline bool fits(const uint8_t *place, size_t length) {
  const bool is_negative = *place == '-';
  place += is_negative;
  length -= is_negative;
  if (length > 19) return false;
  uint64_t value = 0;
  for (size_t i = 0; i < length; i += 1) value = 10 * value + (place[i] - '0');
  return value <= static_cast<uint64_t>(INT64_MAX) + is_negative;
}

/// A number of any form, byte by byte.
[[gnu::noinline]] inline Number any_number(const uint8_t *start, const uint8_t *end) {
  const Number none = {0, 0, false};
  const uint8_t *place = start;
  if (place < end && *place == '-') place += 1;
  const uint8_t *digits = place;
  place = digits_end(place, end);
  if (place == digits || (*digits == '0' && place > digits + 1)) return none;
  bool is_whole = true;
  bool is_odd = false;
  if (place < end && *place == '.') {
    is_whole = false;
    digits = place + 1;
    place = digits_end(digits, end);
    if (place == digits) return none;
  }
  if (place < end && (*place | 0x20) == 'e') {
    is_whole = false;
    is_odd = true;
    place += 1;
    if (place < end && (*place == '+' || *place == '-')) place += 1;
    digits = place;
    place = digits_end(digits, end);
    if (place == digits) return none;
  }
  const auto length = static_cast<uint32_t>(place - start);
  is_whole = is_whole && (length <= 18 || fits(start, length));
  is_odd = is_odd || length > most_digits;
  return {is_whole ? uint32_t{cq_json_seen_int} : uint32_t{cq_json_seen_decimal}, length, is_odd};
}

/// The same of a number in at most eight bytes, whose form can be foreseen: most fields have one.
[[gnu::always_inline]] inline Number short_number(
    const uint8_t *start, uint32_t size, const uint8_t *end) {
  constexpr uint64_t low = 0x0101010101010101u;
  const uint64_t bytes = word(start) ^ 0x30 * low;
  const uint64_t others =
      (((bytes & 0x7F * low) + 0x76 * low) | bytes) & 0x80 * low & ~uint64_t{0} >> (64 - 8 * size);
  const bool is_padded = *start == '0';
  if (others == 0) {
    if (is_padded && size > 1) return any_number(start, end);
    return {cq_json_seen_int, size, false};
  }
  const auto point = static_cast<uint32_t>(__builtin_ctzll(others)) >> 3;
  if ((others & (others - 1)) != 0 || start[point] != '.' || point == 0 || point + 1 == size ||
      (is_padded && point > 1)) {
    return any_number(start, end);
  }
  return {cq_json_seen_decimal, size, false};
}

/// The number that stands before the next token, which is `room` bytes on. What follows it is not
/// looked at, unless it is right behind it.
[[gnu::always_inline]] inline Number number(
    const uint8_t *start, size_t room, const uint8_t *end) {
  if (room - 1 < 8) return short_number(start, static_cast<uint32_t>(room), end);
  if (room > 16) return any_number(start, end);
  const uint32_t negative = *start == '-' ? 1 : 0;
  const uint32_t size = static_cast<uint32_t>(room);
  // Without branches: which form a number has can often not be foreseen.
  const uint32_t found = others(start) | others(start + 8) << 8;
  const uint32_t marks = found & ((uint32_t{1} << size) - 1) & ~negative;
  const auto point = static_cast<uint32_t>(__builtin_ctz(marks | uint32_t{1} << 16));
  const uint32_t is_int = (marks == 0) & (size > negative);
  const uint32_t is_decimal = ((marks & (marks - 1)) == 0) & (start[point] == '.') &
                              (point > negative) & (point + 1 < size);
  const uint32_t is_padded = (start[negative] == '0') & (size > negative + 1) &
                             ((found >> (negative + 1) & 1) == 0);
  if (((is_int | is_decimal) & ~is_padded) == 0) return any_number(start, end);
  return {is_int ? uint32_t{cq_json_seen_int} : uint32_t{cq_json_seen_decimal}, size, false};
}

}  // namespace scalars
