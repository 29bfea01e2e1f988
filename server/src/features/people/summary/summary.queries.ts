import { sql, type RawBuilder } from 'kysely';

/** The parts of a person that lists show: name and picture. */
export interface PersonSummaryRow {
  id: number;
  first_name: string;
  last_name: string;
  photo: string | null;
}

/** Selects a PersonSummaryRow as JSON from `alias`, a row of `users`. It checks no permission: the statement around it does. */
export const personSummary = (alias: string): RawBuilder<PersonSummaryRow> =>
  sql.raw(
    `jsonb_build_object('id', ${alias}.id, 'first_name', ${alias}.first_name, 'last_name', ${alias}.last_name, 'photo', ${alias}.photo)`,
  );

/** The same, or null if a left join found no person. */
export const personSummaryOrNull = (alias: string): RawBuilder<PersonSummaryRow | null> =>
  sql`case when ${sql.raw(alias)}.id is not null then ${personSummary(alias)} end`;
