import { expect, test } from 'vitest';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import { stepMax, stepTo, type Drawing } from './use-steps.ts';

const drawing = (
  from: number,
  to: number,
  ends: { hasBefore?: boolean; hasAfter?: boolean } = {},
): Drawing => ({
  pending: [],
  held: {
    change: 1,
    items: Array.from({ length: to - from + 1 }, (_, at) => ({ seq: from + at }) as Message),
    hasBefore: false,
    hasAfter: false,
    people: new Map(),
    participants: new Map(),
    state: null,
    ...ends,
  },
});
const span = ({ held }: Drawing) => [
  held?.items[0]?.seq,
  held?.items.at(-1)?.seq,
  held?.hasBefore,
  held?.hasAfter,
];

test('adjacent messages render in steps, and a jump renders immediately', () => {
  const to = drawing(41, 160);
  let at = drawing(101, 160);
  const steps = [];
  while (at !== to) steps.push(span((at = stepTo(at, to))));
  expect(steps).toEqual([
    [86, 160, true, false],
    [71, 160, true, false],
    [56, 160, true, false],
    [41, 160, false, false],
  ]);
  expect(span(stepTo(drawing(1, 60), drawing(1, 61 + stepMax)))).toEqual([
    1,
    60 + stepMax,
    false,
    true,
  ]);
  expect(stepTo(drawing(1, 60), to)).not.toBe(to);
  const far = drawing(1_000, 1_060);
  expect(stepTo(drawing(1, 60), far)).toBe(far);
  // The far end of a window leaves at once when it is dropped.
  expect(span(stepTo(drawing(61, 460), drawing(1, 400, { hasAfter: true })))).toEqual([
    46,
    400,
    true,
    true,
  ]);
});
