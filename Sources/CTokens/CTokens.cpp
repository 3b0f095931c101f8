// SPDX-License-Identifier: MIT

#include "CTokens.h"

#include <algorithm>
#include <cstring>

namespace {

bool is_missing(const cq_token &token) { return token.kind <= cq_token_null; }

bool is_within(const cq_token &token, size_t length) {
  return token.start <= length && token.length <= length - token.start;
}

uint64_t word(const uint8_t *place) {
  uint64_t word;
  std::memcpy(&word, place, 8);
  return word;
}

/// Writes bits to words, each of which is written once.
class Bits {
 public:
  explicit Bits(uint64_t *words) : next(words) {}

  [[gnu::always_inline]] void append(size_t row, bool bit) {
    current |= uint64_t{bit} << (row % 64);
    if (row % 64 == 63) flush();
  }

  void finish(size_t count) {
    if (count % 64 != 0) flush();
  }

 private:
  uint64_t *next;
  uint64_t current = 0;

  void flush() {
    *next = current;
    next += 1;
    current = 0;
  }
};

constexpr uint64_t low = 0x0101010101010101u;

constexpr int64_t powers_of_ten[] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000,
    100000000000, 1000000000000, 10000000000000, 100000000000000, 1000000000000000,
    10000000000000000, 100000000000000000, 1000000000000000000};

constexpr uint32_t longest_number = 18;

/// For each byte its high bit, where it is no digit.
uint64_t others(uint64_t digits) {
  const uint64_t values = digits ^ 0x30 * low;
  return ((values + 0x76 * low) | values) & 0x80 * low;
}

/// The number that eight digits are, the first of them in the lowest byte.
int64_t eight_digits(uint64_t digits) {
  digits = (digits & 0x0F * low) * (10 * 256 + 1) >> 8;
  digits = (digits & 0x00FF00FF00FF00FF) * (100 * 65536 + 1) >> 16;
  constexpr uint64_t ten_thousand = (uint64_t{10000} << 32) + 1;
  return static_cast<int64_t>((digits & 0x0000FFFF0000FFFF) * ten_thousand >> 32);
}

/// The first digits of some, with zeros before them.
uint64_t first_digits(const uint8_t *start, uint32_t length) {
  const uint32_t missing = 64 - 8 * length;
  return word(start) << missing | (0x30 * low & ((uint64_t{1} << missing) - 1));
}

struct Number {
  int64_t coefficient;
  /// Negative for what is not read here.
  int32_t scale;
};

[[gnu::noinline]] Number longer_number(
    const uint8_t *start, const uint8_t *end, uint8_t decimal_mark) {
  int64_t coefficient = 0;
  const uint8_t *point = end - 1;
  for (const uint8_t *place = start; place < end; place += 1) {
    const auto digit = static_cast<uint8_t>(*place - '0');
    if (digit < 10) {
      coefficient = 10 * coefficient + digit;
    } else if (*place == decimal_mark) {
      point = place;
    } else {
      return {0, -1};
    }
  }
  return {coefficient, static_cast<int32_t>(end - 1 - point)};
}

/// A well formed number as it is written, without its sign.
[[gnu::always_inline]] inline Number unsigned_number(
    const uint8_t *start, uint32_t length, uint8_t decimal_mark) {
  if (length > 8) {
    const uint64_t all = word(start);
    const uint32_t rest = length - 8;
    if (rest > 8 || others(all) != 0) return longer_number(start, start + length, decimal_mark);
    const uint64_t last = first_digits(start + 8, rest);
    if (others(last) != 0) return longer_number(start, start + length, decimal_mark);
    return {eight_digits(all) * powers_of_ten[rest] + eight_digits(last), 0};
  }
  if (length == 0) return {0, -1};
  const uint64_t digits = first_digits(start, length);
  const uint64_t found = others(digits);
  if (found == 0) return {eight_digits(digits), 0};
  // The digits before a point move over it.
  const auto place = static_cast<uint32_t>(__builtin_ctzll(found)) & ~7u;
  if ((found & (found - 1)) != 0 || (digits >> place & 0xFF) != decimal_mark) return {0, -1};
  const uint64_t before = digits & ((uint64_t{1} << place) - 1);
  const uint64_t behind = place == 56 ? 0 : digits >> (place + 8) << (place + 8);
  const uint64_t joined = behind | before << 8 | '0';
  return {eight_digits(joined), static_cast<int32_t>(56 - place) / 8};
}

