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

/// The high bit of each of the first `length` bytes at a place that is no digit; at most eight.
inline uint64_t others(const uint8_t *place, size_t length) {
  constexpr uint64_t low = 0x0101010101010101u;
  const uint64_t wanted = length >= 8 ? ~uint64_t{0} : (uint64_t{1} << 8 * length) - 1;
  const uint64_t bytes = (word(place) ^ 0x30 * low) & wanted;
  return (((bytes & 0x7F * low) + 0x76 * low) | bytes) & 0x80 * low;
}

/// What a check of a number found: a bit of `cq_json_seen`, 0 for no number, and its length.
struct Number {
  uint32_t kind;
  uint32_t length;
};

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
inline Number any_number(const uint8_t *start, const uint8_t *end) {
  const Number none = {0, 0};
  const uint8_t *place = start;
  if (place < end && *place == '-') place += 1;
  const uint8_t *digits = place;
  place = digits_end(place, end);
  if (place == digits || (*digits == '0' && place > digits + 1)) return none;
  bool is_whole = true;
  if (place < end && *place == '.') {
    is_whole = false;
    digits = place + 1;
    place = digits_end(digits, end);
    if (place == digits) return none;
  }
  if (place < end && (*place | 0x20) == 'e') {
    is_whole = false;
    place += 1;
    if (place < end && (*place == '+' || *place == '-')) place += 1;
    digits = place;
    place = digits_end(digits, end);
    if (place == digits) return none;
  }
  const auto length = static_cast<uint32_t>(place - start);
  is_whole = is_whole && (length <= 18 || fits(start, length));
  return {is_whole ? uint32_t{cq_json_seen_int} : uint32_t{cq_json_seen_decimal}, length};
}

/// The number that stands before the next token, which is `room` bytes on. What follows it is not
/// looked at, unless it is right behind it.
inline Number number(const uint8_t *start, size_t room, const uint8_t *end) {
  const uint8_t *first = start;
  size_t length = room;
  if (*first == '-') {
    first += 1;
    length -= 1;
  }
  if (length - 1 < 8) {
    const uint64_t found = others(first, length);
    const auto size = static_cast<uint32_t>(room);
    if (found == 0 && (*first != '0' || length == 1)) return {cq_json_seen_int, size};
    const size_t point = static_cast<size_t>(__builtin_ctzll(found | uint64_t{1} << 63)) >> 3;
    const bool is_decimal = found != 0 && (found & (found - 1)) == 0 && first[point] == '.' &&
                            point > 0 && point + 1 < length && (*first != '0' || point == 1);
    if (is_decimal) return {cq_json_seen_decimal, size};
  }
  return any_number(start, end);
}

}  // namespace scalars
