import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { FileReferences } from '../../kernel/files/file-references.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import type { MaintenanceTask } from '../../kernel/jobs/maintenance.ts';

/** What a page said of itself. */
export interface NewPreview {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly site: string;
  readonly picture: string | null;
}

/** What a page says of itself, as rows of messages and posts bring it along. */
export interface PreviewRow {
  url: string;
  title: string;
  description: string;
  site: string;
  picture: string | null;
}

/** The preview that `id` names; null without one, or where the page says nothing. */
export const previewColumn = (id: RawBuilder<unknown>) => sql`case when ${id} is not null then (
    select jsonb_build_object('url', v.url, 'title', v.title, 'description', v.description, 'site', v.site, 'picture', v.picture)
    from link_previews v where v.id = ${id} and v.title <> '') end as preview`;

/** How long what a page said holds, in hours. */
const freshHours = 24;

/** What a page said today, whether it said anything or not; undefined where nobody has asked. */
export const selectFreshPreview = async (
  db: Db,
  url: string,
  now: Date,
): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`select id from link_previews
    where url = ${url} and fetched_at > ${now}::timestamptz - ${freshHours} * interval '1 hour' order by fetched_at desc limit 1`.execute(
    db,
  );
  return rows[0]?.id;
};

/** The words of a preview, as they are shown. */
export const selectPreviewTexts = async (db: Db, id: number): Promise<string[]> => {
  const { rows } = await sql<{ title: string; description: string; site: string }>`
    select title, description, site from link_previews where id = ${id}`.execute(db);
  return rows.flatMap(({ title, description, site }) => [title, description, site]);
};

/** Keeps what a page said; answers its id. */
export const insertPreview = async (
  db: Db,
  school: SchoolId,
  preview: NewPreview,
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into link_previews (school_id, url, fetched_at, title, description, site, picture)
    values (${school}, ${preview.url}, ${now}, ${preview.title}, ${preview.description}, ${preview.site}, ${preview.picture})
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
};

/** Previews that nothing shows and that are no longer asked. */
export const deleteUnusedPreviews: MaintenanceTask = async (db, now) => {
  const { numAffectedRows } = await sql`delete from link_previews v
    where v.fetched_at < ${now}::timestamptz - ${freshHours} * interval '1 hour'
      and not exists (select from messages m where m.preview_id = v.id)
      and not exists (select from posts p where p.preview_id = v.id)`.execute(db);
  return Number(numAffectedRows ?? 0);
};

/** Pictures of previews. */
export const selectPreviewFiles: FileReferences = async (db, names) => {
  const { rows } = await sql<{
    name: string;
  }>`select distinct picture as name from link_previews where picture = any(${names as string[]})`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};
