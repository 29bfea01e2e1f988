import { sql } from 'kysely';
import type { SetupItem, WelcomeStep } from '#contract/onboarding/steps.ts';
import { defaultSchoolColor } from '#contract/schools/endpoints.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { PersonalData } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { first } from '../../kernel/sql.ts';
import type { FirstRunRow } from './onboarding.rules.ts';

/**
 * Returns a person's first run. A profile is complete with everything that Home asks for, or with what the welcome page asks for. Only one
 * row of three tables is read, because every visit of Home reads it.
 */
export const selectFirstRun = (db: Db, me: number): Promise<FirstRunRow | undefined> =>
  first(
    db,
    sql<FirstRunRow>`
    select u.account_type, u.is_admin, r.passed, r.opened_at, r.ended_at,
      u.bio is not null and u.interests <> '{}' and (u.photo is not null
        or (u.languages <> '{}' and u.looking_for <> '{}' and u.industries <> '{}' and u.sports <> '{}' and u.city is not null)) as is_complete,
      not exists (select from school_setups s where s.school_id = u.school_id and s.ended_at is not null) as has_setup
    from users u
    left join first_runs r on r.school_id = u.school_id and r.user_id = u.id
    where u.id = ${me}`,
  );

/** Adds steps to a person's first run, and ends it. An ended one stays ended. */
export const upsertFirstRun = async (
  db: Db,
  { school, now }: { school: SchoolId; now: Date },
  me: number,
  { passed, isEnded }: { passed: readonly WelcomeStep[]; isEnded: boolean },
): Promise<void> => {
  await sql`insert into first_runs as r (school_id, user_id, passed, opened_at, ended_at)
    values (${school}, ${me}, ${[...passed]}::text[], ${now}, ${isEnded ? now : null}::timestamptz)
    on conflict (school_id, user_id) do update set
      passed = array(select distinct unnest(r.passed || excluded.passed)),
      ended_at = coalesce(r.ended_at, excluded.ended_at)`.execute(db);
};

/** Deletes the first run of a person whose account is deleted. */
export const deleteFirstRun = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('first_runs').where('user_id', '=', id).execute();
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  firstRun: sql`(select jsonb_agg(jsonb_build_object('passed', r.passed, 'openedAt', r.opened_at, 'endedAt', r.ended_at))
    from first_runs r where r.user_id = ${me})`,
});

/** What a school has set up, with the items that it skipped. */
export interface SetupRow {
  readonly skipped: readonly string[];
  readonly is_ended: boolean;
  readonly brand: boolean;
  readonly people: boolean;
  readonly signOn: boolean;
  readonly menu: boolean;
  readonly club: boolean;
  readonly invite: boolean;
}

/** Returns what a school has set up. Each condition stops at the first row that fulfills it. */
export const selectSetup = async (db: Db, school: SchoolId): Promise<SetupRow> => {
  const row = await first(
    db,
    sql<SetupRow>`
    select coalesce(p.skipped, '{}') as skipped, p.ended_at is not null as is_ended,
      s.logo is not null or s.color <> ${defaultSchoolColor} as brand,
      exists (select from users u where u.school_id = s.school_id and not u.is_admin) as people,
      exists (select from sso_providers o where o.school_id = s.school_id and o.is_on) as "signOn",
      exists (select from menus m where m.school_id = s.school_id and m.document is not null) as menu,
      exists (select from clubs c where c.school_id = s.school_id and c.deleted_at is null)
        or exists (select from hubs h where h.school_id = s.school_id and h.archived_at is null) as club,
      exists (select from invitations i where i.school_id = s.school_id)
        or exists (select from sessions t join users u on u.school_id = t.school_id and u.id = t.user_id and not u.is_admin
          where t.school_id = s.school_id) as invite
    from schools s left join school_setups p on p.school_id = s.school_id where s.school_id = ${school}`,
  );
  if (row === undefined) throw new Error('The school is gone');
  return row;
};

/** Sets the skipped items, and whether the checklist is dismissed. */
export const upsertSetup = async (
  db: Db,
  school: SchoolId,
  { skipped, isEnded, now }: { skipped: readonly SetupItem[]; isEnded: boolean; now: Date },
): Promise<void> => {
  await sql`insert into school_setups (school_id, skipped, ended_at)
    values (${school}, ${[...new Set(skipped)]}::text[], ${isEnded ? now : null}::timestamptz)
    on conflict (school_id) do update set skipped = excluded.skipped, ended_at = excluded.ended_at`.execute(
    db,
  );
};
