// SPDX-License-Identifier: MIT

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "CCompression.h"
#include "QuickInflater.h"

enum { piece_limit = 1 << 30 };

struct cq_unpacker {
  cq_coding coding;
  bool is_whole;
  /// NULL where zlib is what unpacks.
  quick_inflater *quick;
  z_stream deflated;
  ZSTD_DStream *zstandard;
};

// The size of the window, and the header around the data.
static int window_bits(cq_coding coding) {
  switch (coding) {
    case cq_coding_gzip: return MAX_WBITS + 16;
    case cq_coding_raw: return -MAX_WBITS;
    case cq_coding_zlib:
    case cq_coding_zstandard: return MAX_WBITS;
  }
  return MAX_WBITS;
}

cq_unpacker *cq_unpacker_open(cq_coding coding, bool is_exact) {
  cq_unpacker *unpacker = calloc(1, sizeof *unpacker);
  if (unpacker == NULL) return NULL;
  unpacker->coding = coding;
  if (!is_exact && coding == cq_coding_gzip) unpacker->quick = quick_inflater_open();
  if (unpacker->quick != NULL) return unpacker;
  if (coding == cq_coding_zstandard) {
    unpacker->zstandard = ZSTD_createDStream();
    if (unpacker->zstandard != NULL) return unpacker;
  } else if (inflateInit2(&unpacker->deflated, window_bits(coding)) == Z_OK) {
    return unpacker;
  }
  free(unpacker);
  return NULL;
}

void cq_unpacker_close(cq_unpacker *unpacker) {
  if (unpacker->quick != NULL) {
    quick_inflater_close(unpacker->quick);
  } else if (unpacker->coding == cq_coding_zstandard) {
    ZSTD_freeDStream(unpacker->zstandard);
  } else {
    inflateEnd(&unpacker->deflated);
  }
  free(unpacker);
}

bool cq_unpacker_restart(cq_unpacker *unpacker) {
  unpacker->is_whole = false;
  if (unpacker->quick != NULL) {
    quick_inflater_restart(unpacker->quick);
    return true;
  }
  if (unpacker->coding != cq_coding_zstandard) return inflateReset(&unpacker->deflated) == Z_OK;
  return !ZSTD_isError(ZSTD_DCtx_reset(unpacker->zstandard, ZSTD_reset_session_only));
}

static cq_unpacking inflated(
    z_stream *stream, const uint8_t *input, size_t input_size, uint8_t *output,
    size_t output_size, cq_flow *flow) {
  // zlib does not write there.
  stream->next_in = (uint8_t *)input;
  stream->avail_in = input_size < piece_limit ? (uInt)input_size : piece_limit;
  stream->next_out = output;
  stream->avail_out = output_size < piece_limit ? (uInt)output_size : piece_limit;
  int code = inflate(stream, Z_NO_FLUSH);
  flow->consumed = (size_t)(stream->next_in - input);
  flow->produced = (size_t)(stream->next_out - output);
  switch (code) {
    case Z_STREAM_END: return cq_unpacking_whole;
    case Z_OK:
    // Without input or room for output nothing is wrong.
    case Z_BUF_ERROR: return cq_unpacking_more;
    case Z_MEM_ERROR: return cq_unpacking_no_memory;
  }
  bool is_check = stream->msg != NULL && (strcmp(stream->msg, "incorrect data check") == 0 ||
                                          strcmp(stream->msg, "incorrect length check") == 0);
  return is_check ? cq_unpacking_mismatched : cq_unpacking_damaged;
}

static cq_unpacking zstandard(
    ZSTD_DStream *stream, const uint8_t *input, size_t input_size, uint8_t *output,
    size_t output_size, cq_flow *flow) {
  ZSTD_inBuffer in = {input, input_size, 0};
  ZSTD_outBuffer out = {output, output_size, 0};
  size_t code = ZSTD_decompressStream(stream, &out, &in);
  flow->consumed = in.pos;
  flow->produced = out.pos;
  if (!ZSTD_isError(code)) return code == 0 ? cq_unpacking_whole : cq_unpacking_more;
  switch (ZSTD_getErrorCode(code)) {
    case ZSTD_error_checksum_wrong: return cq_unpacking_mismatched;
    case ZSTD_error_frameParameter_windowTooLarge: return cq_unpacking_too_wide;
    case ZSTD_error_dictionary_wrong: return cq_unpacking_unknown_words;
    case ZSTD_error_memory_allocation: return cq_unpacking_no_memory;
    default: return cq_unpacking_damaged;
  }
}

static cq_unpacking step(
    cq_unpacker *unpacker, const uint8_t *input, size_t input_size, uint8_t *output,
    size_t output_size, cq_flow *flow) {
  if (unpacker->quick != NULL) {
    return quick_inflater_step(unpacker->quick, input, input_size, output, output_size, flow);
  }
  return unpacker->coding == cq_coding_zstandard
             ? zstandard(unpacker->zstandard, input, input_size, output, output_size, flow)
             : inflated(&unpacker->deflated, input, input_size, output, output_size, flow);
}

cq_unpacking cq_unpacker_step(
    cq_unpacker *unpacker, const uint8_t *input, size_t input_size, uint8_t *output,
    size_t output_size, cq_flow *flow) {
  *flow = (cq_flow){0, 0};
  if (unpacker->is_whole) return cq_unpacking_whole;
  cq_unpacking state = step(unpacker, input, input_size, output, output_size, flow);
  unpacker->is_whole = state == cq_unpacking_whole;
  return state;
}
