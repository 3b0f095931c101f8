// SPDX-License-Identifier: MIT

#include <dlfcn.h>
#include <png.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CPicture.h"

static struct {
  __typeof__(png_image_begin_read_from_stdio) *begin;
  __typeof__(png_image_finish_read) *finish;
  __typeof__(png_image_free) *free;
} png;

// Written once, before anything reads them.
static pthread_once_t loading = PTHREAD_ONCE_INIT;
static bool is_loaded;

static void load(void) {
  void *library = dlopen("libpng16.so.16", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  png.begin = dlsym(library, "png_image_begin_read_from_stdio");
  png.finish = dlsym(library, "png_image_finish_read");
  png.free = dlsym(library, "png_image_free");
  is_loaded = png.begin != NULL && png.finish != NULL && png.free != NULL;
}

static uint32_t big_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// The size as the file says it, in its first chunk. libpng would refuse some sizes without
// telling them.
static bool is_too_large(
    const uint8_t *bytes, size_t count, cq_picture_limits limits, cq_picture *picture) {
  if (count < 24 || memcmp(bytes + 12, "IHDR", 4) != 0) return false;
  picture->width = big_endian(bytes + 16);
  picture->height = big_endian(bytes + 20);
  return picture->width > limits.side || picture->height > limits.side ||
         (uint64_t)picture->width * picture->height > limits.pixels;
}

// libpng's simple door reads every kind of PNG and keeps its jumps to itself.
static cq_decoding decode(FILE *file, uint8_t background, cq_picture *picture) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png.begin(&image, file)) return CQ_BROKEN;
  image.format = PNG_FORMAT_RGB;
  // As browsers take a picture that does not tell its brightness.
  image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
  picture->width = image.width;
  picture->height = image.height;
  picture->pixels = malloc(PNG_IMAGE_SIZE(image));
  if (picture->pixels == NULL) {
    png.free(&image);
    return CQ_NO_MEMORY;
  }
  png_color ground = {background, background, background};
  return png.finish(&image, &ground, picture->pixels, 0, NULL) ? CQ_DECODED : CQ_BROKEN;
}

cq_picture cq_decode_png(
    const uint8_t *bytes, size_t count, uint8_t background, cq_picture_limits limits) {
  pthread_once(&loading, load);
  cq_picture picture = {.outcome = CQ_TOO_LARGE};
  if (is_too_large(bytes, count, limits, &picture)) return picture;
  picture.outcome = is_loaded ? CQ_NO_MEMORY : CQ_NO_LIBRARY;
  // A file over the bytes, since only a file tells how far it was read.
  FILE *file = is_loaded ? fmemopen((void *)bytes, count, "rb") : NULL;
  if (file == NULL) return picture;
  setvbuf(file, NULL, _IONBF, 0);
  picture.outcome = decode(file, background, &picture);
  if (picture.outcome != CQ_DECODED) {
    if (picture.outcome == CQ_BROKEN && feof(file)) picture.outcome = CQ_CUT_OFF;
    long offset = ftell(file);
    picture.offset = offset < 0 ? count : (size_t)offset;
    free(picture.pixels);
    picture.pixels = NULL;
  }
  fclose(file);
  return picture;
}
