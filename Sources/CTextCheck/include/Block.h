// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

/// So many bytes are looked at together: one for each bit of a mask.
constexpr size_t block_size = 64;

/// The bytes from a place on, of which masks are made: bit i of one is about byte i. All of this is
/// inlined, so that it is done with the registers that the caller may use.
class Block {
 public:
  [[gnu::always_inline]] explicit Block(const uint8_t *place) {
    std::memcpy(&bytes, place, block_size);
  }

  /// Which bytes are this one.
  [[gnu::always_inline]] uint64_t equal(uint8_t byte) const { return mask(bytes == byte); }

  /// Which bytes have a bit set, of which 7 is the highest.
  template <int bit>
  [[gnu::always_inline]] uint64_t with() const {
    return mask((bytes & static_cast<uint8_t>(1 << bit)) != uint8_t{0});
  }

  /// Whether any byte is this one.
  [[gnu::always_inline]] bool holds(uint8_t byte) const { return equal(byte) != 0; }

  /// Whether any byte has of the bits of `chosen` just these set.
  [[gnu::always_inline]] bool holds(uint8_t chosen, uint8_t bits) const {
    return mask((bytes & chosen) == bits) != 0;
  }

 private:
  using Bytes = uint8_t __attribute__((ext_vector_type(64)));
  using Answers = char __attribute__((ext_vector_type(64)));
  using Bits = bool __attribute__((ext_vector_type(64)));

  Bytes bytes;

  [[gnu::always_inline]] static uint64_t mask(const Answers &answers) {
    const Bits bits = __builtin_convertvector(answers, Bits);
    uint64_t mask;
    std::memcpy(&mask, &bits, sizeof(mask));
    return mask;
  }
};

/// For each of the sixteen bytes at a place a bit that says whether it is a digit.
[[gnu::always_inline]] inline uint32_t digits(const uint8_t *place) {
  using Bytes = uint8_t __attribute__((ext_vector_type(16)));
  using Bits = bool __attribute__((ext_vector_type(16)));
  Bytes bytes;
  std::memcpy(&bytes, place, sizeof(bytes));
  const Bits bits = __builtin_convertvector(bytes - uint8_t{'0'} < uint8_t{10}, Bits);
  uint16_t mask;
  std::memcpy(&mask, &bits, sizeof(mask));
  return mask;
}
