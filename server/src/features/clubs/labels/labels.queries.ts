import { sql } from 'kysely';
import type { ClubKind, ClubLabelList } from '#contract/clubs/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';
import { type PersonSummaryRow, personSummary } from '../../people/summary/summary.queries.ts';

export interface LabelRow {
  readonly id: number;
  readonly list: ClubLabelList;
  readonly name: string;
  readonly kind: ClubKind | null;
  readonly clubs: number;
}

const labels = (viewer: number, isStaff: boolean) => sql`
  select l.id, l.list, l.name, l.kind, coalesce(n.clubs, 0) as clubs from club_labels l left join (
    select x.label_id, count(*)::int as clubs from (
      select label_id, club_id from club_label_links union all select type_id, id from clubs where type_id is not null
    ) as x join clubs_seen_by(${viewer}::bigint, ${isStaff}::boolean) c on c.id = x.club_id and c.deleted_at is null group by x.label_id
  ) as n on n.label_id = l.id`;

/** Selects all labels by name, with the number of clubs that the caller can see. */
export const selectLabels = (db: Db, viewer: number, isStaff: boolean) =>
  many(db, sql<LabelRow>`${labels(viewer, isStaff)} order by l.list, lower(l.name), l.id`);

export const selectLabel = (db: Db, viewer: number, id: number) =>
  first(db, sql<LabelRow>`${labels(viewer, true)} where l.id = ${id}`);

/** Selects the label that a person has created with this `clientId`. */
export const selectSentLabel = (db: Db, author: number, clientId: string) =>
  first(
    db,
    sql<LabelRow>`${labels(author, true)} where l.created_by = ${author} and l.client_id = ${clientId}::uuid`,
  );

type LabelSettings = Pick<LabelRow, 'name' | 'kind'>;

/** Stores a label. Returns its id, or undefined if the name is taken. */
export const insertLabel = async (
  db: Db,
  school: SchoolId,
  {
    by = null,
    clientId = null,
    list,
    name,
    kind,
  }: LabelSettings & { by?: number | null; clientId?: string | null; list: ClubLabelList },
): Promise<number | undefined> =>
  (
    await first(
      db,
      sql<{
        id: number;
      }>`insert into club_labels (school_id, list, name, kind, created_by, client_id)
        values (${school}, ${list}, ${name}, ${kind}, ${by}, ${clientId})
      on conflict (school_id, list, lower(name)) do nothing returning id`,
    )
  )?.id;

/** Returns whether another label of the list has the name. */
export const isLabelTaken = async (
  db: Db,
  { id, list }: Pick<LabelRow, 'id' | 'list'>,
  name: string,
): Promise<boolean> =>
  (await first(
    db,
    sql`select from club_labels where list = ${list} and lower(name) = lower(${name}) and id <> ${id}`,
  )) !== undefined;

export const updateLabel = (db: Db, id: number, settings: LabelSettings) =>
  db.updateTable('club_labels').set(settings).where('id', '=', id).execute();

export const deleteLabel = (db: Db, id: number) =>
  db.deleteFrom('club_labels').where('id', '=', id).execute();

export interface NoteRow {
  readonly id: number;
  readonly text: string;
  readonly created_at: Date;
  readonly author: PersonSummaryRow | null;
}

const notes = sql`select n.id, n.text, n.created_at,
    (select ${personSummary('u')}
      from users u where u.school_id = n.school_id and u.id = n.author_id) as author
  from club_notes n`;

/** Selects the latest staff notes about a club, newest first. */
export const selectNotes = (db: Db, club: number) =>
  many(
    db,
    sql<NoteRow>`${notes} where n.club_id = ${club} order by n.created_at desc, n.id desc limit 200`,
  );

interface NewNote {
  readonly school: SchoolId;
  readonly club: number;
  readonly author: number;
  readonly clientId: string;
  readonly text: string;
  readonly now: Date;
}

/** Stores a staff note about a club. Returns it, and whether it is new. A repeated `clientId` of the same author returns the first one. */
export const insertNote = async (
  db: Db,
  { school, club, author, clientId, text, now }: NewNote,
): Promise<{ row: NoteRow | undefined; isNew: boolean }> => {
  // Changes nothing if it exists, and therefore returns the existing row.
  const stored = await first(
    db,
    sql<{
      id: number;
      isNew: boolean;
    }>`insert into club_notes (school_id, club_id, author_id, client_id, text, created_at)
    values (${school}, ${club}, ${author}, ${clientId}, ${text}, ${now})
    on conflict (school_id, author_id, client_id) do update set client_id = excluded.client_id
    returning id, xmax = 0 as "isNew"`,
  );
  const row = await first(db, sql<NoteRow>`${notes} where n.id = ${stored?.id ?? 0}`);
  return { row, isNew: stored?.isNew ?? false };
};
