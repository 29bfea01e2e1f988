/** Menu destinations that have no folder here, or that aren't built yet. `record` is the co-curricular transcript. */
export const destinations = ['development', 'events', 'courses', 'record'] as const;
