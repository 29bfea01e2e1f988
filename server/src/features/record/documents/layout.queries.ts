import { sql } from 'kysely';
import type { TranscriptLayout } from '#contract/record/layout.endpoints.ts';
import type { TranscriptPart } from '#contract/record/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { selectFileUse, type UploadReference } from '../../../kernel/feature.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first } from '../../../kernel/sql.ts';
import type { WholeUploadRow } from '../../uploads/uploads.views.ts';

export interface LayoutColumns {
  readonly signatory: string;
  readonly texts: TranscriptLayout['texts'];
  readonly shown: readonly TranscriptPart[];
}

export interface LayoutRow extends LayoutColumns {
  signature: WholeUploadRow | null;
  version: number;
}

export const selectLayout = (db: Db): Promise<LayoutRow | undefined> =>
  first(
    db,
    sql<LayoutRow>`select l.signatory, l.texts, l.shown, l.version,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'size', u.size, 'type', u.type, 'width', u.width,
        'height', u.height) end as signature
    from record_layouts l left join uploads u on u.school_id = l.school_id and u.id = l.signature_id`,
  );

/** Stores the layout if it is still at `version`, which is 0 before the first save. Returns false if someone else has changed it. */
export const upsertLayout = (
  db: Db,
  school: SchoolId,
  version: number,
  one: LayoutColumns & { readonly signature: number | null },
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`insert into record_layouts as l (school_id, signatory, texts, shown, signature_id)
      select ${school}::int, ${one.signatory}, ${JSON.stringify(one.texts)}::jsonb, ${one.shown as string[]}::text[], ${one.signature}::bigint
      where ${version} = 0 or exists (select from record_layouts)
    on conflict (school_id) do update set signatory = excluded.signatory, texts = excluded.texts, shown = excluded.shown,
        signature_id = excluded.signature_id, version = l.version + 1
      where l.version = ${version}`,
  );

/** Returns whether an upload is a picture. */
export const isPicture = async (db: Db, upload: number): Promise<boolean> =>
  (await first(db, sql`select id from uploads where id = ${upload} and width is not null`)) !==
  undefined;

/** The picture of the signature. Its address contains the id of its school. */
export const signatureUploads: UploadReference = {
  kind: 'record_layout',
  isUsed: sql`exists (select from record_layouts l where l.signature_id = f.id)`,
  isReferencedBy: (school) =>
    sql`exists (select from record_layouts l where l.signature_id = f.id and l.school_id = ${school})`,
  storageType: 'record',
  uses: selectFileUse(
    'transcript',
    sql`null`,
    sql`from record_layouts l where l.school_id = f.school_id and l.signature_id = f.id`,
  ),
};
