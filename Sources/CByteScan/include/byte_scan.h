#ifndef C_BYTE_SCAN_H
#define C_BYTE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Loops over bytes that use the vectors of newer processors where there are any. They are written in C because Swift
// compiles all code of a program for the same processor.

/// Returns the number of bytes that equal one byte.
size_t scrollwork_byte_count(const uint8_t *bytes, size_t count, uint8_t byte);

/// Returns the number of bytes up to the last one that equals a byte, and 0 if there is none.
size_t scrollwork_byte_find_last(const uint8_t *bytes, size_t count, uint8_t byte);

/// Two bytes of a text, by which it is looked for. A byte equals if it is `value` after `mask` was added by "or".
typedef struct {
  size_t first_place;
  size_t second_place;
  uint8_t first_value, first_mask;
  uint8_t second_value, second_mask;
} scrollwork_byte_pair;

/// Returns the first of `places` positions at which both bytes of the pair are equal, or `places` if there is none. The
/// bytes up to the last position plus the larger place can be read.
size_t scrollwork_byte_pair_find(const uint8_t *bytes, size_t places, const scrollwork_byte_pair *pair);

/// Two sets of bytes that follow each other. A byte is in a set if the entries for its low and its high four bits have a
/// bit in common.
typedef struct {
  uint8_t first_low[16], first_high[16];
  uint8_t second_low[16], second_high[16];
} scrollwork_byte_sets;

/// Returns the first of `places` positions at which a byte of the first set is followed by one of the second, or
/// `places` if there is none. `places` and one more bytes can be read.
size_t scrollwork_byte_sets_find(const uint8_t *bytes, size_t places, const scrollwork_byte_sets *sets);

/// Copies whole rows of CSV as they are shown: without the quotes around fields, and with one quote for two inside them.
/// 64 bytes can be read behind the rows, and 32 more than `count` can be written. A quote opens a field only at its
/// start.
/// - Parameter stops_at_line_ends: Whether to stop before a row that has a line end inside quotes. Then each row that is
///   copied is one line, and the bytes have no carriage return without a line feed.
/// - Returns: The number of bytes that were read.
size_t scrollwork_row_text(
    const uint8_t *bytes, size_t count, uint8_t delimiter, uint8_t quote, bool stops_at_line_ends, uint8_t *target,
    size_t *written);

/// The state of a scan of CSV rows between two blocks of 64 bytes; see `CSVScanner` and `CSVCursor`.
typedef struct {
  uint8_t delimiter;
  uint8_t quote;
  bool has_quote;
  /// The number of a `CSVCursor.State`.
  uint8_t state;
  /// The number of delimiters in each row that has the usual number of fields.
  int64_t usual_delimiters;
  /// The number of delimiters in the open row so far.
  int64_t delimiters;
  /// The number of ends of rows so far.
  int64_t ends;
  /// The offset at which the open row starts.
  int64_t open_row;
  /// The offset of the quote that opened the last quoted field.
  int64_t quote_start;
  /// The numbers of rows with fewer and with more fields than usual, and the largest number of delimiters in one.
  int64_t short_rows, long_rows, most_delimiters;
  /// Whether a field has text after its closing quote.
  bool has_text_after_quotes;
  /// The scan stops before a block in which the number of ends reaches this.
  int64_t limit_of_ends;
  /// The scan stops before a block in which a row starts at or after this offset.
  int64_t limit_of_start;
  /// The scan stops before a block with quotes that ends after this offset.
  int64_t limit_of_quotes;
  /// The scan stops before a block after which a quote is open for so many bytes.
  int64_t quote_limit;
} scrollwork_row_scan;

/// Scans blocks of 64 bytes, and stops before one that needs a closer look: by the limits, and because of a carriage
/// return without a line feed in the same block, or a quote where no field begins or ends.
/// - Parameter offset: The offset of the first block.
/// - Returns: The number of blocks scanned; 0 if the processor has no suitable vectors.
size_t scrollwork_row_scan_blocks(scrollwork_row_scan *scan, const uint8_t *bytes, size_t count, int64_t offset);

#endif
