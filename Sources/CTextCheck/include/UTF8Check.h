// SPDX-License-Identifier: MIT

#pragma once

#include "Block.h"

/// Checks block by block that a text is UTF-8 (RFC 3629).
class UTF8Check {
 public:
  /// The bytes at which a block is none; one behind its end is told of the next.
  [[gnu::always_inline]] uint64_t errors(const Block &block) {
    const uint64_t high = block.with<7>();
    if (high != 0) return errors(block, high);
    const uint64_t cut = wanted;
    wanted = 0;
    special = {};
    return cut;
  }

  /// Whether the text ends within a character.
  bool is_cut() const { return wanted != 0; }

 private:
  /// Where bytes stand after which not all that go on with a character may follow.
  struct Special {
    /// E0, whose next byte is A0 at least, and ED, whose next byte is less than that.
    uint64_t least_a0 = 0, most_9f = 0;
    /// F0, whose next byte is 90 at least, and F4, whose next byte is less than that.
    uint64_t least_90 = 0, most_8f = 0;
  };

  /// Which of the next bytes go on with a character that has begun.
  uint64_t wanted = 0;
  /// Bit 0 says that the last byte was such.
  Special special;

  [[gnu::always_inline]] uint64_t errors(const Block &block, uint64_t high) {
    const uint64_t b6 = block.with<6>();
    const uint64_t b5 = block.with<5>();
    // Bytes with which characters begin: of two or more, of three or more.
    const uint64_t two = high & b6;
    const uint64_t three = two & b5;
    const uint64_t following = high & ~b6;
    uint64_t expected = two << 1 | three << 2 | wanted;
    wanted = two >> 63 | three >> 62;
    // C0 and C1 begin nothing.
    uint64_t wrong = block.holds(0xFE, 0xC0) ? ~uint64_t{0} : 0;
    const uint64_t before = special.least_a0 | special.most_9f | special.least_90 |
                            special.most_8f;
    if ((three | before) != 0) wrong |= long_errors(block, three, expected, b5);
    return wrong | (expected ^ following);
  }

  /// What is wrong with characters of more than two bytes.
  [[gnu::always_inline]] uint64_t long_errors(
      const Block &block, uint64_t three, uint64_t &expected, uint64_t b5) {
    const uint64_t b4 = block.with<4>();
    const uint64_t b3 = block.with<3>();
    const uint64_t b2 = block.with<2>();
    const uint64_t b1 = block.with<1>();
    const uint64_t b0 = block.with<0>();
    const uint64_t four = three & b4;
    expected |= four << 3;
    wanted |= four >> 61;
    const uint64_t low = b2 | b1 | b0;
    // F5 and more begin nothing.
    uint64_t wrong = four & (b3 | (b2 & (b1 | b0)));
    const Special found = {
        three & ~b4 & ~b3 & ~low, three & ~b4 & b3 & b2 & ~b1 & b0, four & ~b3 & ~low,
        four & ~b3 & b2 & ~b1 & ~b0};
    wrong |= (found.least_a0 << 1 | special.least_a0) & ~b5;
    wrong |= (found.most_9f << 1 | special.most_9f) & b5;
    wrong |= (found.least_90 << 1 | special.least_90) & ~(b5 | b4);
    wrong |= (found.most_8f << 1 | special.most_8f) & (b5 | b4);
    special = {found.least_a0 >> 63, found.most_9f >> 63, found.least_90 >> 63,
               found.most_8f >> 63};
    return wrong;
  }
};
