import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { manualPrefix, type SchoolId } from '../../../kernel/ids.ts';
import { countChangedRows, first } from '../../../kernel/sql.ts';
import {
  control,
  schoolCurrency,
  stagedFinances,
  storedLine,
  type HoldColumn,
  type LineColumn,
} from './staged-finances.queries.ts';

/** The changes by a merge. People and transactions that the file doesn't contain stay unchanged. */
export interface Merged {
  readonly added: number;
  readonly changed: number;
  readonly ended: number;
  readonly unchanged: number;
}

/** Records when the newest file was read, even if it changed nothing. */
export const updateFedAt = async (db: Db, school: SchoolId, now: Date): Promise<void> => {
  await sql`insert into finance_settings (school_id, imported_at) values (${school}::int, ${now}::timestamptz)
    on conflict (school_id) do update set imported_at = excluded.imported_at`.execute(db);
};

/** Opens the accounts of staged lines that are not there yet. People are written before. */
export const mergeAccounts = async (db: Db, school: SchoolId): Promise<void> => {
  await sql`insert into finance_accounts (school_id, user_id, name, currency)
    select ${school}::int, u.id, k.name, k.currency from staged_finance_accounts k join users u on u.username = k.username
    where not exists (select from finance_accounts a where a.user_id = u.id and a.name = k.name)`.execute(
    db,
  );
};

/**
 * Writes the transactions of charges.csv or payments.csv. If a row differs from the transaction with its id, the transaction is
 * reversed and the next revision added: nothing is edited. `columns`: the columns of the file; other values don't change. Calls
 * `server/database/functions/currency_digits.sql`.
 */
export const mergeLines = async (
  db: Db,
  school: SchoolId,
  list: 'charges' | 'payments',
  columns: readonly LineColumn[],
  now: Date,
): Promise<Merged> => {
  const has = (column: LineColumn) => columns.includes(column);
  const kept = (column: LineColumn, empty: RawBuilder<unknown>) =>
    has(column)
      ? sql`coalesce(s.${sql.ref(column)}, ${empty})`
      : sql`coalesce(t.${sql.ref(column)}, ${empty})`;
  const staged = sql.raw(`${stagedFinances(list)} s`);
  await sql`drop table if exists pg_temp.target_finance_lines`.execute(db);
  await sql`create temp table target_finance_lines on commit drop as
    select x.*, new_id() as id,
      x.old_id is null or x.is_back and not coalesce(x.wants_reversed, true)
        or (x.account_id, x.kind, x.title, x.detail, x.amount, x.on_date) is distinct from (x.old_account_id, x.old_kind, x.old_title, x.old_detail, x.old_amount, x.old_on_date)
        or (x.due_on, x.term_id, x.charge_code) is distinct from (x.old_due_on, x.old_term_id, x.old_charge_code) as is_written
    from (select s.line, s.code, ${has('revision') ? sql`s.revision` : sql`null::int`} as revision, s.is_reversed as wants_reversed, s.reversed_on, coalesce(s.reason, '') as reason,
        ${has('account') ? sql`a.id` : sql`coalesce(t.account_id, a.id)`} as account_id,
        ${list === 'charges' ? sql`'charge'::text` : has('kind') ? sql`s.kind` : sql`coalesce(t.kind, 'payment')`} as kind,
        coalesce(s.title, t.title) as title, ${kept('detail', sql`''`)} as detail,
        (s.amount * 10::numeric ^ currency_digits(k.currency))::bigint as amount, coalesce(s.on_date, t.on_date) as on_date,
        ${has('due_on') ? sql`s.due_on` : sql`t.due_on`} as due_on, ${has('term') ? sql`m.id` : sql`t.term_id`} as term_id,
        ${has('charge_code') ? sql`s.charge_code` : sql`t.charge_code`} as charge_code,
        t.id as old_id, t.revision as old_revision, t.account_id as old_account_id, t.kind as old_kind, t.title as old_title, t.detail as old_detail,
        t.amount as old_amount, t.on_date as old_on_date, t.due_on as old_due_on, t.term_id as old_term_id, t.charge_code as old_charge_code,
        r.id is not null as is_back
      from ${staged}
        join staged_finance_accounts k on k.username = s.username and k.name = coalesce(s.account, '')
        join users u on u.username = s.username
        join finance_accounts a on a.user_id = u.id and a.name = k.name
        left join terms m on m.code = s.term
        ${storedLine} left join finance_transactions r on r.reverses_id = t.id
      where s.code <> ${control}) as x`.execute(db);
  await sql`analyze target_finance_lines`.execute(db);
  // Reverses the transactions that the file corrects or marks as reversed. Transactions that were reversed before stay reversed.
  const back = await countChangedRows(
    db,
    sql`insert into finance_transactions (school_id, account_id, code, revision, kind, title, detail, amount, on_date, term_id, charge_code, reverses_id, reason, created_at)
    select ${school}::int, old_account_id, code, old_revision, old_kind, old_title, old_detail, old_amount, coalesce(reversed_on, ${now}::timestamptz::date), old_term_id, old_charge_code, old_id,
      reason, ${now}::timestamptz
    from target_finance_lines where old_id is not null and not is_back and (is_written or coalesce(wants_reversed, false))`,
  );
  const written = await countChangedRows(
    db,
    sql`insert into finance_transactions (school_id, id, account_id, code, revision, kind, title, detail, amount, on_date, due_on, term_id, charge_code, created_at)
    select ${school}::int, id, account_id, code, coalesce(revision, old_revision + 1, 1), kind, title, detail, amount, on_date, due_on, term_id, charge_code, ${now}::timestamptz
    from target_finance_lines where is_written order by line`,
  );
  await sql`insert into finance_transactions (school_id, account_id, code, revision, kind, title, detail, amount, on_date, term_id, charge_code, reverses_id, reason, created_at)
    select ${school}::int, account_id, code, coalesce(revision, old_revision + 1, 1), kind, title, detail, amount, coalesce(reversed_on, on_date), term_id, charge_code, id, reason, ${now}::timestamptz
    from target_finance_lines where is_written and coalesce(wants_reversed, false)`.execute(db);
  const counted = await first(
    db,
    sql<{
      rows: number;
      corrected: number;
    }>`select count(*)::int as rows, count(*) filter (where is_written and old_id is not null)::int as corrected from target_finance_lines`,
  );
  const { rows = 0, corrected = 0 } = counted ?? {};
  const added = written - corrected;
  const changed = corrected + (back - (await countCorrectedBack(db)));
  return { added, changed, ended: 0, unchanged: rows - added - changed };
};

