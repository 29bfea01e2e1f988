import { expect, test } from 'vitest';
import { inWorld } from '../../../../test/world.ts';
import { pictureFilesSql } from './pictures.queries.ts';

const world = inWorld({ ownDatabase: true });

test(
  'finds the users of a file through indexes, with row-level security',
  { tags: ['soak'] },
  async () => {
    await world.sql(
      `insert into users (school_id, username, first_name, photo, cover)
      select $1, 'p' || n, 'P', n || '-m.webp', case when n % 5 = 0 then n || '-c.webp' end from generate_series(1, 4000) as n`,
      [world.school],
    );
    await world.sql(
      `insert into pictures (school_id, user_id, kind, name, original, created_at) select school_id, id, 'photo', photo, photo || '-o', now() from users where photo is not null`,
    );
    await world.sql('analyze users');
    await world.sql('analyze pictures');
    const { sql: text, parameters } = pictureFilesSql([
      '1-m.webp',
      '5-c.webp',
      'nobody-o.webp',
    ]).compile(world.pool.kysely);
    const rows = (await world.as(world.school)(`explain ${text}`, [...parameters])) as {
      'QUERY PLAN': string;
    }[];
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toContain('Seq Scan');
    for (const column of ['photo', 'cover', 'name', 'original'])
      expect(plan).toMatch(new RegExp(`Index Cond: .*\\b${column} = ANY`));
  },
);
