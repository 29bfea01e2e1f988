import { expect, test } from 'vitest';
import { inCampus } from './in-campus.ts';

const { campus, refused, stored } = inCampus();

test('"audit verify" checks the activity log of each school and reports a changed entry', async () => {
  for (const code of ['west', 'east']) await campus(['school', 'add', code]);
  const append = (person: number) =>
    `append_to_activity_log(now(), null, 'standing_changed', '{"person": ${person}}')`;
  await stored('east', `select ${append(1)}, ${append(2)}`);
  const whole = await campus(['audit', 'verify']);
  expect([whole.code, whole.out]).toEqual([
    0,
    expect.stringMatching(
      /^west +0 entries, whole, last seal none\neast +2 entries, whole, last seal [0-9a-f]{64}\n$/,
    ),
  ]);
  await stored(
    'east',
    `alter table activity_log disable trigger user; update activity_log set detail = '{"person": 3}' where number = 2; alter table activity_log enable trigger user`,
  );
  expect(await campus(['audit', 'verify'])).toEqual({
    code: 1,
    out: expect.stringMatching(
      /^west +0 entries, whole, last seal none\neast +2 entries, broken at entry 2\n$/,
    ),
    err: 'The activity log of east was changed after it was written.\n',
  });
  expect((await campus(['audit', 'verify', '--school', 'west'])).code).toBe(0);
  await refused(
    ['audit', 'verify', '--school', 'south'],
    /^There is no school south; the schools are west, east\.$/m,
  );
});
