#ifndef SCROLLWORK_CCURL_H
#define SCROLLWORK_CCURL_H

// libcurl is loaded at run time, so its header is not needed to build. Swift cannot call functions with variable
// arguments; these functions call libcurl's through a pointer to `curl_easy_setopt` or `curl_easy_getinfo`, and return
// its result code.

/// The layout of CURLMsg in curl/multi.h.
typedef struct {
  int message;
  void *handle;
  union {
    void *object;
    int result;
  } data;
} ScrollworkCurlMessage;

/// The common type of libcurl's functions with variable arguments.
typedef int (*ScrollworkCurlVariadic)(void *handle, int option, ...);

/// Sets an option with a number.
static inline int scrollwork_curl_set_long(void *function, void *handle, int option, long value) {
  return ((ScrollworkCurlVariadic)function)(handle, option, value);
}

/// Sets an option with a pointer; libcurl copies strings but no other data.
static inline int scrollwork_curl_set_pointer(void *function, void *handle, int option, const void *value) {
  return ((ScrollworkCurlVariadic)function)(handle, option, value);
}

/// A callback for incoming bytes, `size` times `count` of them; returns the number of bytes taken.
typedef unsigned long (*ScrollworkCurlReceive)(char *bytes, unsigned long size, unsigned long count, void *context);

/// Sets a callback.
static inline int scrollwork_curl_set_receive(
  void *function, void *handle, int option, ScrollworkCurlReceive value) {
  return ((ScrollworkCurlVariadic)function)(handle, option, value);
}

/// Reads a number about a finished transfer.
static inline int scrollwork_curl_get_long(void *function, void *handle, int info, long *value) {
  return ((ScrollworkCurlVariadic)function)(handle, info, value);
}

/// Reads a text about a finished transfer; the text belongs to the handle.
static inline int scrollwork_curl_get_text(void *function, void *handle, int info, const char **value) {
  return ((ScrollworkCurlVariadic)function)(handle, info, value);
}

#endif
