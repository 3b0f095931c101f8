// SPDX-License-Identifier: MIT

#include "QuickInflater.h"

// Not every processor has a package of it.
#if __has_include(<isa-l/igzip_lib.h>)

#include <dlfcn.h>
#include <isa-l/igzip_lib.h>
#include <pthread.h>
#include <stdlib.h>
#include <zlib.h>

enum { piece_limit = 1 << 30 };

static void (*prepare)(struct inflate_state *);
static int (*inflate_piece)(struct inflate_state *);

static void load(void) {
  // The name says how `inflate_state` is laid out.
  void *library = dlopen("libisal.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  prepare = (void (*)(struct inflate_state *))dlsym(library, "isal_inflate_init");
  inflate_piece = (int (*)(struct inflate_state *))dlsym(library, "isal_inflate");
}

/// The parts of a member, of which those between the first and the last need not be there. ISA-L
/// loses its way in a header that comes in several pieces, so that it gets only what follows.
typedef enum part {
  part_start,
  part_extra_size,
  part_extra,
  part_name,
  part_comment,
  part_check,
  part_body,
} part;

/// The bits by which a header says that it has a part.
static const uint8_t bits[] = {
    [part_extra_size] = 1 << 2, [part_extra] = 1 << 2, [part_name] = 1 << 3,
    [part_comment] = 1 << 4,    [part_check] = 1 << 1,
};
static const uint8_t unknown_bits = 0xE0;

struct quick_inflater {
  part part;
  /// How many bytes of the part have been taken.
  size_t taken;
  uint8_t flags;
  /// The number that the bytes of a part make, the first of which is the lowest.
  size_t number;
  size_t extra_size;
  /// The checksum of the header so far.
  uLong check;
  struct inflate_state body;
};

quick_inflater *quick_inflater_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (prepare == NULL || inflate_piece == NULL) return NULL;
  quick_inflater *inflater = malloc(sizeof *inflater);
  if (inflater != NULL) quick_inflater_restart(inflater);
  return inflater;
}

void quick_inflater_close(quick_inflater *inflater) { free(inflater); }

void quick_inflater_restart(quick_inflater *inflater) {
  inflater->part = part_start;
  inflater->taken = 0;
  inflater->number = 0;
  inflater->check = crc32(0, NULL, 0);
  prepare(&inflater->body);
  // The checksum and the length behind the data are compared.
  inflater->body.crc_flag = ISAL_GZIP_NO_HDR_VER;
}

static bool has(const quick_inflater *inflater, part part) {
  if (part == part_extra) return inflater->extra_size > 0;
  return part == part_body || (inflater->flags & bits[part]) != 0;
}

static void begin_next_part(quick_inflater *inflater) {
  if (inflater->part == part_start) inflater->extra_size = 0;
  if (inflater->part == part_extra_size) inflater->extra_size = inflater->number;
  do inflater->part++;
  while (!has(inflater, inflater->part));
  inflater->taken = 0;
  inflater->number = 0;
}

/// Takes a byte of a header, as RFC 1952 has it; false where none has it there.
static bool take_of_header(quick_inflater *inflater, uint8_t byte) {
  static const uint8_t start[] = {0x1F, 0x8B, Z_DEFLATED};
  size_t place = inflater->taken++;
  uLong check = inflater->check;
  inflater->check = crc32(check, &byte, 1);
  if (place < sizeof(uint16_t)) inflater->number |= (size_t)byte << 8 * place;
  bool is_last = false;
  switch (inflater->part) {
    case part_start:
      if (place < sizeof start && byte != start[place]) return false;
      if (place == sizeof start) inflater->flags = byte;
      if (place == sizeof start && (byte & unknown_bits) != 0) return false;
      is_last = inflater->taken == 10;
      break;
    case part_extra_size: is_last = inflater->taken == 2; break;
    case part_extra: is_last = inflater->taken == inflater->extra_size; break;
    case part_name:
    case part_comment: is_last = byte == 0; break;
    case part_check:
      // Of what stands before it.
      if (place == 0) inflater->check = check;
      is_last = inflater->taken == 2;
      if (is_last && inflater->number != (check & 0xFFFF)) return false;
      break;
    case part_body: return false;
  }
  if (is_last) begin_next_part(inflater);
  return true;
}

cq_unpacking quick_inflater_step(
    quick_inflater *inflater, const uint8_t *input, size_t input_size, uint8_t *output,
    size_t output_size, cq_flow *flow) {
  while (inflater->part != part_body && flow->consumed < input_size) {
    if (!take_of_header(inflater, input[flow->consumed])) return cq_unpacking_damaged;
    flow->consumed++;
  }
  if (inflater->part != part_body) return cq_unpacking_more;
  size_t left = input_size - flow->consumed;
  struct inflate_state *body = &inflater->body;
  // It is not written there.
  body->next_in = (uint8_t *)input + flow->consumed;
  body->avail_in = left < piece_limit ? (uint32_t)left : piece_limit;
  body->next_out = output;
  body->avail_out = output_size < piece_limit ? (uint32_t)output_size : piece_limit;
  int code = inflate_piece(body);
  flow->consumed = (size_t)(body->next_in - input);
  flow->produced = (size_t)(body->next_out - output);
  if (code == ISAL_INCORRECT_CHECKSUM) return cq_unpacking_mismatched;
  if (code < 0) return cq_unpacking_damaged;
  return body->block_state == ISAL_BLOCK_FINISH ? cq_unpacking_whole : cq_unpacking_more;
}

#else

quick_inflater *quick_inflater_open(void) { return NULL; }

void quick_inflater_close(quick_inflater *inflater) { (void)inflater; }

void quick_inflater_restart(quick_inflater *inflater) { (void)inflater; }

cq_unpacking quick_inflater_step(
    quick_inflater *inflater, const uint8_t *input, size_t input_size, uint8_t *output,
    size_t output_size, cq_flow *flow) {
  (void)inflater, (void)input, (void)input_size, (void)output, (void)output_size, (void)flow;
  return cq_unpacking_damaged;
}

#endif
