/** What menus lead to and has no folder here, or is not built yet; `record` is the co-curricular transcript. */
export const destinations = ['development', 'events', 'courses', 'record'] as const;
