#define _GNU_SOURCE
#include "byte_scan.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
// The processors from about 2013 on.
#define WIDE __attribute__((target("avx2,bmi,lzcnt,popcnt")))
static bool has_wide_vectors(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt") &&
         __builtin_cpu_supports("lzcnt");
}
#endif

// MARK: Counting

static size_t plain_count(const uint8_t *bytes, size_t count, uint8_t byte) {
  size_t found = 0;
  for (size_t place = 0; place < count; place++) found += bytes[place] == byte;
  return found;
}

#if defined(__x86_64__)
WIDE static size_t wide_count(const uint8_t *bytes, size_t count, uint8_t byte) {
  const __m256i wanted = _mm256_set1_epi8((char)byte);
  size_t found = 0, place = 0;
  for (; place + 64 <= count; place += 64) {
    uint32_t low = (uint32_t)_mm256_movemask_epi8(
        _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(bytes + place)), wanted));
    uint32_t high = (uint32_t)_mm256_movemask_epi8(
        _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(bytes + place + 32)), wanted));
    found += (size_t)_mm_popcnt_u64((uint64_t)high << 32 | low);
  }
  return found + plain_count(bytes + place, count - place, byte);
}
#endif

size_t scrollwork_byte_count(const uint8_t *bytes, size_t count, uint8_t byte) {
#if defined(__x86_64__)
  if (count >= 64 && has_wide_vectors()) return wide_count(bytes, count, byte);
#endif
  return plain_count(bytes, count, byte);
}

// MARK: Finding

size_t scrollwork_byte_find_last(const uint8_t *bytes, size_t count, uint8_t byte) {
  const uint8_t *found = count ? memrchr(bytes, byte, count) : NULL;
  return found ? (size_t)(found - bytes) + 1 : 0;
}

// MARK: Pairs of bytes

static size_t plain_find(const uint8_t *bytes, size_t place, size_t places, const scrollwork_byte_pair *pair) {
  for (; place < places; place++) {
    const uint8_t *start = bytes + place;
    if ((start[pair->first_place] | pair->first_mask) == pair->first_value &&
        (start[pair->second_place] | pair->second_mask) == pair->second_value)
      return place;
  }
  return places;
}

#if defined(__x86_64__)
// Returns a bit for each of 16 positions at which both bytes are equal. SSE2, which every x86-64 processor has.
static inline uint32_t pairs16(const uint8_t *start, const scrollwork_byte_pair *pair) {
  __m128i first = _mm_loadu_si128((const __m128i *)(start + pair->first_place));
  __m128i second = _mm_loadu_si128((const __m128i *)(start + pair->second_place));
  first = _mm_or_si128(first, _mm_set1_epi8((char)pair->first_mask));
  second = _mm_or_si128(second, _mm_set1_epi8((char)pair->second_mask));
  first = _mm_cmpeq_epi8(first, _mm_set1_epi8((char)pair->first_value));
  second = _mm_cmpeq_epi8(second, _mm_set1_epi8((char)pair->second_value));
  return (uint32_t)_mm_movemask_epi8(_mm_and_si128(first, second));
}

static size_t find16(const uint8_t *bytes, size_t place, size_t places, const scrollwork_byte_pair *pair) {
  for (; place + 16 <= places; place += 16) {
    uint32_t found = pairs16(bytes + place, pair);
    if (found) return place + (size_t)__builtin_ctz(found);
  }
  if (places < 16) return plain_find(bytes, place, places, pair);
  // The last 16 positions, without those that were compared.
  size_t last = places - 16;
  uint32_t found = place < places ? pairs16(bytes + last, pair) >> (place - last) : 0;
  return found ? place + (size_t)__builtin_ctz(found) : places;
}

