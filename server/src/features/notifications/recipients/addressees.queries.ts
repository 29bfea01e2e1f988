import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { many } from '../../../kernel/sql.ts';

/** A recipient of emails about a meeting. */
export interface AddresseeRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string | null;
  locale: string | null;
  time_zone: string | null;
}

/** Returns those of the given people who have an active account, with their languages and time zones. */
export const selectAddressees = (db: Db, people: readonly number[]): Promise<AddresseeRow[]> =>
  many(
    db,
    sql<AddresseeRow>`select u.id, u.first_name, u.last_name, u.email, u.locale, n.time_zone
    from users u left join notification_settings n on n.school_id = u.school_id and n.user_id = u.id
    where u.id = any(${people as number[]}::bigint[]) and not u.is_disabled`,
  );
