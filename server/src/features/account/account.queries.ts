import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { PersonalData } from '../../kernel/feature.ts';
import { isNamed } from '../people/privacy/privacy.queries.ts';

type Section = Record<string, unknown>[];

/** Replaces the name of a person that the reader can't see now, so that stored data doesn't reveal it. */
const unseen = 'A person you do not see now';

/**
 * Selects all data about a person by section, in one statement. Other people appear only by name, if the person can see them now. `parts`:
 * the sections of each feature. account.test.ts compares them with the database catalog.
 */
export const selectOwnData = async (
  db: Db,
  me: number,
  parts: readonly PersonalData[],
): Promise<Record<string, Section>> => {
  const name = sql<string>`case when ${isNamed(me, sql`o`)} then concat_ws(' ', nullif(o.first_name, ''), nullif(o.last_name, '')) else ${unseen}::text end`;
  const sections = Object.assign(
    {},
    ...parts.map((part) => part(me, name)),
  ) as ReturnType<PersonalData>;
  const columns = Object.entries(sections).map(
    ([section, query]) => sql`${query} as ${sql.id(section)}`,
  );
  const { rows } = await sql<Record<string, Section | null>>`select ${sql.join(columns)}`.execute(
    db,
  );
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([section, entries]) => [section, entries ?? []]),
  );
};

/** Stored replies to calls that created something, for the person's data export. */
export const clientResultsData: PersonalData = (me) => ({
  createdByCalls: sql`(select jsonb_agg(jsonb_build_object('call', c.call, 'clientId', c.client_id, 'madeAt', c.created_at) order by c.created_at)
    from client_results c where c.author_id = ${me})`,
});
