import { expect, test, vi } from 'vitest';
import { ConversationServer } from '../../testing/conversation-server.ts';
import { listMessages } from '#contract/chat/calls.ts';
import { CallError } from '../../lib/call-error.ts';
import { queryClient } from '../../lib/call.ts';
import { threadOf } from './thread-store.ts';

type Where = Record<string, unknown>;
const asked: {
  path: string;
  where: Where;
  answer: (body: unknown) => void;
  fail: (error: unknown) => void;
}[] = [];
vi.mock('../../lib/call.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  call: (path: string, where: Where) =>
    new Promise((resolve, reject) => asked.push({ path, where, answer: resolve, fail: reject })),
}));

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const next = async () => {
  await settled();
  const one = asked.shift();
  if (one === undefined) throw new Error('nothing is asked');
  return {
    what: one.path.endsWith('/messages') ? 'page' : 'changes',
    where: one.where,
    answer: one.answer,
    fail: one.fail,
  };
};
const held = (conversation: string) =>
  threadOf(conversation)
    .store.get()
    .thread?.items.map(({ seq }) => seq);

/**
 * Responds with the server's state before another message, about which the tab only learns by an event that asks it to catch
 * up.
 */
const overtaken = async (server: ConversationServer, body: () => unknown, conversation: string) => {
  const old = body();
  const { answer } = await next();
  server.send();
  void threadOf(conversation).catchUp();
  answer(old);
};
const page = (server: ConversationServer) => server.page(0, server.messages.length);

test('[CHAT-03] the client catches up on events that arrive during the first request', async () => {
  const server = new ConversationServer();
  server.send();
  void threadOf('first').open();
  await overtaken(server, () => page(server), 'first');
  const { what, answer } = await next();
  expect(what).toBe('changes');
  answer({ isWhole: true, delta: server.delta(1) });
  await settled();
  expect(held('first')).toEqual([1, 2]);
  expect(asked).toEqual([]);
});

test('[CHAT-03] the client catches up on events that arrive during a request for changes or a full reload', async () => {
  const server = new ConversationServer();
  server.send();
  void threadOf('later').open();
  (await next()).answer(page(server));
  await settled();
  void threadOf('later').catchUp();
  await overtaken(server, () => ({ isWhole: true, delta: server.delta(1) }), 'later');
  (await next()).answer({ isWhole: false, delta: server.delta(1) });
  await overtaken(server, () => page(server), 'later');
  const { what, answer } = await next();
  expect(what).toBe('changes');
  answer({ isWhole: true, delta: server.delta(2) });
  await settled();
  expect(held('later')).toEqual([1, 2, 3]);
  expect(asked).toEqual([]);
});

test('[CHAT-03] the client catches up on events that arrive during a jump', async () => {
  const server = new ConversationServer();
  for (let sent = 0; sent < 3; sent += 1) server.send();
  void threadOf('other').open();
  (await next()).answer(server.page(0, 2));
  await settled();
  void threadOf('other').jump({ at: '2020-01-01T00:00:00Z' });
  const { answer: answerPage } = await next();
  const old = page(server);
  const before = server.change;
  server.edit(0);
  threadOf('other').apply({
    conversation: 'other',
    from: before,
    change: server.change,
    delta: server.delta(before),
  } as never);
  await settled();
  answerPage(old);
  const { what, answer } = await next();
  expect(what).toBe('changes');
  answer({ isWhole: true, delta: server.delta(before) });
  await settled();
  expect(threadOf('other').store.get().thread?.items[0]?.text).toBe(server.messages[0]?.text);
  expect(asked).toEqual([]);
});

test('[CHAT-04] when permissions change, the thread reloads all its messages', async () => {
  const server = new ConversationServer();
  for (let n = 0; n < 200; n += 1) server.send();
  const thread = threadOf('anew');
  const view = () => thread.store.get().thread;
  void thread.open();
  (await next()).answer(server.page(80, 140));
  await settled();
  void thread.older();
  (await next()).answer(server.page(20, 80));
  await settled();
  expect([held('anew')?.[0], held('anew')?.at(-1), view()?.hasBefore, view()?.hasAfter]).toEqual([
    21,
    140,
    true,
    true,
  ]);
  // One page is on its way when the block arrives, so its content is from before.
  void thread.newer();
  const late = await next();
  void thread.renew();
  late.answer(server.page(140, 200));
  const hidden = ({ items, ...rest }: ReturnType<typeof page>) => ({
    ...rest,
    items: items.map((one) => ({ ...one, hidden: true, text: '' })),
  });
  const order: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { what, where, answer } = await next();
    const after = Number(where['after']);
    order.push(`${what} after ${after}`);
    answer(hidden(server.page(after, after + 60)));
  }
  await settled();
  expect(order.toSorted()).toEqual(['page after 140', 'page after 20', 'page after 80']);
  expect(held('anew')).toEqual(Array.from({ length: 180 }, (_, at) => at + 21));
  expect(view()?.items.every((one) => one.hidden && one.text === '')).toBe(true);
  expect(asked).toEqual([]);
});

const failure = (status: number) => new CallError({ status, code: 'not_found', message: 'No' });
const newest = (conversation: string) =>
  queryClient.getQueryCache().find({ queryKey: [listMessages, { conversation, limit: 60 }] });

test('messages that were opened from the device reload once there is a network', async () => {
  const server = new ConversationServer();
  server.send();
  server.send();
  queryClient.setQueryData([listMessages, { conversation: 'saved', limit: 60 }], page(server));
  void threadOf('saved').open();
  (await next()).fail(failure(0));
  await settled();
  expect(held('saved')).toEqual([1, 2]);
  (await next()).answer({ isWhole: true, delta: server.delta(server.change) });
  const { what, where, answer } = await next();
  expect([what, where['after']]).toEqual(['page', 0]);
  const signed = page(server);
  answer({ ...signed, items: signed.items.map((one) => ({ ...one, text: 'signed' })) });
  await settled();
  expect(
    threadOf('saved')
      .store.get()
      .thread?.items.map(({ text }) => text),
  ).toEqual(['signed', 'signed']);
  expect(asked).toEqual([]);
});

test('messages of a conversation that the user has left are removed from the query cache', async () => {
  const server = new ConversationServer();
  server.send();
  void threadOf('left').open();
  (await next()).answer(page(server));
  await settled();
  expect(newest('left')?.state.data).toMatchObject({ items: [{ seq: 1 }] });
  void threadOf('left').catchUp();
  (await next()).fail(failure(404));
  await settled();
  expect(newest('left')?.state).toMatchObject({ data: undefined, error: { status: 404 } });
  expect(asked).toEqual([]);
});
