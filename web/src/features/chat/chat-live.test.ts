import { InfiniteQueryObserver, QueryObserver, type InfiniteData } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import { listConversations, readConversation, readUnread } from '#contract/chat/calls.ts';
import { queryClient } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { dispatchLive } from '../../lib/live.ts';
import { authStatus, noSession, session } from '../../lib/session-store.ts';
import {
  anyChange,
  chatChanges,
  play,
  someChats,
  type ChatChange,
} from '../../testing/chat-history.ts';
import { viewer, type ChatModel, type Room } from '../../testing/chat-model.ts';
import { inOrder, unreadQuery } from './chat.data.ts';
import { subscribe } from './chat.live.ts';
import { cachedThread, threadOf } from './thread-store.ts';

/** The delay of a response, and whether it arrives. The entries are used in turn and repeat. */
interface Way {
  readonly ms: number;
  readonly fails: boolean;
}

/** A tab that shows a folder of the list, the badge and one conversation. */
const openTab = (
  model: ChatModel,
  ways: readonly Way[] = [{ ms: 30, fails: false }],
  openId = '2',
  shown = 100,
) => {
  const asked: string[] = [];
  const answer = <T>(key: string, read: () => T) => {
    const { ms, fails } = ways[asked.length % ways.length] ?? { ms: 30, fails: false };
    asked.push(key);
    const body = structuredClone(read());
    return new Promise<T>((resolve, reject) => {
      setTimeout(
        () =>
          fails
            ? reject(new CallError({ status: 503, code: 'unavailable', message: '' }))
            : resolve(body),
        ms,
      );
    });
  };
  const listKey = [listConversations, 'pages', 'inbox', ''];
  const openKey = [readConversation, { conversation: openId }];
  const read = () => {
    const room = model.rooms.get(openId) as Room;
    return { ...model.conversation(room), participants: model.participantsOf(room) };
  };
  const stops = [
    new InfiniteQueryObserver(queryClient, {
      queryKey: listKey,
      queryFn: () =>
        answer(listConversations, () => ({ items: model.list('inbox').items.slice(0, shown) })),
      initialPageParam: undefined,
      getNextPageParam: () => undefined,
    }).subscribe(() => undefined),
    new QueryObserver(queryClient, {
      ...unreadQuery,
      queryFn: () => answer(readUnread, () => model.unread()),
    }).subscribe(() => undefined),
    new QueryObserver(queryClient, {
      queryKey: openKey,
      queryFn: () => answer(readConversation, read),
    }).subscribe(() => undefined),
    subscribe(),
  ];
  // The tab keeps its messages, as it does for an open conversation.
  threadOf(openId);
  dispatchLive({ kind: 'resync' });
  return {
    asked,
    list: () =>
      inOrder(
        queryClient
          .getQueryData<InfiniteData<{ items: Conversation[] }>>(listKey)
          ?.pages.flatMap(({ items }) => items) ?? [],
      ),
    badge: () => queryClient.getQueryData(unreadQuery.queryKey),
    open: () => queryClient.getQueryData<Conversation>(openKey),
    expected: () => read(),
    stop: () => {
      for (const stop of stops) stop();
    },
  };
};

/**
 * The ways in which a change arrives through the hub: directly; also from another server's outbox, before or after; only from
 * there; or twice.
 */
const ways = ['at once', 'and as a number', 'number first', 'as a number alone', 'twice'] as const;
const say = (event: LiveEvent, way: (typeof ways)[number]): void => {
  if (event.kind !== 'conversation_changed') return dispatchLive(event);
  const { delta: _, ...head } = event;
  const later = (what: LiveEvent, ms: number) => void setTimeout(() => dispatchLive(what), ms);
  if (way === 'number first') dispatchLive(head);
  if (way === 'as a number alone') return later(head, 1_000);
  if (way === 'number first') return later(event, 100);
  dispatchLive(event);
  if (way === 'and as a number') later(head, 500);
  if (way === 'twice') later(event, 50);
};

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Sends the requests that are still gathered, so that the next test starts without any. */
const clear = async () => {
  queryClient.clear();
  await pass(60_000);
};
beforeAll(() => {
  vi.useFakeTimers();
  session.set({
    ...noSession,
    status: authStatus.LOGGED_IN,
    user: { uid: viewer } as AuthenticatedUser,
  });
});
afterEach(clear);
afterAll(() => void vi.useRealTimers());

const isLikeServer = (tab: ReturnType<typeof openTab>, model: ChatModel) => {
  expect(tab.badge()).toEqual(model.unread());
  expect(tab.list()).toEqual(model.list('inbox').items);
  expect(tab.open()).toMatchObject({ ...tab.expected(), participants: expect.anything() as never });
};

test('[CHAT-03] the list, badge and open conversation end up matching the server, however events arrive', async () => {
  const step = fc.record({
    happening: anyChange,
    way: fc.constantFrom(...ways),
    rest: fc.constantFrom(0, 0, 40, 600, 1_500),
  });
  const way = fc.record({ ms: fc.constantFrom(5, 60, 900), fails: fc.nat(5).map((n) => n === 0) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 40 }),
      fc.array(way, { minLength: 1, maxLength: 7 }),
      async (steps, answers) => {
        fc.pre(answers.some(({ fails }) => !fails));
        const model = someChats();
        const tab = openTab(model, answers);
        try {
          for (const { happening: change, way: how, rest } of steps) {
            for (const event of play(model, change).events) say(event, how);
            await pass(rest);
          }
          await pass(400_000);
          isLikeServer(tab, model);
        } finally {
          tab.stop();
          await clear();
        }
      },
    ),
    { numRuns: 150 },
  );
});

