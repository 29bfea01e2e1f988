import { expect, test } from 'vitest';
import { CallError } from '../../../lib/call-error.ts';
import type { UnsentMessage } from './unsent-store.ts';
import { createSender, failureOf } from './unsent-sender.ts';
import type { UnsentStore } from './unsent-store.ts';

const memory = (): UnsentStore & { entries: UnsentMessage[] } => {
  let last = 0;
  const entries: UnsentMessage[] = [];
  return {
    entries,
    add: async (entry) => {
      last += 1;
      const whole = { ...entry, order: last, tries: 0, failure: null };
      entries.push(whole);
      return whole;
    },
    all: async (owner) => entries.filter((one) => one.owner === owner),
    put: async (entry) => {
      const at = entries.findIndex(({ order }) => order === entry.order);
      if (at !== -1) entries[at] = entry;
    },
    remove: async (order) => {
      const at = entries.findIndex((one) => one.order === order);
      if (at !== -1) entries.splice(at, 1);
    },
    clear: async (owner) =>
      void entries.splice(0, entries.length, ...entries.filter((one) => one.owner !== owner)),
  };
};

const words = (conversation: string, text: string, owner = 'ana') => ({
  clientId: `${conversation} ${text}`,
  owner,
  conversation,
  text,
  replyTo: null,
  forward: null,
  files: [],
  writtenAt: '2026-11-21T10:00:00.000Z',
});
const settled = async (store: { entries: UnsentMessage[] }, isDone: () => boolean) => {
  for (let turn = 0; turn < 500 && !isDone(); turn += 1)
    await new Promise((done) => setTimeout(done));
  expect([isDone(), store.entries]).toEqual([true, store.entries]);
};
const noAnswer = () => new CallError({ status: 0, code: 'network', message: 'No answer' });
const at = {
  wait: () => ({ done: Promise.resolve(), stop: () => undefined }),
  changed: () => undefined,
  random: () => 0,
};

test('[CHAT-03] messages arrive in the order in which the user wrote them, even if the network fails repeatedly', async () => {
  const store = memory();
  const arrived: string[] = [];
  let tries = 0;
  const sender = createSender({
    ...at,
    store,
    owner: () => 'ana',
    send: async ({ text }) => {
      tries += 1;
      if (tries % 3 !== 0) throw noAnswer();
      arrived.push(text);
    },
  });
  for (const text of ['one', 'two', 'three', 'four']) await store.add(words('1', text));
  await sender.sendDue();
  await settled(store, () => store.entries.length === 0);
  expect(arrived).toEqual(['one', 'two', 'three', 'four']);
});

test('[CHAT-03] a permanently rejected message keeps its reason and doesn’t block the next one', async () => {
  const store = memory();
  const arrived: string[] = [];
  const sender = createSender({
    ...at,
    store,
    owner: () => 'ana',
    send: async ({ text }) => {
      if (text === 'two')
        throw new CallError({
          status: 403,
          code: 'chat_left',
          message: 'You are no longer in this conversation.',
        });
      arrived.push(text);
    },
  });
  for (const text of ['one', 'two', 'three']) await store.add(words('1', text));
  await sender.sendDue();
  await settled(store, () => store.entries.length === 1);
  expect(arrived).toEqual(['one', 'three']);
  expect(store.entries[0]).toMatchObject({
    text: 'two',
    failure: { code: 'chat_left', isFinal: true },
  });
});

test('a failing conversation doesn’t block others, and no one sends another user’s messages', async () => {
  const store = memory();
  const arrived: string[] = [];
  let isUp = false;
  const sender = createSender({
    ...at,
    wait: () => ({ done: new Promise((done) => setTimeout(done, 1)), stop: () => undefined }),
    store,
    owner: () => 'ana',
    send: async ({ conversation, text }) => {
      if (conversation === '1' && !isUp) throw noAnswer();
      arrived.push(text);
    },
  });
  await store.add(words('1', 'held'));
  await store.add(words('2', 'through'));
  await store.add(words('1', 'ben’s', 'ben'));
  await sender.sendDue();
  await settled(store, () => arrived.includes('through'));
  expect(arrived).toEqual(['through']);
  isUp = true;
  await settled(store, () => store.entries.length === 1);
  expect([arrived, store.entries[0]?.owner]).toEqual([['through', 'held'], 'ben']);
});

