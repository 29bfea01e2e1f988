import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first } from '../../../kernel/sql.ts';
import { schoolZone } from '../../courses/courses.queries.ts';

/** Returns the school's time zone. */
export const selectZone = async (db: Db): Promise<string> =>
  (await first(db, sql<{ zone: string }>`select ${schoolZone} as zone`))?.zone ?? 'UTC';
