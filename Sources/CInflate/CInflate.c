// SPDX-License-Identifier: MIT

#include "CInflate.h"

#include <stdlib.h>
#include <zlib.h>

enum { piece_limit = 1 << 30, output_size = 1 << 14, gzip_magic = 0x1F };

struct cq_inflater {
  z_stream stream;
  cq_coding coding;
  bool is_whole;
};

// The size of the window, and the header around the data.
static int window_bits(cq_coding coding) {
  switch (coding) {
    case cq_coding_gzip: return MAX_WBITS + 16;
    case cq_coding_zlib: return MAX_WBITS;
    case cq_coding_raw: return -MAX_WBITS;
  }
  return MAX_WBITS;
}

cq_inflater *cq_inflater_open(cq_coding coding) {
  cq_inflater *inflater = calloc(1, sizeof *inflater);
  if (inflater == NULL) return NULL;
  inflater->coding = coding;
  if (inflateInit2(&inflater->stream, window_bits(coding)) == Z_OK) return inflater;
  free(inflater);
  return NULL;
}

void cq_inflater_close(cq_inflater *inflater) {
  inflateEnd(&inflater->stream);
  free(inflater);
}

// Whether what follows a whole member is another one.
static bool begins_member(cq_inflater *inflater) {
  z_stream *stream = &inflater->stream;
  if (inflater->coding != cq_coding_gzip || *stream->next_in != gzip_magic) return false;
  inflater->is_whole = false;
  return inflateReset(stream) == Z_OK;
}

static cq_inflation take_piece(cq_inflater *inflater, cq_inflated_sink *sink, void *context) {
  z_stream *stream = &inflater->stream;
  uint8_t output[output_size];
  do {
    if (inflater->is_whole && (stream->avail_in == 0 || !begins_member(inflater))) {
      return cq_inflation_whole;
    }
    stream->next_out = output;
    stream->avail_out = sizeof output;
    int code = inflate(stream, Z_NO_FLUSH);
    // Without input or room for output nothing is wrong.
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) return cq_inflation_damaged;
    inflater->is_whole = code == Z_STREAM_END;
    size_t size = sizeof output - stream->avail_out;
    if (size > 0 && !sink(context, output, size)) return cq_inflation_refused;
  } while (stream->avail_in > 0 || stream->avail_out == 0);
  return inflater->is_whole ? cq_inflation_whole : cq_inflation_more;
}

cq_inflation cq_inflater_take(
    cq_inflater *inflater, const uint8_t *bytes, size_t count, cq_inflated_sink *sink,
    void *context) {
  cq_inflation state = inflater->is_whole ? cq_inflation_whole : cq_inflation_more;
  while (count > 0) {
    size_t size = count < piece_limit ? count : piece_limit;
    // zlib does not write there.
    inflater->stream.next_in = (uint8_t *)bytes;
    inflater->stream.avail_in = (uInt)size;
    state = take_piece(inflater, sink, context);
    if (state == cq_inflation_damaged || state == cq_inflation_refused) return state;
    bytes += size;
    count -= size;
  }
  return state;
}
