#ifndef C_PNG_ROWS_H
#define C_PNG_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A PNG file that is read row by row. It is written in C because libpng reports errors by longjmp, which must not leave
/// Swift frames.
typedef struct scrollwork_png_rows scrollwork_png_rows;

/// Reads the header. `bytes` must stay valid until the rows are closed.
/// Returns NULL if there is no memory. A file that cannot be read by rows, such as an interlaced one, has 0 channels.
/// If is_part is true, checksums are ignored, and an interlaced file is read in several passes over the same rows.
scrollwork_png_rows *scrollwork_png_rows_open(const uint8_t *bytes, size_t count, bool is_part);

/// Returns the bytes of a pixel, not premultiplied: 1 gray, 2 with alpha, 3 red, green and blue, 4 with alpha; 0 after an
/// error.
int scrollwork_png_rows_channels(const scrollwork_png_rows *rows);

/// Returns the number of times that all rows are read: 7 for an interlaced file, otherwise 1.
int scrollwork_png_rows_passes(const scrollwork_png_rows *rows);

/// Reads the next row of width times channels bytes. A pass over an interlaced file also fills the pixels that only a
/// later pass has, so each row must be passed again as it was. Returns false after an error.
bool scrollwork_png_rows_read(scrollwork_png_rows *rows, uint8_t *row);

/// Returns libpng's error message; empty without an error.
const char *scrollwork_png_rows_message(const scrollwork_png_rows *rows);

/// Frees the rows; NULL is allowed.
void scrollwork_png_rows_close(scrollwork_png_rows *rows);

#endif
