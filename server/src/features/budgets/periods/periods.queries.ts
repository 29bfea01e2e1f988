import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { exists, first, hasChangedRows, many } from '../../../kernel/sql.ts';
import { isAllocated, isIncome, isSpent, type Days } from '../budgets.queries.ts';

export interface PeriodRow {
  id: number;
  name: string;
  starts_on: string;
  ends_on: string;
  closed_at: Date | null;
  version: number;
}

const columns = sql`id, name, starts_on::text as starts_on, ends_on::text as ends_on, closed_at, version`;

export const selectPeriods = (db: Db): Promise<PeriodRow[]> =>
  many(
    db,
    sql<PeriodRow>`select ${columns} from budget_periods order by budget_periods.starts_on desc, id`,
  );

export const selectPeriod = (db: Db, id: number) =>
  first(db, sql<PeriodRow>`select ${columns} from budget_periods where id = ${id}`);

/** Returns the period that contains a day. */
export const selectCurrentPeriod = async (db: Db, today: string): Promise<PeriodRow | null> =>
  (await first(
    db,
    sql<PeriodRow>`select ${columns} from budget_periods where ${today}::date between budget_periods.starts_on and budget_periods.ends_on limit 1`,
  )) ?? null;

/** Returns whether another period has one of these days. */
export const isOverlapping = (
  db: Db,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<boolean> =>
  exists(
    db,
    sql`select from budget_periods p where p.id <> ${id} and p.starts_on <= ${to}::date and p.ends_on >= ${from}::date`,
  );

export const insertPeriod = (
  db: Db,
  school: SchoolId,
  { name, from, to }: { name: string; from: string; to: string },
) =>
  first(
    db,
    sql<PeriodRow>`insert into budget_periods (school_id, name, starts_on, ends_on) values (${school}, ${name}, ${from}::date, ${to}::date)
      returning ${columns}`,
  );

/** Updates a period that still has this version. */
export const updatePeriod = (
  db: Db,
  { id, version }: { id: number; version: number },
  { name, from, to }: { name: string; from: string; to: string },
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update budget_periods set name = ${name}, starts_on = ${from}::date, ends_on = ${to}::date, version = version + 1
      where id = ${id} and version = ${version}`,
  );

export const updateClosed = (
  db: Db,
  { id, version }: { id: number; version: number },
  now: Date,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update budget_periods set closed_at = ${now}, version = version + 1 where id = ${id} and version = ${version} and closed_at is null`,
  );

/** Returns the accounts that give money back when a period closes, with the account above each, the lowest level first. */
export const selectReturning = (db: Db) =>
  many(
    db,
    sql<{
      id: number;
      parent_id: number;
    }>`with recursive levels as (
        select id, school_id, 0 as level from club_accounts where parent_id is null and code is not null
        union all select a.id, a.school_id, l.level + 1 from levels l join club_accounts a on a.school_id = l.school_id and a.parent_id = l.id
      )
      select a.id, a.parent_id from levels l join club_accounts a on a.school_id = l.school_id and a.id = l.id
      join club_accounts p on p.school_id = a.school_id and p.id = a.parent_id
      where not a.carries_over and a.archived_at is null and a.role <> 'group' and p.role <> 'group' and p.archived_at is null
      order by l.level desc, a.id`,
  );

export interface SumsRow {
  id: number;
  children: number;
  opening: number;
  allocated: number;
  income: number;
  spent: number;
  balance: number;
  promised: number;
}

/** The first day of a day's month, of the next month, and the day after a day. */
const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
const nextMonth = (day: string): string =>
  monthOf(new Date(Date.parse(monthOf(day)) + 32 * 86_400_000).toISOString());

/**
 * Splits days into whole months, whose sums are stored, and the months that they cut, whose postings are read. Null means no limit.
 * Ends are the day after.
 */
const inMonths = ({ from, to }: Days) => {
  const end = to === null ? null : dayAfter(to);
  const cut = [from, end].flatMap((day) =>
    day === null || day === monthOf(day) ? [] : [{ from: monthOf(day), end: nextMonth(day) }],
  );
  return {
    /** Whole months before the days. */
    before: from === null ? null : monthOf(from),
    from: from === null || from === monthOf(from) ? from : nextMonth(from),
    end: end === null ? null : monthOf(end),
    cut: cut.filter((one, nth) => cut.findIndex(({ from: other }) => other === one.from) === nth),
  };
};

/** Returns the accounts directly below a parent, or the top level, with the sums of everything below each. */
export const selectTreeSums = (
  db: Db,
  {
    parent,
    archived,
    days,
    size,
  }: { parent: number | null; archived: boolean; days: Days; size: number },
): Promise<SumsRow[]> => {
  const { from, to } = days;
  const months = inMonths(days);
  const isBefore = sql`(${from}::date is not null and e.on_date < ${from}::date)`;
  const isIn = sql`(not ${isBefore} and (${to}::date is null or e.on_date <= ${to}::date))`;
  const isWhole = sql`((${months.from}::date is null or m.month >= ${months.from}::date) and (${months.end}::date is null or m.month < ${months.end}::date))`;
  const cut = sql.join(
    months.cut.map(
      ({ from: first, end }) =>
        sql`union all
        select b.root, sum(p.amount) filter (where ${isBefore}), sum(p.amount) filter (where ${isIn} and ${isAllocated}),
          sum(p.amount) filter (where ${isIn} and ${isIncome}), -sum(p.amount) filter (where ${isIn} and ${isSpent})
        from ledger_entries e join ledger_postings p on p.school_id = e.school_id and p.entry_id = e.id
          join below b on b.school_id = p.school_id and b.id = p.account_id
        where e.on_date >= ${first}::date and e.on_date < ${end}::date
        group by b.root`,
    ),
    sql` `,
  );
  return many(
    db,
    sql<SumsRow>`with recursive top as (
        select a.id, a.school_id from club_accounts a where a.code is not null and a.parent_id is not distinct from ${parent}::bigint
          and (${archived} or a.archived_at is null) order by a.code, a.id limit ${size}
      ), below as (
        select t.id as root, t.id, t.school_id from top t
        union all select b.root, a.id, a.school_id from below b join club_accounts a on a.school_id = b.school_id and a.parent_id = b.id
      ), held as (
        select b.root, sum(h.balance)::bigint as balance, sum(h.promised)::bigint as promised
        from below b join club_account_balances h on h.school_id = b.school_id and h.account_id = b.id group by b.root
      ), parts as (
        select b.root, sum(m.allocated + m.income - m.spent) filter (where ${months.before}::date is not null and m.month < ${months.before}::date) as opening,
          sum(m.allocated) filter (where ${isWhole}) as allocated, sum(m.income) filter (where ${isWhole}) as income,
          sum(m.spent) filter (where ${isWhole}) as spent
        from below b join club_account_months m on m.school_id = b.school_id and m.account_id = b.id
        group by b.root
        ${cut}
      ), moved as (
        select root, sum(opening) as opening, sum(allocated) as allocated, sum(income) as income, sum(spent) as spent from parts group by root
      )
      select t.id, (select count(*)::int from club_accounts x where x.school_id = t.school_id and x.parent_id = t.id
          and (${archived} or x.archived_at is null)) as children,
        coalesce(m.opening, 0)::bigint as opening, coalesce(m.allocated, 0)::bigint as allocated, coalesce(m.income, 0)::bigint as income,
        coalesce(m.spent, 0)::bigint as spent, h.balance, h.promised
      from top t join held h on h.root = t.id left join moved m on m.root = t.id`,
  );
};
