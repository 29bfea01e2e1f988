import { sql, type RawBuilder } from 'kysely';
import { duesLimits, owingStates, type DuesState } from '#contract/dues/limits.ts';
import type { DeskMethod, PaymentProvider } from '#contract/payments/limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { PersonalData } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { first, hasChangedRows, many } from '../../kernel/sql.ts';

export interface PlanRow {
  readonly id: number;
  readonly club_id: number;
  readonly name: string;
  readonly amount: number;
  readonly currency: string;
  readonly months: number;
  readonly grace_days: number;
  readonly archived_at: Date | null;
  readonly version: number;
}

const planColumns = sql`p.id, p.club_id, p.name, p.amount, p.currency, p.months, p.grace_days, p.archived_at, p.version`;

export const selectPlan = (db: Db, id: number): Promise<PlanRow | undefined> =>
  first(db, sql<PlanRow>`select ${planColumns} from dues_plans p where p.id = ${id}`);

/** Returns the plans of a club, oldest first. */
export const selectPlans = (
  db: Db,
  club: number,
  { withArchived }: { readonly withArchived: boolean },
): Promise<PlanRow[]> =>
  many(
    db,
    sql<PlanRow>`select ${planColumns} from dues_plans p where p.club_id = ${club}
      ${withArchived ? sql`` : sql`and p.archived_at is null`} order by p.archived_at is not null, p.created_at, p.id`,
  );

export const selectPlanByClient = (
  db: Db,
  author: number,
  clientId: string,
): Promise<PlanRow | undefined> =>
  first(
    db,
    sql<PlanRow>`select ${planColumns} from dues_plans p where p.created_by = ${author} and p.client_id = ${clientId}::uuid`,
  );

/** The columns of a plan that officers set. */
export interface PlanColumns {
  readonly name?: string;
  readonly amount?: number;
  readonly months?: number;
  readonly grace_days?: number;
  readonly archived_at?: Date | null;
}

export const insertPlan = async (
  db: Db,
  school: SchoolId,
  it: {
    club: number;
    by: number;
    clientId: string;
    now: Date;
    columns: Required<Omit<PlanColumns, 'archived_at'>> & { currency: string };
  },
): Promise<void> => {
  await db
    .insertInto('dues_plans')
    .values({
      school_id: school,
      club_id: it.club,
      created_by: it.by,
      client_id: it.clientId,
      created_at: it.now,
      ...it.columns,
    })
    .execute();
};

/** Changes a plan that still has this version. Returns false if someone else changed it. */
export const updatePlan = async (
  db: Db,
  { id, version }: { id: number; version: number },
  columns: PlanColumns,
): Promise<boolean> =>
  (
    await db
      .updateTable('dues_plans')
      .set((now) => ({ ...columns, version: now('version', '+', 1) }))
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

export interface OwnDuesRow {
  readonly state: DuesState;
  readonly ends: Date | null;
  readonly plan: number | null;
  readonly amount: number | null;
  readonly currency: string | null;
}

/** Returns a member's dues, or undefined for people who aren't members. Calls `server/database/functions/club_dues.sql`. */
export const selectOwnDues = (
  db: Db,
  { club, person, now }: { club: number; person: number; now: Date },
): Promise<OwnDuesRow | undefined> =>
  first(
    db,
    sql<OwnDuesRow>`select d.state, d.ends, d.plan, p.amount, p.currency
      from club_dues(${club}::bigint, ${person}::bigint, ${now}::timestamptz) d left join dues_plans p on p.id = d.plan`,
  );

/** Returns a person's unpaid order for dues of a club. */
export const selectOpenOrder = (
  db: Db,
  { club, person }: { club: number; person: number },
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{ id: number }>`select o.id from dues_payments x
        join order_lines l on l.school_id = x.school_id and l.id = x.line_id
        join orders o on o.school_id = l.school_id and o.id = l.order_id and o.state = 'pending'
      where x.club_id = ${club} and x.user_id = ${person} and x.state = 'held' order by o.created_at desc, o.id desc limit 1`,
  );

/** The dues of a member with the last payment and the waiver, for officers. */
export interface MemberDuesRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly photo: string | null;
  readonly sort_name: string;
  readonly state: DuesState;
  readonly ends: Date | null;
  readonly plan: { readonly id: number; readonly name: string } | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly paid_amount: number | null;
  readonly paid_currency: string | null;
  readonly paid_at: Date | null;
  readonly provider: PaymentProvider | null;
  readonly method: DeskMethod | null;
  readonly waived_at: Date | null;
  readonly waiver_reason: string | null;
  readonly waiver: {
    readonly id: number;
    readonly first_name: string;
    readonly last_name: string;
    readonly photo: string | null;
  } | null;
}

export interface MemberFilter {
  readonly person?: number;
  readonly state?: DuesState | undefined;
  readonly plan?: number | undefined;
  readonly search?: string | undefined;
  readonly after: readonly [string, number] | null;
  readonly size: number;
}

