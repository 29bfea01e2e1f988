import { beforeAll, expect, test } from 'vitest';
import { inWorld } from '../../../../test/world.ts';
import { userFilterable } from '../users/users.queries.ts';
import { parseFilter } from './filter.ts';
import { filterSql } from './filters.queries.ts';

const world = inWorld({ ownDatabase: true });

beforeAll(async () => {
  await world.sql(
    `insert into users (school_id, username, email, first_name) select $1, 'p' || n, 'p' || n || '@plans.test', 'P' from generate_series(1, 2000) as n`,
    [world.school],
  );
  await world.sql(
    `insert into scim_users (school_id, user_id, external_id) select school_id, id, username from users`,
  );
  await world.sql('analyze users');
  await world.sql('analyze scim_users');
}, 180_000);

test.each([
  ['userName eq "x"', 'username_key'],
  ['externalId eq "x"', 'external_id'],
  ['emails.value eq "x@y"', 'email_key'],
  ['emails[type eq "work" and value eq "x@y"]', 'email_key'],
  ['id eq "5"', 'id'],
])('%s uses an index', async (filter, column) => {
  const { sql: text, parameters } = filterSql(parseFilter(filter), userFilterable).compile(
    world.pool.kysely,
  );
  const client = await world.pool.raw.connect();
  await client.query(
    `begin; set local role commons_app; set local commons.school_id = '${world.school}'`,
  );
  const from = column === 'external_id' ? 'scim_users s' : 'users u';
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain select from ${from} where ${text}`,
    [...parameters],
  );
  await client.query('rollback');
  client.release();
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
    new RegExp(`Index Cond: .*\\b${column} = `),
  );
});
