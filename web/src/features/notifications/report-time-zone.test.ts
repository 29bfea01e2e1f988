import { beforeEach, expect, test, vi } from 'vitest';
import { readDeliverySettings, updateDeliverySettings } from '#contract/notifications/calls.ts';
import { session } from '../../lib/session-store.ts';
import { reportTimeZone } from './report-time-zone.ts';

const { asked, answer } = vi.hoisted(() => ({
  asked: vi.fn<(name: string, input: object) => void>(),
  answer: { zone: null as string | null },
}));
vi.mock('../../lib/call.ts', () => ({
  call: (name: string, input: object) => {
    asked(name, input);
    return Promise.resolve(answer);
  },
}));

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const read = [readDeliverySettings, {}];
const enter = (uid: string) => session.set({ ...session.get(), user: { uid } as never });

beforeEach(() => {
  asked.mockClear();
  localStorage.clear();
});

test('[NOTIF-04] a user’s first device reports its time zone once and doesn’t replace a saved one', async () => {
  enter('1');
  answer.zone = null;
  await reportTimeZone();
  await reportTimeZone();
  expect(asked.mock.calls).toEqual([read, [updateDeliverySettings, { zone }]]);
  enter('2');
  answer.zone = 'Asia/Tokyo';
  await reportTimeZone();
  expect(asked.mock.calls.slice(2)).toEqual([read]);
});