/** Counts the reversed lines that have a replacement. */
const countCorrectedBack = async (db: Db): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from target_finance_lines where is_written and old_id is not null and not is_back`,
    )
  )?.n ?? 0;

/**
 * Writes holds. Changed holds are updated in place; the import journal has their previous values. Calls
 * `server/database/functions/currency_digits.sql`.
 */
export const mergeHolds = async (
  db: Db,
  school: SchoolId,
  columns: readonly HoldColumn[],
  now: Date,
): Promise<Merged> => {
  const has = (column: HoldColumn) => columns.includes(column);
  const text = (column: HoldColumn) =>
    has(column) ? sql`coalesce(s.${sql.ref(column)}, '')` : sql`coalesce(t.${sql.ref(column)}, '')`;
  const kept = (column: HoldColumn) => sql`coalesce(s.${sql.ref(column)}, t.${sql.ref(column)})`;
  const names = [
    'kind',
    'office',
    'since',
    'reason',
    'blocks',
    'how_to_clear',
    'amount',
    'currency',
    'contact_name',
    'contact_email',
    'contact_phone',
    'contact_id',
    'office_id',
    'released_on',
  ];
  const list = (of: string) => sql.raw(names.map((name) => `${of}${name}`).join(', '));
  await sql`drop table if exists pg_temp.target_finance_holds`.execute(db);
  await sql`create temp table target_finance_holds on commit drop as
    select s.line, s.code, u.id as user_id, t.id as old_id, ${kept('kind')} as kind, ${kept('office')} as office, ${kept('since')} as since,
      ${kept('reason')} as reason, ${has('blocks') ? sql`coalesce(s.blocks, '{}')` : sql`coalesce(t.blocks, '{}')`} as blocks, ${text('how_to_clear')} as how_to_clear,
      ${has('amount') ? sql`(s.amount * 10::numeric ^ currency_digits(coalesce(s.currency, ${schoolCurrency})))::bigint` : sql`t.amount`} as amount,
      ${has('amount') ? sql`case when s.amount is not null then coalesce(s.currency, ${schoolCurrency}) end` : sql`t.currency`} as currency,
      ${text('contact_name')} as contact_name, ${text('contact_email')} as contact_email, ${text('contact_phone')} as contact_phone,
      ${has('contact') ? sql`c.id` : sql`t.contact_id`} as contact_id, ${has('booking_office') ? sql`o.id` : sql`t.office_id`} as office_id,
      case s.status when 'lifted' then coalesce(s.released_on, t.released_on, ${now}::timestamptz::date) when 'active' then null else t.released_on end as released_on
    from staged_finance_holds s join users u on u.username = s.username left join finance_holds t on t.code = s.code
      left join users c on c.username = s.contact
      left join lateral (select o.id from booking_offices o where fold(o.name) = fold(s.booking_office) order by o.id limit 1) o on true
    where s.code <> ${control}`.execute(db);
  await sql`analyze target_finance_holds`.execute(db);
  const changed = await countChangedRows(
    db,
    sql`update finance_holds t set (${list('')}, updated_at) = row (${list('x.')}, ${now}::timestamptz)
    from target_finance_holds x where t.id = x.old_id and (${list('t.')}) is distinct from (${list('x.')})`,
  );
  const added = await countChangedRows(
    db,
    sql`insert into finance_holds (school_id, user_id, code, ${list('')}, updated_at)
    select ${school}::int, user_id, code, ${list('')}, ${now}::timestamptz from target_finance_holds where old_id is null order by line`,
  );
  const { n } = (await first(
    db,
    sql<{ n: number }>`select count(*)::int as n from target_finance_holds`,
  )) ?? { n: 0 };
  // The file contains every hold, so holds from earlier files that it lacks were lifted.
  const ended = await countChangedRows(
    db,
    sql`update finance_holds t set released_on = ${now}::timestamptz::date, updated_at = ${now}
    where t.released_on is null and not starts_with(t.code, ${manualPrefix}) and not exists (select from target_finance_holds x where x.code = t.code)
      and exists (select from staged_finance_holds s where s.code = ${control} and s.status = 'complete')`,
  );
  return { added, changed, ended, unchanged: n - added - changed };
};
