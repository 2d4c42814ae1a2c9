#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

/// Returns the number of calls of malloc, calloc, realloc, aligned_alloc and posix_memalign by all threads since the
/// process began.
long scrollwork_allocation_count(void);

/// Starts to count bytes: those allocated from now on, minus those freed.
void scrollwork_allocation_watch_begin(void);

/// Ends the count of bytes; returns its peak and its current value.
void scrollwork_allocation_watch_end(long *peak, long *rest);

#endif
