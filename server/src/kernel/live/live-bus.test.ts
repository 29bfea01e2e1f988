import { expect, test } from 'vitest';
import { schoolId } from '../ids.ts';
import type { Redis } from '../redis.ts';
import { openBus, schoolChannel } from './live-bus.ts';

test('after a failed subscription to a school, the bus subscribes again with the next socket', async () => {
  const school = schoolId(1);
  const receivers = new Map<string, (text: string) => void>();
  let failures = 1;
  const redis: Pick<Redis, 'isReady' | 'onReconnect' | 'publish' | 'subscribe' | 'unsubscribe'> = {
    isReady: () => true,
    onReconnect: () => undefined,
    publish: () => Promise.resolve(0),
    subscribe: async (channel, react) => {
      if (channel === schoolChannel(school) && failures > 0) {
        failures -= 1;
        throw new Error('the node of the cluster moved');
      }
      receivers.set(channel, react);
    },
    unsubscribe: async (channel) => void receivers.delete(channel),
  };
  const bus = await openBus(redis as Redis, 'one');
  const received: string[] = [];
  bus.onSend((_, text) => void received.push(text));
  await bus.enter(school);
  expect(receivers.has(schoolChannel(school))).toBe(false);
  await bus.enter(school);
  receivers.get(schoolChannel(school))?.('hello');
  expect(received).toEqual(['hello']);
  bus.leave(school);
  bus.leave(school);
  await expect.poll(() => receivers.has(schoolChannel(school))).toBe(false);
});