Number number(const uint8_t *start, uint32_t length, uint8_t decimal_mark) {
  if (length > longest_number) return {0, -1};
  if (length == 0 || *start != '-') return unsigned_number(start, length, decimal_mark);
  Number number = unsigned_number(start + 1, length - 1, decimal_mark);
  number.coefficient = -number.coefficient;
  return number;
}

/// Brings numbers to a larger scale; false where they do not fit there.
bool rescale(int64_t *coefficients, size_t count, int32_t by) {
  for (size_t row = 0; row < count; row += 1) {
    if (__builtin_mul_overflow(coefficients[row], powers_of_ten[by], coefficients + row)) {
      return false;
    }
  }
  return true;
}

/// The smallest scale at which the same numbers are whole, to which they are brought.
int32_t reduced(int64_t *coefficients, size_t count, int32_t scale) {
  for (; scale > 0; scale -= 1) {
    for (size_t row = 0; row < count; row += 1) {
      if (coefficients[row] % 10 != 0) return scale;
    }
    for (size_t row = 0; row < count; row += 1) coefficients[row] /= 10;
  }
  return scale;
}

/// Resolves escapes of JSON that are known to be well formed.
class Escapes {
 public:
  Escapes(const uint8_t *start, const uint8_t *end) : place(start), end(end) {}

  /// Where what was written ends; null at half of a surrogate pair.
  uint8_t *write(uint8_t *target) {
    while (place < end) {
      const void *found = std::memchr(place, '\\', static_cast<size_t>(end - place));
      const uint8_t *backslash = found == nullptr ? end : static_cast<const uint8_t *>(found);
      const auto length = static_cast<size_t>(backslash - place);
      std::memcpy(target, place, length);
      target += length;
      place = backslash;
      if (place == end) break;
      if (end - place < 2) return nullptr;
      const uint8_t letter = place[1];
      place += 2;
      if (letter == 'u') {
        target = character(target);
        if (target == nullptr) return nullptr;
      } else {
        *target = plain(letter);
        target += 1;
      }
    }
    return target;
  }

 private:
  const uint8_t *place;
  const uint8_t *end;

  static uint8_t plain(uint8_t letter) {
    switch (letter) {
      case 'b': return '\b';
      case 'f': return '\f';
      case 'n': return '\n';
      case 'r': return '\r';
      case 't': return '\t';
      default: return letter;
    }
  }

  /// Four hexadecimal digits; negative where there are none.
  int32_t unit() {
    if (end - place < 4) return -1;
    int32_t value = 0;
    for (int digit = 0; digit < 4; digit += 1, place += 1) {
      const auto letter = static_cast<uint8_t>(*place | 0x20);
      if (static_cast<uint8_t>(*place - '0') < 10) {
        value = value << 4 | (*place - '0');
      } else if (static_cast<uint8_t>(letter - 'a') < 6) {
        value = value << 4 | (letter - 'a' + 10);
      } else {
        return -1;
      }
    }
    return value;
  }

  uint8_t *character(uint8_t *target) {
    int32_t scalar = unit();
    if (scalar < 0 || (scalar >= 0xDC00 && scalar < 0xE000)) return nullptr;
    if (scalar >= 0xD800 && scalar < 0xDC00) {
      if (end - place < 6 || place[0] != '\\' || place[1] != 'u') return nullptr;
      place += 2;
      const int32_t second = unit();
      if (second < 0xDC00 || second >= 0xE000) return nullptr;
      scalar = 0x10000 + ((scalar - 0xD800) << 10) + (second - 0xDC00);
    }
    return encoded(static_cast<uint32_t>(scalar), target);
  }

