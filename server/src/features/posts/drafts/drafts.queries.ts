import { sql } from 'kysely';
import type { PostKind } from '#contract/posts/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first } from '../../../kernel/sql.ts';

/** Where somebody writes. */
export interface DraftPlace {
  readonly me: number;
  /** A club, or 0 for the whole school. */
  readonly place: number;
  readonly kind: PostKind;
}

export const selectDraft = (db: Db, { me, place, kind }: DraftPlace) =>
  first(
    db,
    sql<{
      title: string;
      text: string;
      saved_at: Date;
    }>`select title, text, saved_at from post_drafts
    where user_id = ${me} and place_id = ${place} and kind = ${kind}`,
  );

export const upsertDraft = (
  db: Db,
  school: SchoolId,
  { me, place, kind }: DraftPlace,
  { title, text, now }: { title: string; text: string; now: Date },
) =>
  sql`insert into post_drafts (school_id, user_id, place_id, kind, title, text, saved_at)
    values (${school}, ${me}, ${place}, ${kind}, ${title}, ${text}, ${now})
    on conflict (school_id, user_id, place_id, kind) do update set title = excluded.title, text = excluded.text, saved_at = excluded.saved_at`.execute(
    db,
  );

export const deleteDraft = (db: Db, { me, place, kind }: DraftPlace) =>
  sql`delete from post_drafts where user_id = ${me} and place_id = ${place} and kind = ${kind}`.execute(
    db,
  );

/** Removes drafts that nobody has touched for so long. */
export const deleteOldDrafts = async (db: Db, now: Date): Promise<number> => {
  const { numAffectedRows } =
    await sql`delete from post_drafts where saved_at < ${now}::timestamptz - interval '90 days'`.execute(
      db,
    );
  return Number(numAffectedRows ?? 0);
};