WIDE static size_t wide_find(const uint8_t *bytes, size_t places, const scrollwork_byte_pair *pair) {
  const __m256i first_mask = _mm256_set1_epi8((char)pair->first_mask);
  const __m256i first_value = _mm256_set1_epi8((char)pair->first_value);
  const __m256i second_mask = _mm256_set1_epi8((char)pair->second_mask);
  const __m256i second_value = _mm256_set1_epi8((char)pair->second_value);
  const uint8_t *first_bytes = bytes + pair->first_place, *second_bytes = bytes + pair->second_place;
  size_t place = 0;
#define PAIRS(at)                                                                                             \
  _mm256_and_si256(                                                                                           \
      _mm256_cmpeq_epi8(                                                                                      \
          _mm256_or_si256(_mm256_loadu_si256((const __m256i *)(first_bytes + (at))), first_mask), first_value), \
      _mm256_cmpeq_epi8(                                                                                      \
          _mm256_or_si256(_mm256_loadu_si256((const __m256i *)(second_bytes + (at))), second_mask), second_value))
  for (; place + 64 <= places; place += 64) {
    __m256i low = PAIRS(place), high = PAIRS(place + 32);
    if (!_mm256_testz_si256(_mm256_or_si256(low, high), _mm256_set1_epi8(-1))) {
      uint64_t found = (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32 | (uint32_t)_mm256_movemask_epi8(low);
      return place + (size_t)__builtin_ctzll(found);
    }
  }
#undef PAIRS
  return find16(bytes, place, places, pair);
}
#endif

size_t scrollwork_byte_pair_find(const uint8_t *bytes, size_t places, const scrollwork_byte_pair *pair) {
#if defined(__x86_64__)
  if (places >= 64 && has_wide_vectors()) return wide_find(bytes, places, pair);
  return find16(bytes, 0, places, pair);
#else
  return plain_find(bytes, 0, places, pair);
#endif
}

// MARK: Pairs of sets of bytes

static inline bool is_in_set(uint8_t byte, const uint8_t *low, const uint8_t *high) {
  return (low[byte & 15] & high[byte >> 4]) != 0;
}

static size_t plain_find_sets(const uint8_t *bytes, size_t place, size_t places, const scrollwork_byte_sets *sets) {
  for (; place < places; place++) {
    if (is_in_set(bytes[place], sets->first_low, sets->first_high) &&
        is_in_set(bytes[place + 1], sets->second_low, sets->second_high))
      return place;
  }
  return places;
}

#if defined(__x86_64__)
// Looks up the halves of 32 bytes at once (Mula and Langdale).
WIDE static size_t wide_find_sets(const uint8_t *bytes, size_t places, const scrollwork_byte_sets *sets) {
#define TABLE(name) _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)sets->name))
  const __m256i first_low = TABLE(first_low), first_high = TABLE(first_high);
  const __m256i second_low = TABLE(second_low), second_high = TABLE(second_high);
#undef TABLE
  const __m256i half = _mm256_set1_epi8(15);
  size_t place = 0;
  for (; place + 32 <= places; place += 32) {
    const __m256i first = _mm256_loadu_si256((const __m256i *)(bytes + place));
    const __m256i second = _mm256_loadu_si256((const __m256i *)(bytes + place + 1));
#define BITS(bytes, low, high)                                      \
  _mm256_and_si256(                                                 \
      _mm256_shuffle_epi8(low, _mm256_and_si256(bytes, half)),      \
      _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half)))
    const __m256i outside = _mm256_or_si256(
        _mm256_cmpeq_epi8(BITS(first, first_low, first_high), _mm256_setzero_si256()),
        _mm256_cmpeq_epi8(BITS(second, second_low, second_high), _mm256_setzero_si256()));
#undef BITS
    const uint32_t found = ~(uint32_t)_mm256_movemask_epi8(outside);
    if (found) return place + (size_t)__builtin_ctz(found);
  }
  return plain_find_sets(bytes, place, places, sets);
}
#endif

size_t scrollwork_byte_sets_find(const uint8_t *bytes, size_t places, const scrollwork_byte_sets *sets) {
#if defined(__x86_64__)
  if (places >= 32 && has_wide_vectors()) return wide_find_sets(bytes, places, sets);
#endif
  return plain_find_sets(bytes, 0, places, sets);
}
