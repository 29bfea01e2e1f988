import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { exists } from '../../../kernel/sql.ts';

/** The cover of the post `p`. */
export const coverColumn = sql`case when p.cover_id is not null then (
    select jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type, 'width', f.width, 'height', f.height)
    from uploads f where f.school_id = p.school_id and f.id = p.cover_id) end as cover`;

/** Locks a person's own picture until it is used. Returns false if it isn't one. */
export const lockPicture = (db: Db, id: number, owner: number): Promise<boolean> =>
  exists(
    db,
    sql`select from uploads where id = ${id} and owner_id = ${owner} and type is not null and width is not null for key share`,
  );
