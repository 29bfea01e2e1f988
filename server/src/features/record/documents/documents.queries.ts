import { sql } from 'kysely';
import type { DocumentContent } from '#contract/record/public.endpoints.ts';
import type { DocumentKind, IssuedStatus, PublicReason } from '#contract/record/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../../kernel/sql.ts';
import { issuedColumns, stillMatches } from '../record.queries.ts';

export interface DocumentRow {
  id: number;
  kind: DocumentKind;
  code: string;
  award_id: number | null;
  content: DocumentContent;
  issued_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  is_revoked_by_school: boolean;
  reason: string;
  public_reason: PublicReason | null;
  open_count: number;
  last_opened_at: Date | null;
  /** For a badge that its holder no longer has: since when, and whether staff revoked it. */
  badge_gone: {
    at: string;
    isByHand: boolean;
    reason: string;
    publicReason: PublicReason | null;
  } | null;
}

const columns = sql`d.id, d.kind, d.code, d.award_id, d.content, d.issued_at, d.expires_at, d.revoked_at, d.is_revoked_by_school, d.reason, d.public_reason, d.open_count,
    d.last_opened_at, (select jsonb_build_object('at', w.revoked_at, 'isByHand', w.is_revoked_manually, 'reason', w.revoke_reason, 'publicReason', w.public_reason)
      from record_awards w where w.school_id = d.school_id and w.id = d.award_id and w.revoked_at is not null) as badge_gone`;

/** Returns someone's issued documents without their files, newest first. */
export const selectDocuments = (db: Db, user: number): Promise<DocumentRow[]> =>
  many(
    db,
    sql<DocumentRow>`select ${columns} from record_documents d where d.user_id = ${user} order by d.issued_at desc, d.id desc`,
  );

export const selectDocumentBy = (db: Db, user: number, clientId: string) =>
  first(
    db,
    sql<DocumentRow>`select ${columns} from record_documents d where d.user_id = ${user} and d.client_id = ${clientId}`,
  );

export const selectFile = (db: Db, user: number, id: number) =>
  first(
    db,
    sql<{ kind: DocumentKind; code: string; content: DocumentContent; file: Buffer }>`
    select kind, code, content, file from record_documents where id = ${id} and user_id = ${user}`,
  );

export interface NewDocument {
  readonly user: number;
  readonly clientId: string;
  readonly kind: DocumentKind;
  readonly code: string;
  /** Null for transcripts. */
  readonly statusId: number | null;
  readonly award: number | null;
  readonly content: DocumentContent;
  readonly file: Buffer;
  readonly sha256: Buffer;
  readonly expiresAt: Date | null;
  readonly now: Date;
}

/** Stores a document. Does nothing if the person has `most` documents or one with this client id. */
export const insertDocument = (
  db: Db,
  school: SchoolId,
  max: number,
  one: NewDocument,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`with held as (select id from users where id = ${one.user} for update)
    insert into record_documents (school_id, user_id, client_id, kind, code, status_id, award_id, content, file, sha256, issued_at, expires_at)
    select ${school}, held.id, ${one.clientId}::uuid, ${one.kind}, ${one.code}, ${one.statusId}::int, ${one.award}::bigint, ${JSON.stringify(one.content)}::jsonb,
      ${one.file}, ${one.sha256}, ${one.now}, ${one.expiresAt}::timestamptz
    from held where (select count(*) from record_documents d where d.user_id = held.id and d.revoked_at is null
      and (d.expires_at is null or d.expires_at > ${one.now})) < ${max}
    on conflict (school_id, user_id, client_id) do nothing`,
  );

/**
 * Revokes someone's document. If `user` is null, the school revokes it. Documents that are already revoked don't
 * change.
 */
export const revokeDocument = (
  db: Db,
  id: number,
  {
    user,
    reason,
    publicReason,
    now,
  }: { user: number | null; reason: string; publicReason: PublicReason | null; now: Date },
) =>
  first(
    db,
    sql<
      DocumentRow & { user_id: number }
    >`update record_documents as d set revoked_at = coalesce(d.revoked_at, ${now}::timestamptz),
      is_revoked_by_school = case when d.revoked_at is null then ${user === null} else d.is_revoked_by_school end,
      reason = case when d.revoked_at is null then ${reason} else d.reason end,
      public_reason = case when d.revoked_at is null then ${publicReason} else d.public_reason end
    where d.id = ${id} and (${user}::bigint is null or d.user_id = ${user}) returning ${columns}, d.user_id`,
  );

