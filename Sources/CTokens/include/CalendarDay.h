// SPDX-License-Identifier: MIT

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// A day of the calendar from the year 1 on.
struct cq_day {
  int32_t year;
  int32_t month;
  int32_t day;
};

/// Takes ten bytes as a day that is written as ISO 8601 has it, such as `2024-01-31`; false where
/// they are none. What all formats of text take for a date is decided here.
static inline bool cq_take_day(const uint8_t *_Nonnull text, struct cq_day *_Nonnull result) {
  uint64_t bytes;
  memcpy(&bytes, text, 8);
  // Digits become their values, and the hyphens 0.
  bytes ^= 0x2D30302D30303030u;
  const uint64_t sums = (bytes & 0x7F7F7F7F7F7F7F7Fu) + 0x7F76767F76767676u;
  const unsigned tens = text[8] - '0', ones = text[9] - '0';
  if (((sums | bytes) & 0x8080808080808080u) != 0 || tens > 9 || ones > 9) return false;
  const uint8_t *digits = (const uint8_t *)&bytes;
  const int year = digits[0] * 1000 + digits[1] * 100 + digits[2] * 10 + digits[3];
  const int month = digits[5] * 10 + digits[6], day = (int)(tens * 10 + ones);
  const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  const bool is_short = month == 4 || month == 6 || month == 9 || month == 11;
  const int last = month == 2 ? 28 + is_leap : 31 - is_short;
  if (year == 0 || month == 0 || month > 12 || day == 0 || day > last) return false;
  result->year = year;
  result->month = month;
  result->day = day;
  return true;
}

static inline bool cq_is_day(const uint8_t *_Nonnull text) {
  struct cq_day day;
  return cq_take_day(text, &day);
}

/// The seconds from the start of 1970 to that of a day, not counting leap seconds.
static inline int64_t cq_seconds(struct cq_day day) {
  // Years begin with March, so that a leap day is the last of one.
  const int64_t year = day.year - (day.month <= 2);
  const int64_t month = day.month + (day.month <= 2 ? 9 : -3);
  const int64_t days = year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 +
                       day.day - 1;
  // The first of March of the year 0 was so many days before.
  return (days - 719468) * 86400;
}
