// SPDX-License-Identifier: MIT

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "CPicture.h"

// Of chafa's and glib's headers, whose names and values are stable, so that neither is needed to
// build: chafa_canvas_mode, chafa_pixel_mode, chafa_pixel_type, chafa_symbol_tags, GString.
enum { truecolor = 0, indexed_256 = 1, indexed_16 = 3 };
enum { symbols = 0, sixels = 1, kitty = 2, iterm = 3 };
enum { rgb8 = 8 };
enum { no_optimizations = 0 };
typedef struct {
  char *bytes;
  size_t count;
  size_t capacity;
} text;

static struct {
  void *(*new_config)(void);
  void (*free_config)(void *config);
  void (*set_geometry)(void *config, int columns, int rows);
  void (*set_cell_geometry)(void *config, int width, int height);
  void (*set_canvas_mode)(void *config, int mode);
  void (*set_pixel_mode)(void *config, int mode);
  void (*set_symbol_map)(void *config, const void *map);
  void (*set_preprocessing)(void *config, int is_enabled);
  void (*set_optimizations)(void *config, int optimizations);
  void *(*new_map)(void);
  void (*free_map)(void *map);
  int (*select_symbols)(void *map, const char *selectors, void *error);
  void *(*new_canvas)(const void *config);
  void (*free_canvas)(void *canvas);
  void (*draw)(
      void *canvas, int type, const uint8_t *pixels, int width, int height, int stride);
  uint32_t (*character)(void *canvas, int column, int row);
  void (*colours)(void *canvas, int column, int row, int *foreground, int *background);
  text *(*print)(void *canvas, void *terminal);
  char *(*free_text)(text *text, int with_bytes);
} chafa;

// Written once, before anything reads them.
static pthread_once_t loading = PTHREAD_ONCE_INIT;
static bool is_loaded;

static void load(void) {
  void *library = dlopen("libchafa.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  const struct {
    void *place;
    const char *name;
  } functions[] = {
      {&chafa.new_config, "chafa_canvas_config_new"},
      {&chafa.free_config, "chafa_canvas_config_unref"},
      {&chafa.set_geometry, "chafa_canvas_config_set_geometry"},
      {&chafa.set_cell_geometry, "chafa_canvas_config_set_cell_geometry"},
      {&chafa.set_canvas_mode, "chafa_canvas_config_set_canvas_mode"},
      {&chafa.set_pixel_mode, "chafa_canvas_config_set_pixel_mode"},
      {&chafa.set_symbol_map, "chafa_canvas_config_set_symbol_map"},
      {&chafa.set_preprocessing, "chafa_canvas_config_set_preprocessing_enabled"},
      {&chafa.set_optimizations, "chafa_canvas_config_set_optimizations"},
      {&chafa.new_map, "chafa_symbol_map_new"},
      {&chafa.free_map, "chafa_symbol_map_unref"},
      {&chafa.select_symbols, "chafa_symbol_map_apply_selectors"},
      {&chafa.new_canvas, "chafa_canvas_new"},
      {&chafa.free_canvas, "chafa_canvas_unref"},
      {&chafa.draw, "chafa_canvas_draw_all_pixels"},
      {&chafa.character, "chafa_canvas_get_char_at"},
      {&chafa.colours, "chafa_canvas_get_raw_colors_at"},
      {&chafa.print, "chafa_canvas_print"},
      // glib's, which chafa has brought along.
      {&chafa.free_text, "g_string_free"},
  };
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    void *function = dlsym(library, functions[index].name);
    if (function == NULL) return;
    memcpy(functions[index].place, &function, sizeof function);
  }
  is_loaded = true;
}

static void *new_config(cq_drawing drawing, int pixel_mode) {
  void *config = chafa.new_config();
  chafa.set_geometry(config, (int)drawing.columns, (int)drawing.rows);
  chafa.set_pixel_mode(config, pixel_mode);
  chafa.set_optimizations(config, no_optimizations);
  return config;
}

// chafa counts the bytes of a row in fours and would lose the rest.
enum { row_unit = 4 };

// Takes over the configuration. NULL where there is no memory for it.
static void *new_canvas(cq_drawing drawing, void *config) {
  size_t row = (size_t)drawing.width * 3;
  size_t stride = (row + row_unit - 1) / row_unit * row_unit;
  uint8_t *pixels = calloc(drawing.height, stride);
  void *canvas = pixels == NULL ? NULL : chafa.new_canvas(config);
  chafa.free_config(config);
  if (canvas != NULL) {
    for (size_t index = 0; index < drawing.height; index++) {
      memcpy(pixels + index * stride, drawing.pixels + index * row, row);
    }
    chafa.draw(
        canvas, rgb8, pixels, (int)drawing.width, (int)drawing.height, (int)stride);
  }
  free(pixels);
  return canvas;
}

// The blocks that every font has: space, halves, quarters and eighths.
static void select_blocks(void *config) {
  void *map = chafa.new_map();
  chafa.select_symbols(map, "space+solid+half+quad", NULL);
  chafa.set_symbol_map(config, map);
  chafa.free_map(map);
}

int cq_draw_cells(cq_drawing drawing, cq_colours colours, cq_cell *cells) {
  static const int modes[] = {
      [CQ_ALL_COLOURS] = truecolor, [CQ_256_COLOURS] = indexed_256, [CQ_16_COLOURS] = indexed_16};
  pthread_once(&loading, load);
  if (!is_loaded) return 0;
  void *config = new_config(drawing, symbols);
  chafa.set_canvas_mode(config, modes[colours]);
  // It would make the colours of a picture on few colours stronger than they are.
  chafa.set_preprocessing(config, 0);
  select_blocks(config);
  void *canvas = new_canvas(drawing, config);
  if (canvas == NULL) return 0;
  for (int row = 0; row < (int)drawing.rows; row++) {
    for (int column = 0; column < (int)drawing.columns; column++, cells++) {
      cells->character = chafa.character(canvas, column, row);
      chafa.colours(canvas, column, row, &cells->foreground, &cells->background);
    }
  }
  chafa.free_canvas(canvas);
  return 1;
}

uint8_t *cq_draw_graphics(
    cq_drawing drawing, cq_graphics graphics, uint32_t cell_width, uint32_t cell_height,
    size_t *count) {
  static const int modes[] = {[CQ_KITTY] = kitty, [CQ_SIXEL] = sixels, [CQ_ITERM] = iterm};
  pthread_once(&loading, load);
  if (!is_loaded) return NULL;
  void *config = new_config(drawing, modes[graphics]);
  chafa.set_cell_geometry(config, (int)cell_width, (int)cell_height);
  void *canvas = new_canvas(drawing, config);
  if (canvas == NULL) return NULL;
  text *printed = chafa.print(canvas, NULL);
  uint8_t *bytes = malloc(printed->count + 1);
  if (bytes != NULL) memcpy(bytes, printed->bytes, printed->count);
  *count = printed->count;
  chafa.free_text(printed, 1);
  chafa.free_canvas(canvas);
  return bytes;
}
