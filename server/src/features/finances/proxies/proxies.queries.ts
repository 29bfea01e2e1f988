import { sql } from 'kysely';
import type { ProxyItem } from '#contract/finances/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../../kernel/sql.ts';
import { schoolZone } from '../../courses/courses.queries.ts';

export interface ProxyRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly items: ProxyItem[];
  readonly created_at: Date;
  readonly ends_at: Date;
  /** Its last day, in the time zone of the school. */
  readonly last_day: string;
  readonly confirmed_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_read_at: Date | null;
}

const lastDay = sql`(p.ends_at at time zone ${schoolZone})::date::text as last_day`;
const columns = sql`p.id, p.name, p.email, p.items, p.created_at, p.ends_at, ${lastDay}, p.confirmed_at, p.revoked_at,
  (select max(r.at) from finance_proxy_reads r where r.school_id = p.school_id and r.proxy_id = p.id) as last_read_at`;

/** Returns the last second of a day at the school. */
export const selectEndOf = async (db: Db, day: string): Promise<Date> => {
  const row = await first(
    db,
    sql<{
      at: Date;
    }>`select (${day}::date + 1)::timestamp at time zone ${schoolZone} - interval '1 second' as at`,
  );
  if (row === undefined) throw new Error('a select without a table answers a row');
  return row.at;
};

/** Number of days for which a student still sees an access after it has ended. */
export const retentionDays = 90;

export const selectProxies = (db: Db, me: number, now: Date): Promise<ProxyRow[]> =>
  many(
    db,
    sql<ProxyRow>`select ${columns} from finance_proxies p where p.user_id = ${me}
      and least(coalesce(p.revoked_at, p.ends_at), p.ends_at) > ${now}::timestamptz - ${retentionDays} * interval '1 day'
      order by p.created_at desc, p.id desc limit 200`,
  );

export interface NewProxy {
  readonly school: SchoolId;
  readonly me: number;
  readonly clientId: string;
  readonly name: string;
  readonly email: string;
  readonly items: readonly ProxyItem[];
  readonly hash: Buffer;
  readonly now: Date;
  readonly endsAt: Date;
  readonly most: number;
  /** The language of the mails, or null for the school's. */
  readonly locale: string | null;
}

