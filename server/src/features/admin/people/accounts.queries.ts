import { sql, type RawBuilder } from 'kysely';
import type { AccountState, PeopleSort } from '#contract/admin/limits.ts';
import type { ReportKind, ReportReason, ReportState } from '#contract/reports/kinds.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { hasNotSignedIn } from '../../passwords/invitations/invitations.queries.ts';
import {
  personSummaryOrNull,
  type PersonSummaryRow,
} from '../../people/summary/summary.queries.ts';

/** An account in the list. */
export interface AccountRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly photo: string | null;
  readonly username: string;
  readonly email: string | null;
  readonly account_type: string;
  readonly is_admin: boolean;
  readonly is_advisor: boolean;
  readonly roles: string[];
  readonly state: AccountState;
  /** The epoch: never. */
  readonly last_seen_at: Date;
  /** Times for the cursor, in microseconds since 1970, because dates have only milliseconds. */
  readonly seen_us: number;
  readonly added_us: number;
  readonly created_at: Date;
  readonly sort_name: string;
  readonly username_key: string;
}

const isSuspended = sql`exists (select from suspensions s where s.school_id = u.school_id and s.user_id = u.id)`;
/** The condition for people (`u`, with their activity `a`) who were never seen and can't have signed in. The first part reads an index. */
const isNew = sql`a.last_seen_at = 'epoch' and ${hasNotSignedIn}`;
const isPresent = sql`u.username <> 'erased-' || u.id`;

const microseconds = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(extract(epoch from ${time}) * 1000000)::bigint`;

const accountColumns = sql`u.id, u.first_name, u.last_name, u.photo, u.username, u.email, u.account_type, u.is_admin, u.is_advisor,
  array(select r.name from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
    where g.user_id = u.id and g.scope_id = 0 and r.scope = 'school' order by lower(r.name)) as roles,
  case when ${isSuspended} then 'suspended' when u.is_disabled then 'deactivated' when ${isNew} then 'new' else 'active' end as state,
  coalesce(a.last_seen_at, 'epoch') as last_seen_at, ${microseconds(sql`a.last_seen_at`)} as seen_us, ${microseconds(sql`u.created_at`)} as added_us,
  u.created_at, u.sort_name, u.username_key`;

const stateCondition: Record<AccountState, RawBuilder<unknown>> = {
  active: sql`not u.is_disabled and not (${isNew})`,
  new: isNew,
  suspended: sql`u.is_disabled and ${isSuspended}`,
  deactivated: sql`u.is_disabled and not ${isSuspended}`,
};

const timeAt = (value: string | number): RawBuilder<unknown> =>
  sql`('epoch'::timestamptz + ${value}::bigint * interval '1 microsecond')`;

/** The column that each order sorts by, besides the id, and its value from a cursor. */
const sortColumn: Record<
  PeopleSort,
  { column: RawBuilder<unknown>; at: (value: string | number) => RawBuilder<unknown> }
> = {
  name: { column: sql`u.sort_name`, at: (value) => sql`${value}` },
  username: { column: sql`u.username_key`, at: (value) => sql`${value}` },
  seen: { column: sql`a.last_seen_at`, at: timeAt },
  added: { column: sql`u.created_at`, at: timeAt },
};

/** The condition that a column with a "C" index starts with a text. A range can use the index, `like` can't under row-level security. */
const isPrefixed = (column: RawBuilder<unknown>, text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${column} >= ${text} and ${column} < ${text} || chr(1114111)`;

/** The words of a search, normalized like those of names. Calls `server/database/functions/base/search_words.sql`. */
const selectWords = async (db: Db, search: string): Promise<string[]> =>
  (await first(db, sql<{ words: string[] }>`select search_words(${search}) as words`))?.words ?? [];

/**
 * The ids of the people that a search finds: by the start of the username or email address, by a whole student number or provider's id, or
 * by the starts of words of the name. Disabled people have no search words, so their names are compared one by one.
 */
const foundIds = (
  search: string,
  [word, ...others]: readonly string[],
  canBeDisabled: boolean,
): RawBuilder<unknown> => {
  const key = sql`lower(${search})`;
  const named = (name: RawBuilder<unknown>, one: string) => sql`${name} like ${`% ${one}%`}`;
  const name = sql`fold(' ' || k.first_name || ' ' || k.last_name || ' ' || coalesce(k.romanized_name, ''))`;
  return sql`
    select k.id from users k where ${isPrefixed(sql`k.username_key collate "C"`, key)}
    union select k.id from users k where ${isPrefixed(sql`k.email_key collate "C"`, key)}
    union select r.user_id from roster_users r where r.identifier = ${search}
    union select p.user_id from scim_users p where p.external_id = ${search}
    ${
      word === undefined
        ? sql``
        : sql`union select w.user_id from user_words w where ${isPrefixed(sql`w.word`, sql`${word}`)}
      ${sql.join(
        others.map(
          (other) =>
            sql`and exists (select from user_words o where o.user_id = w.user_id and ${isPrefixed(sql`o.word`, sql`${other}`)})`,
        ),
        sql` `,
      )}`
    }
    ${
      word === undefined || !canBeDisabled
        ? sql``
        : sql`union select k.id from users k where k.is_disabled and ${sql.join(
            [word, ...others].map((one) => named(name, one)),
            sql` and `,
          )}`
    }`;
};