  /// No more bytes than the escape has.
  static uint8_t *encoded(uint32_t scalar, uint8_t *target) {
    if (scalar < 0x80) {
      *target++ = static_cast<uint8_t>(scalar);
    } else if (scalar < 0x800) {
      *target++ = static_cast<uint8_t>(0xC0 | scalar >> 6);
      *target++ = static_cast<uint8_t>(0x80 | (scalar & 0x3F));
    } else if (scalar < 0x10000) {
      *target++ = static_cast<uint8_t>(0xE0 | scalar >> 12);
      *target++ = static_cast<uint8_t>(0x80 | (scalar >> 6 & 0x3F));
      *target++ = static_cast<uint8_t>(0x80 | (scalar & 0x3F));
    } else {
      *target++ = static_cast<uint8_t>(0xF0 | scalar >> 18);
      *target++ = static_cast<uint8_t>(0x80 | (scalar >> 12 & 0x3F));
      *target++ = static_cast<uint8_t>(0x80 | (scalar >> 6 & 0x3F));
      *target++ = static_cast<uint8_t>(0x80 | (scalar & 0x3F));
    }
    return target;
  }
};

/// A text between quotes, within which they are doubled. Where what was written ends; null where it
/// is not written so.
uint8_t *undoubled(const uint8_t *start, size_t length, uint8_t quote, uint8_t *target) {
  if (length < 2 || start[0] != quote || start[length - 1] != quote) return nullptr;
  const uint8_t *place = start + 1;
  const uint8_t *end = start + length - 1;
  while (place < end) {
    const void *found = std::memchr(place, quote, static_cast<size_t>(end - place));
    if (found == nullptr) {
      const auto rest = static_cast<size_t>(end - place);
      std::memcpy(target, place, rest);
      return target + rest;
    }
    // With the first of the two.
    const auto size = static_cast<size_t>(static_cast<const uint8_t *>(found) + 1 - place);
    if (place + size >= end || place[size] != quote) return nullptr;
    std::memcpy(target, place, size);
    target += size;
    place += size + 1;
  }
  return target;
}

/// Different texts by what they have of bytes, each with its number.
class Distinct {
 public:
  static constexpr size_t most = 1024;

  explicit Distinct(const uint8_t *text) : text(text) { std::memset(slots, 0, sizeof slots); }

  size_t count = 0;

  /// The number of a text; a new one is the count before.
  [[gnu::always_inline]] uint32_t number(const cq_token &token, cq_token *distinct) {
    const uint8_t *start = text + token.start;
    const Key key = key_of(start, token.length);
    size_t slot = hash(key, token.length) & (slot_count - 1);
    for (; slots[slot] != 0; slot = (slot + 1) & (slot_count - 1)) {
      const uint32_t number = slots[slot] - 1;
      const cq_token &known = distinct[number];
      if (keys[number].first == key.first && keys[number].last == key.last &&
          known.length == token.length &&
          (token.length <= 16 || std::memcmp(text + known.start, start, token.length) == 0)) {
        return number;
      }
    }
    const auto number = static_cast<uint32_t>(count);
    if (count == most) return number;
    slots[slot] = static_cast<uint16_t>(number + 1);
    keys[number] = key;
    distinct[number] = token;
    count += 1;
    return number;
  }

 private:
  static constexpr size_t slot_count = 4096;

  /// The first and the last eight bytes, which of a text of up to 16 are all.
  struct Key {
    uint64_t first;
    uint64_t last;
  };

  const uint8_t *text;
  uint16_t slots[slot_count];
  Key keys[most];

  static Key key_of(const uint8_t *start, uint32_t length) {
    if (length >= 8) return {word(start), word(start + length - 8)};
    if (length == 0) return {0, 0};
    return {word(start) << (64 - 8 * length), 0};
  }

  static size_t hash(const Key &key, uint32_t length) {
    const auto product = static_cast<unsigned __int128>(key.first ^ 0x9E3779B97F4A7C15u) *
                         ((key.last ^ length) + 0xD1B54A32D192ED03u);
    return static_cast<size_t>(static_cast<uint64_t>(product) ^
                               static_cast<uint64_t>(product >> 64));
  }
};

}  // namespace

