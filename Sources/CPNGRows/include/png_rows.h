#ifndef C_PNG_ROWS_H
#define C_PNG_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A PNG file that is read row by row. In C, because libpng tells of errors by jumping out of its caller.
typedef struct scrollwork_png_rows scrollwork_png_rows;

/// Reads the header. `bytes` must stay as long as the rows are read.
/// NULL without memory; a file that cannot be read so, as an interlaced one, has no channels.
scrollwork_png_rows *scrollwork_png_rows_open(const uint8_t *bytes, size_t count);

/// Bytes of a pixel: 1 gray, 2 with alpha, 3 red, green and blue, 4 with alpha, not premultiplied; 0 after an error.
int scrollwork_png_rows_channels(const scrollwork_png_rows *rows);

/// Reads the next row, width times channels bytes. False after an error.
bool scrollwork_png_rows_read(scrollwork_png_rows *rows, uint8_t *row);

/// What went wrong, in libpng's words; empty if nothing did.
const char *scrollwork_png_rows_message(const scrollwork_png_rows *rows);

void scrollwork_png_rows_close(scrollwork_png_rows *rows);

#endif
