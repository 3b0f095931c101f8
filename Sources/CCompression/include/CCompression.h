// SPDX-License-Identifier: MIT

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Compression by zlib, ISA-L and libzstd, piece by piece. Each value is for one thread at a time.

typedef enum __attribute__((enum_extensibility(closed))) cq_coding {
  cq_coding_gzip __attribute__((swift_name("gzip"))),
  /// With the header of zlib, as `deflate` of HTTP should be.
  cq_coding_zlib __attribute__((swift_name("zlib"))),
  /// Without one, as some servers send `deflate`.
  cq_coding_raw __attribute__((swift_name("raw"))),
  cq_coding_zstandard __attribute__((swift_name("zstandard"))),
} cq_coding;

/// What was taken and given in one step.
typedef struct cq_flow {
  size_t consumed;
  size_t produced;
} cq_flow;

// Unpacking.

/// How unpacking stands after a step.
typedef enum __attribute__((enum_extensibility(closed))) cq_unpacking {
  /// The end is still to come. Where neither was all of the input taken nor all of the output
  /// filled, or the output is full, a further step may give more.
  cq_unpacking_more __attribute__((swift_name("more"))),
  /// A member, or frame, came whole, and its checksum is right, where it has one.
  cq_unpacking_whole __attribute__((swift_name("whole"))),
  /// It is not coded so.
  cq_unpacking_damaged __attribute__((swift_name("damaged"))),
  /// It is coded so, but its checksum or its length is that of something else.
  cq_unpacking_mismatched __attribute__((swift_name("mismatched"))),
  /// It refers to a dictionary that was not given.
  cq_unpacking_unknown_words __attribute__((swift_name("unknownWords"))),
  /// It refers further back than is held.
  cq_unpacking_too_wide __attribute__((swift_name("tooWide"))),
  /// Memory has run out.
  cq_unpacking_no_memory __attribute__((swift_name("noMemory"))),
} cq_unpacking;

typedef struct cq_unpacker cq_unpacker;

/// NULL when memory runs out. Where `is_exact` is false, gzip is unpacked by ISA-L if that is
/// there: it gives the same text of what is right, and says of the same files that something is
/// wrong, but not always where and what.
cq_unpacker *_Nullable cq_unpacker_open(cq_coding coding, bool is_exact);

void cq_unpacker_close(cq_unpacker *unpacker);

/// Makes ready for a further member; false when that cannot be.
bool cq_unpacker_restart(cq_unpacker *unpacker);

/// Takes some of an input and gives what becomes of it, as far as there is room. After a member has
/// ended it takes nothing until it is restarted.
cq_unpacking cq_unpacker_step(
    cq_unpacker *unpacker, const uint8_t *input, size_t input_size, uint8_t *output,
    size_t output_size, cq_flow *flow);

// Packing, into gzip or Zstandard with a checksum, at the usual level. The same input gives the
// same output.

/// How packing stands after a step.
typedef enum __attribute__((enum_extensibility(closed))) cq_packing {
  /// All of the input was taken and all that was to be given is given.
  cq_packing_done __attribute__((swift_name("done"))),
  /// There is more to give.
  cq_packing_more __attribute__((swift_name("more"))),
  /// Memory has run out.
  cq_packing_no_memory __attribute__((swift_name("noMemory"))),
} cq_packing;

typedef struct cq_packer cq_packer;

/// NULL when memory runs out.
cq_packer *_Nullable cq_packer_open(cq_coding coding);

void cq_packer_close(cq_packer *packer);

/// Takes some of an input, and ends what is packed where `is_last` says that nothing follows it.
cq_packing cq_packer_step(
    cq_packer *packer, const uint8_t *input, size_t input_size, bool is_last, uint8_t *output,
    size_t output_size, cq_flow *flow);

#pragma clang assume_nonnull end
