import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { exists } from '../../../kernel/sql.ts';

/** Returns the cover of the post `p`. */
export const coverColumn = sql`case when p.cover_id is not null then (
    select jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type, 'width', f.width, 'height', f.height)
    from uploads f where f.school_id = p.school_id and f.id = p.cover_id) end as cover`;

/**
 * Locks a picture that a person uploaded, so that no cleanup deletes it before the post uses it. Returns false if there
 * is no such picture.
 */
export const lockPicture = (db: Db, id: number, owner: number): Promise<boolean> =>
  exists(
    db,
    sql`select from uploads where id = ${id} and owner_id = ${owner} and type is not null and width is not null for key share`,
  );
