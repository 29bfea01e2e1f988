import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { selectStagedProblems } from '../../../kernel/database/staged-problems.ts';

/*
 * Charges, payments and holds are streamed into these tables, checked as a whole, and then merged (merge-finances.queries.ts). The tables
 * exist until the transaction ends. `line` is the line of the file at which a row begins. People and terms are staged before.
 */

const lineColumns = {
  username: 'text',
  account: 'text',
  kind: 'text',
  amount: 'numeric',
  currency: 'text',
  title: 'text',
  detail: 'text',
  on_date: 'date',
  due_on: 'date',
  term: 'text',
  charge_code: 'text',
  is_reversed: 'boolean',
  reversed_on: 'date',
  reason: 'text',
  revision: 'int',
  rows: 'int',
} as const;
export type LineColumn = keyof typeof lineColumns;

const holdColumns = {
  username: 'text',
  kind: 'text',
  office: 'text',
  since: 'date',
  reason: 'text',
  blocks: 'text[]',
  how_to_clear: 'text',
  amount: 'numeric',
  currency: 'text',
  contact_name: 'text',
  contact_email: 'text',
  contact_phone: 'text',
  contact: 'text',
  booking_office: 'text',
  status: 'text',
  released_on: 'date',
  rows: 'int',
} as const;
export type HoldColumn = keyof typeof holdColumns;

export type FinanceList = 'charges' | 'payments' | 'holds';
export const stagedFinances = (list: FinanceList): string => `staged_finance_${list}`;

/** The `id` of the row with the totals of the other rows of its file. */
export const control = 'CONTROL';
const isRow = sql.raw(`s.code <> '${control}'`);

export const createStagedFinances = async (db: Db): Promise<void> => {
  for (const list of ['charges', 'payments', 'holds'] as const) {
    const columns = list === 'holds' ? holdColumns : lineColumns;
    const named = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    await sql
      .raw(
        `drop table if exists pg_temp.${stagedFinances(list)};
        create temp table ${stagedFinances(list)} (line int not null, code text not null, ${named.join(', ')}) on commit drop`,
      )
      .execute(db);
  }
};

/** The currency of new accounts. */
export const schoolCurrency = sql`coalesce((select f.currency from finance_settings f), 'USD')`;

/**
 * Sets the kind of payments, and the accounts of lines with their currencies. A new account gets the first currency of its lines, or
 * otherwise that of the school.
 */
export const completeStagedFinances = async (db: Db): Promise<void> => {
  await sql
    .raw(`update staged_finance_payments set kind = 'payment' where kind is null`)
    .execute(db);
  await sql`drop table if exists pg_temp.staged_finance_accounts`.execute(db);
  await sql`create temp table staged_finance_accounts on commit drop as
    select s.username, s.name, coalesce(min(a.currency), (array_agg(s.currency order by s.position) filter (where s.currency is not null))[1], ${schoolCurrency}) as currency
    from (select username, coalesce(account, '') as name, currency, line::bigint as position from staged_finance_charges where code <> ${control}
      union all select username, coalesce(account, ''), currency, line + 1000000000::bigint from staged_finance_payments where code <> ${control}) as s
      left join users u on u.username = s.username left join finance_accounts a on a.user_id = u.id and a.name = s.name
    group by s.username, s.name`.execute(db);
  await sql`create index on staged_finance_accounts (username, name)`.execute(db);
  await sql`analyze staged_finance_accounts`.execute(db);
  for (const list of ['charges', 'payments', 'holds'] as const) {
    await sql.raw(`create index on ${stagedFinances(list)} (code)`).execute(db);
    await sql.raw(`analyze ${stagedFinances(list)}`).execute(db);
  }
};

