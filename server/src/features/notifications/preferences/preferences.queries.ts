import { sql } from 'kysely';
import type { MailFrequency, Platform } from '#contract/notifications/keys.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { many } from '../../../kernel/sql.ts';

/** The school's setting for a key. */
export interface DefaultRow {
  key: string;
  platform: Platform;
  is_on: boolean;
  is_locked: boolean;
}

/** A person's choice. */
export interface ChoiceRow {
  key: string;
  group_id: number;
  platform: Platform;
  is_on: boolean;
}

/** Returns the school's settings for a key, or for all keys if `key` is null. */
export const selectDefaults = async (db: Db, key: string | null): Promise<DefaultRow[]> => {
  const which = key === null ? sql`` : sql`where key = ${key}`;
  const { rows } =
    await sql<DefaultRow>`select key, platform, is_on, is_locked from notification_defaults ${which}`.execute(
      db,
    );
  return rows;
};

/** Returns all choices of a person. */
export const selectChoices = (db: Db, user: number): Promise<ChoiceRow[]> =>
  many(
    db,
    sql<ChoiceRow>`select key, group_id, platform, is_on from notification_preferences where user_id = ${user}`,
  );

/** Stores choices. A choice of null deletes the stored one. */
export const upsertChoices = async (
  db: Db,
  school: SchoolId,
  user: number,
  choices: readonly { key: string; group: number; platform: Platform; isOn: boolean | null }[],
): Promise<void> => {
  const list = JSON.stringify(choices);
  const given = sql`jsonb_to_recordset(${list}::jsonb) as g(key text, "group" bigint, platform text, "isOn" boolean)`;
  await sql`delete from notification_preferences c using ${given}
    where c.user_id = ${user} and c.key = g.key and c.group_id = g."group" and c.platform = g.platform and g."isOn" is null`.execute(
    db,
  );
  await sql`insert into notification_preferences (school_id, user_id, key, group_id, platform, is_on)
    select ${school}, ${user}, g.key, g."group", g.platform, g."isOn" from ${given} where g."isOn" is not null
    on conflict (school_id, user_id, key, group_id, platform) do update set is_on = excluded.is_on`.execute(
    db,
  );
};

/** Turns off emails in all categories for a person. Returns false if there is no such person. */
export const insertMailOptOut = async (
  db: Db,
  school: SchoolId,
  user: number,
  keys: readonly string[],
): Promise<boolean> => {
  const { rows } = await sql<{ n: number }>`
    with known as (select id from users where id = ${user} and not is_disabled),
      kept as (insert into notification_preferences (school_id, user_id, key, platform, is_on)
        select ${school}, known.id, k, 'email', false from known cross join unnest(${keys}::text[]) as k
        on conflict (school_id, user_id, key, group_id, platform) do update set is_on = false)
    select count(*)::int as n from known`.execute(db);
  return (rows[0]?.n ?? 0) > 0;
};

/** Stores the school's setting for a key on a platform. Null deletes it. Returns the previous setting. */
export const upsertDefault = async (
  db: Db,
  school: SchoolId,
  key: string,
  platform: Platform,
  rule: { isOn: boolean; isLocked: boolean } | null,
): Promise<void> => {
  if (rule === null)
    await sql`delete from notification_defaults where key = ${key} and platform = ${platform}`.execute(
      db,
    );
  else
    await sql`insert into notification_defaults (school_id, key, platform, is_on, is_locked)
      values (${school}, ${key}, ${platform}, ${rule.isOn}, ${rule.isLocked})
      on conflict (school_id, key, platform) do update set is_on = excluded.is_on, is_locked = excluded.is_locked`.execute(
      db,
    );
};

/** A person's settings for notifications outside the app. */
export interface SettingsRow {
  time_zone: string | null;
  quiet_from: number | null;
  quiet_until: number | null;
  email_frequency: MailFrequency;
  hides_text: boolean;
}

export const unsetSettings: SettingsRow = {
  time_zone: null,
  quiet_from: null,
  quiet_until: null,
  email_frequency: 'daily',
  hides_text: false,
};

/** Returns a person's settings, or the defaults. */
export const selectSettings = async (db: Db, user: number): Promise<SettingsRow> => {
  const { rows } =
    await sql<SettingsRow>`select time_zone, quiet_from, quiet_until, email_frequency, hides_text
    from notification_settings where user_id = ${user}`.execute(db);
  return rows[0] ?? unsetSettings;
};

/** Stores a person's settings. */
export const upsertSettings = async (
  db: Db,
  school: SchoolId,
  user: number,
  row: SettingsRow,
): Promise<void> => {
  await sql`insert into notification_settings (school_id, user_id, time_zone, quiet_from, quiet_until, email_frequency, hides_text)
    values (${school}, ${user}, ${row.time_zone}, ${row.quiet_from}, ${row.quiet_until}, ${row.email_frequency}, ${row.hides_text})
    on conflict (school_id, user_id) do update set time_zone = excluded.time_zone, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
      email_frequency = excluded.email_frequency, hides_text = excluded.hides_text`.execute(db);
};

/** Stores a person's time zone if none is stored. */
export const insertZone = async (
  db: Db,
  school: SchoolId,
  user: number,
  zone: string,
): Promise<void> => {
  await sql`insert into notification_settings (school_id, user_id, time_zone) values (${school}, ${user}, ${zone})
    on conflict (school_id, user_id) do update set time_zone = excluded.time_zone where notification_settings.time_zone is null`.execute(
    db,
  );
};

/** Deletes the preferences of a person whose account is deleted. */
export const deletePreferencesOf = async (db: Db, user: number): Promise<void> => {
  await sql`delete from notification_preferences where user_id = ${user}`.execute(db);
  await sql`delete from notification_settings where user_id = ${user}`.execute(db);
};

/** Returns someone's clubs, and whether they are an officer there. */
export const selectOwnClubs = (db: Db, me: number) =>
  many(
    db,
    sql<{ id: number; name: string; is_officer: boolean }>`select c.id, c.name,
      exists (select from current_grants g where g.school_id = c.school_id and g.user_id = ${me} and g.scope_id = c.id) as is_officer
    from club_members m join clubs c on c.school_id = m.school_id and c.id = m.club_id
    where m.user_id = ${me} and m.status = 'member' and c.deleted_at is null order by c.sort_name, c.id limit 500`,
  );
