import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { deleteUsernameDoublesOf } from '../usernames/usernames.queries.ts';

/** Removes a person's pictures. Returns the names of their files. */
export const deletePictures = async (db: Db, id: number): Promise<string[]> => {
  const { rows } = await sql<{
    name: string | null;
  }>`with gone as (delete from pictures where user_id = ${id} returning name, original)
    select name from gone union select original from gone union select photo from users where id = ${id}
    union select cover from users where id = ${id}`.execute(db);
  return rows.flatMap(({ name }) => (name === null ? [] : [name]));
};

/**
 * Returns whether a person is the school's last admin. Locks the admins until the transaction ends, so that the last
 * two can't leave at the same time.
 */
export const isLastAdmin = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await sql<{
    id: number;
  }>`select id from users where is_admin and not is_disabled for update`.execute(db);
  return rows.length === 1 && Number(rows[0]?.id) === id;
};

/**
 * Clears a deleted person's row. The id stays, with a name that shows the deletion. Data that search and filters derived from the row
 * is deleted with it: spellings of words that no one else has, counts that cancel out, and a checkpoint with the person's name. Calls
 * `server/database/functions/delete_spellings.sql`, `fold_facets.sql` and `rebuild_name_checkpoints.sql`.
 */
export const updateErased = async (db: Db, id: number, now: Date): Promise<void> => {
  const { rows } = await sql<{ words: string[]; facets: string[] }>`select
    array(select distinct word from user_words where user_id = ${id}) as words,
    array(select distinct facet from user_facets where user_id = ${id}) as facets`.execute(db);
  const { words = [], facets = [] } = rows[0] ?? {};
  await sql`update users set username = 'erased-' || id, first_name = 'Deleted user', last_name = '', romanized_name = null,
    gender_pronoun = null, account_type = 'Student', year_of_graduation = null, major = null, bio = null, languages = '{}',
    company_name = null, work_title = null, looking_for = '{}', industries = '{}', interests = '{}', sports = '{}', email = null,
    phone_work = null, phone_home = null, phone_mobile = null, city = null, zipcode = null, state = null, country = null,
    current_address = null, photo = null, cover = null, locale = null, audiences = '{}',
    is_listed = false, is_suggested = false, is_admin = false, is_advisor = false, is_disabled = true, updated_at = ${now}
    where id = ${id}`.execute(db);
  await deleteUsernameDoublesOf(db, id);
  await sql`select delete_spellings(${words}), fold_facets(${facets})`.execute(db);
  // If another transaction is changing names now, the hourly maintenance does this.
  await sql`select rebuild_name_checkpoints(current_school()) where exists (select from name_checkpoints where start_id = ${id})`.execute(
    db,
  );
};

/**
 * Cleans up the search data of people: merges counts, and keeps spellings of exactly the words that people have. Calls
 * `server/database/functions/fold_facet_counts.sql` and `prune_spellings.sql`.
 */
export const foldSearchWords: MaintenanceTask = async (db) => {
  await sql`select fold_facet_counts(), prune_spellings()`.execute(db);
  return 0;
};
