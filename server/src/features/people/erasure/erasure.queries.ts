import { sql } from 'kysely';
import type { Db } from '../../../kernel/database.ts';

/** How many people run the campus; held until the transaction ends, so that two who leave at once do not leave it to nobody. */
export const countAdmins = async (db: Db): Promise<number> => {
  const { rows } = await sql`select from users where is_admin and not is_disabled for update`.execute(db);
  return rows.length;
};

/** Whether without this person nobody would run the campus. */
export const isLastAdmin = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`select id from users where is_admin and not is_disabled for update`.execute(db);
  return rows.length === 1 && Number(rows[0]?.id) === id;
};

/** Empties a person's row. The id stays, and a name that says what happened. */
export const updateErased = async (db: Db, id: number, now: Date): Promise<void> => {
  await sql`update users set username = 'erased-' || id, first_name = 'Deleted person', last_name = '', romanized_name = null,
    gender_pronoun = null, account_type = 'Student', year_of_graduation = null, major = null, bio = null, languages = '{}',
    company_name = null, work_title = null, looking_for = '{}', industries = '{}', interests = '{}', sports = '{}', email = null,
    phone_work = null, phone_home = null, phone_mobile = null, city = null, zipcode = null, state = null, country = null,
    current_address = null, photo = null, cover = null, locale = null, audiences = '{}',
    is_listed = false, is_suggested = false, is_admin = false, is_adviser = false, is_disabled = true, updated_at = ${now}
    where id = ${id}`.execute(db);
};
