#ifndef SCROLLWORK_CHEIF_H
#define SCROLLWORK_CHEIF_H

#include <stddef.h>

// libheif is loaded at run time, so its header is not needed to build. Its functions return their errors as a structure,
// for which Swift has no type of its own.

/// The layout of heif_error in libheif/heif.h; the code 0 is success.
typedef struct {
  int code;
  int subcode;
  const char *message;
} ScrollworkHEIFError;

/// The type of heif_context_read_from_memory_without_copy.
typedef ScrollworkHEIFError (*ScrollworkHEIFRead)(
  void *context, const void *bytes, size_t count, const void *options);

/// The type of heif_context_get_primary_image_handle.
typedef ScrollworkHEIFError (*ScrollworkHEIFPrimary)(void *context, void **handle);

/// The type of heif_decode_image.
typedef ScrollworkHEIFError (*ScrollworkHEIFDecode)(
  const void *handle, void **image, int colorspace, int chroma, const void *options);

#endif
