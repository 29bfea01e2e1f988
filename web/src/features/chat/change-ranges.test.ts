import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from './live-change.ts';
import { changeRanges } from './change-ranges.ts';

const event = (change: number, isFull = true): Change => ({
  kind: 'conversation_changed',
  conversation: '1',
  from: change - 1,
  change,
  // Only whether it is there is asked.
  ...(isFull && { delta: {} as NonNullable<Change['delta']> }),
});

test('[CHAT-03] what was lost is noticed: by the next that comes, or by its number, also before the first that was heard', () => {
  const heard = changeRanges();
  expect(heard.add(event(5))).toBe('next');
  expect(heard.add(event(6))).toBe('next');
  // Another server repeats numbers; a proxy doubles.
  expect(heard.add(event(5, false))).toBe('known');
  expect(heard.add(event(6))).toBe('known');
  expect(heard.add(event(4, false))).toBe('gap');
  expect(heard.add(event(8))).toBe('gap');
  // It came with what was asked for.
  expect(heard.add(event(7, false))).toBe('known');
  expect(heard.add(event(9, false))).toBe('gap');
  expect(heard.add(event(9))).toBe('known');
  heard.clear();
  expect(heard.add(event(9, false))).toBe('gap');
});

test('[CHAT-03] in whatever order events come, each is put in, or something was asked for after it was stored', () => {
  const heardOf = fc.record({ change: fc.integer({ min: 1, max: 12 }), isTold: fc.boolean() });
  fc.assert(
    fc.property(fc.array(heardOf, { maxLength: 40 }), (all) => {
      const heard = changeRanges();
      const isIn = new Set<number>();
      let most = 0;
      for (const { change, isTold: isFull } of all) {
        const place = heard.add(event(change, isFull));
        if (place === 'known') expect(isIn).toContain(change);
        // Nothing is left out between it and what is in already.
        if (place === 'next' && isIn.size > 0)
          expect(isIn.has(change - 1) || isIn.has(change) || isIn.has(change + 1)).toBe(true);
        if (place === 'next') isIn.add(change);
        most = Math.max(most, change);
        // What is asked for is all that was stored before.
        if (place === 'gap') for (let n = 1; n <= most; n += 1) isIn.add(n);
      }
    }),
    { numRuns: 2_000 },
  );
});
