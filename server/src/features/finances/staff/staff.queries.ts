import { sql } from 'kysely';
import type { HoldAction, HoldKind, LineKind } from '#contract/finances/limits.ts';
import { financeLimits } from '#contract/finances/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../../kernel/sql.ts';
import type { ContactRow, StudentRow } from '../finances.queries.ts';

/** Sorts after all words that begin with a given one. */
const lastCharacter = '\u{10ffff}';
/** Maximum number of people that one search reads, so that a common letter isn't slower than a rare one. */
const candidatesMax = 500;

/**
 * Selects people by username, email address or the beginning of a name, with whether they have an account, and their number of holds. The
 * result contains no amounts.
 */
export const selectFoundStudents = (
  db: Db,
  search: string,
): Promise<(StudentRow & { has_account: boolean })[]> =>
  many(
    db,
    sql<StudentRow & { has_account: boolean }>`
    with words as (select fold(${search}) as whole, split_part(fold(${search}), ' ', 1) as word),
      found as (select u.id from users u where u.username_key = lower(${search}) or u.email_key = lower(${search})
        union (select w.user_id from user_words w, words where w.word >= words.word and w.word < words.word || ${lastCharacter} limit ${candidatesMax}))
    select u.id, u.first_name, u.last_name, u.photo, u.username,
      exists (select from finance_accounts a where a.school_id = u.school_id and a.user_id = u.id) as has_account
    from found join users u on u.id = found.id, words
    where not u.is_disabled and (u.username_key = lower(${search}) or u.email_key = lower(${search}) or starts_with(fold(u.first_name || ' ' || u.last_name), words.whole)
      or starts_with(fold(u.last_name || ' ' || u.first_name), words.whole) or starts_with(fold(u.last_name), words.whole))
    order by u.username_key <> lower(${search}), fold(u.last_name), fold(u.first_name), u.id limit ${financeLimits.found}`,
  );

/** Selects terms to choose from, newest first. */
export const selectTerms = (db: Db) =>
  many(
    db,
    sql<{ id: number; code: string; name: string }>`
    select t.id, t.code, t.name from terms t order by t.starts_on desc, t.id limit 40`,
  );

export const selectTermOfCode = (db: Db, code: string) =>
  first(db, sql<{ id: number }>`select t.id from terms t where t.code = ${code}`);

export interface AccountRow {
  readonly id: number;
  readonly user_id: number;
  readonly currency: string;
}

export const selectAccount = (
  db: Db,
  person: number,
  id: number,
): Promise<AccountRow | undefined> =>
  first(
    db,
    sql<AccountRow>`select id, user_id, currency from finance_accounts where user_id = ${person} and id = ${id}`,
  );

/** Returns the account without a name. Creates it with this currency if it doesn't exist. */
export const upsertMainAccount = async (
  db: Db,
  school: SchoolId,
  person: number,
  currency: string,
): Promise<AccountRow | undefined> => {
  await sql`insert into finance_accounts (school_id, user_id, currency) values (${school}::int, ${person}::bigint, ${currency})
    on conflict (school_id, user_id, name) do nothing`.execute(db);
  return first(
    db,
    sql<AccountRow>`select id, user_id, currency from finance_accounts where user_id = ${person} and name = ''`,
  );
};

export interface NewLine {
  readonly school: SchoolId;
  readonly account: number;
  readonly code: string;
  readonly kind: LineKind;
  readonly title: string;
  readonly detail: string;
  readonly amount: number;
  readonly date: string;
  readonly due: string | null;
  readonly term: number | null;
  readonly by: number;
  readonly now: Date;
}

/** Adds a line. Returns undefined if its code exists, which means that the call was sent before. */
export const insertLine = (db: Db, it: NewLine): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`insert into finance_transactions (school_id, account_id, code, kind, title, detail, amount, on_date, due_on, term_id, actor_id, created_at)
      values (${it.school}::int, ${it.account}::bigint, ${it.code}, ${it.kind}, ${it.title}, ${it.detail}, ${it.amount}, ${it.date}::date, ${it.due}::date,
        ${it.term}::bigint, ${it.by}::bigint, ${it.now}::timestamptz)
      on conflict (school_id, code, revision) where reverses_id is null do nothing returning id`,
  );

