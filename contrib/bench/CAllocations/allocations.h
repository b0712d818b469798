/* How often this process has asked for memory since its start. */
long bench_allocations(void);