const from = (list: FinanceList) => sql.raw(`${stagedFinances(list)} s`);
const rule = (
  list: FinanceList,
  column: string,
  reason: RawBuilder<unknown> | string,
  when: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`select s.line, ${column}::text, ${typeof reason === 'string' ? sql`${reason}::text` : reason}
    from ${from(list)} where ${isRow} and ${when}`;

const twice = (list: FinanceList): RawBuilder<unknown> => {
  const key = sql.raw(list === 'holds' ? 'code' : 'code, coalesce(revision, 0)');
  return sql`select line, 'id', 'is already in line ' || first from (
    select s.line, min(s.line) over (partition by ${key}) as first from ${from(list)} where ${isRow}
  ) s where line <> first`;
};

const unknownUsernames = (list: FinanceList): RawBuilder<unknown> =>
  rule(
    list,
    'username',
    sql`case when s.username is null then 'is empty; it names a person' else 'no one has the username ' || quote_literal(s.username) end`,
    sql`not exists (select from users u where u.username = s.username) and not exists (select from staged_people p where p.username = s.username)`,
  );

/** Checks the control rows of a file: the sum and the number of its other rows. */
const controls = (list: FinanceList): RawBuilder<unknown>[] => [
  sql`select s.line, 'amount', 'the rows of the file add up to ' || t.sum || ', not to ' || s.amount || '; the file may be incomplete'
    from ${from(list)}, lateral (select coalesce(sum(x.amount), 0) as sum from ${sql.raw(stagedFinances(list))} x
      where x.code <> ${control} and (s.currency is null or x.currency = s.currency)) as t
    where s.code = ${control} and s.amount is not null and s.amount <> t.sum`,
  sql`select s.line, 'rows', 'the file has ' || t.n || ' rows, not ' || s.rows || '; it may be incomplete'
    from ${from(list)}, lateral (select count(*) as n from ${sql.raw(stagedFinances(list))} x
      where x.code <> ${control} and (s.currency is null or x.currency = s.currency)) as t
    where s.code = ${control} and s.rows is not null and s.rows <> t.n`,
  sql`select s.line, 'id', 'a CONTROL row says an amount, or a number of rows' from ${from(list)}
    where s.code = ${control} and s.amount is null and s.rows is null`,
];

/** The stored line of a row: the revision that it names, or the newest. */
export const storedLine =
  sql.raw(`left join finance_transactions t on t.code = s.code and t.reverses_id is null
  and (t.revision = s.revision or s.revision is null and not exists (select from finance_transactions n
    where n.code = t.code and n.reverses_id is null and n.revision > t.revision))`);
/** The account of a row. */
const rowAccount = sql.raw(
  `join staged_finance_accounts k on k.username = s.username and k.name = coalesce(s.account, '')`,
);

/** Returns an amount in minor units. Calls `server/database/functions/currency_digits.sql`. */
const minor = (currency: RawBuilder<unknown>) =>
  sql`s.amount * 10::numeric ^ currency_digits(${currency})`;
const amounts = (
  list: FinanceList,
  currency: RawBuilder<unknown>,
  join: RawBuilder<unknown>,
): RawBuilder<unknown>[] => [
  rule(list, 'amount', 'is zero; amounts are above zero', sql`s.amount = 0`),
  sql`select s.line, 'amount', case when ${minor(currency)} > 1000000000000 then 'is too large'
      else 'has more decimal places than ' || ${currency} || ' has' end
    from ${from(list)} ${join} where ${isRow} and (${minor(currency)} > 1000000000000 or ${minor(currency)} <> trunc(${minor(currency)}))`,
];

const lineRules = (list: 'charges' | 'payments'): RawBuilder<unknown>[] => {
  const isNew = sql`not exists (select from finance_transactions t where t.code = s.code)`;
  const otherKinds = list === 'charges' ? sql`t.kind <> 'charge'` : sql`t.kind = 'charge'`;
  return [
    ...controls(list),
    twice(list),
    unknownUsernames(list),
    rule(list, 'amount', 'is empty', sql`s.amount is null`),
    ...amounts(list, sql`k.currency`, rowAccount),
    rule(list, 'title', 'a new line needs a title', sql`s.title is null and ${isNew}`),
    rule(list, 'date', 'a new line needs a date', sql`s.on_date is null and ${isNew}`),
    rule(
      list,
      'term',
      sql`'no term has the code ' || quote_literal(s.term)`,
      sql`s.term is not null and not exists (select from terms t where t.code = s.term)
        and not exists (select from staged_course_terms t where t.code = s.term)`,
    ),
    sql`select s.line, 'currency', 'the account is in ' || k.currency || '; a second currency needs an account of its own'
      from ${from(list)} ${rowAccount} where ${isRow} and s.currency <> k.currency`,
    sql`select s.line, 'id', 'is the id of another kind of line' from ${from(list)}
      where ${isRow} and exists (select from finance_transactions t where t.code = s.code and ${otherKinds})`,
    sql`select s.line, 'username', 'the line is of another person' from ${from(list)} ${storedLine}
      join finance_accounts a on a.id = t.account_id join users u on u.id = a.user_id where ${isRow} and u.username <> s.username`,
    sql`select s.line, 'revision', 'this revision of the line says something else; a correction leaves the revision empty'
      from ${from(list)} ${rowAccount} ${storedLine} where ${isRow} and s.revision is not null and t.id is not null
        and (${minor(sql`k.currency`)} <> t.amount or s.title <> t.title or s.on_date <> t.on_date)`,
    sql`select s.line, 'status', 'this revision of the line was reversed; leave the revision empty to enter it again'
      from ${from(list)} ${storedLine} where ${isRow} and s.revision is not null and not s.is_reversed and t.id is not null
        and exists (select from finance_transactions r where r.reverses_id = t.id)`,
  ];
};

const rules: Readonly<Record<FinanceList, () => RawBuilder<unknown>[]>> = {
  charges: () => lineRules('charges'),
  payments: () => [
    ...lineRules('payments'),
    sql`select s.line, 'id', 'is also in charges.csv, in line ' || c.line from ${from('payments')}
      join staged_finance_charges c on c.code = s.code where ${isRow}`,
    rule(
      'payments',
      'charge',
      sql`'there is no charge ' || quote_literal(s.charge_code) || ' on this account'`,
      sql`s.charge_code is not null
        and not exists (select from staged_finance_charges c where c.code = s.charge_code and c.username = s.username and c.account is not distinct from s.account)
        and not exists (select from finance_transactions l join finance_accounts a on a.id = l.account_id join users u on u.id = a.user_id
          where l.code = s.charge_code and l.kind = 'charge' and u.username = s.username and a.name = coalesce(s.account, ''))`,
    ),
    rule(
      'payments',
      'charge',
      'only payments and credits are for a charge',
      sql`s.charge_code is not null and s.kind not in ('payment', 'credit')`,
    ),
  ],
  holds: () => {
    const isNew = sql`not exists (select from finance_holds t where t.code = s.code)`;
    const missing = (column: string, of: string) =>
      rule('holds', column, `a new hold needs it`, sql`s.${sql.ref(of)} is null and ${isNew}`);
    return [
      ...controls('holds'),
      twice('holds'),
      unknownUsernames('holds'),
      ...amounts('holds', sql`coalesce(s.currency, ${schoolCurrency})`, sql``),
      rule('holds', 'status', 'only a CONTROL row says complete', sql`s.status = 'complete'`),
      sql`select s.line, 'rows', 'a complete file says how many rows it has, so that one that was cut off lifts nothing' from ${from('holds')}
        where s.code = ${control} and s.status = 'complete' and s.rows is null`,
      missing('kind', 'kind'),
      missing('office', 'office'),
      missing('since', 'since'),
      missing('reason', 'reason'),
      rule(
        'holds',
        'username',
        'the hold is of another person',
        sql`exists (select from finance_holds t join users u on u.id = t.user_id where t.code = s.code and u.username <> s.username)`,
      ),
      rule(
        'holds',
        'contact',
        sql`'no one has the username ' || quote_literal(s.contact)`,
        sql`s.contact is not null and not exists (select from users u where u.username = s.contact)
          and not exists (select from staged_people p where p.username = s.contact)`,
      ),
      rule(
        'holds',
        'bookingOffice',
        sql`'no office offers meetings under the name ' || quote_literal(s.booking_office)`,
        sql`s.booking_office is not null and not exists (select from booking_offices o where fold(o.name) = fold(s.booking_office))`,
      ),
    ];
  },
};

/** Selects the rows of a file that can't be stored, in the order of the file, at most `limit`, and their total number. */
export const selectFinanceProblems = (db: Db, list: FinanceList, limit: number) =>
  selectStagedProblems(db, rules[list](), limit);
