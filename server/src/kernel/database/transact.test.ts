import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';
import { transact, type Scope } from '../context.ts';
import { inTransaction, openPool } from './database.ts';
import { asProblem } from '../http/problem.ts';

const world = inWorld();
const scope = () => ({ pool: world.pool, school: { school_id: world.school } }) as unknown as Scope;

describe('conflicting transactions', () => {
  test('a transaction that the database cancels in a deadlock runs again, and both succeed', async () => {
    const [one, two] = [world.ana.id, world.ben.id];
    let met = 0;
    const both = async (first: number, second: number): Promise<number> => {
      let runs = 0;
      await transact(scope(), async ({ db }) => {
        runs += 1;
        await sql`update users set locale = 'en' where id = ${first}`.execute(db);
        met += 1;
        for (let waited = 0; met < 2 && waited < 2_000; waited += 10)
          await new Promise((resolve) => setTimeout(resolve, 10));
        await sql`update users set locale = 'en' where id = ${second}`.execute(db);
      });
      return runs;
    };
    const runs = await Promise.all([both(one, two), both(two, one)]);
    // On a busy machine, the database may cancel both transactions, or one of them twice.
    expect(Math.max(...runs)).toBeGreaterThan(1);
  });

  test(
    'a transaction that waits too long for a lock fails as unavailable and stores nothing',
    { tags: ['soak'] },
    async () => {
      const holder = await world.pool.raw.connect();
      try {
        await holder.query(
          `begin; set local commons.school_id = '${world.school}'; select from users where id = ${world.cy.id} for update`,
        );
        const waiting = transact(scope(), async ({ db }) => {
          await sql`update users set locale = 'xx' where id = ${world.ana.id}`.execute(db);
          await sql`update users set locale = 'xx' where id = ${world.cy.id}`.execute(db);
        });
        const error: unknown = await waiting.then(
          () => null,
          (thrown: unknown) => thrown,
        );
        expect(asProblem(error, '').code).toBe('unavailable');
        expect(await world.sql(`select from users where locale = 'xx'`)).toEqual([]);
      } finally {
        await holder.query('rollback');
        holder.release();
      }
    },
  );
});

describe('early commits', () => {
  const inLocale = async (locale: string) =>
    (await world.sql('select from users where locale = $1', [locale])).length;
  const write = (locale: string) =>
    transact(scope(), async ({ db, commit }) => {
      const written = Promise.all([
        sql`update users set locale = ${locale} where id = ${world.ana.id}`.execute(db),
        sql`update users set locale = ${locale} where id = ${world.ben.id} and 8 / (length(${locale}) - 4) <> 0`.execute(
          db,
        ),
      ]);
      commit();
      await written;
      return 'done';
    });

  test('a commit that is sent with the last statements stores what all of them wrote', async () => {
    expect(await write('aa')).toBe('done');
    expect(await inLocale('aa')).toBe(2);
  });

  test('a commit that is sent with a failing statement stores nothing, and other transactions still work', async () => {
    await expect(write('xxxx')).rejects.toMatchObject({ code: '22012' });
    expect(await inLocale('xxxx')).toBe(0);
    const every = Array.from({ length: 24 }, (_, n) =>
      write(n % 2 === 0 ? 'xxxx' : 'bb').catch(() => 'failed'),
    );
    expect(new Set((await Promise.all(every)).filter((_, n) => n % 2 === 1))).toEqual(
      new Set(['done']),
    );
    expect(await inLocale('xxxx')).toBe(0);
  });
});

describe('the end of a read-only transaction', () => {
  test('the connection leaves read-only mode before its next transaction writes', async () => {
    const { connectionString: url = '' } = world.pool.raw.options;
    const single = openPool({ url, isPooled: world.pool.isPooled, max: 1 });
    const read = (ticks: number) =>
      inTransaction(single, { school: world.school, readOnly: true }, async (db) => {
        for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
        return (await sql`select from users limit 1`.execute(db)).rows.length;
      });
    const write = () =>
      inTransaction(single, { school: world.school }, async (db) => {
        await sql`update users set locale = 'zz' where id = ${world.ana.id}`.execute(db);
        const { rows } = await sql`select from users where locale = 'zz'`.execute(db);
        throw new Error(`${rows.length} until it is undone`);
      }).catch((error: unknown) => String(error));
    try {
      for (let ticks = 0; ticks < 12; ticks += 1) {
        const [rows, undone] = await Promise.all([read(ticks), write()]);
        expect([rows, undone]).toEqual([1, 'Error: 1 until it is undone']);
        expect(await world.sql(`select from users where locale = 'zz'`)).toEqual([]);
      }
    } finally {
      await single.close();
    }
  });
});

describe('the start of a transaction', () => {
  test(
    "the first statement already sees the school's rows, even on a new connection",
    { tags: ['soak'] },
    async () => {
      const [row] = await world.sql<{ stamp: string }>(
        `select xmin::text as stamp from schools where school_id = ${world.school}`,
      );
      const stamp = row?.stamp ?? '';
      const { connectionString: url = '' } = world.pool.raw.options;
      const entry = { school: world.school, stamp, session: null, now: world.clock.now() };
      const found: number[] = [];
      for (let ticks = 0; ticks < 16; ticks += 1) {
        const fresh = openPool({ url, isPooled: world.pool.isPooled, max: 1 });
        const rows = await inTransaction(
          fresh,
          { school: world.school, auth: [entry] },
          async (db) => {
            for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
            return (await sql`select from users limit 1`.execute(db)).rows;
          },
        );
        found.push(rows.length);
        await fresh.close();
      }
      expect(found).toEqual(Array(16).fill(1));
    },
  );
});
