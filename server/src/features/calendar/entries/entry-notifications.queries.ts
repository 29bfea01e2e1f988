import { sql } from 'kysely';

/** That an own entry of somebody is as it was when its alert was set. */
export const isEntryAt = (entry: number, revision: number) =>
  sql`exists (select from personal_events e where e.id = ${entry} and e.revision = ${revision})`;
