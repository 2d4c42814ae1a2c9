#ifndef SCROLLWORK_CCURL_H
#define SCROLLWORK_CCURL_H

// libcurl is loaded at run time, so its header is not needed to build. Its functions with variable arguments cannot be
// called from Swift; these call them through a pointer.

/// CURLMsg of curl/multi.h.
typedef struct {
  int message;
  void *handle;
  union {
    void *object;
    int result;
  } data;
} ScrollworkCurlMessage;

typedef int (*ScrollworkCurlVariadic)(void *handle, int option, ...);

static inline int scrollwork_curl_set_long(void *function, void *handle, int option, long value) {
  return ((ScrollworkCurlVariadic)function)(handle, option, value);
}

static inline int scrollwork_curl_set_pointer(void *function, void *handle, int option, const void *value) {
  return ((ScrollworkCurlVariadic)function)(handle, option, value);
}

typedef unsigned long (*ScrollworkCurlReceive)(char *bytes, unsigned long size, unsigned long count, void *context);

static inline int scrollwork_curl_set_receive(
  void *function, void *handle, int option, ScrollworkCurlReceive value) {
  return ((ScrollworkCurlVariadic)function)(handle, option, value);
}

static inline int scrollwork_curl_get_long(void *function, void *handle, int info, long *value) {
  return ((ScrollworkCurlVariadic)function)(handle, info, value);
}

static inline int scrollwork_curl_get_text(void *function, void *handle, int info, const char **value) {
  return ((ScrollworkCurlVariadic)function)(handle, info, value);
}

#endif
