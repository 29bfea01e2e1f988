import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Reported } from './people-at-work.ts';

/** Queries that must return nothing, because redundant data agrees. */
const agree: Readonly<Record<string, string>> = {
  'counts of filters': `select facet, audience from (
      select facet, audience, people from facet_counts
      union all select facet, audience, -count(*) from user_facets group by 1, 2) as kept group by 1, 2 having sum(people) <> 0`,
  'posts of the list': `select audience from (
      select audience, people from name_checkpoints
      union all select audience, -1 from user_facets where facet = 'all:' and exists (select from name_checkpoints)) as kept group by 1 having sum(people) <> 0`,
  'words and filters of each person': `select id from users u where not is_disabled and (
      not exists (select from user_words w where w.user_id = u.id) or not exists (select from user_facets f where f.user_id = u.id and facet = 'all:'))`,
  'imports and what they wrote': `select username from users u where username like 'fault-%'
      and not exists (select from import_journal l where l.table_name = 'users' and l.key = u.id::text)`,
};

/**
 * Compares the stored data with the acknowledged changes, and redundant data with its source. `imports`: by prefix of its usernames, the
 * people of each import and whether the command reported success.
 */
export const check = async (
  db: pg.Client,
  folder: string,
  reported: Reported,
  imports: ReadonlyMap<string, { people: number; isTold: boolean }>,
): Promise<string[]> => {
  const wrong: string[] = [];
  const ask = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await db.query(text, values)).rows as T[];
  for (const [what, text] of Object.entries(agree)) {
    const rows = await ask<object>(text);
    if (rows.length > 0) wrong.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  for (const [key, { acknowledged, maybe }] of reported.pairs) {
    const [me = '0', other = '0'] = key.split(':');
    const [row] = await ask<{ requested_by: string }>(
      'select requested_by from connections where low_id = least($1::bigint, $2::bigint) and high_id = greatest($1::bigint, $2::bigint)',
      [me, other],
    );
    const state = row === undefined ? 0 : 2;
    if (state !== acknowledged && state !== maybe)
      wrong.push(`pair ${key} is ${state}, acknowledged ${acknowledged}`);
    // The next round starts from the stored state.
    reported.pairs.set(key, { acknowledged: state, maybe: state });
  }
  for (const [uid, { acknowledged, isMoving }] of reported.photos) {
    const [row] = await ask<{ photo: string | null }>('select photo from users where id = $1', [
      uid,
    ]);
    const photo = row?.photo ?? null;
    if (acknowledged !== null && photo !== acknowledged && !isMoving)
      wrong.push(`picture of ${uid} is ${photo}, acknowledged ${acknowledged}`);
    reported.photos.set(uid, { acknowledged: photo, isMoving: false });
  }
  for (const { name, school_id } of await ask<{ name: string; school_id: number }>(
    'select school_id, photo as name from users where photo is not null union select school_id, cover from users where cover is not null',
  ))
    if (!existsSync(join(folder, 'files', String(school_id), name.slice(0, 2), name)))
      wrong.push(`the file ${name} is named but not there`);
  for (const [mark, { people, isTold: isReported }] of imports) {
    const [found] = await ask<{ people: number; ties: number }>(
      `select (select count(*)::int from users where username like $1) as people, (select count(*)::int from connections c join users u on u.id = c.low_id
        where u.username like $1) as ties`,
      [`fault-${mark}-%`],
    );
    const whole = found?.people === people && found.ties === people - 1;
    if (!whole && !(found?.people === 0 && !isReported))
      wrong.push(
        `import ${mark}: ${JSON.stringify(found)}, ${isReported ? 'told as done' : 'not told'}`,
      );
  }
  return wrong;
};
