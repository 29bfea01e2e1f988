import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from './live-change.ts';
import { changeRanges } from './change-ranges.ts';

const event = (change: number, isFull = true): Change => ({
  kind: 'conversation_changed',
  conversation: '1',
  from: change - 1,
  change,
  // The function only checks whether it exists.
  ...(isFull && { delta: {} as NonNullable<Change['delta']> }),
});

test('[CHAT-03] the next event or its number reveals a lost event, even before the first event', () => {
  const received = changeRanges();
  expect(received.add(event(5))).toBe('next');
  expect(received.add(event(6))).toBe('next');
  // Another server may repeat numbers, and a proxy may duplicate events.
  expect(received.add(event(5, false))).toBe('known');
  expect(received.add(event(6))).toBe('known');
  expect(received.add(event(4, false))).toBe('gap');
  expect(received.add(event(8))).toBe('gap');
  // It came with the requested changes.
  expect(received.add(event(7, false))).toBe('known');
  expect(received.add(event(9, false))).toBe('gap');
  expect(received.add(event(9))).toBe('known');
  received.clear();
  expect(received.add(event(9, false))).toBe('gap');
});

test('[CHAT-03] in any order of events, the client applies each one or requests its change', () => {
  const receivedOf = fc.record({
    change: fc.integer({ min: 1, max: 12 }),
    isReported: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(receivedOf, { maxLength: 40 }), (all) => {
      const received = changeRanges();
      const isIn = new Set<number>();
      let most = 0;
      for (const { change, isReported: isFull } of all) {
        const place = received.add(event(change, isFull));
        if (place === 'known') expect(isIn).toContain(change);
        // Nothing is missing between it and what is already there.
        if (place === 'next' && isIn.size > 0)
          expect(isIn.has(change - 1) || isIn.has(change) || isIn.has(change + 1)).toBe(true);
        if (place === 'next') isIn.add(change);
        most = Math.max(most, change);
        // Everything that was stored before is requested.
        if (place === 'gap') for (let n = 1; n <= most; n += 1) isIn.add(n);
      }
    }),
    { numRuns: 2_000 },
  );
});
