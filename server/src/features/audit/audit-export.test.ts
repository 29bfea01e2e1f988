import { expect, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();

test('the export of the activity log reads on past entries that don’t match, and says if it left some out', async () => {
  await world.admin.call('PATCH /api/v1/people/{uid}/standing', {
    uid: world.ben.uid,
    isAdviser: true,
  });
  const people = Array.from({ length: 25 }, (_, at) => world.ana.id + at);
  const add = (count: number) =>
    world.sql(
      `insert into activity_log (school_id, number, at, kind, detail, seal)
        select $1, (select max(number) from activity_log where school_id = $1) + n, $2, 'protected_read', $3, ''
        from generate_series(1, $4::int) n`,
      [world.school, world.clock.now(), JSON.stringify({ people, call: 'x' }), count],
    );
  await add(9_999);
  const exported = async (filter: Record<string, string> = {}) => {
    const { csv, isTruncated } = await world.admin.call('GET /api/v1/audit-export', filter);
    return { isTruncated, lines: csv.trim().split('\r\n').slice(1) };
  };
  const recorded = async () =>
    (await world.admin.call('GET /api/v1/audit', { size: 1 })).entries[0]?.detail;

  const whole = await exported();
  expect([whole.lines.length, whole.isTruncated]).toEqual([10_000, false]);
  // The column of names ends after 20 people, so each ID is in a column of its own.
  expect(whole.lines[0]).toContain(people.join('; '));
  expect(await recorded()).toEqual({ count: 10_000 });

  // The entry that matches is before the entries that one page reads.
  const found = await exported({ search: 'ben' });
  expect(found.lines.map((line) => line.includes('standing_changed'))).toEqual([true]);
  expect(found.isTruncated).toBe(false);

  const newest = await exported();
  expect([newest.lines.length, newest.isTruncated]).toEqual([10_000, true]);
  expect(await recorded()).toEqual({ count: 10_000, isTruncated: true });
});
