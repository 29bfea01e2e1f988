import { expect, test } from 'vitest';
import { burstMs } from './load.ts';

test.each([
  { what: 'a short burst counts its elapsed time', elapsed: 3, processor: 0, counted: 3 },
  { what: 'a long burst counts its processor time', elapsed: 10, processor: 8, counted: 8 },
  { what: 'a burst counts at most its elapsed time', elapsed: 10, processor: 12, counted: 10 },
  {
    what: 'a short burst that waits for other processes counts only its own time',
    elapsed: 40,
    processor: 0.2,
    counted: 0.2,
  },
])('$what', ({ elapsed, processor, counted }) => {
  expect(burstMs(elapsed, processor)).toBe(counted);
});
