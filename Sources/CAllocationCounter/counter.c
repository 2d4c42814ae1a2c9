int scrollwork_allocation_counter_placeholder(void) { return 0; }