export interface PublicDocumentRow extends DocumentRow {
  sha256: Buffer;
  /** True if the code is in the public revocation list. */
  is_published: boolean;
  /** The current status of each entry and badge in the document, by id. */
  entries: Record<string, IssuedStatus>;
  badges: Record<string, IssuedStatus>;
}

/** Returns a document by its code, with the current status of each entry and badge in it. */
export const selectPublicDocument = (
  db: Db,
  code: string,
): Promise<PublicDocumentRow | undefined> =>
  first(
    db,
    sql<PublicDocumentRow>`select ${columns}, d.sha256, d.kind <> 'transcript' and d.status_id is null and d.is_outdated as is_published,
      coalesce((select jsonb_object_agg(x.id, case
          when e.id is null then 'deleted'
          when e.state = 'revoked' then 'revoked'
          when ${stillMatches(sql`d.issued_at`)} then 'valid'
          else 'corrected' end)
        from jsonb_to_recordset(d.content -> 'entries') as x (${issuedColumns})
          left join record_entries e on e.school_id = d.school_id and e.id = x.id::bigint and e.user_id = d.user_id), '{}') as entries,
      coalesce((select jsonb_object_agg(x.id, case
          when a.id is null then 'deleted' when a.revoked_at is not null then 'revoked' else 'valid' end)
        from jsonb_to_recordset(d.content -> 'badges') as x (id text)
          left join record_awards a on a.school_id = d.school_id and a.id = x.id::bigint and a.user_id = d.user_id), '{}') as badges
    from record_documents d where d.code = ${code}`,
  );

/** Counts a view of a document's page. */
export const updateOpened = async (db: Db, id: number, now: Date): Promise<void> => {
  await sql`update record_documents set open_count = open_count + 1, last_opened_at = ${now} where id = ${id}`.execute(
    db,
  );
};

/** Returns the newest status list with its number of credentials. */
export const selectNewestList = (db: Db, length: number) =>
  first(
    db,
    sql<{ list: number; used: number }>`with newest as (
        select coalesce(max(status_id), 0) / ${length}::int as list from record_documents where status_id is not null)
      select n.list, (select count(*)::int from record_documents d where d.status_id >= n.list * ${length}::int) as used from newest n`,
  );

/** Returns the first of these positions that is free. */
export const selectFreePosition = async (
  db: Db,
  positions: readonly number[],
): Promise<number | undefined> =>
  (
    await first(
      db,
      sql<{
        id: number;
      }>`select x.id from unnest(${positions as number[]}::int[]) with ordinality as x (id, nth)
        where not exists (select from record_documents d where d.status_id = x.id) order by x.nth limit 1`,
    )
  )?.id;

/**
 * True if a credential is invalid: it or its badge was revoked, or an entry or badge that it contains became invalid.
 */
const isGone = sql`(d.revoked_at is not null or d.is_outdated
  or exists (select from record_awards a where a.school_id = d.school_id and a.id = d.award_id and a.revoked_at is not null))`;

/** Returns the positions of invalid credentials in a range that excludes `to`. */
export const selectRevokedPositions = async (db: Db, from: number, to: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select d.status_id as id from record_documents d where d.status_id >= ${from} and d.status_id < ${to} and ${isGone}`,
    )
  ).map(({ id }) => id);

/** Returns the codes of invalid credentials that have no position. */
export const selectRevoked = (db: Db, max: number) =>
  many(
    db,
    sql<{ code: string; reason: string; public_reason: PublicReason | null }>`
    select d.code, d.reason, d.public_reason from record_documents d where d.revoked_at is not null and d.kind <> 'transcript' and d.status_id is null
    union all
    select d.code, '', a.public_reason from record_documents d join record_awards a on a.school_id = d.school_id and a.id = d.award_id
    where d.revoked_at is null and a.revoked_at is not null and d.status_id is null
    union all
    select d.code, '', null from record_documents d where d.is_outdated and d.revoked_at is null and d.status_id is null
    order by code limit ${max}`,
  );

export interface HolderRow {
  name: string;
  program: string;
  year: string;
  email: string | null;
}

/** Returns the person a document is about, with the school's data. */
export const selectHolder = (db: Db, user: number) =>
  first(
    db,
    sql<HolderRow>`select trim(first_name || ' ' || last_name) as name, coalesce(major, '') as program,
      coalesce(year_of_graduation::text, '') as year, email from users where id = ${user}`,
  );
