import { sql } from 'kysely';

/** True if a personal event is unchanged since its alert was set. */
export const isEntryAt = (entry: number, revision: number) =>
  sql`exists (select from personal_events e where e.id = ${entry} and e.revision = ${revision})`;
