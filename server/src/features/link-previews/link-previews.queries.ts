import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { FileReferences } from '../../kernel/files/file-references.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import type { MaintenanceTask } from '../../kernel/jobs/maintenance.ts';

/** The preview of a page. */
export interface NewPreview {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly site: string;
  readonly picture: string | null;
}

/** A preview in the rows of messages and posts. */
export interface PreviewRow {
  url: string;
  title: string;
  description: string;
  site: string;
  picture: string | null;
}

/** Selects the preview with this id. Returns null without one, or if the page has no text for a preview. */
export const previewColumn = (id: RawBuilder<unknown>) => sql`case when ${id} is not null then (
    select jsonb_build_object('url', v.url, 'title', v.title, 'description', v.description, 'site', v.site, 'picture', v.picture)
    from link_previews v where v.id = ${id} and v.title <> '') end as preview`;

/** Hours for which a preview is used. */
const freshHours = 24;

/** Returns the stored preview of a page, also if it is empty, or undefined if the page hasn't been fetched in this time. */
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

/** Returns the displayed texts of a preview. */
export const selectPreviewTexts = async (db: Db, id: number): Promise<string[]> => {
  const { rows } = await sql<{ title: string; description: string; site: string }>`
    select title, description, site from link_previews where id = ${id}`.execute(db);
  return rows.flatMap(({ title, description, site }) => [title, description, site]);
};

/** Stores a preview and returns its id. */
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

/** Deletes expired previews that no message or post shows. */
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
