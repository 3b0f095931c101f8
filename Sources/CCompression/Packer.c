// SPDX-License-Identifier: MIT

#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

#include "CCompression.h"

enum { piece_limit = 1 << 30, memory_level = 8 };

struct cq_packer {
  cq_coding coding;
  z_stream deflated;
  ZSTD_CCtx *zstandard;
};

cq_packer *cq_packer_open(cq_coding coding) {
  cq_packer *packer = calloc(1, sizeof *packer);
  if (packer == NULL) return NULL;
  packer->coding = coding;
  if (coding == cq_coding_zstandard) {
    packer->zstandard = ZSTD_createCCtx();
    if (packer->zstandard != NULL &&
        !ZSTD_isError(ZSTD_CCtx_setParameter(packer->zstandard, ZSTD_c_checksumFlag, 1))) {
      return packer;
    }
    ZSTD_freeCCtx(packer->zstandard);
  } else if (
      // The header that zlib writes by itself has no name and no time.
      deflateInit2(
          &packer->deflated, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, memory_level,
          Z_DEFAULT_STRATEGY) == Z_OK) {
    return packer;
  }
  free(packer);
  return NULL;
}

void cq_packer_close(cq_packer *packer) {
  if (packer->coding == cq_coding_zstandard) {
    ZSTD_freeCCtx(packer->zstandard);
  } else {
    deflateEnd(&packer->deflated);
  }
  free(packer);
}

static cq_packing deflated(
    z_stream *stream, const uint8_t *input, size_t input_size, bool is_last, uint8_t *output,
    size_t output_size, cq_flow *flow) {
  bool is_all = input_size <= piece_limit;
  // zlib does not write there.
  stream->next_in = (uint8_t *)input;
  stream->avail_in = is_all ? (uInt)input_size : piece_limit;
  stream->next_out = output;
  stream->avail_out = output_size < piece_limit ? (uInt)output_size : piece_limit;
  bool ends = is_last && is_all;
  int code = deflate(stream, ends ? Z_FINISH : Z_NO_FLUSH);
  flow->consumed = (size_t)(stream->next_in - input);
  flow->produced = (size_t)(stream->next_out - output);
  if (code == Z_STREAM_END) return cq_packing_done;
  if (code != Z_OK && code != Z_BUF_ERROR) return cq_packing_no_memory;
  bool is_taken = is_all && stream->avail_in == 0 && stream->avail_out > 0;
  return is_taken && !ends ? cq_packing_done : cq_packing_more;
}

static cq_packing zstandard(
    ZSTD_CCtx *stream, const uint8_t *input, size_t input_size, bool is_last, uint8_t *output,
    size_t output_size, cq_flow *flow) {
  ZSTD_inBuffer in = {input, input_size, 0};
  ZSTD_outBuffer out = {output, output_size, 0};
  size_t left = ZSTD_compressStream2(stream, &out, &in, is_last ? ZSTD_e_end : ZSTD_e_continue);
  flow->consumed = in.pos;
  flow->produced = out.pos;
  if (ZSTD_isError(left)) return cq_packing_no_memory;
  bool is_done = is_last ? left == 0 : in.pos == in.size;
  return is_done ? cq_packing_done : cq_packing_more;
}

cq_packing cq_packer_step(
    cq_packer *packer, const uint8_t *input, size_t input_size, bool is_last, uint8_t *output,
    size_t output_size, cq_flow *flow) {
  return packer->coding == cq_coding_zstandard
             ? zstandard(
                   packer->zstandard, input, input_size, is_last, output, output_size, flow)
             : deflated(
                   &packer->deflated, input, input_size, is_last, output, output_size, flow);
}
