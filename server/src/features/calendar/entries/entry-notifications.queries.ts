import { sql } from 'kysely';

/** Whether a calendar entry is unchanged since its alert was set. */
export const isEntryAt = (entry: number, revision: number) =>
  sql`exists (select from personal_events e where e.id = ${entry} and e.revision = ${revision})`;
