import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batchReads, restMs } from './batched-reads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const most = restMs.least + restMs.more;

/** Batches letters; each request takes half a second and returns all but those that `fails` returns. */
const letters = (fails: () => readonly string[] = () => []) => {
  const asked: string[] = [];
  let [underway, atOnce] = [0, 0];
  const batcher = batchReads<string>(async (all) => {
    asked.push([...all].join(''));
    underway += 1;
    atOnce = Math.max(atOnce, underway);
    await new Promise((resolve) => setTimeout(resolve, 500));
    underway -= 1;
    return fails().filter((one) => all.has(one));
  });
  return { ...batcher, asked, atOnce: () => atOnce, isAsking: () => underway > 0 };
};

test('many items share one delayed request', async () => {
  const { add, asked } = letters();
  for (const one of 'abcab') add(one);
  await pass(restMs.least - 1);
  expect(asked).toEqual([]);
  await pass(most);
  expect(asked).toEqual(['abc']);
  await pass(60_000);
  expect(asked).toEqual(['abc']);
});

test('items added during a request go into the next one, and only one request runs at a time', async () => {
  const { add, asked, atOnce } = letters();
  for (let n = 0; n < 600; n += 1) {
    add('a');
    await pass(100);
  }
  await pass(10_000);
  expect(atOnce()).toBe(1);
  // In one minute, with 0.9 to 1.7 seconds per request.
  expect(asked.length).toBeGreaterThan(30);
  expect(asked.length).toBeLessThan(70);
});

test('clients that receive the same event send requests at different times', async () => {
  const all = Array.from({ length: 200 }, () => letters());
  for (const { add } of all) add('a');
  await pass(restMs.least + restMs.more / 2);
  const early = all.filter(({ asked }) => asked.length > 0).length;
  expect(early).toBeGreaterThan(40);
  expect(early).toBeLessThan(160);
});

test('failed items retry with growing delays, and with the first request after a reconnect', async () => {
  let isDown = true;
  const { add, addAnew, asked, isAsking } = letters(() => (isDown ? ['b'] : []));
  add('a', 'b');
  await pass(60_000);
  expect(asked.slice(0, 3)).toEqual(['ab', 'b', 'b']);
  expect(asked.length).toBeLessThan(10);
  // A request that is on its way could still be answered.
  while (isAsking()) await pass(500);
  isDown = false;
  const before = asked.length;
  addAnew('c');
  await pass(most);
  expect(asked.slice(before).map((one) => one.split('').toSorted().join(''))).toEqual(['bc']);
  await pass(60_000);
  expect(asked.length).toBe(before + 1);
});
