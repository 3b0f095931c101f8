// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// So many bytes are looked at together: one for each bit of a mask.
constexpr size_t block_size = 64;

#if defined(__SSE2__)

/// The bytes from a place on, of which masks are made: bit i of one is about byte i.
class Block {
 public:
  explicit Block(const uint8_t *place) {
    for (size_t i = 0; i < 4; i += 1) {
      parts[i] = _mm_loadu_si128(reinterpret_cast<const __m128i *>(place) + i);
    }
  }

  /// Which bytes are this one.
  uint64_t equal(uint8_t byte) const {
    const __m128i pattern = _mm_set1_epi8(static_cast<char>(byte));
    return joined([=](__m128i part) { return _mm_cmpeq_epi8(part, pattern); });
  }

  /// Which bytes have a bit set, of which 7 is the highest.
  template <int bit>
  uint64_t with() const {
    return joined([](__m128i part) { return _mm_slli_epi16(part, 7 - bit); });
  }

  /// Whether any byte is this one.
  bool holds(uint8_t byte) const { return holds(0xFF, byte); }

  /// Whether any byte has of the bits of `mask` just these set.
  bool holds(uint8_t mask, uint8_t bits) const {
    const __m128i chosen = _mm_set1_epi8(static_cast<char>(mask));
    const __m128i pattern = _mm_set1_epi8(static_cast<char>(bits));
    const auto found = [=](__m128i part) {
      return _mm_cmpeq_epi8(_mm_and_si128(part, chosen), pattern);
    };
    const __m128i low = _mm_or_si128(found(parts[0]), found(parts[1]));
    const __m128i high = _mm_or_si128(found(parts[2]), found(parts[3]));
    return _mm_movemask_epi8(_mm_or_si128(low, high)) != 0;
  }

 private:
  __m128i parts[4];

  template <typename Change>
  uint64_t joined(Change change) const {
    uint64_t mask = 0;
    for (size_t i = 0; i < 4; i += 1) {
      const int found = _mm_movemask_epi8(change(parts[i]));
      mask |= static_cast<uint64_t>(static_cast<uint32_t>(found)) << (16 * i);
    }
    return mask;
  }
};

/// For each of the sixteen bytes at a place a bit that says whether it is a digit.
inline uint32_t digits(const uint8_t *place) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(place));
  const __m128i values = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
  const __m128i least = _mm_min_epu8(values, _mm_set1_epi8(9));
  return static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(least, values)));
}

#else

/// The bytes from a place on, of which masks are made: bit i of one is about byte i.
class Block {
 public:
  explicit Block(const uint8_t *place) { std::memcpy(bytes, place, block_size); }

  /// Which bytes are this one.
  uint64_t equal(uint8_t byte) const {
    return joined([=](uint8_t one) { return one == byte; });
  }

  /// Which bytes have a bit set, of which 7 is the highest.
  template <int bit>
  uint64_t with() const {
    return joined([](uint8_t one) { return (one >> bit & 1) != 0; });
  }

  /// Whether any byte is this one.
  bool holds(uint8_t byte) const { return holds(0xFF, byte); }

  /// Whether any byte has of the bits of `mask` just these set.
  bool holds(uint8_t mask, uint8_t bits) const {
    return joined([=](uint8_t one) { return (one & mask) == bits; }) != 0;
  }

 private:
  uint8_t bytes[block_size];

  template <typename Test>
  uint64_t joined(Test test) const {
    uint64_t mask = 0;
    for (size_t i = 0; i < block_size; i += 1) mask |= static_cast<uint64_t>(test(bytes[i])) << i;
    return mask;
  }
};

/// For each of the sixteen bytes at a place a bit that says whether it is a digit.
inline uint32_t digits(const uint8_t *place) {
  uint32_t mask = 0;
  for (size_t i = 0; i < 16; i += 1) {
    mask |= static_cast<uint32_t>(static_cast<uint8_t>(place[i] - '0') < 10) << i;
  }
  return mask;
}

#endif
