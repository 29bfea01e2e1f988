import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { PersonalData } from '../../kernel/feature.ts';
import { isNamed } from '../people/privacy/privacy.queries.ts';

type Section = Record<string, unknown>[];

/** Stands for somebody whom the person does not see now, so that a kept entry tells no name they should not read. */
const unseen = 'A person you do not see now';

/**
 * Everything kept about one person, section by section; other people by name only, as far as one sees them now. One statement.
 * `parts`: what each feature says of a person. account.test.ts compares with the catalogue of tables.
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

/** What the export of one's own data holds of calls that created something. */
export const clientResultsData: PersonalData = (me) => ({
  createdByCalls: sql`(select jsonb_agg(jsonb_build_object('call', c.call, 'clientId', c.client_id, 'madeAt', c.created_at) order by c.created_at)
    from client_results c where c.author_id = ${me})`,
});
