import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallErrorCode } from '../../lib/call-error.ts';
import { CallError } from '../../lib/call-error.ts';
import { ConversationServer } from '../../testing/conversation-server.ts';
import { forgetThreads, threadOf } from './thread-store.ts';

let server = new ConversationServer();
/** The error of each of the next calls; null means that the call succeeds, as do all later ones. */
let failures: (CallError | null)[] = [];
let asked: { what: 'page' | 'changes'; after: number | null }[] = [];
let [underway, atOnce] = [0, 0];
/** The replies with changes say that there are too many, so that the client reads the page again. */
let areTooMany = false;

vi.mock('../../lib/call.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  call: async (path: string, { after }: { after?: number }) => {
    asked.push({ what: path.endsWith('/messages') ? 'page' : 'changes', after: after ?? null });
    underway += 1;
    atOnce = Math.max(atOnce, underway);
    await new Promise((resolve) => setTimeout(resolve, 20));
    underway -= 1;
    const failure = failures.shift() ?? null;
    if (failure !== null) throw failure;
    return path.endsWith('/messages')
      ? server.page(0, server.messages.length)
      : { isWhole: !areTooMany, delta: server.delta(after ?? 0) };
  },
}));

const failure = (
  status: number,
  code: CallErrorCode = 'unavailable',
  retryAfter: number | null = null,
) => new CallError({ status, code, message: '', retryAfter });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const held = (id = 'a') =>
  threadOf(id)
    .store.get()
    .thread?.items.map(({ seq }) => seq);
const head = (id = 'a') =>
  threadOf(id).apply({
    kind: 'conversation_changed',
    conversation: id,
    from: server.change - 1,
    change: server.change,
  });

beforeEach(async () => {
  vi.useFakeTimers();
  server = new ConversationServer();
  server.send();
  failures = [];
  areTooMany = false;
  void threadOf('a').open();
  await pass(50);
  asked = [];
  atOnce = 0;
});
afterEach(() => {
  forgetThreads();
  vi.useRealTimers();
});

test('[CHAT-03] the client repeats a failed request with growing delays, one at a time', async () => {
  failures = Array.from({ length: 5 }, () => failure(503));
  server.send();
  head();
  await pass(300);
  server.send();
  head();
  void threadOf('a').open();
  expect([held(), asked.length]).toEqual([[1], 1]);
  await pass(3_000);
  expect(asked.length).toBeGreaterThan(2);
  expect(held()).toEqual([1]);
  await pass(60_000);
  expect(held()).toEqual([1, 2, 3]);
  expect(asked.length).toBe(6);
  expect(atOnce).toBe(1);
});

test('[CHAT-03] the client repeats a failed request immediately when the network or the socket returns', async () => {
  for (const back of [
    () => window.dispatchEvent(new Event('online')),
    () => threadOf('a').catchUp(),
  ]) {
    failures = Array.from({ length: 6 }, () => failure(0, 'network'));
    server.send();
    head();
    // The next retry is now at least ten seconds away.
    await pass(20_000);
    failures = [];
    asked = [];
    void back();
    await pass(30);
    expect(held()).toEqual(server.messages.map(({ seq }) => seq));
    await pass(60_000);
    expect(asked).toHaveLength(1);
  }
});

test('[CHAT-03] events during the delay don’t cause more requests, and the retry includes their changes', async () => {
  failures = Array.from({ length: 4 }, () => failure(503));
  for (let n = 0; n < 30; n += 1) {
    server.send();
    head();
    await pass(100);
  }
  expect(asked.length).toBeLessThan(5);
  await pass(30_000);
  expect(held()).toHaveLength(31);
});

test('the client waits as long as the server asks before it retries', async () => {
  failures = [failure(429, 'too_many_requests', 20)];
  server.send();
  head();
  await pass(19_000);
  expect(asked).toHaveLength(1);
  await pass(20_000);
  expect(held()).toEqual([1, 2]);
});

test('the client doesn’t repeat permanent rejections or requests of a dropped thread', async () => {
  failures = [failure(404, 'not_found')];
  server.send();
  head();
  await pass(60_000);
  expect(asked).toHaveLength(1);
  failures = Array.from({ length: 100 }, () => failure(503));
  server.send();
  head();
  await pass(5_000);
  // Opens as many other conversations as a tab keeps.
  for (let n = 0; n < 12; n += 1) threadOf(`other ${n}`);
  const before = asked.length;
  window.dispatchEvent(new Event('online'));
  await pass(120_000);
  expect(asked.length).toBe(before);
});

test('[CHAT-03] the client requests a failed first page again when the socket returns', async () => {
  failures = [failure(0, 'network')];
  void threadOf('b').open();
  await pass(50);
  expect(threadOf('b').store.get()).toMatchObject({ thread: null, error: { status: 0 } });
  void threadOf('b').catchUp();
  await pass(50);
  expect(held('b')).toEqual([1]);
});

test('the client requests the first page once, however many callers need it', async () => {
  void threadOf('b').open();
  void threadOf('b').open();
  await pass(50);
  expect(held('b')).toEqual([1]);
  expect(asked).toEqual([{ what: 'page', after: null }]);
});

test('[CHAT-03] the client requests changes that an old page lacks, even after another failure', async () => {
  for (let n = 0; n < 2; n += 1) server.send();
  server.page = () => ({
    change: 3,
    items: server.messages.slice(1, 3),
    hasBefore: true,
    hasAfter: false,
    people: [],
  });
  void threadOf('c').open();
  await pass(50);
  const first = server.messages.slice(0, 1);
  server.edit(0);
  threadOf('c').apply({
    kind: 'conversation_changed',
    conversation: 'c',
    from: 3,
    change: 4,
    delta: server.delta(3),
  });
  asked = [];
  failures = [failure(503), null, failure(503)];
  server.send();
  head('c');
  await pass(100);
  // The response was read before the first message was edited.
  server.page = () => ({ change: 3, items: first, hasBefore: false, hasAfter: true, people: [] });
  void threadOf('c').older();
  await pass(30_000);
  expect(asked.map(({ after }) => after)).toEqual([4, null, 3, 3]);
  expect(threadOf('c').store.get().thread?.items).toEqual(server.messages);
});

test('after too many changes, the client reads the page again, and repeats both if the page fails', async () => {
  areTooMany = true;
  failures = [null, failure(503)];
  for (let n = 0; n < 3; n += 1) server.send();
  head();
  await pass(5_000);
  expect(held()).toEqual([1, 2, 3, 4]);
  expect(asked.map(({ what }) => what)).toEqual(['changes', 'page', 'changes', 'page']);
});
