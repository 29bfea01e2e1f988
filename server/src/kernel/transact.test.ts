import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inWorld } from '../../test/world.ts';
import { transact, type Scope } from './context.ts';
import { asRefusal } from './problem.ts';

const world = inWorld();
const scope = () => ({ pool: world.pool, school: { school_id: world.school } }) as unknown as Scope;

describe('transactions in each other’s way', () => {
  test('two that wait for each other both end well: the one the database undid runs again', async () => {
    const [one, two] = [world.ana.id, world.ben.id];
    let met = 0;
    const both = async (first: number, second: number): Promise<number> => {
      let runs = 0;
      await transact(scope(), async ({ db }) => {
        runs += 1;
        await sql`update users set locale = 'en' where id = ${first}`.execute(db);
        met += 1;
        for (let waited = 0; met < 2 && waited < 2_000; waited += 10) await new Promise((resolve) => setTimeout(resolve, 10));
        await sql`update users set locale = 'en' where id = ${second}`.execute(db);
      });
      return runs;
    };
    const runs = await Promise.all([both(one, two), both(two, one)]);
    // On a busy machine the database may undo both.
    expect([
      [1, 2],
      [2, 2],
    ]).toContainEqual(runs.toSorted());
  });

  test('one that waits too long for another is refused as unavailable, and nothing is half done', async () => {
    const holder = await world.pool.raw.connect();
    try {
      await holder.query(`begin; set local commons.school_id = '${world.school}'; select from users where id = ${world.cy.id} for update`);
      const waiting = transact(scope(), async ({ db }) => {
        await sql`update users set locale = 'xx' where id = ${world.ana.id}`.execute(db);
        await sql`update users set locale = 'xx' where id = ${world.cy.id}`.execute(db);
      });
      const error: unknown = await waiting.then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(asRefusal(error, '').code).toBe('unavailable');
      expect(await world.sql(`select from users where locale = 'xx'`)).toEqual([]);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });
});