export const selectLineOfCode = (db: Db, code: string) =>
  first(
    db,
    sql<{
      id: number;
    }>`select id from finance_transactions where code = ${code} and revision = 1 and reverses_id is null`,
  );

export interface StoredLine {
  readonly id: number;
  readonly user_id: number;
  readonly is_final: boolean;
}

/** Selects a line and its person. `is_final`: the line was reversed, or is a reversal. */
export const selectLine = (db: Db, id: number): Promise<StoredLine | undefined> =>
  first(
    db,
    sql<StoredLine>`select l.id, a.user_id, l.reverses_id is not null or exists (select from finance_transactions r where r.reverses_id = l.id) as is_final
    from finance_transactions l join finance_accounts a on a.school_id = l.school_id and a.id = l.account_id where l.id = ${id}`,
  );

/** Reverses a line. Returns undefined if it is already reversed. Concurrent calls wait for each other. */
export const insertReversal = async (
  db: Db,
  reversal: Reversal,
  line: number,
): Promise<{ id: number } | undefined> => (await insertReversals(db, reversal, [line]))[0];

interface Reversal {
  readonly school: SchoolId;
  readonly by: number;
  readonly now: Date;
  readonly reason: string;
  readonly today: string;
}

/** Reverses several lines, and returns those that it reversed. */
export const insertReversals = (
  db: Db,
  { school, by, now, reason, today }: Reversal,
  lines: readonly number[],
): Promise<{ id: number }[]> =>
  many(
    db,
    sql<{
      id: number;
    }>`insert into finance_transactions (school_id, account_id, code, revision, kind, title, detail, amount, on_date, term_id, charge_code, reverses_id, reason, actor_id, created_at)
      select ${school}::int, l.account_id, l.code, l.revision, l.kind, l.title, l.detail, l.amount, ${today}::date, l.term_id, l.charge_code, l.id, ${reason}, ${by}::bigint, ${now}::timestamptz
      from finance_transactions l where l.id = any(${lines as number[]}::bigint[]) and l.reverses_id is null
      on conflict (school_id, reverses_id) where reverses_id is not null do nothing returning id`,
  );

/** Locks an account until the transaction ends, so that two concurrent calls make only one plan. */
export const lockAccount = (db: Db, id: number): Promise<AccountRow | undefined> =>
  first(
    db,
    sql<AccountRow>`select id, user_id, currency from finance_accounts where id = ${id} for update`,
  );

/** Returns the balance of an account. */
export const selectBalance = async (db: Db, account: number): Promise<number> =>
  (
    await first(
      db,
      sql<{
        owed: number;
      }>`select coalesce(sum(l.effect), 0)::bigint as owed from finance_transactions l where l.account_id = ${account}`,
    )
  )?.owed ?? 0;

/** Selects the parts of an account's plan that aren't reversed, in the order of days. */
export const selectPlan = (db: Db, account: number) =>
  many(
    db,
    sql<{ id: number; code: string; date: string; amount: number }>`
    select l.id, l.code, l.on_date::text as date, l.amount from finance_transactions l
    where l.account_id = ${account} and l.kind = 'installment' and l.reverses_id is null
      and not exists (select from finance_transactions r where r.school_id = l.school_id and r.reverses_id = l.id)
    order by l.on_date, l.id`,
  );

export interface NewPlan {
  readonly school: SchoolId;
  readonly account: number;
  /** The code of each part begins with it. */
  readonly code: string;
  readonly title: string;
  readonly parts: readonly { readonly date: string; readonly amount: number }[];
  readonly by: number;
  readonly now: Date;
}

/** Adds the parts of a plan. */
export const insertPlan = async (db: Db, it: NewPlan): Promise<void> => {
  await sql`insert into finance_transactions (school_id, account_id, code, kind, title, amount, on_date, actor_id, created_at)
    select ${it.school}::int, ${it.account}::bigint, ${it.code} || '-' || p.nth, 'installment', ${it.title} || ' ' || p.nth || '/' || ${it.parts.length}::int,
      p.amount, p.date, ${it.by}::bigint, ${it.now}::timestamptz
    from unnest(${it.parts.map(({ date }) => date)}::date[], ${it.parts.map(({ amount }) => amount)}::bigint[]) with ordinality as p (date, amount, nth)`.execute(
    db,
  );
};

