#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

/// Calls of malloc, calloc, realloc and posix_memalign by all threads since the process began.
long scrollwork_allocation_count(void);

/// Begins to count bytes as well: those that are allocated from now on, less those that are freed.
void scrollwork_allocation_watch_begin(void);

/// Ends it; tells the most bytes that were there at once, and how many there are now.
void scrollwork_allocation_watch_end(long *peak, long *rest);

#endif