/** Stores an access. Returns undefined if the student has reached the maximum, or if this access is already stored. */
export const insertProxy = async (db: Db, it: NewProxy): Promise<ProxyRow | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('finance-proxies:' || ${it.me}::bigint, current_school()))`.execute(
    db,
  );
  return first(
    db,
    sql<ProxyRow>`insert into finance_proxies as p (school_id, user_id, client_id, name, email, items, link_hash, created_at, ends_at, locale)
      select ${it.school}::int, ${it.me}::bigint, ${it.clientId}::uuid, ${it.name}, ${it.email}, ${it.items as string[]}::text[], ${it.hash}::bytea,
        ${it.now}::timestamptz, ${it.endsAt}::timestamptz, ${it.locale}
      where (select count(*) from finance_proxies o where o.user_id = ${it.me} and o.revoked_at is null and o.ends_at > ${it.now}) < ${it.most}
      on conflict (school_id, user_id, client_id) do nothing returning ${columns}`,
  );
};

export const selectProxyByClientId = (
  db: Db,
  me: number,
  clientId: string,
): Promise<ProxyRow | undefined> =>
  first(
    db,
    sql<ProxyRow>`select ${columns} from finance_proxies p where p.user_id = ${me} and p.client_id = ${clientId}::uuid`,
  );

export const selectProxy = (db: Db, me: number, id: number): Promise<ProxyRow | undefined> =>
  first(
    db,
    sql<ProxyRow>`select ${columns} from finance_proxies p where p.user_id = ${me} and p.id = ${id}`,
  );

/** Ends an access and its visits. Returns false if it had already ended. */
export const updateRevoked = async (
  db: Db,
  me: number,
  id: number,
  now: Date,
): Promise<boolean> => {
  const isEnded = await hasChangedRows(
    db,
    sql`update finance_proxies set revoked_at = ${now}, code_hash = null where user_id = ${me} and id = ${id} and revoked_at is null`,
  );
  await sql`delete from finance_proxy_sessions s using finance_proxies p where p.id = s.proxy_id and p.id = ${id} and p.user_id = ${me}`.execute(
    db,
  );
  return isEnded;
};

export interface ReadRow {
  readonly id: number;
  readonly item: 'account' | 'statement' | 'payment';
  readonly at: Date;
}

export const selectReads = (
  db: Db,
  proxy: number,
  { after, size }: { after: readonly [Date, number] | null; size: number },
): Promise<ReadRow[]> =>
  many(
    db,
    sql<ReadRow>`select r.id, r.item, r.at from finance_proxy_reads r where r.proxy_id = ${proxy}
      and ${after === null ? sql`true` : sql`(r.at, r.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`}
      order by r.at desc, r.id desc limit ${size}`,
  );

/** An access that hasn't ended. */
export interface OpenProxyRow {
  readonly id: number;
  readonly user_id: number;
  readonly email: string;
  readonly name: string;
  readonly items: ProxyItem[];
  readonly ends_at: Date;
  readonly last_day: string;
  readonly confirmed_at: Date | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly code_hash: Buffer | null;
  readonly code_ends_at: Date | null;
  readonly code_attempts: number;
  readonly locale: string | null;
}
const open = (now: Date) =>
  sql`select p.id, p.user_id, p.email, p.name, p.items, p.ends_at, ${lastDay}, p.confirmed_at, u.first_name, u.last_name, p.code_hash, p.code_ends_at, p.code_attempts, p.locale
    from finance_proxies p join users u on u.school_id = p.school_id and u.id = p.user_id
    where p.revoked_at is null and p.ends_at > ${now}::timestamptz and not u.is_disabled`;

/** Locks the access of a link, so that attempts to enter its code run one after the other. */
export const lockProxyOfLink = (
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<OpenProxyRow | undefined> =>
  first(db, sql<OpenProxyRow>`${open(now)} and p.link_hash = ${hash}::bytea for update of p`);

export const selectOpenProxy = (db: Db, id: number, now: Date): Promise<OpenProxyRow | undefined> =>
  first(db, sql<OpenProxyRow>`${open(now)} and p.id = ${id}`);

/** Selects the access of a visit while both are valid. */
export const selectVisit = (db: Db, hash: Buffer, now: Date): Promise<OpenProxyRow | undefined> =>
  first(
    db,
    sql<OpenProxyRow>`${open(now)} and p.id = (select s.proxy_id from finance_proxy_sessions s where s.token_hash = ${hash}::bytea and s.ends_at > ${now}::timestamptz)`,
  );

export const updateCode = async (db: Db, id: number, hash: Buffer, endsAt: Date): Promise<void> => {
  await sql`update finance_proxies set code_hash = ${hash}::bytea, code_ends_at = ${endsAt}, code_attempts = 0 where id = ${id}`.execute(
    db,
  );
};

export const updateCodeTried = async (db: Db, id: number): Promise<void> => {
  await sql`update finance_proxies set code_attempts = code_attempts + 1 where id = ${id}`.execute(
    db,
  );
};

/** Deletes the code after it was entered correctly, and confirms the access. */
export const updateCodeUsed = async (db: Db, id: number, now: Date): Promise<void> => {
  await sql`update finance_proxies set code_hash = null, code_ends_at = null, confirmed_at = coalesce(confirmed_at, ${now}) where id = ${id}`.execute(
    db,
  );
};

export const insertVisit = async (
  db: Db,
  school: SchoolId,
  proxy: number,
  hash: Buffer,
  endsAt: Date,
): Promise<void> => {
  await sql`insert into finance_proxy_sessions (school_id, token_hash, proxy_id, ends_at) values (${school}, ${hash}::bytea, ${proxy}, ${endsAt})`.execute(
    db,
  );
};

export const deleteVisit = async (db: Db, hash: Buffer): Promise<void> => {
  await sql`delete from finance_proxy_sessions where token_hash = ${hash}::bytea`.execute(db);
};

export const insertRead = async (
  db: Db,
  school: SchoolId,
  proxy: number,
  item: ReadRow['item'],
  now: Date,
): Promise<void> => {
  await sql`insert into finance_proxy_reads (school_id, proxy_id, item, at) values (${school}, ${proxy}, ${item}, ${now})`.execute(
    db,
  );
};

/** Deletes expired visits, and accesses that ended so long ago that students no longer see them. */
export const deleteEndedProxies = async (db: Db, now: Date): Promise<number> => {
  const visits = await sql`delete from finance_proxy_sessions where ends_at < ${now}`.execute(db);
  const proxies =
    await sql`delete from finance_proxies where least(coalesce(revoked_at, ends_at), ends_at) < ${now}::timestamptz - ${retentionDays + 1} * interval '1 day'`.execute(
      db,
    );
  return Number((visits.numAffectedRows ?? 0n) + (proxies.numAffectedRows ?? 0n));
};
