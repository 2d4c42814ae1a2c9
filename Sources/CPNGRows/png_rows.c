#include "png_rows.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct scrollwork_png_rows {
  png_structp png;
  png_infop info;
  const uint8_t *bytes;
  size_t count;
  size_t offset;
  int channels;
  int passes;
  bool is_part;
  char message[96];
};

// libpng's error handler: keeps the message and jumps to the last setjmp.
static void fail(png_structp png, png_const_charp message) {
  scrollwork_png_rows *rows = png_get_error_ptr(png);
  snprintf(rows->message, sizeof rows->message, "%s", message);
  png_longjmp(png, 1);
}

// libpng's warnings concern defects that it can handle.
static void ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

// libpng's read function: copies from memory.
static void give(png_structp png, png_bytep target, size_t count) {
  scrollwork_png_rows *rows = png_get_io_ptr(png);
  if (count > rows->count - rows->offset) png_error(png, "the file ends too early");
  memcpy(target, rows->bytes + rows->offset, count);
  rows->offset += count;
}

// Reads the header and requests eight bits per channel, no palette, and sRGB colours.
static void prepare(scrollwork_png_rows *rows) {
  png_structp png = rows->png;
  if (setjmp(png_jmpbuf(png))) return;
  png_set_read_fn(png, rows, give);
  png_read_info(png, rows->info);
  if (rows->is_part) {
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  } else if (png_get_interlace_type(png, rows->info) != PNG_INTERLACE_NONE) {
    png_error(png, "interlaced");
  }
  rows->passes = png_set_interlace_handling(png);
  png_set_alpha_mode(png, PNG_ALPHA_PNG, PNG_DEFAULT_sRGB);
  png_set_expand(png);
  png_set_scale_16(png);
  png_read_update_info(png, rows->info);
  rows->channels = png_get_channels(png, rows->info);
}

scrollwork_png_rows *scrollwork_png_rows_open(const uint8_t *bytes, size_t count, bool is_part) {
  scrollwork_png_rows *rows = calloc(1, sizeof *rows);
  if (!rows) return NULL;
  rows->bytes = bytes;
  rows->count = count;
  rows->is_part = is_part;
  rows->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, rows, fail, ignore);
  rows->info = rows->png ? png_create_info_struct(rows->png) : NULL;
  if (!rows->info) {
    scrollwork_png_rows_close(rows);
    return NULL;
  }
  prepare(rows);
  return rows;
}

int scrollwork_png_rows_channels(const scrollwork_png_rows *rows) { return rows->channels; }

int scrollwork_png_rows_passes(const scrollwork_png_rows *rows) { return rows->passes; }

bool scrollwork_png_rows_read(scrollwork_png_rows *rows, uint8_t *row) {
  if (rows->channels == 0) return false;
  if (setjmp(png_jmpbuf(rows->png))) {
    rows->channels = 0;
    return false;
  }
  png_read_row(rows->png, NULL, row);
  return true;
}

const char *scrollwork_png_rows_message(const scrollwork_png_rows *rows) { return rows->message; }

void scrollwork_png_rows_close(scrollwork_png_rows *rows) {
  if (!rows) return;
  if (rows->png) png_destroy_read_struct(&rows->png, &rows->info, NULL);
  free(rows);
}
