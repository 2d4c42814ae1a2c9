#ifndef C_BLEND_H
#define C_BLEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Loops over pixels that use the vectors of newer processors. They are written in C because Swift compiles all code of
// a program for the same processor.

/// Whether the processor has the vectors that the other functions need.
bool scrollwork_has_wide_vectors(void);

/// Composites an opaque colour over pixels, weighted by a mask: one byte of coverage per pixel. The results have the
/// same bits as those of `Blend.maskOpaque`. Call it only if there are wide vectors.
/// - Parameters:
///   - stride: The number of pixels from one row to the next.
///   - mask_stride: The number of bytes of the mask from one row to the next.
void scrollwork_mask_opaque(
    uint32_t *pixels, ptrdiff_t stride, const uint8_t *mask, ptrdiff_t mask_stride, size_t width, size_t height,
    uint32_t color);

#endif
