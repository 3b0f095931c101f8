// SPDX-License-Identifier: MIT

#include "CTextSearch.h"

#include <stdbool.h>
#include <string.h>

#if defined(__x86_64__)
#define CQ_HAS_WIDE 1
#endif

#define CQ_INLINED static inline __attribute__((always_inline))

enum { block_size = 64 };

typedef uint8_t block __attribute__((ext_vector_type(block_size)));
typedef bool bits __attribute__((ext_vector_type(block_size)));

/// For each of the bytes at two places a bit that says whether, with some bits set, they are those.
CQ_INLINED uint64_t equal(
    const uint8_t *firsts, uint8_t first, uint8_t first_case, const uint8_t *seconds,
    uint8_t second, uint8_t second_case) {
  block one, two;
  memcpy(&one, firsts, sizeof(one));
  memcpy(&two, seconds, sizeof(two));
  const bits both = __builtin_convertvector(
      ((one | first_case) == first) & ((two | second_case) == second), bits);
  uint64_t mask;
  memcpy(&mask, &both, sizeof(mask));
  return mask;
}

/// For each of the bytes at a place a bit that says whether it is beyond ASCII.
CQ_INLINED uint64_t beyond_ascii(const uint8_t *place) {
  block bytes;
  memcpy(&bytes, place, sizeof(bytes));
  const bits beyond = __builtin_convertvector(bytes >= (uint8_t)0x80, bits);
  uint64_t mask;
  memcpy(&mask, &beyond, sizeof(mask));
  return mask;
}

CQ_INLINED bool is_letter(uint8_t byte) { return (uint8_t)(byte - 'a') < 26; }

CQ_INLINED uint8_t lowercased(uint8_t byte) {
  return (uint8_t)(byte - 'A') < 26 ? byte | 0x20 : byte;
}

/// The bit in which a letter and its capital differ, where case does not matter.
CQ_INLINED uint8_t case_bit(const cq_text_needle *needle, uint8_t byte) {
  return needle->ignores_case && is_letter(byte) ? 0x20 : 0;
}

/// How many bytes of what is looked for stand at a place, which has room for all.
static size_t common(const cq_text_needle *needle, const uint8_t *place) {
  size_t index = 0;
  while (index < needle->count) {
    const uint8_t byte = needle->ignores_case ? lowercased(place[index]) : place[index];
    if (byte != needle->bytes[index]) break;
    index += 1;
  }
  return index;
}

/// Whether what stands at a place is told of: what is looked for, or too much in vain.
CQ_INLINED bool is_told(
    const cq_text_needle *needle, const uint8_t *text, size_t place, size_t *in_vain,
    cq_text_event *event) {
  const size_t equal = common(needle, text + place);
  *event = cq_text_found;
  if (equal == needle->count) return true;
  *in_vain += equal;
  *event = cq_text_in_vain;
  return *in_vain > 4 * (place + block_size);
}

/// Whether a folded letter, which stands at some places of what is looked for, has before it all
/// that has to be there for one of them.
static bool is_preceded(
    const cq_text_needle *needle, const uint8_t *text, size_t place, uint64_t places) {
  while (place > 0 && (places & 1) == 0) {
    place -= 1;
    places = (places >> 1) & needle->places[text[place]];
    if (places == 0) return false;
  }
  return (places & 1) != 0;
}

/// The places at which the letter of Latin at a place may stand; all of them where it is none. Two
/// bytes have to be there.
CQ_INLINED uint64_t letter_at(const cq_text_needle *needle, const uint8_t *place) {
  const uint8_t lead = place[0], next = place[1];
  const bool is_letter = ((uint8_t)(lead - 0xC2) < 4) & ((next & 0xC0) == 0x80);
  const uint64_t letter = needle->letters[((lead & 3) ^ 2) << 6 | (next & 0x3F)];
  return is_letter ? letter : UINT64_MAX;
}

/// The length of a run of bytes beyond ASCII that is of letters of Latin and is not touched by what
/// is looked for; 0 where more has to be known of it.
CQ_INLINED size_t passing(
    const cq_text_needle *needle, const uint8_t *text, size_t length, size_t place) {
  if (place == 0 || length - place < 3) return 0;
  // What begins before the run goes through its first letter.
  const uint64_t letter = letter_at(needle, text + place);
  const uint64_t before = needle->places[text[place - 1]];
  if (((letter >> 1 & before) | letter >> 63) != 0 &&
      (letter >> 63 != 0 || is_preceded(needle, text, place, letter))) {
    return 0;
  }
  size_t end = place + 2;
  while (text[end] >= 0x80) {
    if (length - end < 3 || letter_at(needle, text + end) >> 63 != 0) return 0;
    end += 2;
  }
  return end - place;
}

CQ_INLINED size_t next_place(
    const cq_text_needle *needle, const uint8_t *text, size_t length, size_t place,
    size_t *in_vain, cq_text_event *event) {
  const uint8_t first = needle->bytes[needle->first], second = needle->bytes[needle->second];
  const uint8_t first_case = case_bit(needle, first), second_case = case_bit(needle, second);
  const size_t room = needle->count - 1 + block_size;
  while (length >= room && place <= length - room) {
    uint64_t found = 0, beyond = 0;
    if (needle->is_sought) {
      found = equal(
          text + place + needle->first, first, first_case, text + place + needle->second, second,
          second_case);
    }
    if (needle->tells_runs) beyond = beyond_ascii(text + place);
    uint64_t marks = found | beyond;
    size_t next = place + block_size;
    while (marks != 0) {
      const size_t offset = (size_t)__builtin_ctzll(marks);
      const size_t here = place + offset;
      if ((beyond >> offset & 1) == 0) {
        if (is_told(needle, text, here, in_vain, event)) return here;
        marks &= marks - 1;
        continue;
      }
      const size_t run = passing(needle, text, length, here);
      if (run == 0) {
        *event = cq_text_run;
        return here;
      }
      if (offset + run < block_size) {
        marks &= ~UINT64_C(0) << (offset + run);
      } else {
        marks = 0;
        next = here + run;
      }
    }
    place = next;
  }
  while (place < length) {
    if (needle->tells_runs && text[place] >= 0x80) {
      const size_t run = passing(needle, text, length, place);
      if (run == 0) {
        *event = cq_text_run;
        return place;
      }
      place += run;
      continue;
    }
    if (needle->is_sought && length - place >= needle->count &&
        is_told(needle, text, place, in_vain, event)) {
      return place;
    }
    place += 1;
  }
  *event = cq_text_end;
  return length;
}

#ifdef CQ_HAS_WIDE

__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))) static size_t next_place_wide(
    const cq_text_needle *needle, const uint8_t *text, size_t length, size_t place,
    size_t *in_vain, cq_text_event *event) {
  return next_place(needle, text, length, place, in_vain, event);
}

#endif

size_t cq_text_next(
    const cq_text_needle *needle, const uint8_t *text, size_t length, size_t from,
    size_t *in_vain, cq_text_event *event) {
#ifdef CQ_HAS_WIDE
  if (needle->has_wide_registers) {
    return next_place_wide(needle, text, length, from, in_vain, event);
  }
#endif
  return next_place(needle, text, length, from, in_vain, event);
}
