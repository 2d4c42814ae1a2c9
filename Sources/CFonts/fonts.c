// The fonts of `assets/fonts` as read-only data of the program, so that a program finds them wherever it is copied. It is
// written in C because Swift cannot include the bytes of a file.

#include "fonts.h"

// `#embed` belongs to C23; earlier standards have it as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char inter_regular_bytes[] = {
#embed "../../assets/fonts/Inter-Regular.otf"
};
const scrollwork_font scrollwork_inter_regular = {inter_regular_bytes, sizeof inter_regular_bytes};

static const unsigned char inter_medium_bytes[] = {
#embed "../../assets/fonts/Inter-Medium.otf"
};
const scrollwork_font scrollwork_inter_medium = {inter_medium_bytes, sizeof inter_medium_bytes};

static const unsigned char inter_semibold_bytes[] = {
#embed "../../assets/fonts/Inter-SemiBold.otf"
};
const scrollwork_font scrollwork_inter_semibold = {inter_semibold_bytes, sizeof inter_semibold_bytes};

static const unsigned char mono_regular_bytes[] = {
#embed "../../assets/fonts/JetBrainsMono-Regular.ttf"
};
const scrollwork_font scrollwork_mono_regular = {mono_regular_bytes, sizeof mono_regular_bytes};

static const unsigned char mono_bold_bytes[] = {
#embed "../../assets/fonts/JetBrainsMono-Bold.ttf"
};
const scrollwork_font scrollwork_mono_bold = {mono_bold_bytes, sizeof mono_bold_bytes};
