import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { FileReferences } from '../../kernel/files/file-references.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import type { MaintenanceTask } from '../../kernel/jobs/maintenance.ts';

/** The metadata of a page. */
export interface NewPreview {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly site: string;
  readonly picture: string | null;
}

/** The metadata of a page, as rows of messages and posts contain it. */
export interface PreviewRow {
  url: string;
  title: string;
  description: string;
  site: string;
  picture: string | null;
}

/** Returns SQL for the preview with the id `id`. Null without an id or if the page has no metadata. */
export const previewColumn = (id: RawBuilder<unknown>) => sql`case when ${id} is not null then (
    select jsonb_build_object('url', v.url, 'title', v.title, 'description', v.description, 'site', v.site, 'picture', v.picture)
    from link_previews v where v.id = ${id} and v.title <> '') end as preview`;

/** Hours for which a preview is valid. */
const freshHours = 24;

/**
 * Returns the preview that was fetched today, even if the page has no metadata. Undefined if it wasn't fetched today.
 */
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

/** Returns the texts that a preview shows. */
export const selectPreviewTexts = async (db: Db, id: number): Promise<string[]> => {
  const { rows } = await sql<{ title: string; description: string; site: string }>`
    select title, description, site from link_previews where id = ${id}`.execute(db);
  return rows.flatMap(({ title, description, site }) => [title, description, site]);
};

/** Stores a page's metadata. Returns its id. */
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

/** Deletes expired previews that nothing shows. */
export const deleteUnusedPreviews: MaintenanceTask = async (db, now) => {
  const { numAffectedRows } = await sql`delete from link_previews v
    where v.fetched_at < ${now}::timestamptz - ${freshHours} * interval '1 hour'
      and not exists (select from messages m where m.preview_id = v.id)
      and not exists (select from posts p where p.preview_id = v.id)`.execute(db);
  return Number(numAffectedRows ?? 0);
};

/** Returns those of the given files that are pictures of previews. */
export const selectPreviewFiles: FileReferences = async (db, names) => {
  const { rows } = await sql<{
    name: string;
  }>`select distinct picture as name from link_previews where picture = any(${names as string[]})`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};
