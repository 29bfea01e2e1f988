import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../../kernel/sql.ts';
import type { FormOwner } from '../../forms/forms.queries.ts';

/** The form for a school's registrations and renewals. */
export const registrationForm: FormOwner = { kind: 'club_registration', id: 1 };

export interface SettingsRow {
  registrants: 'everybody' | 'nobody';
  shown_questions: string[];
  version: number;
}

const initial: SettingsRow = { registrants: 'everybody', shown_questions: [], version: 0 };

export const selectSettings = async (db: Db): Promise<SettingsRow> =>
  (await first(
    db,
    sql<SettingsRow>`select registrants, shown_questions, version from club_registration_settings`,
  )) ?? initial;

/** Updates settings that are still at `version`. Returns false if someone has changed them since. */
export const upsertSettings = (
  db: Db,
  school: SchoolId,
  version: number,
  { registrants, shown_questions: shown }: Pick<SettingsRow, 'registrants' | 'shown_questions'>,
): Promise<boolean> =>
  version === 0
    ? hasChangedRows(
        db,
        sql`insert into club_registration_settings (school_id, registrants, shown_questions)
        values (${school}, ${registrants}, ${shown}::text[]) on conflict do nothing`,
      )
    : hasChangedRows(
        db,
        sql`update club_registration_settings set registrants = ${registrants}, shown_questions = ${shown}::text[], version = version + 1
        where version = ${version}`,
      );

export interface RequiredRow {
  id: number;
  name: string;
  is_required: boolean;
}

/** Selects the school's positions, and whether a club must fill them. */
export const selectPositionRules = (db: Db) =>
  many(
    db,
    sql<RequiredRow>`select r.id, r.name,
      exists (select from club_required_positions q where q.school_id = r.school_id and q.role_id = r.id) as is_required
    from roles r where r.scope = 'club' order by r.position, lower(r.name), r.id`,
  );

export const replaceRequired = async (
  db: Db,
  school: SchoolId,
  positions: readonly number[],
): Promise<void> => {
  const ids = sql`${positions as number[]}::bigint[]`;
  await sql`delete from club_required_positions where role_id <> all(${ids})`.execute(db);
  await sql`insert into club_required_positions (school_id, role_id)
    select ${school}::int, r.id from roles r where r.scope = 'club' and r.id = any(${ids}) on conflict do nothing`.execute(
    db,
  );
};

export interface WindowRow {
  id: number;
  name: string;
  opens_at: Date;
  closes_at: Date;
  closed_at: Date | null;
  reminded_days: number | null;
}

/** Selects the newest renewal. */
export const selectWindow = (db: Db) =>
  first(
    db,
    sql<WindowRow>`select id, name, opens_at, closes_at, closed_at, reminded_days from club_renewal_windows order by opens_at desc, id desc limit 1`,
  );

/** Locks the open or upcoming renewal, if there is one. */
export const lockWindow = (db: Db) =>
  first(
    db,
    sql<WindowRow>`select id, name, opens_at, closes_at, closed_at, reminded_days from club_renewal_windows where closed_at is null for update`,
  );

/** Updates the open or upcoming renewal, or creates the next one. A different date restarts the reminders. */
export const upsertWindow = async (
  db: Db,
  school: SchoolId,
  { name, opensAt, closesAt }: { name: string; opensAt: Date; closesAt: Date },
): Promise<void> => {
  await sql`insert into club_renewal_windows as w (school_id, name, opens_at, closes_at) values (${school}, ${name}, ${opensAt}, ${closesAt})
    on conflict (school_id) where closed_at is null do update set name = excluded.name, opens_at = excluded.opens_at,
      closes_at = excluded.closes_at, version = w.version + 1,
      reminded_days = case when w.closes_at = excluded.closes_at then w.reminded_days end`.execute(
    db,
  );
};

export const updateReminded = async (db: Db, window: number, days: number): Promise<void> => {
  await sql`update club_renewal_windows set reminded_days = ${days} where id = ${window}`.execute(
    db,
  );
};

export const updateClosed = async (db: Db, window: number, now: Date): Promise<void> => {
  await sql`update club_renewal_windows set closed_at = ${now} where id = ${window}`.execute(db);
};
