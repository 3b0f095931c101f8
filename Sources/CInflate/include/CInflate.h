// SPDX-License-Identifier: MIT

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Decompression of the codings of HTTP by zlib, piece by piece, which tells whether all came.

/// A body on its way. For one thread at a time.
typedef struct cq_inflater cq_inflater;

typedef enum __attribute__((enum_extensibility(closed))) cq_coding {
  cq_coding_gzip __attribute__((swift_name("gzip"))),
  /// With the header of zlib, as `deflate` should be.
  cq_coding_zlib __attribute__((swift_name("zlib"))),
  /// Without one, as some servers send `deflate`.
  cq_coding_raw __attribute__((swift_name("raw"))),
} cq_coding;

/// How a body stands after a piece of it.
typedef enum __attribute__((enum_extensibility(closed))) cq_inflation {
  /// Its end is still to come.
  cq_inflation_more __attribute__((swift_name("more"))),
  /// It came whole, and its checksum is right.
  cq_inflation_whole __attribute__((swift_name("whole"))),
  /// It is not coded so.
  cq_inflation_damaged __attribute__((swift_name("damaged"))),
  /// The sink has had enough.
  cq_inflation_refused __attribute__((swift_name("refused"))),
} cq_inflation;

/// Takes decompressed bytes; false ends the decompression.
typedef bool cq_inflated_sink(void *context, const uint8_t *bytes, size_t count);

/// NULL when memory runs out.
cq_inflater *_Nullable cq_inflater_open(cq_coding coding);

void cq_inflater_close(cq_inflater *inflater);

/// Takes a piece, and gives the sink what becomes of it. What follows the end is left out, unless
/// it is a further member of gzip.
cq_inflation cq_inflater_take(
    cq_inflater *inflater, const uint8_t *bytes, size_t count, cq_inflated_sink *sink,
    void *context);

#pragma clang assume_nonnull end
