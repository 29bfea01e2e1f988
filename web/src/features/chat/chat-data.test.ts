import { beforeEach, expect, test, vi } from 'vitest';
import { readUnread } from '#contract/chat/calls.ts';
import { call, queryClient } from '../../lib/call.ts';
import { markRead, unreadQuery } from './chat.data.ts';

vi.mock('../../lib/call.ts', async (original) => ({
  ...(await original<typeof import('../../lib/call.ts')>()),
  call: vi.fn<(key: string) => Promise<unknown>>(),
}));

const one = { id: '1', lastSeq: 5, readSeq: 2, unread: 3, isQuiet: false };
const other = { ...one, id: '2', unread: 1 };
const badge = () => queryClient.getQueryData(unreadQuery.queryKey);
const isOld = () => queryClient.getQueryState([readUnread, {}])?.isInvalidated;
beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(unreadQuery.queryKey, { conversations: [one, other], total: 4 });
});

test('[CHAT-04] reading a conversation removes it from the badge, and moving the read position back updates its count', async () => {
  vi.mocked(call).mockResolvedValue({ readSeq: 5, unread: 0 });
  await markRead('1', 5);
  expect(badge()).toEqual({ conversations: [other], total: 1 });
  vi.mocked(call).mockResolvedValue({ readSeq: 3, unread: 2 });
  await markRead('2', 3, true);
  expect(badge()).toEqual({ conversations: [{ ...other, readSeq: 3, unread: 2 }], total: 2 });
  expect(isOld()).toBe(false);
});

test('[CHAT-04] messages that arrive while the client sends the read mark still count', async () => {
  const newer = { conversations: [{ ...one, lastSeq: 6, unread: 4 }, other], total: 5 };
  vi.mocked(call).mockImplementation(async () => {
    queryClient.setQueryData(unreadQuery.queryKey, newer);
    return { readSeq: 5, unread: 0 };
  });
  await markRead('1', 5);
  expect(badge()).toEqual(newer);
  expect(isOld()).toBe(true);
});
