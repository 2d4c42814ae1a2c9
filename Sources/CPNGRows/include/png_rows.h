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
scrollwork_png_rows *scrollwork_png_rows_open(const uint8_t *bytes, size_t count);

/// Returns the bytes of a pixel, not premultiplied: 1 gray, 2 with alpha, 3 red, green and blue, 4 with alpha; 0 after an
/// error.
int scrollwork_png_rows_channels(const scrollwork_png_rows *rows);

/// Reads the next row of width times channels bytes. Returns false after an error.
bool scrollwork_png_rows_read(scrollwork_png_rows *rows, uint8_t *row);

/// Returns libpng's error message; empty without an error.
const char *scrollwork_png_rows_message(const scrollwork_png_rows *rows);

/// Frees the rows; NULL is allowed.
void scrollwork_png_rows_close(scrollwork_png_rows *rows);

#endif
