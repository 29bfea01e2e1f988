import type { Db } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';

/** The demo school while it is created. */
export interface DemoContext {
  readonly db: Db;
  readonly school: SchoolId;
  /** The time to which everything in the demo is relative. */
  readonly now: Date;
}
