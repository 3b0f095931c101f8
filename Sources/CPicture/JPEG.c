// SPDX-License-Identifier: MIT

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <jerror.h>

#include "CPicture.h"

static struct {
  __typeof__(jpeg_std_error) *std_error;
  __typeof__(jpeg_CreateDecompress) *create;
  __typeof__(jpeg_mem_src) *mem_src;
  __typeof__(jpeg_read_header) *read_header;
  __typeof__(jpeg_start_decompress) *start;
  __typeof__(jpeg_read_scanlines) *read_scanlines;
  __typeof__(jpeg_finish_decompress) *finish;
  __typeof__(jpeg_destroy_decompress) *destroy;
} jpeg;

// Written once, before anything reads them.
static pthread_once_t loading = PTHREAD_ONCE_INIT;
static bool is_loaded;

static void load(void) {
  void *library = dlopen("libjpeg.so.62", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  jpeg.std_error = dlsym(library, "jpeg_std_error");
  jpeg.create = dlsym(library, "jpeg_CreateDecompress");
  jpeg.mem_src = dlsym(library, "jpeg_mem_src");
  jpeg.read_header = dlsym(library, "jpeg_read_header");
  jpeg.start = dlsym(library, "jpeg_start_decompress");
  jpeg.read_scanlines = dlsym(library, "jpeg_read_scanlines");
  jpeg.finish = dlsym(library, "jpeg_finish_decompress");
  jpeg.destroy = dlsym(library, "jpeg_destroy_decompress");
  is_loaded = jpeg.std_error != NULL && jpeg.create != NULL && jpeg.mem_src != NULL &&
              jpeg.read_header != NULL && jpeg.start != NULL && jpeg.read_scanlines != NULL &&
              jpeg.finish != NULL && jpeg.destroy != NULL;
}

// A progressive picture of many scans takes long without being large; encoders make about ten.
enum { maximum_scans = 100 };

// One picture while it is decoded. libjpeg is given the members and finds the whole by them.
typedef struct {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf exit;
  size_t count;
  uint8_t *row;  // Of a picture of four inks, before it is mixed.
  cq_picture picture;
} decoding;

static _Noreturn void give_up(decoding *decoding, cq_decoding outcome) {
  const struct jpeg_source_mgr *source = decoding->info.src;
  decoding->picture.outcome = outcome;
  decoding->picture.offset =
      source == NULL || source->bytes_in_buffer > decoding->count || outcome == CQ_CUT_OFF
          ? decoding->count
          : decoding->count - source->bytes_in_buffer;
  longjmp(decoding->exit, 1);
}

static cq_decoding outcome_of_error(int code) {
  switch (code) {
    case JERR_OUT_OF_MEMORY: return CQ_NO_MEMORY;
    case JERR_IMAGE_TOO_BIG: return CQ_TOO_LARGE;
    case JERR_INPUT_EMPTY:
    case JERR_INPUT_EOF: return CQ_CUT_OFF;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_COMPONENT_COUNT:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED: return CQ_UNSUPPORTED;
    default: return CQ_BROKEN;
  }
}

static void on_error(j_common_ptr info) {
  give_up((decoding *)info, outcome_of_error(info->err->msg_code));
}

// libjpeg warns of damage and goes on with grey: such a picture would look whole and be wrong.
static void on_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  switch (info->err->msg_code) {
    case JWRN_ADOBE_XFORM:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR: return;  // Unusual, and the picture is whole.
    case JWRN_JPEG_EOF: give_up((decoding *)info, CQ_CUT_OFF);
    default: give_up((decoding *)info, CQ_BROKEN);
  }
}

static void on_progress(j_common_ptr info) {
  decoding *self = (decoding *)info;
  if (self->info.input_scan_number > maximum_scans) give_up(self, CQ_UNSUPPORTED);
}

// Mixes a row of cyan, magenta, yellow and black, which Adobe's programs write inverted and no
// other program writes at all.
static void mix_inks(const uint8_t *inks, uint8_t *pixels, uint32_t width) {
  for (uint32_t column = 0; column < width; column++, inks += 4, pixels += 3) {
    for (int part = 0; part < 3; part++) {
      pixels[part] = (uint8_t)((uint32_t)inks[part] * inks[3] / 255);
    }
  }
}

static void read_size(decoding *self, cq_picture_limits limits) {
  jpeg.read_header(&self->info, TRUE);
  uint32_t width = self->info.image_width, height = self->info.image_height;
  self->picture.width = width;
  self->picture.height = height;
  if (width > limits.side || height > limits.side ||
      (uint64_t)width * height > limits.pixels) {
    give_up(self, CQ_TOO_LARGE);
  }
}

static void read_pixels(decoding *self) {
  uint32_t width = self->picture.width;
  bool has_inks = self->info.num_components == 4;
  self->info.out_color_space = has_inks ? JCS_CMYK : JCS_RGB;
  self->picture.pixels = malloc((size_t)width * self->picture.height * 3);
  if (has_inks) self->row = malloc((size_t)width * 4);
  if (self->picture.pixels == NULL || (has_inks && self->row == NULL)) {
    give_up(self, CQ_NO_MEMORY);
  }
  jpeg.start(&self->info);
  while (self->info.output_scanline < self->info.output_height) {
    uint8_t *pixels = self->picture.pixels + (size_t)self->info.output_scanline * width * 3;
    uint8_t *row = has_inks ? self->row : pixels;
    jpeg.read_scanlines(&self->info, &row, 1);
    if (has_inks) mix_inks(row, pixels, width);
  }
  jpeg.finish(&self->info);
}

cq_picture cq_decode_jpeg(const uint8_t *bytes, size_t count, cq_picture_limits limits) {
  pthread_once(&loading, load);
  if (!is_loaded) return (cq_picture){.outcome = CQ_NO_LIBRARY};
  // On the heap, since what is on the stack is not kept safely by `setjmp`.
  decoding *self = calloc(1, sizeof *self);
  if (self == NULL) return (cq_picture){.outcome = CQ_NO_MEMORY};
  self->count = count;
  self->info.err = jpeg.std_error(&self->errors);
  self->errors.error_exit = on_error;
  self->errors.emit_message = on_message;
  self->progress.progress_monitor = on_progress;
  if (setjmp(self->exit) == 0) {
    jpeg.create(&self->info, JPEG_LIB_VERSION, sizeof self->info);
    self->info.progress = &self->progress;
    jpeg.mem_src(&self->info, bytes, count);
    read_size(self, limits);
    read_pixels(self);
    self->picture.outcome = CQ_DECODED;
  } else {
    free(self->picture.pixels);
    self->picture.pixels = NULL;
  }
  jpeg.destroy(&self->info);
  cq_picture picture = self->picture;
  free(self->row);
  free(self);
  return picture;
}
