#include "byte_scan.h"

#if defined(__x86_64__)
#include <immintrin.h>

// The numbers of `CSVCursor.State`.
enum { start_of_field, in_field, in_quotes, after_quote };

// Returns a bit for each of 64 bytes that equals the byte in `wanted`.
#define MASK(wanted)                                                                   \
  ((uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, (wanted))) << 32 | \
   (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, (wanted))))

// Returns for each bit the exclusive or of it and all lower bits.
static inline uint64_t parities(uint64_t bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  return bits ^ bits << 32;
}

// Counts a row with another number of fields than usual. Rows without any byte do not count.
static void count_odd_row(scrollwork_row_scan *scan, int64_t delimiters, bool is_blank) {
  if (is_blank) return;
  if (delimiters < scan->usual_delimiters) {
    scan->short_rows++;
  } else {
    scan->long_rows++;
  }
  if (delimiters > scan->most_delimiters) scan->most_delimiters = delimiters;
}

// The function follows `CSVScanner.scan`, which also explains the rules.
__attribute__((target("avx2,bmi,lzcnt,popcnt"))) static size_t scan_blocks(
    scrollwork_row_scan *scan, const uint8_t *bytes, size_t count, int64_t offset) {
  const __m256i delimiter_bytes = _mm256_set1_epi8((char)scan->delimiter);
  const __m256i quote_bytes = _mm256_set1_epi8((char)scan->quote);
  const __m256i feed_bytes = _mm256_set1_epi8(0x0A), return_bytes = _mm256_set1_epi8(0x0D);
  const uint64_t quotes_count = scan->has_quote ? ~(uint64_t)0 : 0, last = (uint64_t)1 << 63;
  uint8_t state = scan->state;
  int64_t open_delimiters = scan->delimiters, all_ends = scan->ends, open_row = scan->open_row;
  int64_t quote_start = scan->quote_start;
  uint64_t text_after_quotes = 0;
  size_t done = 0;
  for (; done < count; done++, offset += 64) {
    const uint8_t *block = bytes + 64 * done;
    const __m256i low = _mm256_loadu_si256((const __m256i *)block);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(block + 32));
    const uint64_t quotes = MASK(quote_bytes) & quotes_count, returns = MASK(return_bytes);
    uint64_t delimiters = MASK(delimiter_bytes), ends = MASK(feed_bytes);
    uint8_t next_state = (delimiters | ends) & last ? start_of_field : in_field;
    int64_t next_quote = quote_start;
    if (quotes == 0) {
      if (state == in_quotes) {
        if (offset + 64 - quote_start >= scan->quote_limit) break;
        continue;
      }
      // Carriage returns before line feeds belong to the same ends.
      if (returns & ~(ends >> 1)) break;
      if (state == after_quote) text_after_quotes |= ~(delimiters | ends | returns) & 1;
    } else {
      uint64_t quoted = parities(quotes);
      if (state == in_quotes) quoted = ~quoted;
      const uint64_t opening = quotes & quoted, after = quotes << 1 | (state == after_quote);
      const uint64_t boundaries = (delimiters | ends | returns) << 1 | (state == start_of_field);
      if (opening & ~(after | boundaries) || offset + 64 > scan->limit_of_quotes) break;
      if (returns & ~quoted & ~(ends >> 1)) break;
      const uint64_t after_closing = (quotes & ~quoted) << 1 | (state == after_quote);
      text_after_quotes |= after_closing & ~(quotes | delimiters | ends | returns);
      const uint64_t first = opening & ~after;
      if (first) next_quote = offset + 63 - (int64_t)_lzcnt_u64(first);
      delimiters &= ~quoted;
      ends &= ~quoted;
      if (quoted & last) {
        if (offset + 64 - next_quote >= scan->quote_limit) break;
        next_state = in_quotes;
      } else if (quotes & last) {
        next_state = after_quote;
      }
    }
    if (ends) {
      if (all_ends + (int64_t)_mm_popcnt_u64(ends) >= scan->limit_of_ends) break;
      if (offset + 64 - (int64_t)_lzcnt_u64(ends) >= scan->limit_of_start) break;
      do {
        const uint64_t before = _blsmsk_u64(ends);
        const int64_t place = (int64_t)_tzcnt_u64(ends);
        open_delimiters += (int64_t)_mm_popcnt_u64(delimiters & before);
        if (open_delimiters != scan->usual_delimiters) {
          const bool is_return = place > 0 && returns >> (place - 1) & 1;
          count_odd_row(scan, open_delimiters, offset + place - is_return == open_row);
        }
        open_delimiters = 0;
        delimiters &= ~before;
        ends = _blsr_u64(ends);
        all_ends++;
        open_row = offset + place + 1;
      } while (ends);
    }
    open_delimiters += (int64_t)_mm_popcnt_u64(delimiters);
    state = next_state;
    quote_start = next_quote;
  }
  scan->state = state;
  scan->delimiters = open_delimiters;
  scan->ends = all_ends;
  scan->open_row = open_row;
  scan->quote_start = quote_start;
  if (text_after_quotes) scan->has_text_after_quotes = true;
  return done;
}

size_t scrollwork_row_scan_blocks(scrollwork_row_scan *scan, const uint8_t *bytes, size_t count, int64_t offset) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi")) return 0;
  if (!__builtin_cpu_supports("lzcnt") || !__builtin_cpu_supports("popcnt")) return 0;
  return scan_blocks(scan, bytes, count, offset);
}

#else

size_t scrollwork_row_scan_blocks(scrollwork_row_scan *scan, const uint8_t *bytes, size_t count, int64_t offset) {
  return 0;
}

#endif