export interface NewHold {
  readonly school: SchoolId;
  readonly person: number;
  readonly code: string;
  readonly kind: HoldKind;
  readonly office: string;
  readonly since: string;
  readonly reason: string;
  readonly blocks: readonly HoldAction[];
  readonly howToClear: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly contactName: string;
  readonly contactEmail: string;
  readonly contactPhone: string;
  readonly contact: number | null;
  readonly bookingOffice: number | null;
}

export const insertHold = (db: Db, it: NewHold): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`insert into finance_holds (school_id, user_id, code, kind, office, since, reason, blocks, how_to_clear, amount, currency,
        contact_name, contact_email, contact_phone, contact_id, office_id)
      values (${it.school}::int, ${it.person}::bigint, ${it.code}, ${it.kind}, ${it.office}, ${it.since}::date, ${it.reason}, ${it.blocks as string[]}::text[], ${it.howToClear},
        ${it.amount}::bigint, ${it.currency}, ${it.contactName}, ${it.contactEmail}, ${it.contactPhone}, ${it.contact}::bigint, ${it.bookingOffice}::bigint)
      on conflict (school_id, code) do nothing returning id`,
  );

export const selectHoldOfCode = (db: Db, code: string) =>
  first(db, sql<{ id: number }>`select id from finance_holds where code = ${code}`);

export const selectHold = (db: Db, id: number) =>
  first(
    db,
    sql<{ id: number; user_id: number; released_on: string | null }>`
    select id, user_id, released_on::text as released_on from finance_holds where id = ${id}`,
  );

export const updateLifted = (db: Db, id: number, today: string, now: Date): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update finance_holds set released_on = ${today}::date, updated_at = ${now} where id = ${id} and released_on is null`,
  );

export const selectBookingOffices = (db: Db) =>
  many(
    db,
    sql<{
      id: number;
      name: string;
    }>`select o.id, o.name from booking_offices o where o.is_open order by fold(o.name), o.id limit 200`,
  );

export interface SettingsRow extends Omit<ContactRow, 'contact'> {
  readonly currency: string;
  readonly pay_url: string | null;
  readonly pay_key_hint: string | null;
  readonly version: number;
}

/** Selects the settings, or undefined if none are stored. */
export const selectSettings = (db: Db): Promise<SettingsRow | undefined> =>
  first(
    db,
    sql<SettingsRow>`select s.currency, s.pay_url, s.pay_key_hint, s.contact_name, s.contact_email, s.contact_phone, s.version,
      o.id as office_id, o.name as office_name
    from finance_settings s left join booking_offices o on o.school_id = s.school_id and o.id = s.office_id`,
  );

export interface SettingsColumns {
  readonly currency: string;
  readonly payUrl: string | null;
  readonly contactName: string;
  readonly contactEmail: string;
  readonly contactPhone: string;
  readonly office: number | null;
}

/**
 * Stores settings that were read at `version`. Returns false if they have changed since. A row that only an import has written has version
 * 1, the same as no row.
 */
export const upsertSettings = (
  db: Db,
  school: SchoolId,
  version: number,
  it: SettingsColumns,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`insert into finance_settings as s (school_id, currency, pay_url, contact_name, contact_email, contact_phone, office_id, version)
      select ${school}::int, ${it.currency}, ${it.payUrl}, ${it.contactName}, ${it.contactEmail}, ${it.contactPhone}, ${it.office}::bigint, 2
      where ${version} = 0 or exists (select from finance_settings)
      on conflict (school_id) do update set currency = excluded.currency, pay_url = excluded.pay_url, contact_name = excluded.contact_name,
        contact_email = excluded.contact_email, contact_phone = excluded.contact_phone, office_id = excluded.office_id, version = s.version + 1
      where s.version = ${version}`,
  );

export const upsertPaymentKey = async (
  db: Db,
  school: SchoolId,
  { encrypted, hint }: { encrypted: string; hint: string },
): Promise<void> => {
  await sql`insert into finance_settings as s (school_id, pay_key, pay_key_hint) values (${school}::int, ${encrypted}, ${hint})
    on conflict (school_id) do update set pay_key = excluded.pay_key, pay_key_hint = excluded.pay_key_hint, version = s.version + 1`.execute(
    db,
  );
};
