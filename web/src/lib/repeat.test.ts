import { expect, test } from 'vitest';
import { isOnWeekdays, nthOf, readRepeat, repeatRule, ruleFor } from './repeat.ts';

test('rules that the form can show don’t change when it reads and writes them', () => {
  for (const rule of [
    'FREQ=DAILY',
    'FREQ=DAILY;INTERVAL=3;COUNT=5',
    'FREQ=WEEKLY',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;UNTIL=20261231',
    'FREQ=MONTHLY;COUNT=4',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=3TU;UNTIL=20271231',
    'FREQ=YEARLY',
  ]) {
    const repeat = readRepeat(rule);
    expect([rule, repeat && repeatRule(repeat)]).toEqual([rule, rule]);
  }
  expect(readRepeat('FREQ=WEEKLY;UNTIL=20261231T235959')?.until).toBe('2026-12-31');
});

test('rules that the form can’t show don’t change', () => {
  for (const rule of [
    'FREQ=HOURLY',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYDAY=1MO,3MO',
    'FREQ=MONTHLY;BYDAY=FR',
    'FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
    'FREQ=YEARLY;BYDAY=20MO',
    'FREQ=DAILY;BYDAY=MO,TU',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  ]) {
    expect([rule, readRepeat(rule)]).toEqual([rule, null]);
    expect(ruleFor(rule, '2026-11-24')).toBe(rule);
  }
});

test('a rule that repeats on the start’s day follows the start to another day', () => {
  // The first is the fourth Tuesday, the second the fifth Sunday.
  expect([nthOf('2026-11-24'), nthOf('2026-11-29')]).toEqual([
    { at: 4, day: 'TU' },
    { at: -1, day: 'SU' },
  ]);
  expect(ruleFor('FREQ=WEEKLY;BYDAY=MO;COUNT=10', '2026-11-24')).toBe(
    'FREQ=WEEKLY;BYDAY=TU;COUNT=10',
  );
  expect(ruleFor('FREQ=MONTHLY;BYDAY=1MO', '2026-11-29')).toBe('FREQ=MONTHLY;BYDAY=-1SU');
  for (const rule of ['FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=MO,WE', 'FREQ=MONTHLY', null])
    expect(ruleFor(rule, '2026-11-24')).toBe(rule);
});

test('only a rule for every week from Monday to Friday counts as weekdays', () => {
  const is = (rule: string) => isOnWeekdays(readRepeat(rule)!);
  expect(is('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=20')).toBe(true);
  expect(is('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR')).toBe(false);
  expect(is('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,SA')).toBe(false);
  expect(is('FREQ=DAILY')).toBe(false);
});
