#include "byte_scan.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define WIDE __attribute__((target("avx2")))
#endif

// Returns a bit for each of 64 bytes that equals a byte.
typedef uint64_t (*equal_bits)(const uint8_t *block, uint8_t byte);

static inline uint64_t plain_equal_bits(const uint8_t *block, uint8_t byte) {
  uint64_t bits = 0;
#if defined(__x86_64__)
  const __m128i wanted = _mm_set1_epi8((char)byte);
  for (int part = 0; part < 4; part++) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(block + 16 * part));
    bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted)) << (16 * part);
  }
#else
  for (int place = 0; place < 64; place++) bits |= (uint64_t)(block[place] == byte) << place;
#endif
  return bits;
}

#if defined(__x86_64__)
WIDE static inline uint64_t wide_equal_bits(const uint8_t *block, uint8_t byte) {
  const __m256i wanted = _mm256_set1_epi8((char)byte);
  const __m256i low = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)block), wanted);
  const __m256i high = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(block + 32)), wanted);
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32 | (uint32_t)_mm256_movemask_epi8(low);
}
#endif

// Copies bytes of which most are few. Up to 32 bytes behind them are read and overwritten.
static inline uint8_t *copy(uint8_t *target, const uint8_t *bytes, size_t count) {
  size_t done = 0;
  do {
    memcpy(target + done, bytes + done, 32);
    done += 32;
  } while (done < count && done < 256);
  if (done < count) memcpy(target + done, bytes + done, count - done);
  return target + count;
}

// It becomes part of its callers, each with its own vectors.
static inline __attribute__((always_inline)) size_t row_text(
    const uint8_t *bytes, size_t count, uint8_t delimiter, uint8_t quote, bool stops_at_line_ends, uint8_t *target,
    size_t *written, equal_bits equal_bits) {
  uint8_t *const start = target;
  // The first byte that is not copied, and the place of a second quote in a row, which has been copied.
  size_t kept = 0, pair = SIZE_MAX;
  bool is_quoted = false;
  for (size_t offset = 0; offset < count; offset += 64) {
    const uint64_t valid = count - offset < 64 ? ((uint64_t)1 << (count - offset)) - 1 : ~(uint64_t)0;
    uint64_t quotes = equal_bits(bytes + offset, quote) & valid;
    if (quotes == 0 && !is_quoted) continue;
    const uint64_t ends =
        stops_at_line_ends ? (equal_bits(bytes + offset, 0x0A) | equal_bits(bytes + offset, 0x0D)) & valid : 0;
    // The bytes of the block that were not looked at.
    uint64_t rest = ~(uint64_t)0;
    while (true) {
      const uint64_t quote_bit = quotes & (0 - quotes);
      // All bytes before the next quote, or to the end of the block.
      const uint64_t before = quote_bit - 1;
      if (is_quoted && ends & rest & before) goto stop;
      if (quotes == 0) break;
      const size_t place = offset + (size_t)__builtin_ctzll(quotes);
      quotes ^= quote_bit;
      rest = ~(before | quote_bit);
      if (place == pair) continue;
      if (!is_quoted) {
        const uint8_t last = place ? bytes[place - 1] : delimiter;
        // A quote inside of a field is text.
        if (last != delimiter && last != 0x0A && last != 0x0D) continue;
        target = copy(target, bytes + kept, place - kept);
        is_quoted = true;
      } else if (place + 1 < count && bytes[place + 1] == quote) {
        target = copy(target, bytes + kept, place + 1 - kept);
        pair = place + 1;
        kept = place + 2;
        continue;
      } else {
        target = copy(target, bytes + kept, place - kept);
        is_quoted = false;
      }
      kept = place + 1;
    }
  }
  if (!is_quoted || !stops_at_line_ends) {
    memcpy(target, bytes + kept, count - kept);
    *written = (size_t)(target - start) + count - kept;
    return count;
  }
stop:
  // Only whole rows count. Each has one line end here.
  *written = scrollwork_byte_find_last(start, (size_t)(target - start), 0x0A);
  return scrollwork_byte_find_last(bytes, kept, 0x0A);
}

#if defined(__x86_64__)
WIDE static size_t wide_row_text(
    const uint8_t *bytes, size_t count, uint8_t delimiter, uint8_t quote, bool stops_at_line_ends, uint8_t *target,
    size_t *written) {
  return row_text(bytes, count, delimiter, quote, stops_at_line_ends, target, written, wide_equal_bits);
}
#endif

size_t scrollwork_row_text(
    const uint8_t *bytes, size_t count, uint8_t delimiter, uint8_t quote, bool stops_at_line_ends, uint8_t *target,
    size_t *written) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    return wide_row_text(bytes, count, delimiter, quote, stops_at_line_ends, target, written);
  }
#endif
  return row_text(bytes, count, delimiter, quote, stops_at_line_ends, target, written, plain_equal_bits);
}
