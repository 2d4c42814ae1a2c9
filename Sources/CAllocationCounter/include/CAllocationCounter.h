#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

/// Calls of malloc, calloc, realloc and posix_memalign by all threads since the process began.
long scrollwork_allocation_count(void);

#endif
