#include "blend.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
// The processors from about 2013 on.
#define WIDE __attribute__((target("avx2")))

bool scrollwork_has_wide_vectors(void) { return __builtin_cpu_supports("avx2"); }

// A channel is `(source * share + target * (255 - share)) / 255`, rounded to the nearest. Red and blue are computed in
// the even bytes of the pixels, alpha and green in the odd ones.
#define DEFINE_MIX(name, type, set16, and, or, xor, add, mul, srl)                          \
  WIDE static inline type name(type share, type low_source, type high_source, type target) { \
    const type low = set16(0x00FF), half = set16(128);                                       \
    const type rest = xor(share, low);                                                       \
    type a = add(add(mul(low_source, share), mul(and(target, low), rest)), half);            \
    type b = add(add(mul(high_source, share), mul(srl(target, 8), rest)), half);             \
    a = srl(add(a, srl(a, 8)), 8);                                                           \
    b = add(b, srl(b, 8));                                                                   \
    return or(a, xor(b, and(b, low)));                                                       \
  }

DEFINE_MIX(
    mix8, __m256i, _mm256_set1_epi16, _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256, _mm256_add_epi16,
    _mm256_mullo_epi16, _mm256_srli_epi16)
DEFINE_MIX(
    mix4, __m128i, _mm_set1_epi16, _mm_and_si128, _mm_or_si128, _mm_xor_si128, _mm_add_epi16, _mm_mullo_epi16,
    _mm_srli_epi16)

// Draws the last one to three pixels of a row by way of four pixels in memory.
WIDE static void mask_rest(
    uint32_t *pixels, const uint8_t *mask, size_t count, __m128i spread, __m128i low_source, __m128i high_source) {
  uint32_t four[4] = {0, 0, 0, 0}, coverage = 0;
  memcpy(four, pixels, 4 * count);
  memcpy(&coverage, mask, count);
  const __m128i share = _mm_shuffle_epi8(_mm_cvtsi32_si128((int)coverage), spread);
  const __m128i target = _mm_loadu_si128((const __m128i *)four);
  _mm_storeu_si128((__m128i *)four, mix4(share, low_source, high_source, target));
  memcpy(pixels, four, 4 * count);
}

WIDE static void mask_opaque(
    uint32_t *pixels, ptrdiff_t stride, const uint8_t *mask, ptrdiff_t mask_stride, size_t width, size_t height,
    uint32_t color) {
  // Copies the byte of each pixel into the low bytes of the pixel's two halves.
  const __m256i spread8 = _mm256_setr_epi8(
      0, -1, 0, -1, 1, -1, 1, -1, 2, -1, 2, -1, 3, -1, 3, -1, 4, -1, 4, -1, 5, -1, 5, -1, 6, -1, 6, -1, 7, -1, 7, -1);
  const __m128i spread4 = _mm256_castsi256_si128(spread8);
  const __m256i low8 = _mm256_set1_epi32((int)(color & 0x00FF00FF));
  const __m256i high8 = _mm256_set1_epi32((int)(color >> 8 & 0x00FF00FF));
  const __m128i low4 = _mm256_castsi256_si128(low8), high4 = _mm256_castsi256_si128(high8);
  for (size_t y = 0; y < height; y++, pixels += stride, mask += mask_stride) {
    size_t x = 0;
    for (; x + 8 <= width; x += 8) {
      const __m256i coverage = _mm256_broadcastsi128_si256(_mm_loadl_epi64((const __m128i *)(mask + x)));
      const __m256i target = _mm256_loadu_si256((const __m256i *)(pixels + x));
      _mm256_storeu_si256(
          (__m256i *)(pixels + x), mix8(_mm256_shuffle_epi8(coverage, spread8), low8, high8, target));
    }
    if (x + 4 <= width) {
      int coverage;
      memcpy(&coverage, mask + x, 4);
      const __m128i target = _mm_loadu_si128((const __m128i *)(pixels + x));
      _mm_storeu_si128(
          (__m128i *)(pixels + x), mix4(_mm_shuffle_epi8(_mm_cvtsi32_si128(coverage), spread4), low4, high4, target));
      x += 4;
    }
    if (x < width) mask_rest(pixels + x, mask + x, width - x, spread4, low4, high4);
  }
}
#else
bool scrollwork_has_wide_vectors(void) { return false; }
#endif

void scrollwork_mask_opaque(
    uint32_t *pixels, ptrdiff_t stride, const uint8_t *mask, ptrdiff_t mask_stride, size_t width, size_t height,
    uint32_t color) {
#if defined(__x86_64__)
  mask_opaque(pixels, stride, mask, mask_stride, width, height, color);
#endif
}