describe('[CHAT-03] each type of event', () => {
  test.each(chatChanges.flatMap((what) => ways.map((way) => [what, way] as const)))(
    '%s, %s',
    async (what, way) => {
      const model = someChats();
      if (what === 'added again') play(model, { what: 'removed oneself', room: 1, who: 0, nth: 0 });
      const tab = openTab(model);
      await pass(3_000);
      const room = what.startsWith('request') ? 4 : 1;
      for (const nth of [3, 7]) {
        const { events } = play(model, { what, room, who: 0, nth });
        for (const event of events) say(event, way);
        await pass(4_000);
        isLikeServer(tab, model);
      }
      tab.stop();
    },
  );
});

describe('[CHAT-03] requests to the server', () => {
  const inRoom = async (
    model: ChatModel,
    what: ChatChange['what'],
    times: number,
    way: (typeof ways)[number],
    rest: number,
  ) => {
    for (let n = 0; n < times; n += 1) {
      for (const event of play(model, { what, room: 1, who: n, nth: n }).events) say(event, way);
      await pass(rest);
    }
  };

  test('events with full data cause no requests, and neither do repeated numbers', async () => {
    const model = someChats();
    const tab = openTab(model);
    await pass(3_000);
    tab.asked.length = 0;
    await inRoom(model, 'message by another', 100, 'and as a number', 200);
    await pass(5_000);
    expect(tab.asked).toEqual([]);
    isLikeServer(tab, model);
    tab.stop();
  });

  test('events with only a number cause at most one request per interval', async () => {
    const model = someChats();
    const tab = openTab(model);
    await pass(3_000);
    tab.asked.length = 0;
    await inRoom(model, 'message by another', 100, 'as a number alone', 50);
    await pass(5_000);
    // Messages arrive for five seconds.
    expect(tab.asked.filter((key) => key === listConversations).length).toBeLessThan(15);
    expect(tab.asked.filter((key) => key === readUnread).length).toBeLessThan(15);
    isLikeServer(tab, model);
    tab.stop();
  });

  test('the tab repeats a failed list request until it succeeds', async () => {
    const model = someChats();
    const tab = openTab(model, [
      ...Array.from({ length: 6 }, () => ({ ms: 5, fails: false })),
      ...Array.from({ length: 20 }, () => ({ ms: 5, fails: true })),
      ...Array.from({ length: 200 }, () => ({ ms: 5, fails: false })),
    ]);
    await pass(3_000);
    await inRoom(model, 'message by another', 1, 'as a number alone', 5_000);
    expect(tab.badge()).not.toEqual(model.unread());
    await pass(60_000);
    isLikeServer(tab, model);
    tab.stop();
  });
});

test('[CHAT-03] a new message moves a conversation that the list doesn’t show yet to the top', async () => {
  const model = someChats();
  const room = model.rooms.get('3') as Room;
  const tab = openTab(model, undefined, '2', 2);
  await pass(3_000);
  expect(tab.list().map(({ id }) => id)).not.toContain('3');
  dispatchLive(model.say(room, '10'));
  await pass(3_000);
  expect(tab.list()[0]).toEqual(model.conversation(room));
  tab.stop();
});

test('[CHAT-03] stale data stays stale when the client applies another change', async () => {
  const model = someChats();
  const tab = openTab(model);
  await pass(3_000);
  tab.stop();
  const stop = subscribe();
  const key = [listConversations, 'pages', 'inbox', ''];
  for (const event of play(model, { what: 'pin', room: 0, who: 0, nth: 0 }).events)
    dispatchLive(event);
  await pass(3_000);
  for (const event of play(model, { what: 'message by another', room: 1, who: 0, nth: 0 }).events)
    dispatchLive(event);
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
  stop();
});

test('[CHAT-03] signing in as another user clears the previous user’s threads', async () => {
  const stop = subscribe();
  threadOf('1');
  const before = session.get();
  session.set({ ...before, user: { uid: viewer, firstName: 'New' } as AuthenticatedUser });
  expect(cachedThread('1')).toBeDefined();
  session.set({ ...before, user: { uid: '99' } as AuthenticatedUser });
  expect(cachedThread('1')).toBeUndefined();
  session.set(before);
  stop();
});

test('[CHAT-04] open threads reload after a block, and only catch up after other reconnects', () => {
  const stop = subscribe();
  const thread = threadOf('1');
  const [renew, catchUp] = [
    vi.spyOn(thread, 'renew').mockResolvedValue(),
    vi.spyOn(thread, 'catchUp').mockResolvedValue(),
  ];
  dispatchLive({ kind: 'resync' });
  expect([renew.mock.calls.length, catchUp.mock.calls.length]).toEqual([0, 1]);
  dispatchLive({ kind: 'resync', isAnew: true });
  expect([renew.mock.calls.length, catchUp.mock.calls.length]).toEqual([1, 1]);
  stop();
});

test('the list keeps the server’s order, even for equal times', () => {
  const item = { isPinned: false, activeAt: '2026-11-21T10:00:00.000Z' };
  const items = [
    { ...item, id: '9' },
    { ...item, id: '10' },
    { ...item, id: '3', activeAt: '2026-11-21T10:00:01.000Z' },
    { ...item, id: '4', isPinned: true },
  ];
  expect(inOrder(items as Conversation[]).map(({ id }) => id)).toEqual(['4', '3', '10', '9']);
});
