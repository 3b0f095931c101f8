// SPDX-License-Identifier: MIT

#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What came of decoding a picture.
typedef enum __attribute__((enum_extensibility(closed))) cq_decoding : uint8_t {
  /// The pixels are there.
  CQ_DECODED __attribute__((swift_name("decoded"))),
  /// The library that decodes it is not installed.
  CQ_NO_LIBRARY __attribute__((swift_name("noLibrary"))),
  /// The picture has more pixels than the limit; its size is given where it is known.
  CQ_TOO_LARGE __attribute__((swift_name("tooLarge"))),
  CQ_NO_MEMORY __attribute__((swift_name("noMemory"))),
  /// The format is right, but the library cannot read this kind of it.
  CQ_UNSUPPORTED __attribute__((swift_name("unsupported"))),
  /// The bytes end before the picture does.
  CQ_CUT_OFF __attribute__((swift_name("cutOff"))),
  /// The bytes are damaged at or shortly before `offset`.
  CQ_BROKEN __attribute__((swift_name("broken"))),
} cq_decoding;

/// The most that is decoded.
typedef struct cq_picture_limits {
  /// The pixels of one side.
  uint32_t side;
  /// The pixels of the whole.
  uint32_t pixels;
} cq_picture_limits;

/// A picture, or why there is none.
typedef struct cq_picture {
  cq_decoding outcome;
  uint32_t width;
  uint32_t height;
  /// Rows of red, green and blue from the top; NULL unless it is decoded. To be freed.
  uint8_t *_Nullable pixels;
  /// How far the library had read when it gave up.
  size_t offset;
} cq_picture;

/// Decodes a JPEG with libjpeg, which the first call loads. Any thread may call.
cq_picture cq_decode_jpeg(const uint8_t *bytes, size_t count, cq_picture_limits limits);

/// Decodes a PNG with libpng, which the first call loads; what is transparent lies on `background`,
/// a grey. Any thread may call.
cq_picture cq_decode_png(
    const uint8_t *bytes, size_t count, uint8_t background, cq_picture_limits limits);

/// A cell of a picture that is drawn with characters. A colour is 0xRRGGBB, or the number of one of
/// the terminal's colours, or negative for that of the terminal.
typedef struct cq_cell {
  uint32_t character;
  int32_t foreground;
  int32_t background;
} cq_cell;

/// How many colours a terminal has.
typedef enum __attribute__((enum_extensibility(closed))) cq_colours : uint8_t {
  CQ_ALL_COLOURS __attribute__((swift_name("all"))),
  CQ_256_COLOURS __attribute__((swift_name("indexed256"))),
  CQ_16_COLOURS __attribute__((swift_name("indexed16"))),
} cq_colours;

/// The ways in which a terminal takes pixels.
typedef enum __attribute__((enum_extensibility(closed))) cq_graphics : uint8_t {
  CQ_KITTY __attribute__((swift_name("kitty"))),
  CQ_SIXEL __attribute__((swift_name("sixel"))),
  CQ_ITERM __attribute__((swift_name("iterm"))),
} cq_graphics;

/// Pixels to draw and the cells that they fill.
typedef struct cq_drawing {
  const uint8_t *pixels;
  uint32_t width;
  uint32_t height;
  uint32_t columns;
  uint32_t rows;
} cq_drawing;

/// Draws with block characters into `columns * rows` cells, row by row, by means of chafa, which
/// the first call loads. Returns 0 where chafa is not installed or memory is short. Any thread may
/// call.
int cq_draw_cells(cq_drawing drawing, cq_colours colours, cq_cell *cells);

/// The bytes that make a terminal show the pixels, by means of chafa; NULL where that is not
/// installed or memory is short. To be freed.
uint8_t *_Nullable cq_draw_graphics(
    cq_drawing drawing, cq_graphics graphics, uint32_t cell_width, uint32_t cell_height,
    size_t *count);

#pragma clang assume_nonnull end