int64_t cq_token_numbers(
    const uint8_t *text, size_t length, const cq_token *tokens, size_t count,
    uint8_t decimal_mark, int64_t *coefficients, uint64_t *present, int32_t *scale) {
  Bits bits(present);
  int64_t missing = 0;
  int32_t common = 0;
  for (size_t row = 0; row < count; row += 1) {
    const cq_token &token = tokens[row];
    if (is_missing(token)) {
      coefficients[row] = 0;
      bits.append(row, false);
      missing += 1;
      continue;
    }
    if (token.kind != cq_token_number || !is_within(token, length)) return -1;
    const Number found = number(text + token.start, token.length, decimal_mark);
    if (found.scale < 0) return -1;
    coefficients[row] = found.coefficient;
    bits.append(row, true);
    if (found.scale == common) continue;
    if (found.scale > common) {
      if (!rescale(coefficients, row, found.scale - common)) return -1;
      common = found.scale;
    } else if (!rescale(coefficients + row, 1, common - found.scale)) {
      return -1;
    }
  }
  bits.finish(count);
  *scale = reduced(coefficients, count, common);
  return missing;
}

int64_t cq_token_days(
    const uint8_t *text, size_t length, const cq_token *tokens, size_t count, int64_t *seconds,
    uint64_t *present) {
  Bits bits(present);
  int64_t missing = 0;
  for (size_t row = 0; row < count; row += 1) {
    const cq_token &token = tokens[row];
    bits.append(row, !is_missing(token));
    if (is_missing(token)) {
      seconds[row] = 0;
      missing += 1;
      continue;
    }
    cq_day day;
    if (token.kind != cq_token_string || token.length != 10 || !is_within(token, length) ||
        !cq_take_day(text + token.start, &day)) {
      return -1;
    }
    seconds[row] = cq_seconds(day);
  }
  bits.finish(count);
  return missing;
}

int64_t cq_token_texts(
    const uint8_t *text, size_t length, const cq_token *tokens, size_t count,
    uint8_t quote, int32_t takes_numbers, uint8_t *bytes, int64_t *offsets, uint64_t *present) {
  Bits bits(present);
  uint8_t *target = bytes;
  int64_t missing = 0;
  for (size_t row = 0; row < count; row += 1) {
    const cq_token &token = tokens[row];
    const uint8_t *start = text + token.start;
    offsets[row] = target - bytes;
    if (is_missing(token)) {
      bits.append(row, false);
      missing += 1;
      continue;
    }
    bits.append(row, true);
    if (!is_within(token, length)) return -1;
    if (token.kind != cq_token_string && (token.kind != cq_token_number || takes_numbers == 0)) {
      return -1;
    }
    if (token.spelling == cq_token_escaped) {
      target = Escapes(start, start + token.length).write(target);
      if (target == nullptr) return -1;
    } else if (token.spelling == cq_token_whole) {
      target = quote == 0 ? nullptr : undoubled(start, token.length, quote, target);
      if (target == nullptr) return -1;
    } else {
      std::memcpy(target, start, token.length);
      target += token.length;
    }
  }
  offsets[count] = target - bytes;
  bits.finish(count);
  return missing;
}

int64_t cq_token_codes(
    const uint8_t *text, size_t length, const cq_token *tokens, size_t count,
    size_t most, uint32_t *codes, cq_token *distinct, uint64_t *present) {
  Distinct texts(text);
  Bits bits(present);
  most = std::min(most, Distinct::most - 1);
  for (size_t row = 0; row < count; row += 1) {
    const cq_token &token = tokens[row];
    if (is_missing(token)) {
      codes[row] = 0;
      bits.append(row, false);
      continue;
    }
    if (token.kind != cq_token_string || (token.spelling & 1) != 0) return -1;
    if (!is_within(token, length)) return -1;
    codes[row] = texts.number(token, distinct);
    bits.append(row, true);
    if (texts.count > most) return -1;
    // Texts of which most are new will hardly repeat.
    if (row == 127 && texts.count > 64) return -1;
  }
  bits.finish(count);
  return static_cast<int64_t>(texts.count);
}
