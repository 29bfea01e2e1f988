import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';

/** A plan that can be paid, and whether the buyer can. */
export interface PayablePlanRow {
  readonly id: number;
  readonly name: string;
  readonly amount: number;
  readonly currency: string;
  readonly is_member: boolean;
}

/** Returns the plans of a club that members can pay. */
export const selectPayablePlans = (
  db: Db,
  { club, buyer }: { club: number; buyer: number },
  plans: readonly number[],
): Promise<PayablePlanRow[]> =>
  many(
    db,
    sql<PayablePlanRow>`select p.id, p.name, p.amount, p.currency,
      exists (select from club_members m where m.school_id = p.school_id and m.club_id = p.club_id and m.user_id = ${buyer} and m.status = 'member') as is_member
    from dues_plans p where p.id = any(${plans as number[]}::bigint[]) and p.club_id = ${club} and p.archived_at is null`,
  );

/**
 * Makes parallel orders of dues of one member wait. Unlike `lockMember`, paying doesn't take this lock, so the order that is replaced can be
 * locked after it.
 */
export const lockOrdering = (
  db: Db,
  { club, person }: { club: number; person: number },
): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('dues:' || ${club}::text || ':' || ${person}::text, current_school()))`.execute(
    db,
  );

/** Returns the order that holds dues of a member. A unique index allows one. */
export const selectHeldOrder = async (
  db: Db,
  { club, person }: { club: number; person: number },
): Promise<number | undefined> =>
  (
    await first(
      db,
      sql<{ order_id: number }>`select l.order_id from dues_payments x
          join order_lines l on l.school_id = x.school_id and l.id = x.line_id
        where x.club_id = ${club} and x.user_id = ${person} and x.state = 'held'
        order by x.line_id desc limit 1`,
    )
  )?.order_id;

/** Stores the dues that an order holds. */
export const insertHeld = async (
  db: Db,
  school: SchoolId,
  it: { line: number; plan: number; person: number | null },
): Promise<void> => {
  await sql`insert into dues_payments (school_id, line_id, plan_id, club_id, user_id, months, state)
    select ${school}::int, ${it.line}::bigint, p.id, p.club_id, ${it.person}::bigint, p.months, 'held' from dues_plans p where p.id = ${it.plan}`.execute(
    db,
  );
};

export interface MemberKey {
  readonly club_id: number;
  readonly user_id: number | null;
}

/** Ends held dues without a payment. */
export const updateReleased = async (db: Db, line: number): Promise<void> => {
  await sql`update dues_payments set state = 'released' where line_id = ${line} and state = 'held'`.execute(
    db,
  );
};

/** Returns the member and plan of a line. */
export const selectLine = (db: Db, line: number) =>
  first(
    db,
    sql<
      MemberKey & { plan_id: number }
    >`select club_id, user_id, plan_id from dues_payments where line_id = ${line}`,
  );

/** Locks the dues of a member, so that two payments count one after another. */
export const lockMember = async (
  db: Db,
  school: SchoolId,
  { club, person }: { club: number; person: number },
): Promise<void> => {
  await sql`insert into dues_members (school_id, club_id, user_id) values (${school}, ${club}, ${person}) on conflict do nothing`.execute(
    db,
  );
  await sql`select from dues_members where club_id = ${club} and user_id = ${person} for no key update`.execute(
    db,
  );
};

/** Stores that held dues are paid. Returns false if the line doesn't hold any. */
export const updatePaid = async (db: Db, line: number, now: Date): Promise<boolean> =>
  (await first(
    db,
    sql`update dues_payments set state = 'paid', paid_at = ${now} where line_id = ${line} and state = 'held' returning line_id`,
  )) !== undefined;

/** Stores that paid dues are refunded. Returns false if they aren't paid. */
export const updateRefunded = async (db: Db, line: number): Promise<boolean> =>
  (await first(
    db,
    sql`update dues_payments set state = 'refunded' where line_id = ${line} and state = 'paid' returning line_id`,
  )) !== undefined;

/**
 * Computes the paid time of a member from their payments: each starts when the one before ends, or when it was paid, whichever is later.
 * So renewing early adds to the time, and a refund moves later payments forward. `dueFrom`: when dues are due again after a refund.
 */
export const updatePaidTime = async (
  db: Db,
  { club, person, dueFrom }: { club: number; person: number; dueFrom: Date | null },
): Promise<void> => {
  await sql`with recursive paid as (
      select line_id, plan_id, months, paid_at, row_number() over (order by paid_at, line_id) as nth
      from dues_payments where club_id = ${club} and user_id = ${person} and state = 'paid'
    ), span as (
      select p.line_id, p.nth, p.paid_at as starts, ((p.paid_at at time zone 'UTC') + make_interval(months => p.months)) at time zone 'UTC' as ends
      from paid p where p.nth = 1
      union all
      select p.line_id, p.nth, greatest(s.ends, p.paid_at),
        ((greatest(s.ends, p.paid_at) at time zone 'UTC') + make_interval(months => p.months)) at time zone 'UTC'
      from span s join paid p on p.nth = s.nth + 1
    ), stored as (
      update dues_payments d set starts_at = s.starts, ends_at = s.ends from span s where d.line_id = s.line_id
    )
    update dues_members set paid_until = (select max(s.ends) from span s),
      plan_id = (select p.plan_id from paid p order by p.nth desc limit 1), due_from = coalesce(${dueFrom}::timestamptz, due_from)
    where club_id = ${club} and user_id = ${person}`.execute(db);
};
