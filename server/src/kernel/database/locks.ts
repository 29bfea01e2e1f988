/**
 * The numbers of advisory locks, used alone or with a second number (`pg_advisory_xact_lock(number, school or person)`). Use the next free
 * number for a new lock, because unrelated locks with the same number would wait for each other. Locks by name
 * (`hashtextextended('feature:' || …, seed)`) start with their feature's name instead.
 */
export const locks = {
  migrations: 7_267_665,
  /** Used in SQL by `lock_checkpoints`, `rebuild_name_checkpoints` and `maintain_name_checkpoints`. */
  posts: 7_267_666,
  imports: 7_267_667,
  shareLinks: 7_267_669,
  savedSearches: 7_267_670,
  demo: 7_267_671,
} as const;
