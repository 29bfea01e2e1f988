import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mailFrequencies, platforms } from '#contract/notifications/keys.ts';
import { localTime, nextLocal, nextMail, quietUntil } from './local-times.ts';
import { decide, planOf, type StoredPreference } from './notifications.rules.ts';

const school = fc.option(fc.record({ isOn: fc.boolean(), isLocked: fc.boolean() }), { nil: null });
const preference: fc.Arbitrary<StoredPreference> = fc.record({
  byDefault: fc.boolean(),
  school,
  isCategoryOn: fc.boolean(),
  own: fc.option(fc.boolean(), { nil: null }),
});
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/St_Johns',
];
const zone = fc.constantFrom(...zones);
const instant = fc.date({
  min: new Date('2025-01-01'),
  max: new Date('2029-01-01'),
  noInvalidDate: true,
});
const minute = fc.integer({ min: 0, max: 1_439 });

describe('[NOTIF-02] the rule that applies', () => {
  test('is the first of lock, category, person, school and product with a value, for all combinations', () => {
    const table: [Partial<StoredPreference>, { isOn: boolean; rule: string }][] = [
      [{}, { isOn: true, rule: 'default' }],
      [{ byDefault: false }, { isOn: false, rule: 'default' }],
      [{ school: { isOn: false, isLocked: false } }, { isOn: false, rule: 'school' }],
      [
        { school: { isOn: false, isLocked: false }, own: true },
        { isOn: true, rule: 'own' },
      ],
      [{ own: false }, { isOn: false, rule: 'own' }],
      [
        { own: true, isCategoryOn: false },
        { isOn: false, rule: 'global' },
      ],
      [
        { own: false, isCategoryOn: false, school: { isOn: true, isLocked: true } },
        { isOn: true, rule: 'locked' },
      ],
      [
        { own: true, school: { isOn: false, isLocked: true } },
        { isOn: false, rule: 'locked' },
      ],
    ];
    const nothing: StoredPreference = {
      byDefault: true,
      school: null,
      isCategoryOn: true,
      own: null,
    };
    for (const [change, answer] of table)
      expect([change, decide({ ...nothing, ...change })]).toEqual([change, answer]);
  });

  test('is a lock before every choice, a disabled category before all else, and a personal choice before the school’s', () => {
    fc.assert(
      fc.property(preference, (all) => {
        const { isOn, rule } = decide(all);
        if (all.school?.isLocked === true) return rule === 'locked' && isOn === all.school.isOn;
        if (!all.isCategoryOn) return rule === 'global' && !isOn;
        if (all.own !== null) return rule === 'own' && isOn === all.own;
        return all.school === null
          ? rule === 'default' && isOn === all.byDefault
          : rule === 'school' && isOn === all.school.isOn;
      }),
    );
  });

  test('is in the plan with a reason if nothing is sent, and waiting deliveries have a future time', () => {
    const reach = fc.record({
      zone,
      quiet: fc.option(fc.record({ from: minute, until: minute }), { nil: null }),
      mailFrequency: fc.constantFrom(...mailFrequencies),
      hasDevice: fc.boolean(),
      hasAddress: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...platforms),
        preference,
        reach,
        instant,
        (platform, all, how, now) => {
          const plan = planOf(platform, all, how, now);
          expect(plan.rule).toBe(decide(all).rule);
          expect((plan.state === 'skipped' && plan.reason === 'off') === !decide(all).isOn).toBe(
            true,
          );
          if (plan.state === 'skipped') expect(plan.reason).not.toBeNull();
          expect(plan.state === 'waiting').toBe(plan.dueAt !== null);
          if (plan.dueAt !== null)
            expect(plan.dueAt.getTime()).toBeGreaterThanOrEqual(now.getTime());
        },
      ),
    );
  });
});

describe('calculating local times', () => {
  test('finds the next time of day within a day, later than now, across clock changes', () => {
    fc.assert(
      fc.property(zone, instant, minute, (where, now, at) => {
        const next = nextLocal(where, now, at);
        const hours = (next.getTime() - now.getTime()) / 3_600_000;
        expect(hours).toBeGreaterThan(0);
        expect(hours).toBeLessThanOrEqual(25);
        // On a day with a change of clocks, a time may not exist. Then the result differs by the length of the change.
        const off = Math.abs(localTime(where, next).minute - at);
        expect([0, 30, 60, 1_380, 1_410]).toContain(off);
      }),
      { numRuns: 1_000 },
    );
  });

  test('ends quiet hours in the person’s time zone, even after midnight', () => {
    const night = { from: 22 * 60, until: 7 * 60 };
    const at = (text: string) =>
      quietUntil('Europe/Berlin', night, new Date(text))?.toISOString() ?? null;
    expect(at('2026-11-21T20:59:00Z')).toBeNull();
    expect(at('2026-11-21T21:00:00Z')).toBe('2026-11-22T06:00:00.000Z');
    expect(at('2026-11-22T05:59:59Z')).toBe('2026-11-22T06:00:00.000Z');
    expect(at('2026-11-22T06:00:00Z')).toBeNull();
    // The night of the change to summer time is an hour shorter.
    expect(at('2026-03-28T21:30:00Z')).toBe('2026-03-29T05:00:00.000Z');
    expect(
      quietUntil('UTC', { from: 60, until: 120 }, new Date('2026-01-01T01:30:00Z'))?.toISOString(),
    ).toBe('2026-01-01T02:00:00.000Z');
    expect(quietUntil('UTC', null, new Date())).toBeNull();
  });

  test('sends emails after a short delay, on the hour, in the morning or on Monday', () => {
    const now = new Date('2026-11-21T18:20:30Z');
    const at = (frequency: (typeof mailFrequencies)[number], where = 'Europe/Berlin') =>
      nextMail(where, frequency, now).toISOString();
    expect(at('instant')).toBe('2026-11-21T18:22:30.000Z');
    expect(at('hourly')).toBe('2026-11-21T19:00:00.000Z');
    expect(at('hourly', 'Asia/Kathmandu')).toBe('2026-11-21T19:15:00.000Z');
    expect(at('daily')).toBe('2026-11-22T07:00:00.000Z');
    expect(at('weekly')).toBe('2026-11-23T07:00:00.000Z');
  });
});