/** Returns the dues of a club's members by name. Calls `server/database/functions/club_dues.sql`. */
export const selectMemberDues = (
  db: Db,
  { club, now }: { club: number; now: Date },
  { person, state, plan, search = '', after, size }: MemberFilter,
): Promise<MemberDuesRow[]> =>
  many(
    db,
    sql<MemberDuesRow>`select u.id, u.first_name, u.last_name, u.photo, u.sort_name, d.state, d.ends,
        case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name) end as plan, p.amount, p.currency,
        y.amount as paid_amount, y.currency as paid_currency, y.paid_at, y.provider, y.method,
        w.waived_at, case when w.waived_at is not null then w.waiver_reason end as waiver_reason,
        (select jsonb_build_object('id', b.id, 'first_name', b.first_name, 'last_name', b.last_name, 'photo', b.photo)
          from users b where b.school_id = w.school_id and b.id = w.waived_by and w.waived_at is not null) as waiver
      from club_dues(${club}::bigint, ${person ?? null}::bigint, ${now}::timestamptz) d
        join users u on u.id = d.member
        left join dues_plans p on p.school_id = u.school_id and p.id = d.plan
        left join dues_members w on w.school_id = u.school_id and w.club_id = ${club} and w.user_id = u.id
        left join lateral (select l.total as amount, o.currency, x.paid_at, t.provider, t.method
          from dues_payments x join order_lines l on l.school_id = x.school_id and l.id = x.line_id
            join orders o on o.school_id = l.school_id and o.id = l.order_id
            left join payments t on t.school_id = o.school_id and t.order_id = o.id and t.state = 'succeeded' and not t.is_unapplied
          where x.school_id = u.school_id and x.club_id = ${club} and x.user_id = u.id and x.state = 'paid'
          order by x.paid_at desc, x.line_id desc limit 1) y on true
      where true ${state === undefined ? sql`` : sql`and d.state = ${state}`} ${plan === undefined ? sql`` : sql`and d.plan = ${plan}`}
        ${search.trim() === '' ? sql`` : sql`and strpos(fold(u.first_name || ' ' || u.last_name), fold(${search.trim()})) > 0`}
        ${after === null ? sql`` : sql`and (u.sort_name, u.id) > (${after[0]}, ${after[1]}::bigint)`}
      order by u.sort_name, u.id limit ${sql.lit(size)}`,
  );

/** True for members with unpaid dues who weren't reminded lately. Rows are of `club_dues`, under the name `d`. */
const isRemindable = (now: Date): RawBuilder<boolean> =>
  sql`(d.state = any(${[...owingStates]}::text[])
    and (d.reminded is null or d.reminded <= ${now}::timestamptz - make_interval(hours => ${sql.lit(duesLimits.reminderHours)})))`;

export interface FiguresRow {
  readonly paid: number;
  readonly owing: number;
  readonly owed: number;
  readonly lapsed: number;
  readonly waived: number;
  readonly waived_by: number;
  readonly remindable: number;
  readonly collected: number;
}

/** Returns the sums of a club's dues. Calls `server/database/functions/club_dues.sql`. */
export const selectFigures = (
  db: Db,
  { club, now, currency }: { club: number; now: Date; currency: string },
) =>
  first(
    db,
    sql<FiguresRow>`select count(*) filter (where d.state = 'paid')::int as paid,
        count(*) filter (where d.state in ('due', 'grace'))::int as owing,
        coalesce(sum(p.amount) filter (where d.state in ('due', 'grace') and p.currency = ${currency}), 0)::bigint as owed,
        count(*) filter (where d.state = 'lapsed')::int as lapsed, count(*) filter (where d.state = 'waived')::int as waived,
        count(distinct w.waived_by) filter (where d.state = 'waived')::int as waived_by,
        count(*) filter (where ${isRemindable(now)})::int as remindable,
        (select coalesce(sum(l.total), 0)::bigint from dues_payments x join order_lines l on l.school_id = x.school_id and l.id = x.line_id
            join orders o on o.school_id = l.school_id and o.id = l.order_id
          where x.club_id = ${club} and x.state = 'paid' and o.currency = ${currency}
            and x.paid_at > ${now}::timestamptz - make_interval(months => 12)) as collected
      from club_dues(${club}::bigint, null, ${now}::timestamptz) d
        left join dues_plans p on p.id = d.plan
        left join dues_members w on w.club_id = ${club} and w.user_id = d.member`,
  );

