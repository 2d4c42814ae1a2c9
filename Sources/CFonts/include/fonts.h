#ifndef C_FONTS_H
#define C_FONTS_H

#include <stddef.h>

/// The bytes of a font file that is part of the program.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} scrollwork_font;

extern const scrollwork_font scrollwork_inter_regular;
extern const scrollwork_font scrollwork_inter_medium;
extern const scrollwork_font scrollwork_inter_semibold;
extern const scrollwork_font scrollwork_mono_regular;
extern const scrollwork_font scrollwork_mono_bold;

#endif