/** The filters and order of a list of accounts. */
export interface AccountFilter {
  readonly search: string;
  readonly state: AccountState | undefined;
  readonly type: string | undefined;
  readonly sort: PeopleSort;
  readonly isDown: boolean;
}

/** Returns accounts after a position. */
export const selectAccounts = async (
  db: Db,
  { search, state, type, sort, isDown }: AccountFilter,
  { after, size }: { after: readonly [string | number, number] | null; size: number },
): Promise<AccountRow[]> => {
  const { column, at } = sortColumn[sort];
  const words = search === '' ? [] : await selectWords(db, search);
  const canBeDisabled = state !== 'active' && state !== 'new';
  const conditions = [
    isPresent,
    ...(state === undefined ? [] : [stateCondition[state]]),
    ...(type === undefined ? [] : [sql`u.account_type = ${type}`]),
    ...(search === '' ? [] : [sql`u.id in (${foundIds(search, words, canBeDisabled)})`]),
    ...(after === null
      ? []
      : [
          sql`(${column}, u.id) ${isDown ? sql`<` : sql`>`} (${at(after[0])}, ${after[1]}::bigint)`,
        ]),
  ];
  const direction = isDown ? sql`desc` : sql`asc`;
  return many(
    db,
    // The page is selected first. Otherwise, the planner would read all sessions and passwords to find the states of a few people.
    sql<AccountRow>`with page as materialized (
      select u.id from users u join user_activity a on a.school_id = u.school_id and a.user_id = u.id
      where ${sql.join(conditions, sql` and `)}
      order by ${column} ${direction}, u.id ${direction} limit ${size}
    )
    select ${accountColumns}
    from page join users u on u.id = page.id join user_activity a on a.school_id = u.school_id and a.user_id = u.id
    order by ${column} ${direction}, u.id ${direction}`,
  );
};

/** An account with everything that admins see of it. */
export interface AccountDetailRow extends AccountRow {
  readonly student_number: string | null;
  readonly signed_in_at: Date | null;
  readonly is_deactivated: boolean;
  readonly suspension: {
    readonly reason: string;
    readonly at: string;
    readonly by: PersonSummaryRow | null;
  } | null;
  readonly invitation: {
    readonly state: 'queued' | 'sent' | 'failed';
    readonly at: string;
  } | null;
  readonly has_password: boolean;
  readonly has_sso: boolean;
  readonly passkeys: number;
  readonly has_two_step: boolean;
  readonly keys: number;
  readonly app_passwords: number;
  readonly clubs: readonly {
    readonly id: number;
    readonly name: string;
    readonly since: string;
    readonly positions: readonly string[];
  }[];
}

const clubsShown = 100;

/** Returns one account. */
export const selectAccount = (
  db: Db,
  id: number,
  now: Date,
): Promise<AccountDetailRow | undefined> =>
  first(
    db,
    sql<AccountDetailRow>`select ${accountColumns}, a.signed_in_at, u.is_deactivated,
      (select r.identifier from roster_users r where r.user_id = u.id) as student_number,
      (select jsonb_build_object('reason', s.reason, 'at', s.suspended_at, 'by', ${personSummaryOrNull('b')})
        from suspensions s left join users b on b.school_id = s.school_id and b.id = s.suspended_by where s.user_id = u.id) as suspension,
      (select jsonb_build_object('at', case when i.is_waiting or i.sent_at is null then coalesce(i.failed_at, i.requested_at) else i.sent_at end,
          'state', case when i.is_waiting then 'queued' when i.failed_at is not null then 'failed' else 'sent' end)
        from invitations i where i.user_id = u.id) as invitation,
      exists (select from credentials c where c.user_id = u.id) as has_password,
      exists (select from sso_links l where l.user_id = u.id) as has_sso,
      (select count(*)::int from passkeys k where k.user_id = u.id) as passkeys,
      exists (select from two_step t where t.user_id = u.id and t.enabled_at is not null) as has_two_step,
      (select count(*)::int from api_keys k where k.user_id = u.id and k.ended_at is null and (k.expires_at is null or k.expires_at > ${now})) as keys,
      (select count(*)::int from calendar_passwords p where p.user_id = u.id and (p.ends_at is null or p.ends_at > ${now})) as app_passwords,
      coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'since', m.since, 'positions', m.positions) order by lower(m.name))
        from (
          select c.id, c.name, m.since,
            array(select r.name from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
              where g.user_id = m.user_id and g.scope_id = m.club_id and r.scope = 'club' order by r.position) as positions
          from club_members m join clubs c on c.school_id = m.school_id and c.id = m.club_id
          where m.user_id = u.id and m.status = 'member' and c.deleted_at is null order by lower(c.name) limit ${clubsShown}
        ) as m), '[]') as clubs
    from users u left join user_activity a on a.school_id = u.school_id and a.user_id = u.id
    where u.id = ${id} and ${isPresent}`,
  );

export interface OpenReportRow {
  readonly id: number;
  readonly kind: ReportKind;
  readonly reason: ReportReason;
  readonly state: ReportState;
  readonly created_at: Date;
}

/** Returns the open reports about a person, newest first. */
export const selectOpenReports = (db: Db, person: number, size: number): Promise<OpenReportRow[]> =>
  many(
    db,
    sql<OpenReportRow>`select r.id, r.target_kind as kind, r.reason, r.state, r.created_at from reports r
    where r.user_id = ${person} and r.state in ('open', 'reviewing') order by r.created_at desc limit ${size}`,
  );