/** Returns the members who would get a reminder, by name, with their number. Calls `server/database/functions/club_dues.sql`. */
export const selectRemindable = (
  db: Db,
  { club, now, limit }: { club: number; now: Date; limit: number },
) =>
  many(
    db,
    sql<{
      id: number;
      first_name: string;
      last_name: string;
      photo: string | null;
      total: number;
    }>`select u.id, u.first_name, u.last_name, u.photo, count(*) over ()::int as total
      from club_dues(${club}::bigint, null, ${now}::timestamptz) d join users u on u.id = d.member
      where ${isRemindable(now)} order by u.sort_name, u.id limit ${sql.lit(limit)}`,
  );

/**
 * Stores that members with unpaid dues are reminded now: these people, or all. Returns their number. Calls
 * `server/database/functions/club_dues.sql`.
 */
export const updateReminded = async (
  db: Db,
  school: SchoolId,
  { club, now, people }: { club: number; now: Date; people: readonly number[] | null },
): Promise<number> =>
  (
    await many(
      db,
      sql`insert into dues_members (school_id, club_id, user_id, reminded_at)
        select ${school}::int, ${club}::bigint, d.member, ${now}::timestamptz
        from club_dues(${club}::bigint, null, ${now}::timestamptz) d
        where ${isRemindable(now)} ${people === null ? sql`` : sql`and d.member = any(${people as number[]}::bigint[])`}
        order by d.member
        on conflict (school_id, club_id, user_id) do update set reminded_at = excluded.reminded_at returning user_id`,
    )
  ).length;

/** Returns the members who were reminded at a time, and the club's name. */
export const selectReminded = async (
  db: Db,
  { club, at }: { club: number; at: Date },
): Promise<{ readonly name: string; readonly people: readonly number[] } | undefined> =>
  first(
    db,
    sql<{
      name: string;
      people: number[];
    }>`select c.name, coalesce((select jsonb_agg(d.user_id order by d.user_id) from dues_members d
        where d.school_id = c.school_id and d.club_id = c.id and d.reminded_at = ${at}), '[]') as people
      from clubs c where c.id = ${club} and c.deleted_at is null`,
  );

/** True while the notified person still has unpaid dues. Calls `server/database/functions/club_dues.sql`. */
export const isOwing = (club: number, now: Date) =>
  sql`exists (select from club_dues(${club}::bigint, n."user", ${now}::timestamptz) d where d.state = any(${[...owingStates]}::text[]))`;

/** Waives a member's dues. */
export const upsertWaiver = async (
  db: Db,
  school: SchoolId,
  it: { club: number; person: number; by: number; reason: string; now: Date },
): Promise<void> => {
  await sql`insert into dues_members (school_id, club_id, user_id, waived_at, waived_by, waiver_reason)
    values (${school}, ${it.club}, ${it.person}, ${it.now}, ${it.by}, ${it.reason})
    on conflict (school_id, club_id, user_id) do update
      set waived_at = excluded.waived_at, waived_by = excluded.waived_by, waiver_reason = excluded.waiver_reason`.execute(
    db,
  );
};

/** Ends a member's waiver. Their dues are due from now on. Returns false if they had none. */
export const updateWaiverEnded = (
  db: Db,
  { club, person, now }: { club: number; person: number; now: Date },
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update dues_members set waived_at = null, waived_by = null, waiver_reason = '', due_from = ${now}
      where club_id = ${club} and user_id = ${person} and waived_at is not null`,
  );

/** Removes an erased person. The club keeps its plans and payments. */
export const forgetDues = async (db: Db, person: number): Promise<void> => {
  await sql`update dues_plans set created_by = null where created_by = ${person}`.execute(db);
  await sql`update dues_payments set user_id = null where user_id = ${person}`.execute(db);
  await sql`update dues_members set waived_by = null where waived_by = ${person}`.execute(db);
  await sql`delete from dues_members where user_id = ${person}`.execute(db);
};

export const personalDues: PersonalData = (me) => ({
  dues: sql`(select jsonb_agg(jsonb_build_object('club', c.name, 'paidUntil', d.paid_until, 'waivedAt', d.waived_at, 'waiverReason', d.waiver_reason,
      'remindedAt', d.reminded_at))
    from dues_members d join clubs c on c.school_id = d.school_id and c.id = d.club_id where d.user_id = ${me})`,
  duesPayments: sql`(select jsonb_agg(jsonb_build_object('club', c.name, 'plan', p.name, 'state', x.state, 'paidAt', x.paid_at, 'from', x.starts_at,
      'until', x.ends_at))
    from dues_payments x join clubs c on c.school_id = x.school_id and c.id = x.club_id
      join dues_plans p on p.school_id = x.school_id and p.id = x.plan_id where x.user_id = ${me})`,
  duesPlans: sql`(select jsonb_agg(jsonb_build_object('name', p.name, 'createdAt', p.created_at)) from dues_plans p where p.created_by = ${me})`,
  waivedDues: sql`(select jsonb_agg(jsonb_build_object('club', c.name, 'at', d.waived_at))
    from dues_members d join clubs c on c.school_id = d.school_id and c.id = d.club_id where d.waived_by = ${me})`,
});