test('a retry doesn’t upload a file again', async () => {
  const store = memory();
  const sent: string[] = [];
  let tries = 0;
  const sender = createSender({
    ...at,
    store,
    owner: () => 'ana',
    send: async (entry, save) => {
      for (const file of entry.files)
        if (file.fileId === null) {
          sent.push(file.name);
          await save({ ...entry, files: entry.files.map((one) => ({ ...one, fileId: '9' })) });
        }
      tries += 1;
      if (tries === 1) throw noAnswer();
    },
  });
  await store.add({
    ...words('1', ''),
    files: [
      { clientId: 'f', name: 'plan.pdf', size: 3, type: '', blob: new Blob(['abc']), fileId: null },
    ],
  });
  await sender.sendDue();
  await settled(store, () => store.entries.length === 0);
  expect([sent, tries]).toEqual([['plan.pdf'], 2]);
});

test('failures such as 503 are temporary, and rejections such as 403 are final', () => {
  const of = (status: number) =>
    failureOf(
      new CallError({
        status,
        code: 'unknown',
        message: '',
        retryAfter: status === 429 ? 7 : null,
      }),
    );
  expect([0, 401, 408, 429, 500, 503].map((status) => of(status).isFinal)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect([400, 403, 404, 409, 413, 422].map((status) => of(status).isFinal)).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(of(429).waitMs).toBe(7_000);
});

/** Pauses that end when the test ends them. */
const byHand = () => {
  const waiting: { ms: number; end: () => void }[] = [];
  const wait = (ms: number) => {
    let end = () => undefined as void;
    const done = new Promise<void>((resolve) => (end = resolve));
    waiting.push({ ms, end });
    return { done, stop: end };
  };
  return { wait, waiting };
};
const turns = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setTimeout(done));
};

test('[CHAT-03] a stalled attempt restarts when the network returns, and one that makes progress continues', async () => {
  const store = memory();
  const { wait, waiting } = byHand();
  const tried: string[] = [];
  let move = () => undefined as void;
  const sender = createSender({
    ...at,
    wait,
    store,
    owner: () => 'ana',
    send: ({ clientId }, _, { signal, onProgress }) => {
      tried.push(clientId);
      move = onProgress;
      if (tried.length === 2) return Promise.resolve();
      return new Promise((__, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    },
  });
  await store.add(words('1', 'stuck'));
  await sender.sendDue();
  await turns();
  await sender.sendDue({ anew: true });
  move();
  for (const { end } of waiting.splice(0)) end();
  await turns();
  expect(tried).toHaveLength(1);
  await sender.sendDue({ anew: true });
  for (const { end } of waiting.splice(0)) end();
  await turns();
  // It starts again after a short pause, as after any temporary failure.
  expect(store.entries[0]?.failure).toMatchObject({ code: 'network', isFinal: false });
  for (const { end } of waiting.splice(0)) end();
  await settled(store, () => store.entries.length === 0);
  expect(tried).toEqual(['1 stuck', '1 stuck']);
});

test('[CHAT-03] logging out aborts running attempts and keeps the messages', async () => {
  const store = memory();
  let me: string | null = 'ana';
  const sender = createSender({
    ...at,
    store,
    owner: () => me,
    send: (_, __, { signal }) =>
      new Promise((___, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
  });
  await store.add(words('1', 'mine'));
  await sender.sendDue();
  await turns();
  me = null;
  await sender.sendDue();
  await turns();
  expect(store.entries).toMatchObject([{ text: 'mine', tries: 1 }]);
});
