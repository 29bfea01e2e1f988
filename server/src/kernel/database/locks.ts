/**
 * The numbers of advisory locks that stand alone or with a number behind them (`pg_advisory_xact_lock(number, school or person)`).
 * Whoever needs another takes the next free one here: two that share a number wait for each other, though they have nothing to do
 * with each other. Locks by name (`hashtextextended('feature:' || …, seed)`) begin with their feature's name instead.
 */
export const locks = {
  migrations: 7_267_665,
  /** In SQL: `lock_checkpoints`, `rebuild_name_checkpoints` and `maintain_name_checkpoints`. */
  posts: 7_267_666,
  imports: 7_267_667,
  shareLinks: 7_267_669,
  savedSearches: 7_267_670,
  demo: 7_267_671,
  watchedFolder: 7_267_672,
} as const;
