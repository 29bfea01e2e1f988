import { sql } from 'kysely';
import type { ComposedDraft } from '#contract/posts/drafts.endpoints.ts';
import type { PostKind } from '#contract/posts/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { selectFileUse, type UploadReference } from '../../../kernel/feature.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first } from '../../../kernel/sql.ts';
import type { WholeUploadRow } from '../../uploads/uploads.views.ts';
import { mentionsColumn, type MentionsRow } from '../posts.queries.ts';
import { withReader, type PostReader } from '../reader/post-reader.queries.ts';

/** The author of a draft, and the club or feed that the draft is for. */
export interface DraftKey {
  readonly me: number;
  /** Id of the club; 0 for the whole school. */
  readonly feed: number;
  readonly kind: PostKind;
}

interface DraftRow {
  title: string;
  text: string;
  mentioned: MentionsRow | null;
  settings: Partial<ComposedDraft>;
  files: WholeUploadRow[] | null;
  saved_at: Date;
}

export const selectDraft = (db: Db, reader: PostReader, { me, feed, kind }: DraftKey) =>
  first(
    db,
    sql<DraftRow>`with ${withReader(reader)} select d.title, d.text, ${mentionsColumn(reader, sql`d.mentions`)}, d.settings, d.saved_at,
      (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type, 'width', f.width, 'height', f.height) order by n.position)
        from post_draft_files n join uploads f on f.school_id = n.school_id and f.id = n.upload_id
        where n.user_id = d.user_id and n.feed_id = d.feed_id and n.kind = d.kind) as files
    from post_drafts d where d.user_id = ${me} and d.feed_id = ${feed} and d.kind = ${kind}`,
  );

interface Kept {
  title: string;
  text: string;
  mentions: readonly number[];
  composed: ComposedDraft;
  files: readonly number[];
  now: Date;
}

/** Stores a draft with its files, and replaces the previous draft. */
export const upsertDraft = async (
  db: Db,
  school: SchoolId,
  { me, feed, kind }: DraftKey,
  { title, text, mentions, composed, files, now }: Kept,
): Promise<void> => {
  await sql`insert into post_drafts (school_id, user_id, feed_id, kind, title, text, mentions, settings, saved_at)
    values (${school}, ${me}, ${feed}, ${kind}, ${title}, ${text}, ${mentions as number[]}::bigint[], ${JSON.stringify(composed)}::jsonb, ${now})
    on conflict (school_id, user_id, feed_id, kind) do update set title = excluded.title, text = excluded.text,
      mentions = excluded.mentions, settings = excluded.settings, saved_at = excluded.saved_at`.execute(
    db,
  );
  await sql`delete from post_draft_files where user_id = ${me} and feed_id = ${feed} and kind = ${kind}
    and upload_id <> all(${files as number[]}::bigint[])`.execute(db);
  await sql`insert into post_draft_files (school_id, user_id, feed_id, kind, upload_id, position)
    select ${school}, ${me}, ${feed}, ${kind}, id, n from unnest(${files as number[]}::bigint[]) with ordinality as f (id, n)
    on conflict (school_id, user_id, feed_id, kind, upload_id) do update set position = excluded.position`.execute(
    db,
  );
};

export const deleteDraft = (db: Db, { me, feed, kind }: DraftKey) =>
  sql`delete from post_drafts where user_id = ${me} and feed_id = ${feed} and kind = ${kind}`.execute(
    db,
  );

/** Files of drafts. Their addresses contain the id of the author. */
export const draftUploads: UploadReference = {
  kind: 'draft',
  isUsed: sql`exists (select from post_draft_files n where n.upload_id = f.id)`,
  isReferencedBy: (person) =>
    sql`exists (select from post_draft_files n where n.upload_id = f.id and n.user_id = ${person})`,
  storageType: 'posts',
  uses: selectFileUse(
    'draft',
    sql`nullif(n.feed_id, 0)`,
    sql`from post_draft_files n join post_drafts d on d.school_id = n.school_id and d.user_id = n.user_id
      and d.feed_id = n.feed_id and d.kind = n.kind
      where n.school_id = f.school_id and n.upload_id = f.id`,
    { title: sql`d.title` },
  ),
};

/** Deletes drafts that weren't saved in the last 90 days. Returns their number. */
export const deleteOldDrafts = async (db: Db, now: Date): Promise<number> => {
  const { numAffectedRows } =
    await sql`delete from post_drafts where saved_at < ${now}::timestamptz - interval '90 days'`.execute(
      db,
    );
  return Number(numAffectedRows ?? 0);
};
